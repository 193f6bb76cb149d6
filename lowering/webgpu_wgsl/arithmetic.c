// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of arith and math: rows of expressions.

#include "lowering/webgpu_wgsl/number.h"
#include "lowering/webgpu_wgsl/strictness.h"
#include "support/ir.h"

enum { MaxOperands = 3 };

#define HELD AccyWgslAsHeld
#define UNSIGNED AccyWgslAsUnsigned
#define SIGNED AccyWgslAsSigned
#define FLOAT AccyWgslAsFloat

// An operation: the forms of its operands, its expression and what form that gives. `$0` stands for the first operand;
// `@0` for the function that the row names.
typedef struct Row {
  const char *name;
  AccyWgslForm operands[MaxOperands];
  AccyWgslForm result;
  const char *expression;
  AccyWgslFunction function;
} Row;

static const Row rows[] = {
    // Floats. The sign is a bit: implementations may take a subnormal operand of a negation for 0.
    {"arith.addf", {FLOAT, FLOAT}, FLOAT, "$0 + $1", 0},
    {"arith.subf", {FLOAT, FLOAT}, FLOAT, "$0 - $1", 0},
    {"arith.mulf", {FLOAT, FLOAT}, FLOAT, "$0 * $1", 0},
    {"arith.divf", {FLOAT, FLOAT}, FLOAT, "$0 / $1", 0},
    {"arith.negf", {FLOAT}, FLOAT, "bitcast<f32>(bitcast<u32>($0) ^ 0x80000000u)", 0},
    {"math.absf", {FLOAT}, FLOAT, "bitcast<f32>(bitcast<u32>($0) & 0x7fffffffu)", 0},
    {"math.sqrt", {FLOAT}, FLOAT, "sqrt($0)", 0},
    {"arith.maximumf", {FLOAT, FLOAT}, FLOAT, "@0($0, $1)", AccyWgslMaximum},
    {"arith.minimumf", {FLOAT, FLOAT}, FLOAT, "@0($0, $1)", AccyWgslMinimum},
    {"arith.maxnumf", {FLOAT, FLOAT}, FLOAT, "@0($0, $1)", AccyWgslMaximumNumber},
    {"arith.minnumf", {FLOAT, FLOAT}, FLOAT, "@0($0, $1)", AccyWgslMinimumNumber},
    {"arith.extf", {FLOAT}, FLOAT, "$0", 0},
    {"arith.truncf", {FLOAT}, FLOAT, "$0", 0},
    // Integers.
    {"arith.addi", {UNSIGNED, UNSIGNED}, UNSIGNED, "$0 + $1", 0},
    {"arith.subi", {UNSIGNED, UNSIGNED}, UNSIGNED, "$0 - $1", 0},
    {"arith.muli", {UNSIGNED, UNSIGNED}, UNSIGNED, "$0 * $1", 0},
    {"arith.divui", {UNSIGNED, UNSIGNED}, UNSIGNED, "$0 / $1", 0},
    {"arith.divsi", {SIGNED, SIGNED}, SIGNED, "$0 / $1", 0},
    {"arith.remui", {UNSIGNED, UNSIGNED}, UNSIGNED, "$0 % $1", 0},
    {"arith.remsi", {SIGNED, SIGNED}, SIGNED, "$0 % $1", 0},
    {"arith.ceildivui", {UNSIGNED, UNSIGNED}, UNSIGNED, "@0($0, $1)", AccyWgslCeilDivide},
    {"arith.ceildivsi", {SIGNED, SIGNED}, SIGNED, "@0($0, $1)", AccyWgslCeilDivideSigned},
    {"arith.floordivsi", {SIGNED, SIGNED}, SIGNED, "@0($0, $1)", AccyWgslFloorDivideSigned},
    {"arith.maxui", {UNSIGNED, UNSIGNED}, UNSIGNED, "max($0, $1)", 0},
    {"arith.minui", {UNSIGNED, UNSIGNED}, UNSIGNED, "min($0, $1)", 0},
    {"arith.maxsi", {SIGNED, SIGNED}, SIGNED, "max($0, $1)", 0},
    {"arith.minsi", {SIGNED, SIGNED}, SIGNED, "min($0, $1)", 0},
    {"arith.andi", {HELD, HELD}, HELD, "$0 & $1", 0},
    {"arith.ori", {HELD, HELD}, HELD, "$0 | $1", 0},
    {"arith.xori", {HELD, HELD}, HELD, "$0 ^ $1", 0},
    {"arith.shli", {UNSIGNED, UNSIGNED}, UNSIGNED, "$0 << $1", 0},
    {"arith.shrui", {UNSIGNED, UNSIGNED}, UNSIGNED, "$0 >> $1", 0},
    {"arith.shrsi", {SIGNED, UNSIGNED}, SIGNED, "$0 >> $1", 0},
    // Conversions.
    {"arith.extui", {UNSIGNED}, UNSIGNED, "$0", 0},
    {"arith.extsi", {SIGNED}, SIGNED, "$0", 0},
    {"arith.trunci", {UNSIGNED}, UNSIGNED, "$0", 0},
    {"arith.index_cast", {SIGNED}, SIGNED, "$0", 0},
    {"arith.index_castui", {UNSIGNED}, UNSIGNED, "$0", 0},
    {"arith.sitofp", {SIGNED}, FLOAT, "f32($0)", 0},
    {"arith.uitofp", {UNSIGNED}, FLOAT, "f32($0)", 0},
    {"arith.fptosi", {FLOAT}, SIGNED, "i32($0)", 0},
    {"arith.fptoui", {FLOAT}, UNSIGNED, "u32($0)", 0},
    {"arith.select", {HELD, HELD, HELD}, HELD, "select($2, $1, $0)", 0},
};

// What stands for a row where the result is an i1.
static const Row bool_rows[] = {
    {"arith.addi", {HELD, HELD}, HELD, "$0 != $1", 0},
    {"arith.subi", {HELD, HELD}, HELD, "$0 != $1", 0},
    {"arith.muli", {HELD, HELD}, HELD, "$0 & $1", 0},
    {"arith.xori", {HELD, HELD}, HELD, "$0 != $1", 0},
};

// What stands for a row where the first operand has 32 bits, of which an f32 does not hold all.
static const Row word_rows[] = {
    {"arith.sitofp", {SIGNED}, FLOAT, "@0($0)", AccyWgslSignedToF32},
    {"arith.uitofp", {UNSIGNED}, FLOAT, "@0($0)", AccyWgslUnsignedToF32},
};

// By arith.cmpi's predicates.
static const Row integer_comparisons[] = {
    {"eq", {HELD, HELD}, HELD, "$0 == $1", 0},         {"ne", {HELD, HELD}, HELD, "$0 != $1", 0},
    {"slt", {SIGNED, SIGNED}, HELD, "$0 < $1", 0},     {"sle", {SIGNED, SIGNED}, HELD, "$0 <= $1", 0},
    {"sgt", {SIGNED, SIGNED}, HELD, "$0 > $1", 0},     {"sge", {SIGNED, SIGNED}, HELD, "$0 >= $1", 0},
    {"ult", {UNSIGNED, UNSIGNED}, HELD, "$0 < $1", 0}, {"ule", {UNSIGNED, UNSIGNED}, HELD, "$0 <= $1", 0},
    {"ugt", {UNSIGNED, UNSIGNED}, HELD, "$0 > $1", 0}, {"uge", {UNSIGNED, UNSIGNED}, HELD, "$0 >= $1", 0},
};

#define NAN_OR "@0($0) | @0($1) | "

// By arith.cmpf's predicates. WGSL's != may be false where an operand is NaN.
static const Row float_comparisons[] = {
    {"false", {FLOAT, FLOAT}, HELD, "false", 0},
    {"oeq", {FLOAT, FLOAT}, HELD, "$0 == $1", 0},
    {"ogt", {FLOAT, FLOAT}, HELD, "$0 > $1", 0},
    {"oge", {FLOAT, FLOAT}, HELD, "$0 >= $1", 0},
    {"olt", {FLOAT, FLOAT}, HELD, "$0 < $1", 0},
    {"ole", {FLOAT, FLOAT}, HELD, "$0 <= $1", 0},
    {"one", {FLOAT, FLOAT}, HELD, "($0 < $1) | ($0 > $1)", 0},
    {"ord", {FLOAT, FLOAT}, HELD, "!(@0($0) | @0($1))", AccyWgslIsNan},
    {"ueq", {FLOAT, FLOAT}, HELD, NAN_OR "($0 == $1)", AccyWgslIsNan},
    {"ugt", {FLOAT, FLOAT}, HELD, NAN_OR "($0 > $1)", AccyWgslIsNan},
    {"uge", {FLOAT, FLOAT}, HELD, NAN_OR "($0 >= $1)", AccyWgslIsNan},
    {"ult", {FLOAT, FLOAT}, HELD, NAN_OR "($0 < $1)", AccyWgslIsNan},
    {"ule", {FLOAT, FLOAT}, HELD, NAN_OR "($0 <= $1)", AccyWgslIsNan},
    {"une", {FLOAT, FLOAT}, HELD, NAN_OR "($0 != $1)", AccyWgslIsNan},
    {"uno", {FLOAT, FLOAT}, HELD, "@0($0) | @0($1)", AccyWgslIsNan},
    {"true", {FLOAT, FLOAT}, HELD, "true", 0},
};
enum { PredicateOeq = 1, PredicateOrd = 7, PredicateUne = 13, PredicateUno = 14 };

// A comparison of a value with itself asks whether it is NaN, which implementations may take for settled.
static int64_t ask_for_nan(MlirOperation op, int64_t predicate) {
  if (!mlirValueEqual(mlirOperationGetOperand(op, 0), mlirOperationGetOperand(op, 1)))
    return predicate;
  return predicate == PredicateOeq ? PredicateOrd : predicate == PredicateUne ? PredicateUno : predicate;
}

static const Row *find_named(const Row *table, size_t count, MlirOperation op) {
  for (size_t i = 0; i < count; ++i)
    if (accyOperationIs(op, table[i].name))
      return &table[i];
  return NULL;
}

static const Row *find_row(MlirOperation op) {
  if (accyOperationIs(op, "arith.cmpi"))
    return &integer_comparisons[mlirIntegerAttrGetValueInt(accyGetAttribute(op, "predicate"))];
  if (accyOperationIs(op, "arith.cmpf"))
    return &float_comparisons[ask_for_nan(op, mlirIntegerAttrGetValueInt(accyGetAttribute(op, "predicate")))];
  const Row *row = NULL;
  if (accyWgslWidth(mlirValueGetType(mlirOperationGetResult(op, 0))) == 1)
    row = find_named(bool_rows, sizeof bool_rows / sizeof *bool_rows, op);
  else if (accyWgslWidth(mlirValueGetType(mlirOperationGetOperand(op, 0))) == 32)
    row = find_named(word_rows, sizeof word_rows / sizeof *word_rows, op);
  return row ? row : find_named(rows, sizeof rows / sizeof *rows, op);
}

static void append_expression(AccyWgslWriter *writer, MlirOperation op, const Row *row) {
  for (const char *c = row->expression; *c; ++c) {
    if (*c == '$') {
      int operand = *++c - '0';
      accyWgslAppendOperand(writer, mlirOperationGetOperand(op, operand), row->operands[operand]);
    } else if (*c == '@') {
      ++c;
      ACCY_WGSL_APPEND(writer, "%s", accyWgslCall(&writer->functions, row->function));
    } else {
      accyTextBufferAppend(&writer->body, c, 1);
    }
  }
}

static void begin_let(AccyWgslWriter *writer, MlirValue value) {
  accyWgslBeginLine(writer);
  ACCY_WGSL_APPEND(writer, "let v%lld = ", (long long)accyWgslDefine(writer, value));
}

static bool has_operators(const char *expression) {
  int depth = 0;
  for (const char *c = expression; *c; ++c) {
    depth += (*c == '(') - (*c == ')');
    if (*c == ' ' && depth == 0)
      return true;
  }
  return false;
}

static void write_row(AccyWgslWriter *writer, MlirOperation op, const Row *row) {
  MlirValue value = mlirOperationGetResult(op, 0);
  AccyWgslResult result = {mlirValueGetType(value), row->result, has_operators(row->expression)};
  bool isHidden = mlirTypeIsAF32(result.type) && accyWgslIsReassociable(op);
  begin_let(writer, value);
  ACCY_WGSL_APPEND(writer, "%s", isHidden ? "bitcast<f32>(bitcast<u32>(" : "");
  accyWgslBeginResult(writer, result);
  append_expression(writer, op, row);
  accyWgslEndResult(writer, result);
  if (isHidden)
    ACCY_WGSL_APPEND(writer, ") ^ %s)", accyWgslHiddenZero(writer));
  ACCY_WGSL_APPEND(writer, ";\n");
}

//===----------------------------------------------------------------------===//
// Conversions that change nothing
//===----------------------------------------------------------------------===//

// Whether the operation gives what its operand is held as already.
static bool is_renaming(MlirOperation op) {
  static const char *const conversions[] = {"arith.bitcast", "arith.extui", "arith.index_cast", "arith.index_castui"};
  bool isConversion = false;
  for (size_t i = 0; i < sizeof conversions / sizeof *conversions; ++i)
    isConversion = isConversion || accyOperationIs(op, conversions[i]);
  if (!isConversion)
    return false;
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0)),
           to = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (accyWgslKindOf(from) != accyWgslKindOf(to))
    return false;
  bool isUnsigned = accyOperationIs(op, "arith.extui") || accyOperationIs(op, "arith.index_castui");
  return accyWgslWidth(from) == accyWgslWidth(to) || (isUnsigned && accyWgslWidth(from) < accyWgslWidth(to));
}

// Between f32 and i32; bitcasts of narrower numbers are renamings.
static void write_bitcast(AccyWgslWriter *writer, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  const char *type = accyWgslTypeName(mlirValueGetType(result));
  begin_let(writer, result);
  ACCY_WGSL_APPEND(writer, "bitcast<%s>(v%lld);\n", type,
                   (long long)accyWgslNumber(writer, mlirOperationGetOperand(op, 0)));
}

//===----------------------------------------------------------------------===//
// Arithmetic with two results
//===----------------------------------------------------------------------===//

// The first result is the lower word of the sum or product.
static const struct {
  const char *name;
  const char *low, *high;
  AccyWgslFunction function;
} extended_rows[] = {
    {"arith.addui_extended", "+", NULL, 0},
    {"arith.mului_extended", "*", "multiply_high", AccyWgslMultiplyHigh},
    {"arith.mulsi_extended", "*", "multiply_high_signed", AccyWgslMultiplyHighSigned},
};

static bool write_extended(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  for (size_t i = 0; i < sizeof extended_rows / sizeof *extended_rows; ++i) {
    if (!accyOperationIs(op, extended_rows[i].name))
      continue;
    long long left = accyWgslNumber(writer, mlirOperationGetOperand(op, 0)),
              right = accyWgslNumber(writer, mlirOperationGetOperand(op, 1)),
              low = accyWgslDefine(writer, mlirOperationGetResult(op, 0)),
              high = accyWgslDefine(writer, mlirOperationGetResult(op, 1));
    accyWgslLine(writer, "let v%lld = v%lld %s v%lld;", low, left, extended_rows[i].low, right);
    if (extended_rows[i].high)
      accyWgslLine(writer, "let v%lld = %s(v%lld, v%lld);", high,
                   accyWgslCall(&writer->functions, extended_rows[i].function), left, right);
    else
      accyWgslLine(writer, "let v%lld = v%lld < v%lld;", high, low, left);
    *outResult = mlirLogicalResultSuccess();
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

bool accyWgslWriteArithmetic(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  *outResult = mlirLogicalResultSuccess();
  if (write_extended(writer, op, outResult))
    return true;
  if (is_renaming(op)) {
    accyWgslAlias(writer, mlirOperationGetResult(op, 0), mlirOperationGetOperand(op, 0));
    return true;
  }
  if (accyOperationIs(op, "arith.bitcast")) {
    write_bitcast(writer, op);
    return true;
  }
  const Row *row = find_row(op);
  if (!row)
    return false;
  write_row(writer, op, row);
  return true;
}
