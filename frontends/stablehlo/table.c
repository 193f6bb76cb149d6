// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of StableHLO operations; see table.h.

#include "frontends/stablehlo/table.h"

#include "frontends/stablehlo/converters.h"
#include "support/ir.h"

#include <stdlib.h>
#include <string.h>

// Operation, operands, accy operation: elementwise ones that differ in name only.
#define ELEMENTWISE(name_, operands_, opcode_) ELEMENTWISE_OR_BOOLEAN(name_, operands_, opcode_, none)

// The same, with another accy operation for i1 elements, on which addition is `or` and multiplication is `and`.
#define ELEMENTWISE_OR_BOOLEAN(name_, operands_, opcode_, boolean_)                                                    \
  {.name = name_,                                                                                                      \
   .convert = accyStablehloConvertElementwise,                                                                         \
   .numOperands = operands_,                                                                                           \
   .numResults = 1,                                                                                                    \
   .opcode = AccyOp_##opcode_,                                                                                         \
   .booleanOpcode = AccyOp_##boolean_}

// Operation, operands, results, regions, converter.
#define CONVERTED(name_, operands_, results_, regions_, converter_)                                                    \
  {.name = "stablehlo." name_,                                                                                         \
   .convert = accyStablehloConvert##converter_,                                                                        \
   .numOperands = operands_,                                                                                           \
   .numResults = results_,                                                                                             \
   .numRegions = regions_}

static const AccyStablehloRow rows[] = {
    CONVERTED("constant", 0, 1, 0, Constant),
    CONVERTED("iota", 0, 1, 0, Iota),

    ELEMENTWISE("stablehlo.negate", 1, neg),
    ELEMENTWISE("stablehlo.abs", 1, abs),
    ELEMENTWISE("stablehlo.sign", 1, sign),
    ELEMENTWISE("stablehlo.exponential", 1, exp),
    ELEMENTWISE("stablehlo.exponential_minus_one", 1, expm1),
    ELEMENTWISE("stablehlo.log", 1, log),
    ELEMENTWISE("stablehlo.log_plus_one", 1, log1p),
    ELEMENTWISE("stablehlo.sqrt", 1, sqrt),
    ELEMENTWISE("stablehlo.rsqrt", 1, rsqrt),
    ELEMENTWISE("stablehlo.sine", 1, sin),
    ELEMENTWISE("stablehlo.cosine", 1, cos),
    ELEMENTWISE("stablehlo.tan", 1, tan),
    ELEMENTWISE("stablehlo.tanh", 1, tanh),
    ELEMENTWISE("stablehlo.logistic", 1, logistic),
    ELEMENTWISE("chlo.erf", 1, erf),
    ELEMENTWISE("chlo.tan", 1, tan),
    {.name = "chlo.square", .convert = accyStablehloConvertSquare, .numOperands = 1, .numResults = 1},
    ELEMENTWISE("stablehlo.floor", 1, floor),
    ELEMENTWISE("stablehlo.ceil", 1, ceil),
    CONVERTED("round_nearest_afz", 1, 1, 0, RoundAway),
    CONVERTED("round_nearest_even", 1, 1, 0, RoundEven),
    ELEMENTWISE("stablehlo.not", 1, not),
    CONVERTED("convert", 1, 1, 0, Convert),

    ELEMENTWISE_OR_BOOLEAN("stablehlo.add", 2, add, or),
    ELEMENTWISE("stablehlo.subtract", 2, sub),
    ELEMENTWISE_OR_BOOLEAN("stablehlo.multiply", 2, mul, and),
    ELEMENTWISE("stablehlo.divide", 2, div),
    ELEMENTWISE("stablehlo.remainder", 2, rem),
    ELEMENTWISE("stablehlo.power", 2, pow),
    ELEMENTWISE("stablehlo.maximum", 2, max),
    ELEMENTWISE("stablehlo.minimum", 2, min),
    ELEMENTWISE("stablehlo.and", 2, and),
    ELEMENTWISE("stablehlo.or", 2, or),
    ELEMENTWISE("stablehlo.xor", 2, xor),
    ELEMENTWISE("stablehlo.shift_left", 2, shl),
    CONVERTED("shift_right_arithmetic", 2, 1, 0, ShiftArithmetic),
    CONVERTED("shift_right_logical", 2, 1, 0, ShiftLogical),

    CONVERTED("compare", 2, 1, 0, Compare),
    CONVERTED("is_finite", 1, 1, 0, IsFinite),
    CONVERTED("select", 3, 1, 0, Select),
    CONVERTED("clamp", 3, 1, 0, Clamp),

    CONVERTED("broadcast", 1, 1, 0, Broadcast),
    CONVERTED("broadcast_in_dim", 1, 1, 0, BroadcastInDim),
    CONVERTED("reshape", 1, 1, 0, Reshape),
    CONVERTED("transpose", 1, 1, 0, Transpose),
    CONVERTED("slice", 1, 1, 0, Slice),
    CONVERTED("pad", 2, 1, 0, Pad),
    CONVERTED("concatenate", -1, 1, 0, Concatenate),
    CONVERTED("reverse", 1, 1, 0, Reverse),

    CONVERTED("gather", 2, 1, 0, Gather),

    CONVERTED("reduce", -1, -1, 1, Reduce),
    CONVERTED("reduce_window", -1, -1, 1, ReduceWindow),
    CONVERTED("dot_general", 2, 1, 0, DotGeneral),
    CONVERTED("dot", 2, 1, 0, Dot),
    CONVERTED("convolution", 2, 1, 0, Convolution),

    CONVERTED("optimization_barrier", -1, -1, 0, Barrier),
    CONVERTED("return", -1, 0, 0, Return),
    CONVERTED("custom_call", -1, -1, 0, CustomCall),
    CONVERTED("composite", -1, -1, 0, Composite),
};

enum { num_rows = sizeof rows / sizeof rows[0] };

const AccyStablehloRow *accyStablehloFindRow(MlirOperation op) {
  for (size_t i = 0; i < num_rows; ++i)
    if (accyOperationIs(op, rows[i].name))
      return &rows[i];
  return NULL;
}

static bool starts_with(MlirStringRef text, const char *prefix) {
  return text.length >= strlen(prefix) && memcmp(text.data, prefix, strlen(prefix)) == 0;
}

bool accyStablehloOwns(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  return starts_with(name, "stablehlo.") || starts_with(name, "chlo.");
}

// The name as lists show it: `stablehlo.` is understood.
static const char *short_name(const AccyStablehloRow *row) {
  static const char prefix[] = "stablehlo.";
  bool understood = strncmp(row->name, prefix, sizeof prefix - 1) == 0;
  return understood ? row->name + sizeof prefix - 1 : row->name;
}

static int compare_names(const void *left, const void *right) {
  return strcmp(*(const char *const *)left, *(const char *const *)right);
}

char *accyStablehloListNames(void) {
  const char *names[num_rows];
  size_t size = 1;
  for (size_t i = 0; i < num_rows; ++i) {
    names[i] = short_name(&rows[i]);
    size += strlen(names[i]) + 2;
  }
  qsort(names, num_rows, sizeof names[0], compare_names);
  char *list = malloc(size);
  if (!list)
    return NULL;
  list[0] = '\0';
  for (size_t i = 0; i < num_rows; ++i) {
    if (i > 0)
      strcat(list, ", ");
    strcat(list, names[i]);
  }
  return list;
}
