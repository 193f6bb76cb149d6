// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choir dialect: how a program is run. docs/spec.md describes each operation and the attributes that each stage
// adds to it.

#ifndef ACCY_DIALECTS_CHOIR_OPS_H
#define ACCY_DIALECTS_CHOIR_OPS_H

#include "dialects/op_syntax.h"

/// The dialect's row, for registration.
const AccyDialectRow *choirDialectGetRow(void);

#endif // ACCY_DIALECTS_CHOIR_OPS_H
