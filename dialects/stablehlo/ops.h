// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dialect named `stablehlo` that keeps whatever generic operations and attributes it meets, so that StableHLO
// programs parse without a flag. The frontend reads them by name. A registry that has the real dialect keeps that.

#ifndef ACCY_DIALECTS_STABLEHLO_OPS_H
#define ACCY_DIALECTS_STABLEHLO_OPS_H

#include "mlir_ext/MlirExt.h"

/// The dialect's row, for registration.
const AccyDialectRow *accyStablehloDialectGetRow(void);

/// The row of `chlo`, the dialect of StableHLO's composed operations such as chlo.erf, likewise.
const AccyDialectRow *accyChloDialectGetRow(void);

#endif // ACCY_DIALECTS_STABLEHLO_OPS_H
