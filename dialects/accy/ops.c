// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accy dialect's tables: attributes of each operation, definitions and registration rows.

#include "dialects/accy/ops.h"

#include "dialects/accy/hooks.h"
#include "support/ir.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static const char *const tie_rules[] = {"away", "even", NULL};
static const char *const directions[] = {"eq", "ne", "lt", "le", "gt", "ge", NULL};
static const char *const reductions[] = {"sum", "max", "min", "prod", "and", "or", NULL};

static const AccyAttributeRow attributes_value[] = {
    {.name = "value", .kind = AccyAttributeValue, .leading = true, .summary = "the elements"},
};
static const AccyAttributeRow attributes_dim[] = {
    {.name = "dim", .kind = AccyAttributeInteger, .summary = "the dimension"},
};
static const AccyAttributeRow attributes_dims[] = {
    {.name = "dims", .kind = AccyAttributeI64Array, .summary = "the dimensions"},
};
static const AccyAttributeRow attributes_rounding[] = {
    {.name = "ties", .kind = AccyAttributeKeyword, .keywords = tie_rules, .summary = "where ties go"},
};
static const AccyAttributeRow attributes_direction[] = {
    {.name = "direction",
     .kind = AccyAttributeKeyword,
     .keywords = directions,
     .leading = true,
     .summary = "the relation"},
};
static const AccyAttributeRow attributes_permutation[] = {
    {.name = "permutation", .kind = AccyAttributeI64Array, .summary = "the operand's dimensions in result order"},
};
static const AccyAttributeRow attributes_slice[] = {
    {.name = "start", .kind = AccyAttributeI64Array, .summary = "first index of each dimension"},
    {.name = "limit", .kind = AccyAttributeI64Array, .summary = "one past the last index of each dimension"},
    {.name = "strides", .kind = AccyAttributeI64Array, .summary = "step of each dimension"},
};
static const AccyAttributeRow attributes_pad[] = {
    {.name = "low", .kind = AccyAttributeI64Array, .summary = "elements before each dimension"},
    {.name = "high", .kind = AccyAttributeI64Array, .summary = "elements after each dimension"},
    {.name = "interior", .kind = AccyAttributeI64Array, .summary = "elements between neighbours of each dimension"},
};
static const AccyAttributeRow attributes_reduce[] = {
    {.name = "kind", .kind = AccyAttributeKeyword, .keywords = reductions, .leading = true, .summary = "the operator"},
    {.name = "dims", .kind = AccyAttributeI64Array, .summary = "the dimensions that are folded away"},
};
static const AccyAttributeRow attributes_dot_general[] = {
    {.name = "lhs_batch", .kind = AccyAttributeI64Array, .summary = "the left operand's batch dimensions"},
    {.name = "rhs_batch", .kind = AccyAttributeI64Array, .summary = "the right operand's batch dimensions"},
    {.name = "lhs_contract", .kind = AccyAttributeI64Array, .summary = "the left operand's contracting dimensions"},
    {.name = "rhs_contract", .kind = AccyAttributeI64Array, .summary = "the right operand's contracting dimensions"},
    {.name = "accumulate", .kind = AccyAttributeAny, .optional = true, .summary = "element type of the sums"},
};
static const AccyAttributeRow attributes_kernel_call[] = {
    {.name = "target", .kind = AccyAttributeString, .leading = true, .summary = "the kernel's name in the registry"},
    {.name = "version", .kind = AccyAttributeInteger, .summary = "the kernel's version, 1 to 2^32-1"},
    {.name = "scalars", .kind = AccyAttributeAny, .optional = true, .summary = "runtime scalars, as {kind, bits}"},
    {.name = "effects", .kind = AccyAttributeAny, .optional = true, .summary = "read, write or readwrite by operand"},
    {.name = "alias", .kind = AccyAttributeInteger, .optional = true, .summary = "operand that the result aliases"},
};
static const AccyAttributeRow attributes_none[1] = {{0}};

#define COUNT_value 1
#define COUNT_dim 1
#define COUNT_dims 1
#define COUNT_rounding 1
#define COUNT_direction 1
#define COUNT_permutation 1
#define COUNT_slice 3
#define COUNT_pad 3
#define COUNT_reduce 2
#define COUNT_dot_general 5
#define COUNT_kernel_call 5
#define COUNT_none 0

// The counts above are the tables' sizes.
#define ACCY_OP(name, class_, least, most, elements, traits, table_, summary)                                          \
  _Static_assert(COUNT_##table_ == 0 || COUNT_##table_ == sizeof attributes_##table_ / sizeof attributes_##table_[0],  \
                 "COUNT_" #table_);
#include "dialects/accy/ops.def"

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

// Whether the result type is written: where it does not follow from the operands, or a reader wants to see the shape.
#define WRITES_RESULT_Constant false
#define WRITES_RESULT_Iota true
#define WRITES_RESULT_Unary false
#define WRITES_RESULT_Convert true
#define WRITES_RESULT_Binary false
#define WRITES_RESULT_Compare false
#define WRITES_RESULT_Select false
#define WRITES_RESULT_Clamp false
#define WRITES_RESULT_Broadcast true
#define WRITES_RESULT_Reshape true
#define WRITES_RESULT_Transpose true
#define WRITES_RESULT_Slice true
#define WRITES_RESULT_Pad true
#define WRITES_RESULT_Concatenate true
#define WRITES_RESULT_Reverse false
#define WRITES_RESULT_Gather true
#define WRITES_RESULT_Reduce true
#define WRITES_RESULT_DotGeneral true
#define WRITES_RESULT_KernelCall true
#define WRITES_RESULT_Return true // it has none

// Results of each class.
#define RESULTS_Constant 1
#define RESULTS_Iota 1
#define RESULTS_Unary 1
#define RESULTS_Convert 1
#define RESULTS_Binary 1
#define RESULTS_Compare 1
#define RESULTS_Select 1
#define RESULTS_Clamp 1
#define RESULTS_Broadcast 1
#define RESULTS_Reshape 1
#define RESULTS_Transpose 1
#define RESULTS_Slice 1
#define RESULTS_Pad 1
#define RESULTS_Concatenate 1
#define RESULTS_Reverse 1
#define RESULTS_Gather 1
#define RESULTS_Reduce 1
#define RESULTS_DotGeneral 1
#define RESULTS_KernelCall 1
#define RESULTS_Return 0

//===----------------------------------------------------------------------===//
// Definitions and rows
//===----------------------------------------------------------------------===//

// Every operation is pure: it only computes values.
#define TRAITS_None AccyOpTraitPure
#define TRAITS_Commutative (AccyOpTraitPure | AccyOpTraitCommutative)
#define TRAITS_ConstantLike (AccyOpTraitPure | AccyOpTraitConstantLike)
#define TRAITS_Terminator (AccyOpTraitPure | AccyOpTraitTerminator | AccyOpTraitReturnLike)

static const AccyOpDefinition definitions[AccyOp_count] = {
#define ACCY_OP(name, class_, least, most, elements_, traits_, table_, summary_)                                       \
  [AccyOp_##name] = {.syntax = {.attributes = attributes_##table_,                                                     \
                                .numAttributes = COUNT_##table_,                                                       \
                                .writesResultTypes = WRITES_RESULT_##class_,                                           \
                                .hasResult = RESULTS_##class_ == 1,                                                    \
                                .hasNoOperands = (most) == 0,                                                          \
                                .inferResult = accyOpInferResultType},                                                 \
                     .opcode = AccyOp_##name,                                                                          \
                     .opClass = AccyClass##class_,                                                                     \
                     .elements = AccyElement##elements_,                                                               \
                     .minOperands = least,                                                                             \
                     .maxOperands = most,                                                                              \
                     .isCommutative = (TRAITS_##traits_) & AccyOpTraitCommutative,                                     \
                     .mnemonic = #name,                                                                                \
                     .summary = summary_},
#include "dialects/accy/ops.def"
};

static const AccyOpRow rows[] = {
#define ACCY_OP(name_, class_, least, most, elements_, traits_, table_, summary_)                                      \
  {.name = "accy." #name_,                                                                                             \
   .summary = summary_,                                                                                                \
   .traits = TRAITS_##traits_,                                                                                         \
   .minOperands = least,                                                                                               \
   .maxOperands = most,                                                                                                \
   .minResults = RESULTS_##class_,                                                                                     \
   .maxResults = RESULTS_##class_,                                                                                     \
   .userData = &definitions[AccyOp_##name_],                                                                           \
   .verify = accyOpVerify,                                                                                             \
   .fold = accyOpFold,                                                                                                 \
   .canonicalize = accyOpCanonicalize,                                                                                 \
   .parse = accyOpSyntaxParse,                                                                                         \
   .print = accyOpSyntaxPrint},
#include "dialects/accy/ops.def"
};

static MlirOperation materialize_constant(MlirAttribute value, MlirType type, MlirLocation location) {
  if (!mlirAttributeIsAElements(value) || !mlirTypeEqual(mlirAttributeGetType(value), type))
    return (MlirOperation){NULL};
  MlirNamedAttribute attribute = accyNamed("value", value);
  return accyCreateOperation(&(AccyOpSpec){.name = "accy.constant",
                                           .location = location,
                                           .numResults = 1,
                                           .results = &type,
                                           .numAttributes = 1,
                                           .attributes = &attribute});
}

static const AccyDialectRow dialect = {
    .name = "accy",
    .ops = rows,
    .numOps = sizeof rows / sizeof rows[0],
    .materializeConstant = materialize_constant,
};

const AccyDialectRow *accyDialectGetRow(void) {
  return &dialect;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const AccyOpDefinition *accyOpGetDefinition(AccyOpcode opcode) {
  return &definitions[opcode];
}

AccyOpcode accyOpGetOpcode(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (name.length < 5 || strncmp(name.data, "accy.", 5) != 0)
    return AccyOp_none;
  MlirStringRef mnemonic = mlirStringRefCreate(name.data + 5, name.length - 5);
  for (int opcode = AccyOp_none + 1; opcode < AccyOp_count; ++opcode)
    if (accyTextEquals(mnemonic, definitions[opcode].mnemonic))
      return (AccyOpcode)opcode;
  return AccyOp_none;
}

uint32_t accyElementTypeGetKind(MlirType type) {
  if (mlirTypeIsAF16(type) || mlirTypeIsABF16(type) || mlirTypeIsAF32(type) || mlirTypeIsAF64(type))
    return AccyElementFloat;
  if (!mlirTypeIsAInteger(type))
    return 0;
  unsigned width = mlirIntegerTypeGetWidth(type);
  if (width == 1)
    return mlirIntegerTypeIsSignless(type) ? AccyElementBoolean : 0;
  if (width != 8 && width != 16 && width != 32 && width != 64)
    return 0;
  if (mlirIntegerTypeIsSigned(type)) // the signless form stands for signed elements
    return 0;
  return mlirIntegerTypeIsUnsigned(type) ? AccyElementUnsigned : AccyElementSignedInteger;
}

// What is true of all operations of a class, as bits.
enum { Elementwise = 1 << 0, Shape = 1 << 1, Computing = 1 << 2 };

static const uint8_t class_traits[] = {
    [AccyClassIota] = Computing,
    [AccyClassUnary] = Elementwise | Computing,
    [AccyClassConvert] = Elementwise,
    [AccyClassBinary] = Elementwise | Computing,
    [AccyClassCompare] = Elementwise | Computing,
    [AccyClassSelect] = Elementwise,
    [AccyClassClamp] = Elementwise | Computing,
    [AccyClassBroadcast] = Shape,
    [AccyClassReshape] = Shape,
    [AccyClassTranspose] = Shape,
    [AccyClassSlice] = Shape,
    [AccyClassPad] = Shape,
    [AccyClassConcatenate] = Shape,
    [AccyClassReverse] = Shape,
    [AccyClassReduce] = Computing,
    [AccyClassDotGeneral] = Computing,
    [AccyClassReturn] = 0,
};

static bool has_trait(MlirOperation op, int trait) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  return opcode != AccyOp_none && (class_traits[definitions[opcode].opClass] & trait) != 0;
}

bool accyOpIsElementwise(MlirOperation op) {
  return has_trait(op, Elementwise);
}

bool accyOpIsShape(MlirOperation op) {
  return has_trait(op, Shape);
}

bool accyOpComputes(MlirOperation op) {
  return has_trait(op, Computing);
}
