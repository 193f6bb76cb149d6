// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The placeholder for the stablehlo dialect; see ops.h.

#include "dialects/stablehlo/ops.h"

static const AccyDialectRow dialect = {.name = "stablehlo", .allowsUnknown = true};

const AccyDialectRow *accyStablehloDialectGetRow(void) {
  return &dialect;
}
