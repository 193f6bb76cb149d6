// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every elementwise operation of the table on every element type that it takes, over pairs of edge values, compared
// with what plain C makes of them.

#include "kernel_fixture.h"

#include "reference.h"

#include "dialects/accy/ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Operations that the math library computes, which is tested for itself to 2 ulp: here only that it is the right
// function. It has them for f32, and so for the 16-bit floats.
static bool is_function(AccyOpcode opcode) {
  switch (opcode) {
  case AccyOp_neg:
  case AccyOp_abs:
  case AccyOp_sign:
  case AccyOp_sqrt:
  case AccyOp_not:
    return false;
  default:
    return accyOpGetDefinition(opcode)->opClass == AccyClassUnary || opcode == AccyOp_pow || opcode == AccyOp_rem;
  }
}

static const void *pair_inputs(const ElementType *type, size_t *outCount, void **outLeft, void **outRight) {
  size_t count = reference_num_values(type), width = type->bytes;
  char *left = malloc(count * count * width), *right = malloc(count * count * width);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < count; ++j) {
      reference_store(type, reference_value(type, i), left + (i * count + j) * width);
      reference_store(type, reference_value(type, j), right + (i * count + j) * width);
    }
  *outCount = count * count;
  *outLeft = left;
  *outRight = right;
  return left;
}

static void compare(const ElementType *type, const char *what, bool isExact, size_t count, const char *actual,
                    const char *expected, const ElementType *from, const char *left, const char *right) {
  for (size_t i = 0; i < count; ++i) {
    Number a = reference_load(type, actual + i * type->bytes), e = reference_load(type, expected + i * type->bytes);
    if (reference_equal(type, a, e, isExact))
      continue;
    char x[64], y[64], got[64], want[64];
    reference_print(from, reference_load(from, left + i * from->bytes), x);
    reference_print(from, reference_load(from, right + i * from->bytes), y);
    reference_print(type, a, got);
    reference_print(type, e, want);
    fail_msg("%s of %s: of %s and %s: %s, expected %s", what, from->name, x, y, got, want);
  }
}

static void run_operation(KernelFixture *fixture, AccyOpcode opcode, const ElementType *type) {
  const AccyOpDefinition *definition = accyOpGetDefinition(opcode);
  bool isBinary = definition->opClass == AccyClassBinary;
  size_t count;
  void *left, *right;
  pair_inputs(type, &count, &left, &right);
  char tensor[32], body[256];
  snprintf(tensor, sizeof tensor, "%zux%s", count, type->name);
  snprintf(body, sizeof body, "%%r = accy.%s %%a0%s%s : tensor<%s>", definition->mnemonic, isBinary ? ", %a1" : "",
           opcode == AccyOp_round ? " ties = even" : "", tensor);
  KernelCase test = {"elementwise", {tensor, tensor}, tensor, body};
  char *actual = calloc(count, type->bytes), *expected = calloc(count, type->bytes);
  bool ran = run_kernel(fixture, &test, (const void *[]){left, right}, actual);
  bool unsupported = is_function(opcode) && strcmp(type->name, "f64") == 0;
  if (ran) {
    assert_false(unsupported);
    for (size_t i = 0; i < count; ++i) {
      size_t at = i * type->bytes;
      Number x = reference_load(type, (char *)left + at), y = reference_load(type, (char *)right + at);
      reference_store(type, reference_compute(opcode, type, x, y), expected + at);
    }
    bool isExact = type->kind != AccyElementFloat || !is_function(opcode);
    compare(type, definition->mnemonic, isExact, count, actual, expected, type, left, right);
  } else if (!unsupported || !strstr(fixture->diagnostics, "[UnsupportedOperation]")) {
    fail_msg("%s of %s: %s", definition->mnemonic, type->name, fixture->diagnostics);
  }
  free(left);
  free(right);
  free(actual);
  free(expected);
}

static void run_type(KernelFixture *fixture, const ElementType *type) {
  for (int opcode = AccyOp_none + 1; opcode < AccyOp_count; ++opcode) {
    const AccyOpDefinition *definition = accyOpGetDefinition((AccyOpcode)opcode);
    bool isElementwise = definition->opClass == AccyClassUnary || definition->opClass == AccyClassBinary;
    if (isElementwise && (definition->elements & type->kind))
      run_operation(fixture, (AccyOpcode)opcode, type);
  }
}

static void test_operations(void **state) {
  for (size_t i = 0; i < reference_num_types; ++i)
    run_type(*state, &reference_types[i]);
}

static void test_compare(void **state) {
  static const char *const directions[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  for (size_t t = 0; t < reference_num_types; ++t) {
    const ElementType *type = &reference_types[t], *boolean = reference_find_type("i1");
    size_t count;
    void *left, *right;
    pair_inputs(type, &count, &left, &right);
    char *actual = calloc(count, 1), *expected = calloc(count, 1);
    for (size_t d = 0; d < 6; ++d) {
      char tensor[32], output[32], body[256];
      snprintf(tensor, sizeof tensor, "%zux%s", count, type->name);
      snprintf(output, sizeof output, "%zuxi1", count);
      snprintf(body, sizeof body, "%%r = accy.compare %s %%a0, %%a1 : tensor<%s>", directions[d], tensor);
      KernelCase test = {"elementwise", {tensor, tensor}, output, body};
      if (!run_kernel(*state, &test, (const void *[]){left, right}, actual))
        fail_msg("%s", ((KernelFixture *)*state)->diagnostics);
      for (size_t i = 0; i < count; ++i)
        expected[i] = reference_relation(type, directions[d], reference_load(type, (char *)left + i * type->bytes),
                                         reference_load(type, (char *)right + i * type->bytes));
      compare(boolean, directions[d], true, count, actual, expected, type, left, right);
    }
    free(left);
    free(right);
    free(actual);
    free(expected);
  }
}

static void test_convert(void **state) {
  for (size_t f = 0; f < reference_num_types; ++f) {
    const ElementType *from = &reference_types[f];
    size_t count = reference_num_values(from);
    char *inputs = malloc(count * from->bytes);
    for (size_t i = 0; i < count; ++i)
      reference_store(from, reference_value(from, i), inputs + i * from->bytes);
    for (size_t t = 0; t < reference_num_types; ++t) {
      const ElementType *to = &reference_types[t];
      char *actual = calloc(count, to->bytes), *expected = calloc(count, to->bytes);
      char input[32], output[32], body[256];
      snprintf(input, sizeof input, "%zux%s", count, from->name);
      snprintf(output, sizeof output, "%zux%s", count, to->name);
      snprintf(body, sizeof body, "%%r = accy.convert %%a0 : tensor<%s> -> tensor<%s>", input, output);
      KernelCase test = {"elementwise", {input}, output, body};
      if (!run_kernel(*state, &test, (const void *[]){inputs}, actual))
        fail_msg("%s to %s: %s", from->name, to->name, ((KernelFixture *)*state)->diagnostics);
      for (size_t i = 0; i < count; ++i)
        reference_store(to, reference_convert(from, to, reference_load(from, inputs + i * from->bytes)),
                        expected + i * to->bytes);
      compare(to, to->name, true, count, actual, expected, from, inputs, inputs);
      free(actual);
      free(expected);
    }
    free(inputs);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operations),
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_convert),
  };
  return cmocka_run_group_tests(tests, kernel_fixture_setup, kernel_fixture_teardown);
}
