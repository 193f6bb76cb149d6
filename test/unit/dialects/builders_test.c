// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builder functions of accy-c/Dialects.h: a program made without text, one operation of each kind, and what does
// not fit.

#include "accy-c/Dialects.h"
#include "dialects/accy/ops.h"
#include "support/ir.h"

#include "mlir-c/Dialect/Func.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Fixture {
  MlirContext context;
  MlirLocation location;
  MlirBlock block; // of a detached region, with the arguments below
  MlirRegion region;
  MlirValue vector, matrix, scalar, integers, flags, flag;
  char diagnostic[512];
} Fixture;

static void append(MlirStringRef text, void *userData) {
  char *buffer = userData;
  size_t used = strlen(buffer);
  snprintf(buffer + used, 512 - used, "%.*s", (int)text.length, text.data);
}

static MlirLogicalResult record(MlirDiagnostic diagnostic, void *userData) {
  Fixture *fixture = userData;
  fixture->diagnostic[0] = '\0';
  mlirDiagnosticPrint(diagnostic, append, fixture->diagnostic);
  return mlirLogicalResultSuccess();
}

static MlirType parse_type(Fixture *fixture, const char *text) {
  MlirType type = mlirTypeParseGet(fixture->context, accyText(text));
  assert_false(mlirTypeIsNull(type));
  return type;
}

static MlirAttribute parse_attribute(Fixture *fixture, const char *text) {
  MlirAttribute attribute = mlirAttributeParseGet(fixture->context, accyText(text));
  assert_false(mlirAttributeIsNull(attribute));
  return attribute;
}

static MlirValue add_argument(Fixture *fixture, const char *type) {
  return mlirBlockAddArgument(fixture->block, parse_type(fixture, type), fixture->location);
}

static int set_up(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  fixture->context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextGetOrLoadDialect(fixture->context, accyText("func"));
  mlirContextAttachDiagnosticHandler(fixture->context, record, fixture, NULL);
  fixture->location = mlirLocationFileLineColGet(fixture->context, accyText("model.py"), 3, 4);
  fixture->region = mlirRegionCreate();
  fixture->block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(fixture->region, fixture->block);
  fixture->vector = add_argument(fixture, "tensor<4xf32>");
  fixture->matrix = add_argument(fixture, "tensor<2x4xf32>");
  fixture->scalar = add_argument(fixture, "tensor<f32>");
  fixture->integers = add_argument(fixture, "tensor<4xi32>");
  fixture->flags = add_argument(fixture, "tensor<4xi1>");
  fixture->flag = add_argument(fixture, "tensor<i1>");
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  Fixture *fixture = *state;
  mlirRegionDestroy(fixture->region);
  mlirContextDestroy(fixture->context);
  free(fixture);
  return 0;
}

static MlirValue append_to(MlirBlock block, MlirOperation op) {
  assert_false(mlirOperationIsNull(op));
  mlirBlockAppendOwnedOperation(block, op);
  return mlirOperationGetResult(op, 0);
}

//===----------------------------------------------------------------------===//
// A program
//===----------------------------------------------------------------------===//

static MlirOperation make_function(Fixture *fixture, MlirBlock body) {
  MlirType arguments[] = {mlirValueGetType(mlirBlockGetArgument(body, 0)),
                          mlirValueGetType(mlirBlockGetArgument(body, 1))};
  MlirType results[] = {parse_type(fixture, "tensor<2xf32>")};
  MlirType type = mlirFunctionTypeGet(fixture->context, 2, arguments, 1, results);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirNamedAttribute attributes[] = {accyNamed("sym_name", accyStringAttribute(fixture->context, "main")),
                                     accyNamed("function_type", mlirTypeAttrGet(type))};
  return accyCreateOperation(&(AccyOpSpec){.name = "func.func",
                                           .location = fixture->location,
                                           .numAttributes = 2,
                                           .attributes = attributes,
                                           .numRegions = 1,
                                           .regions = &region});
}

static void test_program(void **state) {
  Fixture *fixture = *state;
  MlirLocation location = fixture->location, locations[] = {location, location};
  MlirType types[] = {parse_type(fixture, "tensor<2x4xf32>"), parse_type(fixture, "tensor<4xf32>")};
  MlirBlock body = mlirBlockCreate(2, types, locations);
  MlirValue matrix = mlirBlockGetArgument(body, 0), bias = mlirBlockGetArgument(body, 1);
  MlirValue repeated = append_to(body, accyBroadcastCreate(location, bias, types[0], 1, (int64_t[]){1}));
  MlirValue sum = append_to(body, accyAddCreate(location, matrix, repeated));
  MlirValue total = append_to(body, accyReduceCreate(location, sum, AccyReduceSum, 1, (int64_t[]){1}));
  mlirBlockAppendOwnedOperation(body, accyReturnCreate(location, 1, &total));
  MlirOperation function = make_function(fixture, body);
  assert_true(mlirOperationVerify(function));
  char *text = accyPrintOperation(function);
  assert_string_equal(text, "func.func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>) -> tensor<2xf32> {\n"
                            "  %0 = accy.broadcast %arg1 dims = [1] : tensor<4xf32> -> tensor<2x4xf32>\n"
                            "  %1 = accy.add %arg0, %0 : tensor<2x4xf32>\n"
                            "  %2 = accy.reduce sum %1 dims = [1] : tensor<2x4xf32> -> tensor<2xf32>\n"
                            "  accy.return %2 : tensor<2xf32>\n"
                            "}");
  free(text);
  assert_true(mlirLocationEqual(mlirOperationGetLocation(mlirBlockGetFirstOperation(body)), location));
  mlirOperationDestroy(function);
}

//===----------------------------------------------------------------------===//
// Every operation
//===----------------------------------------------------------------------===//

// Checks name and text of the operation, and puts it into the block.
static void expect(Fixture *fixture, bool *seen, AccyOpcode opcode, const char *resultType, MlirOperation op) {
  if (mlirOperationIsNull(op))
    fail_msg("accy.%s: %s", accyOpGetDefinition(opcode)->mnemonic, fixture->diagnostic);
  assert_int_equal(accyOpGetOpcode(op), opcode);
  assert_true(mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)), parse_type(fixture, resultType)));
  mlirBlockAppendOwnedOperation(fixture->block, op);
  assert_true(mlirOperationVerify(op));
  seen[opcode] = true;
}

static void expect_elementwise(Fixture *f, bool *seen) {
  MlirLocation at = f->location;
  MlirValue x = f->vector, i = f->integers;
#define UNARY(name, Name) expect(f, seen, AccyOp_##name, "tensor<4xf32>", accy##Name##Create(at, x))
  UNARY(neg, Neg), UNARY(abs, Abs), UNARY(sign, Sign), UNARY(exp, Exp), UNARY(expm1, Expm1), UNARY(log, Log);
  UNARY(log1p, Log1p), UNARY(sqrt, Sqrt), UNARY(rsqrt, Rsqrt), UNARY(sin, Sin), UNARY(cos, Cos), UNARY(tan, Tan);
  UNARY(tanh, Tanh), UNARY(logistic, Logistic), UNARY(erf, Erf), UNARY(floor, Floor), UNARY(ceil, Ceil);
#define BINARY(name, Name) expect(f, seen, AccyOp_##name, "tensor<4xi32>", accy##Name##Create(at, i, i))
  BINARY(add, Add), BINARY(sub, Sub), BINARY(mul, Mul), BINARY(div, Div), BINARY(rem, Rem), BINARY(pow, Pow);
  BINARY(max, Max), BINARY(min, Min), BINARY(and, And), BINARY(or, Or), BINARY(xor, Xor), BINARY(shl, Shl);
  BINARY(shr, Shr);
  expect(f, seen, AccyOp_not, "tensor<4xi1>", accyNotCreate(at, f->flags));
  expect(f, seen, AccyOp_round, "tensor<4xf32>", accyRoundCreate(at, x, AccyRoundTiesEven));
  expect(f, seen, AccyOp_convert, "tensor<4xbf16>", accyConvertCreate(at, x, mlirBF16TypeGet(f->context)));
  expect(f, seen, AccyOp_compare, "tensor<4xi1>", accyCompareCreate(at, AccyCompareLess, x, x));
  expect(f, seen, AccyOp_select, "tensor<4xf32>", accySelectCreate(at, f->flag, x, x));
  expect(f, seen, AccyOp_clamp, "tensor<4xf32>", accyClampCreate(at, f->scalar, x, f->scalar));
}

static void expect_shape(Fixture *f, bool *seen) {
  MlirLocation at = f->location;
  MlirValue m = f->matrix, both[] = {m, m};
  const int64_t none[] = {0, 0}, one[] = {1, 1}, last[] = {2, 3}, swapped[] = {1, 0};
  MlirType wide = parse_type(f, "tensor<2x4xf32>"), flat = parse_type(f, "tensor<8xf32>");
  expect(f, seen, AccyOp_broadcast, "tensor<2x4xf32>", accyBroadcastCreate(at, f->scalar, wide, 0, NULL));
  expect(f, seen, AccyOp_reshape, "tensor<8xf32>", accyReshapeCreate(at, m, flat));
  expect(f, seen, AccyOp_transpose, "tensor<4x2xf32>", accyTransposeCreate(at, m, 2, swapped));
  expect(f, seen, AccyOp_slice, "tensor<1x3xf32>", accySliceCreate(at, m, 2, swapped, last, one));
  expect(f, seen, AccyOp_pad, "tensor<4x8xf32>", accyPadCreate(at, m, f->scalar, 2, one, none, one));
  expect(f, seen, AccyOp_concatenate, "tensor<2x8xf32>", accyConcatenateCreate(at, 2, both, 1));
  expect(f, seen, AccyOp_reverse, "tensor<2x4xf32>", accyReverseCreate(at, m, 1, one));
  expect(f, seen, AccyOp_gather, "tensor<2x4xf32>", accyGatherCreate(at, m, f->integers, 1));
}

static void expect_others(Fixture *f, bool *seen) {
  MlirLocation at = f->location;
  MlirValue m = f->matrix;
  const int64_t zero[] = {0}, one[] = {1};
  MlirType f32 = mlirF32TypeGet(f->context), f64 = mlirF64TypeGet(f->context);
  MlirAttribute value = parse_attribute(f, "dense<[1, 2]> : tensor<2xi8>");
  expect(f, seen, AccyOp_constant, "tensor<2xi8>", accyConstantCreate(at, value));
  expect(f, seen, AccyOp_iota, "tensor<2x3xi8>", accyIotaCreate(at, parse_type(f, "tensor<2x3xi8>"), 1));
  expect(f, seen, AccyOp_reduce, "tensor<2xf32>", accyReduceCreate(at, m, AccyReduceMax, 1, one));
  AccyDotDimensions inner = {.batch_count = 1,
                             .lhs_batch = zero,
                             .rhs_batch = zero,
                             .contract_count = 1,
                             .lhs_contract = one,
                             .rhs_contract = one};
  expect(f, seen, AccyOp_dot_general, "tensor<2xf32>", accyDotGeneralCreate(at, m, m, inner, f64, f32));
  expect(f, seen, AccyOp_dot_general, "tensor<2xf64>", accyDotGeneralCreate(at, m, m, inner, f64, f64));
  expect(f, seen, AccyOp_dot_general, "tensor<2xf32>", accyDotGeneralCreate(at, m, m, inner, (MlirType){NULL}, f32));
  AccyKernelCallOptions options = {.target = accyText("scale"), .version = 1, .alias = -1};
  MlirType vector = parse_type(f, "tensor<4xf32>");
  expect(f, seen, AccyOp_kernel_call, "tensor<4xf32>", accyKernelCallCreate(at, vector, 1, &f->vector, options));
  options.alias = 0;
  options.scalars = parse_attribute(f, "[{kind = \"u32\", bits = 7 : i64}]");
  options.effects = parse_attribute(f, "[\"readwrite\"]");
  expect(f, seen, AccyOp_kernel_call, "tensor<4xf32>", accyKernelCallCreate(at, vector, 1, &f->vector, options));
}

static void test_every_operation(void **state) {
  Fixture *fixture = *state;
  bool seen[AccyOp_count] = {[AccyOp_none] = true, [AccyOp_return] = true}; // test_program makes the return
  expect_elementwise(fixture, seen);
  expect_shape(fixture, seen);
  expect_others(fixture, seen);
  for (int opcode = 0; opcode < AccyOp_count; ++opcode)
    if (!seen[opcode])
      fail_msg("accy.%s has no builder that is tested", accyOpGetDefinition((AccyOpcode)opcode)->mnemonic);
}

static void test_keywords(void **state) {
  Fixture *fixture = *state;
  static const char *const directions[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  static const char *const kinds[] = {"sum", "max", "min", "prod"};
  for (int i = AccyCompareEqual; i <= AccyCompareGreaterEqual; ++i) {
    MlirOperation op = accyCompareCreate(fixture->location, (AccyCompareDirection)i, fixture->vector, fixture->vector);
    assert_true(accyTextEquals(accyGetString(op, "direction"), directions[i]));
    mlirOperationDestroy(op);
  }
  for (int i = AccyReduceSum; i <= AccyReduceProd; ++i) {
    MlirOperation op = accyReduceCreate(fixture->location, fixture->vector, (AccyReduceKind)i, 0, NULL);
    assert_true(accyTextEquals(accyGetString(op, "kind"), kinds[i]));
    mlirOperationDestroy(op);
  }
  MlirOperation both = accyReduceCreate(fixture->location, fixture->flags, AccyReduceAnd, 0, NULL);
  assert_true(accyTextEquals(accyGetString(both, "kind"), "and"));
  mlirOperationDestroy(both);
  MlirOperation either = accyReduceCreate(fixture->location, fixture->flags, AccyReduceOr, 0, NULL);
  assert_true(accyTextEquals(accyGetString(either, "kind"), "or"));
  mlirOperationDestroy(either);
}

//===----------------------------------------------------------------------===//
// What does not fit
//===----------------------------------------------------------------------===//

static void expect_refused(Fixture *fixture, const char *message, MlirOperation op) {
  assert_true(mlirOperationIsNull(op));
  if (!strstr(fixture->diagnostic, message))
    fail_msg("expected '%s' in '%s'", message, fixture->diagnostic);
  fixture->diagnostic[0] = '\0';
}

static void test_refusals(void **state) {
  Fixture *f = *state;
  MlirLocation at = f->location;
  const int64_t zero[] = {0}, two[] = {2};
  MlirType f32 = mlirF32TypeGet(f->context), index = mlirIndexTypeGet(f->context);
  expect_refused(f, "'accy.add' op (C1) operands and result must have the same type",
                 accyAddCreate(at, f->vector, f->matrix));
  expect_refused(f, "'accy.exp' op (G5)", accyExpCreate(at, f->integers));
  expect_refused(f, "'accy.convert' op (G3)", accyConvertCreate(at, f->vector, index));
  expect_refused(f, "'accy.reduce' op (C1)", accyReduceCreate(at, f->vector, AccyReduceSum, 1, two));
  expect_refused(f, "'accy.reduce' op does not know the kind",
                 accyReduceCreate(at, f->vector, (AccyReduceKind)9, 1, zero));
  expect_refused(f, "'accy.compare' op does not know the direction",
                 accyCompareCreate(at, (AccyCompareDirection)6, f->vector, f->vector));
  expect_refused(f, "'accy.concatenate' op takes at least 1 operands", accyConcatenateCreate(at, 0, NULL, 0));
  expect_refused(f, "'accy.reshape' op (C2)", accyReshapeCreate(at, f->vector, parse_type(f, "tensor<5xf32>")));
  expect_refused(f, "'accy.iota' op (G1)", accyIotaCreate(at, f32, 0));
  expect_refused(f, "'accy.constant' op (G1)", accyConstantCreate(at, parse_attribute(f, "1 : i32")));
  expect_refused(f, "'accy.constant' op (G1)", accyConstantCreate(at, parse_attribute(f, "\"text\"")));
  AccyDotDimensions wrong = {.contract_count = 1, .lhs_contract = zero, .rhs_contract = zero};
  expect_refused(f, "'accy.dot_general' op (C6)",
                 accyDotGeneralCreate(at, f->vector, f->matrix, wrong, (MlirType){NULL}, f32));
  AccyDotDimensions outer = {0};
  expect_refused(f, "'accy.dot_general' op (G3)",
                 accyDotGeneralCreate(at, f->vector, f->vector, outer, (MlirType){NULL}, index));
  AccyKernelCallOptions options = {.target = accyText("scale"), .version = 0, .alias = -1};
  expect_refused(f, "'accy.kernel_call' op (C2)",
                 accyKernelCallCreate(at, mlirValueGetType(f->vector), 0, NULL, options));
}

static void test_context_without_dialect(void **state) {
  Fixture *f = *state;
  MlirContext context = mlirContextCreate();
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, record, f, NULL);
  MlirAttribute value = mlirAttributeParseGet(context, accyText("dense<1> : tensor<i32>"));
  expect_refused(f, "does not know the dialect 'accy'", accyConstantCreate(mlirLocationUnknownGet(context), value));
  mlirContextDetachDiagnosticHandler(context, handler);
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_program, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_every_operation, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_keywords, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_refusals, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_context_without_dialect, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
