// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The placeholders for the stablehlo and chlo dialects; see ops.h.

#include "dialects/stablehlo/ops.h"

static const AccyDialectRow dialect = {.name = "stablehlo", .allowsUnknown = true};
static const AccyDialectRow chlo_dialect = {.name = "chlo", .allowsUnknown = true};

const AccyDialectRow *accyStablehloDialectGetRow(void) {
  return &dialect;
}

const AccyDialectRow *accyChloDialectGetRow(void) {
  return &chlo_dialect;
}
