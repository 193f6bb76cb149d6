// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations on scalars; see scalar.h. What one kernel operation or function of the math library computes
// are rows of a table, the others functions here. Conversions are in scalar_convert.c, what integers need beside in
// scalar_integer.c.

#include "kernels/scalar.h"

#include "kernels/scalar_integer.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>

// How an opcode is computed: by one kernel operation, for each kind of element; where none does alone, floats by a
// function of the math library, if it is named. What is left has code in build_unary, accyBuildScalarBinary and
// scalar_integer.c.
typedef struct ScalarRow {
  const char *onFloats, *onSigned, *onUnsigned, *onBooleans;
  const char *function;
} ScalarRow;

static const ScalarRow scalar_rows[AccyOp_count] = {
    [AccyOp_neg] = {.onFloats = "arith.negf"},
    [AccyOp_abs] = {.onFloats = "math.absf"},
    [AccyOp_exp] = {.function = "exp"},
    [AccyOp_expm1] = {.function = "expm1"},
    [AccyOp_log] = {.function = "log"},
    [AccyOp_log1p] = {.function = "log1p"},
    [AccyOp_sqrt] = {.onFloats = "math.sqrt"},
    [AccyOp_rsqrt] = {.function = "rsqrt"},
    [AccyOp_sin] = {.function = "sin"},
    [AccyOp_cos] = {.function = "cos"},
    [AccyOp_tan] = {.function = "tan"},
    [AccyOp_tanh] = {.function = "tanh"},
    [AccyOp_logistic] = {.function = "logistic"},
    [AccyOp_erf] = {.function = "erf"},
    [AccyOp_floor] = {.function = "floor"},
    [AccyOp_ceil] = {.function = "ceil"},
    [AccyOp_round] = {.function = "round"},
    [AccyOp_add] = {"arith.addf", "arith.addi", "arith.addi", NULL, NULL},
    [AccyOp_sub] = {"arith.subf", "arith.subi", "arith.subi", NULL, NULL},
    [AccyOp_mul] = {"arith.mulf", "arith.muli", "arith.muli", NULL, NULL},
    [AccyOp_div] = {.onFloats = "arith.divf"},
    [AccyOp_rem] = {.function = "rem"},
    [AccyOp_pow] = {.function = "pow"},
    [AccyOp_max] = {"arith.maximumf", "arith.maxsi", "arith.maxui", "arith.ori", NULL},
    [AccyOp_min] = {"arith.minimumf", "arith.minsi", "arith.minui", "arith.andi", NULL},
    [AccyOp_and] = {NULL, "arith.andi", "arith.andi", "arith.andi", NULL},
    [AccyOp_or] = {NULL, "arith.ori", "arith.ori", "arith.ori", NULL},
    [AccyOp_xor] = {NULL, "arith.xori", "arith.xori", "arith.xori", NULL},
};

static const char *get_direct(AccyOpcode opcode, uint32_t kind) {
  const ScalarRow *row = &scalar_rows[opcode];
  switch (kind) {
  case AccyElementFloat:
    return row->onFloats;
  case AccyElementSignedInteger:
    return row->onSigned;
  case AccyElementUnsigned:
    return row->onUnsigned;
  case AccyElementBoolean:
    return row->onBooleans;
  default:
    return NULL;
  }
}

// The name of the library's function that computes the opcode on elements of the kind; null: none does.
static const char *get_function(MlirOperation op, AccyOpcode opcode, uint32_t kind) {
  const char *function = kind == AccyElementFloat ? scalar_rows[opcode].function : NULL;
  bool isToEven = opcode == AccyOp_round && accyTextEquals(accyGetString(op, "ties"), "even");
  return function && isToEven ? "round_even" : function;
}

// What fast mathematics allows of an opcode's operation on floats: flags of arith.fastmath, as docs/accuracy.md says.
static const char *const fast_flags[AccyOp_count] = {
    [AccyOp_add] = "contract", [AccyOp_sub] = "contract", [AccyOp_mul] = "contract",
    [AccyOp_div] = "arcp,afn", [AccyOp_sqrt] = "afn",
};

// The operation's value, with the flags if they are asked for and it computes on floats.
static MlirValue allow_fast_math(const AccyKernelBuilder *kernel, AccyOpcode opcode, MlirValue value) {
  if (!kernel->fast_math || !fast_flags[opcode] || !mlirTypeIsAFloat(mlirValueGetType(value)))
    return value;
  char text[64];
  snprintf(text, sizeof text, "#arith.fastmath<%s>", fast_flags[opcode]);
  accySetAttribute(mlirOpResultGetOwner(value), "fastmath", mlirAttributeParseGet(kernel->context, accyText(text)));
  return value;
}

static MlirValue report_unsupported(MlirOperation op, MlirType element) {
  char *text = accyPrintType(element);
  accyEmitOpError(op, "has no kernel code for elements of type %s: convert to f32 before it [UnsupportedOperation]",
                  text ? text : "its operands");
  free(text);
  return (MlirValue){NULL};
}

static MlirType element_type(MlirValue value) {
  return mlirShapedTypeGetElementType(mlirValueGetType(value));
}

static bool is_narrow_float(MlirType type) {
  return mlirTypeIsAF16(type) || mlirTypeIsABF16(type);
}

MlirType accyAccumulatorType(MlirType element) {
  return is_narrow_float(element) ? mlirF32TypeGet(mlirTypeGetContext(element)) : element;
}

// The type that an operation is computed in. A bf16 has arithmetic nowhere, an f16 no functions: they are computed in
// f32 and rounded, which for sums, products, quotients and square roots is the same as rounding once.
static MlirType get_computing_type(AccyOpcode opcode, MlirType element) {
  bool isNative = mlirTypeIsAF16(element) && opcode != AccyOp_sqrt && get_direct(opcode, AccyElementFloat);
  return isNative ? element : accyAccumulatorType(element);
}

//===----------------------------------------------------------------------===//
// Functions of the math library
//===----------------------------------------------------------------------===//

// Calls the library's function.
static MlirValue build_function(AccyScalarBuilder *builder, MlirOperation op, const char *name, MlirType element,
                                intptr_t count, const MlirValue *operands) {
  if (!accyMathLibraryHas(builder->library, name, element))
    return report_unsupported(op, element);
  MlirValue arguments[2] = {operands[0], operands[count - 1]};
  return accyMathLibraryExpand(builder->library, name, element, builder->kernel.block, builder->kernel.location, count,
                               arguments);
}

const char *accyScalarFindMissingFunction(AccyMathLibrary library, MlirOperation op) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  if (!scalar_rows[opcode].function)
    return NULL;
  MlirType element = element_type(mlirOperationGetOperand(op, 0));
  const char *function = get_function(op, opcode, accyElementTypeGetKind(element));
  bool isMissing = function && !accyMathLibraryHas(library, function, get_computing_type(opcode, element));
  return isMissing ? function : NULL;
}

//===----------------------------------------------------------------------===//
// Unary and binary
//===----------------------------------------------------------------------===//

// The zero of the value's sign.
static MlirValue build_signed_zero(AccyKernelBuilder *kernel, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  unsigned width = mlirFloatTypeGetWidth(type);
  MlirType bits = accyIntegerType(kernel, width);
  MlirValue mask = accyBuildInteger(kernel, bits, (int64_t)(UINT64_MAX << (width - 1)));
  MlirValue sign = accyBuildBinary(kernel, "arith.andi", accyBuildCast(kernel, "arith.bitcast", value, bits), mask);
  return accyBuildCast(kernel, "arith.bitcast", sign, type);
}

// -1, 0 or 1; zeros and NaN stay. What is neither above nor below 0 may be a subnormal number that the target takes for
// 0, and is returned as one.
static MlirValue build_float_sign(AccyKernelBuilder *kernel, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  MlirValue zero = accyBuildFloat(kernel, type, 0);
  MlirValue isNan = accyBuildCompareFloats(kernel, AccyFloatNotEqual, value, value);
  MlirValue other = accyBuildSelect(kernel, isNan, value, build_signed_zero(kernel, value));
  MlirValue above = accyBuildCompareFloats(kernel, AccyFloatGreater, value, zero);
  MlirValue below = accyBuildCompareFloats(kernel, AccyFloatLess, value, zero);
  MlirValue sign = accyBuildSelect(kernel, below, accyBuildFloat(kernel, type, -1), other);
  return accyBuildSelect(kernel, above, accyBuildFloat(kernel, type, 1), sign);
}

static MlirValue build_unary(AccyScalarBuilder *builder, MlirOperation op, AccyOpcode opcode, MlirType element,
                             MlirValue operand) {
  uint32_t kind = accyElementTypeGetKind(element);
  const char *direct = get_direct(opcode, kind);
  MlirType type = get_computing_type(opcode, element);
  if (!mlirTypeEqual(type, element)) {
    MlirValue wide = accyBuildScalarConvert(builder, element, type, operand);
    MlirValue result = build_unary(builder, op, opcode, type, wide);
    return mlirValueIsNull(result) ? result : accyBuildScalarConvert(builder, type, element, result);
  }
  if (direct)
    return allow_fast_math(&builder->kernel, opcode, accyBuildUnary(&builder->kernel, direct, operand));
  const char *function = get_function(op, opcode, kind);
  if (function)
    return build_function(builder, op, function, element, 1, &operand);
  if (kind == AccyElementFloat)
    return opcode == AccyOp_sign ? build_float_sign(&builder->kernel, operand) : report_unsupported(op, element);
  MlirValue result = accyBuildIntegerUnary(&builder->kernel, opcode, operand);
  return mlirValueIsNull(result) ? report_unsupported(op, element) : result;
}

MlirValue accyBuildScalarBinary(AccyScalarBuilder *builder, MlirOperation op, AccyOpcode opcode, MlirType element,
                                MlirValue left, MlirValue right) {
  uint32_t kind = accyElementTypeGetKind(element);
  const char *direct = get_direct(opcode, kind);
  MlirType type = get_computing_type(opcode, element);
  if (!mlirTypeEqual(type, element)) {
    MlirValue wideLeft = accyBuildScalarConvert(builder, element, type, left);
    MlirValue wideRight = accyBuildScalarConvert(builder, element, type, right);
    MlirValue result = accyBuildScalarBinary(builder, op, opcode, type, wideLeft, wideRight);
    return mlirValueIsNull(result) ? result : accyBuildScalarConvert(builder, type, element, result);
  }
  if (direct)
    return allow_fast_math(&builder->kernel, opcode, accyBuildBinary(&builder->kernel, direct, left, right));
  const char *function = get_function(op, opcode, kind);
  if (function)
    return build_function(builder, op, function, element, 2, (const MlirValue[]){left, right});
  if (kind & AccyElementInteger) {
    MlirValue result = accyBuildIntegerBinary(&builder->kernel, opcode, kind == AccyElementUnsigned, left, right);
    if (!mlirValueIsNull(result))
      return result;
  }
  return report_unsupported(op, element);
}

MlirValue accyBuildScalarMultiplyAdd(AccyScalarBuilder *builder, MlirOperation op, MlirType element, MlirValue left,
                                     MlirValue right, MlirValue sum) {
  bool isWide = mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
  if (isWide && builder->kernel.hasFusedMultiplyAdd)
    return accyBuildTernary(&builder->kernel, "math.fma", left, right, sum);
  MlirValue product = accyBuildScalarBinary(builder, op, AccyOp_mul, element, left, right);
  return mlirValueIsNull(product) ? product : accyBuildScalarBinary(builder, op, AccyOp_add, element, sum, product);
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

// One relation, as the predicates that test it.
typedef struct RelationRow {
  const char *direction;
  AccyFloatPredicate onFloats;
  AccyIntegerPredicate onSigned, onUnsigned;
} RelationRow;

static const RelationRow relations[] = {
    {"eq", AccyFloatEqual, AccyIntegerEqual, AccyIntegerEqual},
    {"ne", AccyFloatNotEqual, AccyIntegerNotEqual, AccyIntegerNotEqual},
    {"lt", AccyFloatLess, AccyIntegerSignedLess, AccyIntegerUnsignedLess},
    {"le", AccyFloatLessEqual, AccyIntegerSignedLessEqual, AccyIntegerUnsignedLessEqual},
    {"gt", AccyFloatGreater, AccyIntegerSignedGreater, AccyIntegerUnsignedGreater},
    {"ge", AccyFloatGreaterEqual, AccyIntegerSignedGreaterEqual, AccyIntegerUnsignedGreaterEqual},
};

static MlirValue build_compare(AccyScalarBuilder *builder, MlirOperation op, MlirType element, MlirValue left,
                               MlirValue right) {
  MlirStringRef direction = accyGetString(op, "direction");
  uint32_t kind = accyElementTypeGetKind(element);
  for (size_t i = 0; i < sizeof relations / sizeof *relations; ++i) {
    const RelationRow *row = &relations[i];
    if (!accyTextEquals(direction, row->direction))
      continue;
    if (kind == AccyElementFloat)
      return accyBuildCompareFloats(&builder->kernel, row->onFloats, left, right);
    // false < true, so i1 compares as an unsigned bit.
    bool isSigned = kind == AccyElementSignedInteger;
    return accyBuildCompareIntegers(&builder->kernel, isSigned ? row->onSigned : row->onUnsigned, left, right);
  }
  return report_unsupported(op, element);
}

static MlirValue build_clamp(AccyScalarBuilder *builder, MlirOperation op, MlirType element,
                             const MlirValue *operands) {
  MlirValue raised = accyBuildScalarBinary(builder, op, AccyOp_max, element, operands[0], operands[1]);
  if (mlirValueIsNull(raised))
    return raised;
  return accyBuildScalarBinary(builder, op, AccyOp_min, element, raised, operands[2]);
}

MlirValue accyBuildScalar(AccyScalarBuilder *builder, MlirOperation op, const MlirValue *operands) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  MlirType element = element_type(mlirOperationGetOperand(op, 0));
  switch (accyOpGetDefinition(opcode)->opClass) {
  case AccyClassUnary:
    return build_unary(builder, op, opcode, element, operands[0]);
  case AccyClassConvert:
    return accyBuildScalarConvert(builder, element, element_type(mlirOperationGetResult(op, 0)), operands[0]);
  case AccyClassBinary:
    return accyBuildScalarBinary(builder, op, opcode, element, operands[0], operands[1]);
  case AccyClassCompare:
    return build_compare(builder, op, element, operands[0], operands[1]);
  case AccyClassSelect:
    return accyBuildSelect(&builder->kernel, operands[0], operands[1], operands[2]);
  case AccyClassClamp:
    return build_clamp(builder, op, element_type(mlirOperationGetOperand(op, 1)), operands);
  default:
    return report_unsupported(op, element);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool is_boolean(MlirType element) {
  return accyElementTypeGetKind(element) == AccyElementBoolean;
}

MlirValue accyBuildScalarLoad(AccyScalarBuilder *builder, MlirType element, MlirValue buffer, MlirValue index) {
  AccyKernelBuilder *kernel = &builder->kernel;
  MlirValue stored = accyBuildLoad(kernel, buffer, index);
  if (!is_boolean(element))
    return stored;
  MlirValue zero = accyBuildInteger(kernel, mlirValueGetType(stored), 0);
  return accyBuildCompareIntegers(kernel, AccyIntegerNotEqual, stored, zero);
}

void accyBuildScalarStore(AccyScalarBuilder *builder, MlirType element, MlirValue value, MlirValue buffer,
                          MlirValue index) {
  AccyKernelBuilder *kernel = &builder->kernel;
  if (is_boolean(element))
    value = accyBuildCast(kernel, "arith.extui", value, accyStorageType(element));
  accyBuildStore(kernel, value, buffer, index);
}
