// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that bring programs of other dialects into accy.

#ifndef ACCY_FRONTENDS_FRONTENDS_H
#define ACCY_FRONTENDS_FRONTENDS_H

#include "mlir_ext/MlirExt.h"

/// `stablehlo-to-accy`: converts StableHLO in every function of a module; see stablehlo/pass.c.
extern const AccyPassRow accyStablehloToAccyPass;

#endif // ACCY_FRONTENDS_FRONTENDS_H
