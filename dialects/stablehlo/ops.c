// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The placeholders for the stablehlo and chlo dialects; see ops.h.

#include "dialects/stablehlo/ops.h"

static const char advice[] =
    "only the generic form is read; `stablehlo-opt --mlir-print-op-generic` prints it, and so does "
    "get_asm(print_generic_op_form=True) in Python";

static const AccyDialectRow dialect = {.name = "stablehlo", .allowsUnknown = true, .customSyntaxAdvice = advice};
static const AccyDialectRow chlo_dialect = {.name = "chlo", .allowsUnknown = true, .customSyntaxAdvice = advice};

const AccyDialectRow *accyStablehloDialectGetRow(void) {
  return &dialect;
}

const AccyDialectRow *accyChloDialectGetRow(void) {
  return &chlo_dialect;
}
