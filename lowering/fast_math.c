// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fast_math.h.

#include "lowering/fast_math.h"

#include "support/ir.h"

#include <stdlib.h>
#include <string.h>

// Whether the operation has the flag, or all of them.
static bool has_flag(MlirOperation op, const char *flag) {
  MlirAttribute flags = accyGetAttribute(op, "fastmath");
  char *text = mlirAttributeIsNull(flags) ? NULL : accyPrintAttribute(flags);
  bool has = text && (strstr(text, flag) || strstr(text, "<fast>"));
  free(text);
  return has;
}

bool accyAllowsApproximation(MlirOperation op) {
  return has_flag(op, "afn");
}

bool accyAllowsContraction(MlirOperation op) {
  return has_flag(op, "contract");
}

// What the walk over a kernel has found.
typedef struct Contraction {
  bool found, isForbidden;
} Contraction;

static MlirWalkResult find_contractible(MlirOperation op, void *userData) {
  static const char *const names[] = {"arith.addf", "arith.subf", "arith.mulf"};
  Contraction *contraction = userData;
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (accyOperationIs(op, names[i])) {
      contraction->found = true;
      contraction->isForbidden |= !accyAllowsContraction(op);
    }
  return MlirWalkResultAdvance;
}

bool accyKernelAllowsContraction(MlirOperation kernel) {
  Contraction contraction = {false, false};
  mlirOperationWalk(kernel, find_contractible, &contraction, MlirWalkPreOrder);
  return contraction.found && !contraction.isForbidden;
}
