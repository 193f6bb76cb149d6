// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What depends on element types beyond single operations: reductions of every kind on every type that has it, dot
// products that accumulate wider, iota, constants, select and clamp with scalars, long chains, and a grid larger than
// the element count.

#include "kernel_fixture.h"

#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(void **state, const char *kind, const char *body, const char *const *types, const void *const *inputs,
                const char *outputType, void *output) {
  KernelCase test = {.kind = kind, .output = outputType, .body = body};
  for (int i = 0; types[i]; ++i)
    test.inputs[i] = types[i];
  if (!run_kernel(*state, &test, inputs, output))
    fail_msg("%s\n%s", body, ((KernelFixture *)*state)->diagnostics);
}

#define TYPES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define INPUTS(...) ((const void *const[]){__VA_ARGS__})

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

typedef struct ReductionRow {
  const char *kind;
  AccyOpcode opcode;
  uint32_t elements;
} ReductionRow;

static const ReductionRow reductions[] = {
    {"sum", AccyOp_add, AccyElementNumber},   {"prod", AccyOp_mul, AccyElementNumber},
    {"max", AccyOp_max, AccyElementAny},      {"min", AccyOp_min, AccyElementAny},
    {"and", AccyOp_and, AccyElementIntegral}, {"or", AccyOp_or, AccyElementIntegral},
};

enum { Rows = 5, Columns = 7 };

// On i1, the greater is the or and the smaller the and.
static AccyOpcode opcode_on(const ReductionRow *row, const ElementType *type) {
  if (type->kind != AccyElementBoolean)
    return row->opcode;
  return row->opcode == AccyOp_max || row->opcode == AccyOp_or ? AccyOp_or : AccyOp_and;
}

// Folds in order, from the first element, without rounding in between; the elements are small.
static void reduce_row(const ReductionRow *row, const ElementType *type, const char *elements, char *result) {
  Number folded = reference_load(type, elements);
  for (int i = 1; i < Columns; ++i)
    folded = reference_compute(opcode_on(row, type), type, folded, reference_load(type, elements + i * type->bytes));
  reference_store(type, folded, result);
}

static void check_reduction(void **state, const ReductionRow *row, const ElementType *type) {
  char elements[Rows * Columns * 8], actual[Rows * 8], expected[Rows * 8];
  for (int i = 0; i < Rows * Columns; ++i) {
    int value = type->kind == AccyElementBoolean                 ? i / Columns == 0   ? 0
                                                                   : i / Columns == 1 ? 1
                                                                                      : i % 3 == 0
                : i % 4 == 3 && (type->kind & AccyElementSigned) ? -(i % 3) - 1
                                                                 : i % 4 + (i > Columns);
    reference_store(type, (Number){.integer = value, .real = value}, elements + (size_t)i * type->bytes);
  }
  for (int i = 0; i < Rows; ++i)
    reduce_row(row, type, elements + (size_t)i * Columns * type->bytes, expected + (size_t)i * type->bytes);
  char input[32], output[32], body[128];
  snprintf(input, sizeof input, "%dx%dx%s", Rows, Columns, type->name);
  snprintf(output, sizeof output, "%dx%s", Rows, type->name);
  snprintf(body, sizeof body, "%%r = accy.reduce %s %%a0 dims = [1] : tensor<%s> -> tensor<%s>", row->kind, input,
           output);
  run(state, "reduction", body, TYPES(input), INPUTS(elements), output, actual);
  for (int i = 0; i < Rows; ++i) {
    Number a = reference_load(type, actual + (size_t)i * type->bytes);
    Number e = reference_load(type, expected + (size_t)i * type->bytes);
    if (!reference_equal(type, a, e, true))
      fail_msg("%s of %s: row %d is %g or %lld, expected %g or %lld", row->kind, type->name, i, a.real,
               (long long)a.integer, e.real, (long long)e.integer);
  }
}

static void test_reductions(void **state) {
  for (size_t i = 0; i < sizeof reductions / sizeof *reductions; ++i)
    for (size_t k = 0; k < reference_num_types; ++k)
      if (reductions[i].elements & reference_types[k].kind)
        check_reduction(state, &reductions[i], &reference_types[k]);
}

static void test_reduction_of_nan(void **state) {
  float elements[6] = {1, NAN, 3, -INFINITY, INFINITY, 2}, actual[2];
  static const char *const kinds[] = {"max", "min", "sum"};
  for (int i = 0; i < 3; ++i) {
    char body[128];
    snprintf(body, sizeof body, "%%r = accy.reduce %s %%a0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>", kinds[i]);
    run(state, "reduction", body, TYPES("2x3xf32"), INPUTS(elements), "2xf32", actual);
    assert_true(isnan(actual[0]));
    assert_true(i == 2 ? isnan(actual[1]) : actual[1] == (i == 0 ? INFINITY : -INFINITY));
  }
}

// 300 ones are no number of bf16 that adding one to 256 could reach.
static void test_wide_sums(void **state) {
  uint16_t ones[300], actual;
  for (int i = 0; i < 300; ++i)
    ones[i] = 0x3f80;
  run(state, "reduction", "%r = accy.reduce sum %a0 dims = [0] : tensor<300xbf16> -> tensor<bf16>", TYPES("300xbf16"),
      INPUTS(ones), "bf16", &actual);
  assert_int_equal(actual, 0x4396); // 300
}

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

static void check_dot(void **state, const char *from, const char *to, const char *attribute) {
  const ElementType *source = reference_find_type(from), *target = reference_find_type(to);
  char lhs[6 * 8], rhs[6 * 8], actual[4 * 8];
  for (int i = 0; i < 6; ++i) {
    int left = 40 + i * 3, right = i % 2 ? 50 + i : source->kind == AccyElementUnsigned ? 60 : -60;
    reference_store(source, (Number){.integer = left, .real = left}, lhs + (size_t)i * source->bytes);
    reference_store(source, (Number){.integer = right, .real = right}, rhs + (size_t)i * source->bytes);
  }
  char left[32], right[32], output[32], body[256];
  snprintf(left, sizeof left, "2x3x%s", from);
  snprintf(right, sizeof right, "3x2x%s", from);
  snprintf(output, sizeof output, "2x2x%s", to);
  snprintf(body, sizeof body,
           "%%r = accy.dot_general %%a0, %%a1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0]%s : "
           "tensor<%s>, tensor<%s> -> tensor<%s>",
           attribute, left, right, output);
  run(state, "dot_general", body, TYPES(left, right), INPUTS(lhs, rhs), output, actual);
  for (int m = 0; m < 2; ++m)
    for (int n = 0; n < 2; ++n) {
      Number sum = {0}, stored;
      for (int k = 0; k < 3; ++k) {
        Number x = reference_load(source, lhs + (size_t)(m * 3 + k) * source->bytes);
        Number y = reference_load(source, rhs + (size_t)(k * 2 + n) * source->bytes);
        sum.integer += x.integer * y.integer;
        sum.real += x.real * y.real;
      }
      uint64_t memory = 0;
      reference_store(target, sum, &memory);
      stored = reference_load(target, &memory);
      Number got = reference_load(target, actual + (size_t)(m * 2 + n) * target->bytes);
      if (!reference_equal(target, got, stored, true))
        fail_msg("dot of %s into %s: %g or %lld, expected %g or %lld", from, to, got.real, (long long)got.integer,
                 stored.real, (long long)stored.integer);
    }
}

static void test_dot_types(void **state) {
  check_dot(state, "f16", "f32", " accumulate = f32");
  check_dot(state, "bf16", "f32", " accumulate = f32");
  check_dot(state, "bf16", "bf16", "");
  check_dot(state, "f16", "f16", "");
  check_dot(state, "f64", "f64", "");
  check_dot(state, "f32", "f32", " accumulate = f64");
  check_dot(state, "i8", "i32", " accumulate = i32");
  check_dot(state, "ui8", "ui32", " accumulate = ui32");
  check_dot(state, "i32", "i32", "");
  check_dot(state, "i64", "i64", "");
  check_dot(state, "i8", "i8", "");
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static void test_iota_and_constants(void **state) {
  float numbers[6];
  run(state, "elementwise",
      "%i = accy.iota dim = 1 : tensor<2x3xf32>\n"
      "%c = accy.constant dense<2.5> : tensor<2x3xf32>\n"
      "%r = accy.add %i, %c : tensor<2x3xf32>",
      (const char *const[]){NULL}, NULL, "2x3xf32", numbers);
  for (int i = 0; i < 6; ++i)
    assert_true(numbers[i] == (float)(i % 3) + 2.5f);
  int64_t integers[6];
  run(state, "elementwise",
      "%i = accy.iota dim = 0 : tensor<3x2xi64>\n"
      "%c = accy.constant dense<-9223372036854775808> : tensor<3x2xi64>\n"
      "%r = accy.add %i, %c : tensor<3x2xi64>",
      (const char *const[]){NULL}, NULL, "3x2xi64", integers);
  for (int i = 0; i < 6; ++i)
    assert_true(integers[i] == INT64_MIN + i / 2);
  uint8_t bytes[2];
  run(state, "elementwise",
      "%i = accy.iota dim = 0 : tensor<2xui8>\n"
      "%c = accy.constant dense<255> : tensor<2xui8>\n"
      "%r = accy.sub %c, %i : tensor<2xui8>",
      (const char *const[]){NULL}, NULL, "2xui8", bytes);
  assert_true(bytes[0] == 255 && bytes[1] == 254);
  uint8_t flags[3];
  run(state, "elementwise",
      "%c = accy.constant dense<true> : tensor<3xi1>\n"
      "%r = accy.xor %a0, %c : tensor<3xi1>",
      TYPES("3xi1"), INPUTS(((uint8_t[]){0, 1, 0})), "3xi1", flags);
  assert_true(flags[0] == 1 && flags[1] == 0 && flags[2] == 1);
}

static void test_select_and_clamp(void **state) {
  float a[4] = {1, 2, NAN, 4}, b[4] = {5, 6, 7, 8}, actual[4];
  uint8_t each[4] = {1, 0, 0, 1};
  run(state, "elementwise", "%r = accy.select %a0, %a1, %a2 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>",
      TYPES("4xi1", "4xf32", "4xf32"), INPUTS(each, a, b), "4xf32", actual);
  assert_true(actual[0] == 1 && actual[1] == 6 && actual[2] == 7 && actual[3] == 4);
  for (uint8_t all = 0; all < 2; ++all) {
    run(state, "elementwise", "%r = accy.select %a0, %a1, %a2 : tensor<i1>, tensor<4xf32>, tensor<4xf32>",
        TYPES("i1", "4xf32", "4xf32"), INPUTS(&all, a, b), "4xf32", actual);
    assert_memory_equal(actual, all ? a : b, sizeof actual);
  }
  float low = 1.5f, high = 3, x[4] = {-INFINITY, 2, NAN, 10};
  run(state, "elementwise", "%r = accy.clamp %a0, %a1, %a2 : tensor<f32>, tensor<4xf32>, tensor<f32>",
      TYPES("f32", "4xf32", "f32"), INPUTS(&low, x, &high), "4xf32", actual);
  assert_true(actual[0] == 1.5f && actual[1] == 2 && isnan(actual[2]) && actual[3] == 3);
  uint32_t unsignedLow[2] = {1, 0}, unsignedX[2] = {0, 0xffffffff}, unsignedHigh[2] = {5, 0xfffffff0}, clamped[2];
  run(state, "elementwise", "%r = accy.clamp %a0, %a1, %a2 : tensor<2xui32>", TYPES("2xui32", "2xui32", "2xui32"),
      INPUTS(unsignedLow, unsignedX, unsignedHigh), "2xui32", clamped);
  assert_true(clamped[0] == 1 && clamped[1] == 0xfffffff0);
}

static void test_round_away(void **state) {
  float x[6] = {0.5f, -0.5f, 1.5f, 2.5f, -2.5f, NAN}, actual[6];
  static const float expected[5] = {1, -1, 2, 3, -3};
  run(state, "elementwise", "%r = accy.round %a0 ties = away : tensor<6xf32>", TYPES("6xf32"), INPUTS(x), "6xf32",
      actual);
  assert_memory_equal(actual, expected, sizeof expected);
  assert_true(isnan(actual[5]));
}

// A chain of operations at one position, and one that is longer than a kernel may be.
static bool run_chain(KernelFixture *fixture, int length, float *outValue) {
  char *body = malloc((size_t)length * 64 + 64), *end = body;
  for (int i = 0; i < length; ++i) {
    char operand[16] = "%a0", result[16] = "%r";
    if (i > 0)
      snprintf(operand, sizeof operand, "%%v%d", i - 1);
    if (i + 1 < length)
      snprintf(result, sizeof result, "%%v%d", i);
    end += sprintf(end, "%s = accy.add %s, %%a1 : tensor<1xf32>\n", result, operand);
  }
  KernelCase test = {"elementwise", {"1xf32", "1xf32"}, "1xf32", body};
  float zero = 0, one = 1;
  bool ran = run_kernel(fixture, &test, INPUTS(&zero, &one), outValue);
  free(body);
  return ran;
}

static void test_long_chains(void **state) {
  KernelFixture *fixture = *state;
  float value;
  assert_true(run_chain(fixture, 2000, &value));
  assert_true(value == 2000);
  assert_false(run_chain(fixture, 5000, &value));
  assert_non_null(strstr(fixture->diagnostics, "[WorkExhausted]"));
}

// 300 elements are two threadgroups of 256 threads.
static void test_guard(void **state) {
  int32_t x[300], actual[300];
  for (int i = 0; i < 300; ++i)
    x[i] = i;
  run(state, "elementwise", "%r = accy.neg %a0 : tensor<300xi32>", TYPES("300xi32"), INPUTS(x), "300xi32", actual);
  for (int i = 0; i < 300; ++i)
    assert_int_equal(actual[i], -i);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reductions),
      cmocka_unit_test(test_reduction_of_nan),
      cmocka_unit_test(test_wide_sums),
      cmocka_unit_test(test_dot_types),
      cmocka_unit_test(test_iota_and_constants),
      cmocka_unit_test(test_select_and_clamp),
      cmocka_unit_test(test_round_away),
      cmocka_unit_test(test_long_chains),
      cmocka_unit_test(test_guard),
  };
  return cmocka_run_group_tests(tests, kernel_fixture_setup, kernel_fixture_teardown);
}
