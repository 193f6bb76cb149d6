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

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

// A kernel of one operation: its operands of one type, what it gives, and what it should.
typedef struct Check {
  char what[32], input[32], output[32], body[256];
  const ElementType *from, *to;
  bool isExact;
  size_t count;
  const char *left, *right;
  char *actual, *expected;
} Check;

// Checks that are compiled and run together.
typedef struct Checks {
  Check *rows;
  size_t count, capacity;
} Checks;

static Check *add_check(Checks *checks, const char *what, const ElementType *from, const ElementType *to, size_t count,
                        const char *left, const char *right) {
  if (checks->count == checks->capacity) {
    checks->capacity = checks->capacity ? 2 * checks->capacity : 16;
    checks->rows = realloc(checks->rows, checks->capacity * sizeof *checks->rows);
    assert_non_null(checks->rows);
  }
  Check *check = &checks->rows[checks->count++];
  *check = (Check){.from = from, .to = to, .isExact = true, .count = count, .left = left, .right = right};
  snprintf(check->what, sizeof check->what, "%s", what);
  snprintf(check->input, sizeof check->input, "%zux%s", count, from->name);
  snprintf(check->output, sizeof check->output, "%zux%s", count, to->name);
  check->actual = calloc(count, to->bytes);
  check->expected = calloc(count, to->bytes);
  assert_true(check->actual && check->expected);
  return check;
}

static void compare(const Check *check) {
  for (size_t i = 0; i < check->count; ++i) {
    size_t to = i * check->to->bytes, from = i * check->from->bytes;
    Number a = reference_load(check->to, check->actual + to), e = reference_load(check->to, check->expected + to);
    if (reference_equal(check->to, a, e, check->isExact))
      continue;
    char x[64], y[64], got[64], want[64];
    reference_print(check->from, reference_load(check->from, check->left + from), x);
    reference_print(check->from, reference_load(check->from, check->right + from), y);
    reference_print(check->to, a, got);
    reference_print(check->to, e, want);
    fail_msg("%s of %s: of %s and %s: %s, expected %s", check->what, check->from->name, x, y, got, want);
  }
}

static bool run_checks(KernelFixture *fixture, const Checks *checks) {
  KernelRun *runs = calloc(checks->count + 1, sizeof *runs);
  for (size_t i = 0; i < checks->count; ++i) {
    Check *check = &checks->rows[i];
    runs[i] = (KernelRun){.test = {"elementwise", {check->input, check->input}, check->output, check->body},
                          .inputs = {check->left, check->right},
                          .output = check->actual};
  }
  bool ran = run_kernels(fixture, runs, checks->count);
  free(runs);
  for (size_t i = 0; i < checks->count && ran; ++i)
    compare(&checks->rows[i]);
  return ran;
}

static void clear_checks(Checks *checks) {
  for (size_t i = 0; i < checks->count; ++i) {
    free(checks->rows[i].actual);
    free(checks->rows[i].expected);
  }
  free(checks->rows);
  *checks = (Checks){0};
}

// Every pair of the type's edge values.
static void make_pairs(const ElementType *type, size_t *outCount, char **outLeft, char **outRight) {
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
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void add_operation(Checks *checks, AccyOpcode opcode, const ElementType *type, size_t count, const char *left,
                          const char *right) {
  const AccyOpDefinition *definition = accyOpGetDefinition(opcode);
  Check *check = add_check(checks, definition->mnemonic, type, type, count, left, right);
  check->isExact = type->kind != AccyElementFloat || !is_function(opcode);
  snprintf(check->body, sizeof check->body, "%%r = accy.%s %%a0%s%s : tensor<%s>", definition->mnemonic,
           definition->opClass == AccyClassBinary ? ", %a1" : "", opcode == AccyOp_round ? " ties = even" : "",
           check->input);
  for (size_t i = 0; i < count; ++i) {
    size_t at = i * type->bytes;
    Number x = reference_load(type, left + at), y = reference_load(type, right + at);
    reference_store(type, reference_compute(opcode, type, x, y), check->expected + at);
  }
}

static bool takes(AccyOpcode opcode, const ElementType *type) {
  const AccyOpDefinition *definition = accyOpGetDefinition(opcode);
  return (definition->opClass == AccyClassUnary || definition->opClass == AccyClassBinary) &&
         (definition->elements & type->kind);
}

// Of f64, the math library has the functions that are exact, and rsqrt.
static bool is_supported(AccyOpcode opcode, const ElementType *type) {
  static const AccyOpcode ofF64[] = {AccyOp_rsqrt, AccyOp_floor, AccyOp_ceil, AccyOp_round, AccyOp_rem};
  bool isSupported = !is_function(opcode) || strcmp(type->name, "f64") != 0;
  for (size_t i = 0; i < sizeof ofF64 / sizeof *ofF64; ++i)
    isSupported = isSupported || opcode == ofF64[i];
  return isSupported;
}

static void test_operations(void **state) {
  KernelFixture *fixture = *state;
  for (size_t t = 0; t < reference_num_types; ++t) {
    const ElementType *type = &reference_types[t];
    Checks checks = {0};
    size_t count;
    char *left, *right;
    make_pairs(type, &count, &left, &right);
    for (int opcode = AccyOp_none + 1; opcode < AccyOp_count; ++opcode)
      if (takes((AccyOpcode)opcode, type) && is_supported((AccyOpcode)opcode, type))
        add_operation(&checks, (AccyOpcode)opcode, type, count, left, right);
    if (!run_checks(fixture, &checks))
      fail_msg("%s: %s", type->name, fixture->diagnostics);
    clear_checks(&checks);
    free(left);
    free(right);
  }
}

static void test_refusals(void **state) {
  KernelFixture *fixture = *state;
  const ElementType *type = reference_find_type("f64");
  size_t count;
  char *left, *right;
  make_pairs(type, &count, &left, &right);
  for (int opcode = AccyOp_none + 1; opcode < AccyOp_count; ++opcode) {
    if (!takes((AccyOpcode)opcode, type) || is_supported((AccyOpcode)opcode, type))
      continue;
    Checks checks = {0};
    add_operation(&checks, (AccyOpcode)opcode, type, count, left, right);
    assert_false(run_checks(fixture, &checks));
    if (!strstr(fixture->diagnostics, "[UnsupportedOperation]"))
      fail_msg("%s: %s", checks.rows[0].what, fixture->diagnostics);
    clear_checks(&checks);
  }
  free(left);
  free(right);
}

static void test_compare(void **state) {
  static const char *const directions[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  for (size_t t = 0; t < reference_num_types; ++t) {
    const ElementType *type = &reference_types[t];
    Checks checks = {0};
    size_t count;
    char *left, *right;
    make_pairs(type, &count, &left, &right);
    for (size_t d = 0; d < sizeof directions / sizeof *directions; ++d) {
      Check *check = add_check(&checks, directions[d], type, reference_find_type("i1"), count, left, right);
      snprintf(check->body, sizeof check->body, "%%r = accy.compare %s %%a0, %%a1 : tensor<%s>", directions[d],
               check->input);
      for (size_t i = 0; i < count; ++i)
        check->expected[i] = reference_relation(type, directions[d], reference_load(type, left + i * type->bytes),
                                                reference_load(type, right + i * type->bytes));
    }
    if (!run_checks(*state, &checks))
      fail_msg("%s: %s", type->name, ((KernelFixture *)*state)->diagnostics);
    clear_checks(&checks);
    free(left);
    free(right);
  }
}

static void test_convert(void **state) {
  for (size_t f = 0; f < reference_num_types; ++f) {
    const ElementType *from = &reference_types[f];
    Checks checks = {0};
    size_t count = reference_num_values(from);
    char *inputs = malloc(count * from->bytes);
    for (size_t i = 0; i < count; ++i)
      reference_store(from, reference_value(from, i), inputs + i * from->bytes);
    for (size_t t = 0; t < reference_num_types; ++t) {
      const ElementType *to = &reference_types[t];
      Check *check = add_check(&checks, "convert", from, to, count, inputs, inputs);
      snprintf(check->what, sizeof check->what, "convert to %s", to->name);
      snprintf(check->body, sizeof check->body, "%%r = accy.convert %%a0 : tensor<%s> -> tensor<%s>", check->input,
               check->output);
      for (size_t i = 0; i < count; ++i)
        reference_store(to, reference_convert(from, to, reference_load(from, inputs + i * from->bytes)),
                        check->expected + i * to->bytes);
    }
    if (!run_checks(*state, &checks))
      fail_msg("%s: %s", from->name, ((KernelFixture *)*state)->diagnostics);
    clear_checks(&checks);
    free(inputs);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operations),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_convert),
  };
  return cmocka_run_group_tests(tests, kernel_fixture_setup, kernel_fixture_teardown);
}
