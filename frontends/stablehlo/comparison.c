// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading what a stablehlo.compare asks; see comparison.h.

#include "frontends/stablehlo/comparison.h"

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/operation.h"

#include <string.h>

// accy.compare compares as the elements are: StableHLO's comparison type must say the same.
static const char *comparison_type_of(uint32_t kind) {
  if (kind == AccyElementFloat)
    return "FLOAT";
  return kind == AccyElementSignedInteger ? "SIGNED" : "UNSIGNED";
}

static MlirLogicalResult check_comparison_type(MlirOperation op) {
  char type[32];
  if (mlirLogicalResultIsFailure(accyStablehloReadWord(op, "compare_type", "comparison_type", sizeof type, type)))
    return mlirLogicalResultFailure();
  if (strcmp(type, "TOTALORDER") == 0)
    return accyEmitOpError(op, "compares in total order, which orders NaN and -0.0 too; only comparison types FLOAT, "
                               "SIGNED and UNSIGNED are supported [UnsupportedOperation]");
  uint32_t kind = accyElementTypeGetKind(accyStablehloElementType(mlirOperationGetOperand(op, 0)));
  const char *expected = comparison_type_of(kind);
  if (type[0] && strcmp(type, "NOTYPE") != 0 && strcmp(type, expected) != 0)
    return accyEmitOpError(op, "has comparison type %s where its operands' elements compare as %s", type, expected);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyStablehloReadComparison(MlirOperation op, const char **outDirection) {
  static const char *const directions[][2] = {{"EQ", "eq"}, {"NE", "ne"}, {"LT", "lt"},
                                              {"LE", "le"}, {"GT", "gt"}, {"GE", "ge"}};
  char word[32];
  if (mlirLogicalResultIsFailure(check_comparison_type(op)) ||
      mlirLogicalResultIsFailure(
          accyStablehloReadWord(op, "comparison_direction", "comparison_direction", sizeof word, word)))
    return mlirLogicalResultFailure();
  for (size_t i = 0; i < sizeof directions / sizeof directions[0]; ++i) {
    if (strcmp(word, directions[i][0]) != 0)
      continue;
    *outDirection = directions[i][1];
    return mlirLogicalResultSuccess();
  }
  return accyEmitOpError(op, "requires the attribute 'comparison_direction', one of EQ, NE, LT, LE, GT, GE%s%s",
                         word[0] ? ", but has " : "", word);
}
