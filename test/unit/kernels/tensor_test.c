// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operations, reductions and dot products, alone and fused, over shapes of all ranks with extents of 0 and 1:
// compared with the same in plain C. Elements are small integers, so that every order of summation is exact.

#include "kernel_fixture.h"

#include "tensor_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMS(...) ((const int[]){__VA_ARGS__})
#define TENSOR(...) tensor_numbered(sizeof DIMS(__VA_ARGS__) / sizeof(int), DIMS(__VA_ARGS__))

// Elements 1, 2, 3, …, some negative.
static Tensor *tensor_numbered(int rank, const int *extents) {
  Tensor *tensor = tensor_create(rank, extents);
  for (int i = 0, n = tensor_count(tensor); i < n; ++i)
    tensor->elements[i] = i % 7 == 3 ? -i - 1 : i % 50 + 1;
  return tensor;
}

static Tensor *tensor_scalar(double value) {
  Tensor *tensor = tensor_create(0, NULL);
  tensor->elements[0] = value;
  return tensor;
}

static void type_name(const Tensor *tensor, char *name) {
  int length = 0;
  for (int i = 0; i < tensor->rank; ++i)
    length += sprintf(name + length, "%dx", tensor->extents[i]);
  strcpy(name + length, "f32");
}

// Runs the body on the operands; it must compute `expected`. Releases all tensors.
static void check(void **state, const char *kind, const char *body, int count, Tensor *const *operands,
                  Tensor *expected) {
  char names[MaxKernelInputs][64], output[64];
  KernelCase test = {.kind = kind, .output = output, .body = body};
  float *buffers[MaxKernelInputs];
  for (int i = 0; i < count; ++i) {
    type_name(operands[i], names[i]);
    test.inputs[i] = names[i];
    buffers[i] = calloc(MaxElements, sizeof(float));
    for (int k = 0; k < MaxElements; ++k)
      buffers[i][k] = (float)operands[i]->elements[k];
  }
  type_name(expected, output);
  float *actual = calloc(MaxElements, sizeof *actual);
  if (!run_kernel(*state, &test, (const void *const *)buffers, actual))
    fail_msg("%s\n%s", body, ((KernelFixture *)*state)->diagnostics);
  for (int i = 0, n = tensor_count(expected); i < n; ++i)
    if (actual[i] != (float)expected->elements[i])
      fail_msg("%s\nelement %d is %g, expected %g", body, i, actual[i], expected->elements[i]);
  for (int i = 0; i < count; ++i) {
    free(operands[i]);
    free(buffers[i]);
  }
  free(expected);
  free(actual);
}

#define CHECK(kind, body, expected, ...)                                                                               \
  check(state, kind, body, sizeof((Tensor *[]){__VA_ARGS__}) / sizeof(Tensor *), (Tensor *[]){__VA_ARGS__}, expected)

static double add(double a, double b) {
  return a + b;
}
static double subtract(double a, double b) {
  return a - b;
}
static double multiply(double a, double b) {
  return a * b;
}
static double greater(double a, double b) {
  return a > b ? a : b;
}

//===----------------------------------------------------------------------===//
// Shape operations
//===----------------------------------------------------------------------===//

static void test_broadcast(void **state) {
  Tensor *a = TENSOR(3);
  CHECK("shape", "%r = accy.broadcast %a0 dims = [1] : tensor<3xf32> -> tensor<2x3x4xf32>",
        tensor_broadcast(a, DIMS(1), 3, DIMS(2, 3, 4)), a);
  Tensor *b = TENSOR(2, 1, 5);
  CHECK("shape", "%r = accy.broadcast %a0 dims = [0, 1, 3] : tensor<2x1x5xf32> -> tensor<2x3x4x5xf32>",
        tensor_broadcast(b, DIMS(0, 1, 3), 4, DIMS(2, 3, 4, 5)), b);
  Tensor *c = tensor_scalar(4);
  CHECK("shape", "%r = accy.broadcast %a0 dims = [] : tensor<f32> -> tensor<7xf32>",
        tensor_broadcast(c, NULL, 1, DIMS(7)), c);
  Tensor *d = TENSOR(2, 3);
  CHECK("shape", "%r = accy.broadcast %a0 dims = [0, 2] : tensor<2x3xf32> -> tensor<2x1x3xf32>",
        tensor_broadcast(d, DIMS(0, 2), 3, DIMS(2, 1, 3)), d);
}

static void test_reshape(void **state) {
  Tensor *a = TENSOR(4, 6);
  CHECK("shape", "%r = accy.reshape %a0 : tensor<4x6xf32> -> tensor<3x1x8x1xf32>",
        tensor_reshape(a, 4, DIMS(3, 1, 8, 1)), a);
  Tensor *b = TENSOR(1, 1);
  CHECK("shape", "%r = accy.reshape %a0 : tensor<1x1xf32> -> tensor<f32>", tensor_reshape(b, 0, NULL), b);
  // Between transposes, so that the positions come in groups.
  Tensor *c = TENSOR(4, 6, 5), *t = tensor_transpose(c, DIMS(2, 0, 1)), *s = tensor_reshape(t, 3, DIMS(5, 12, 2));
  CHECK("shape",
        "%t = accy.transpose %a0 permutation = [2, 0, 1] : tensor<4x6x5xf32> -> tensor<5x4x6xf32>\n"
        "%s = accy.reshape %t : tensor<5x4x6xf32> -> tensor<5x12x2xf32>\n"
        "%r = accy.transpose %s permutation = [1, 2, 0] : tensor<5x12x2xf32> -> tensor<12x2x5xf32>",
        tensor_transpose(s, DIMS(1, 2, 0)), c);
  free(t);
  free(s);
  Tensor *d = TENSOR(6, 4), *u = tensor_transpose(d, DIMS(1, 0)), *v = tensor_reshape(u, 2, DIMS(3, 8));
  CHECK("shape",
        "%t = accy.transpose %a0 permutation = [1, 0] : tensor<6x4xf32> -> tensor<4x6xf32>\n"
        "%s = accy.reshape %t : tensor<4x6xf32> -> tensor<3x8xf32>\n"
        "%r = accy.transpose %s permutation = [1, 0] : tensor<3x8xf32> -> tensor<8x3xf32>",
        tensor_transpose(v, DIMS(1, 0)), d);
  free(u);
  free(v);
}

static void test_transpose(void **state) {
  static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int i = 0; i < 6; ++i) {
    Tensor *a = TENSOR(3, 4, 5), *expected = tensor_transpose(a, orders[i]);
    char body[256];
    snprintf(body, sizeof body,
             "%%r = accy.transpose %%a0 permutation = [%d, %d, %d] : tensor<3x4x5xf32> -> tensor<%dx%dx%dxf32>",
             orders[i][0], orders[i][1], orders[i][2], expected->extents[0], expected->extents[1],
             expected->extents[2]);
    CHECK("shape", body, expected, a);
  }
}

static void test_slice_and_reverse(void **state) {
  Tensor *a = TENSOR(5, 7, 3);
  CHECK("shape",
        "%r = accy.slice %a0 start = [1, 2, 0] limit = [5, 7, 3] strides = [1, 2, 1] : tensor<5x7x3xf32> -> "
        "tensor<4x3x3xf32>",
        tensor_slice(a, DIMS(1, 2, 0), DIMS(5, 7, 3), DIMS(1, 2, 1)), a);
  Tensor *b = TENSOR(5, 7);
  CHECK("shape",
        "%r = accy.slice %a0 start = [2, 0] limit = [4, 7] strides = [1, 1] : tensor<5x7xf32> -> tensor<2x7xf32>",
        tensor_slice(b, DIMS(2, 0), DIMS(4, 7), DIMS(1, 1)), b);
  Tensor *c = TENSOR(5, 7);
  CHECK("shape",
        "%r = accy.slice %a0 start = [2, 3] limit = [2, 7] strides = [1, 1] : tensor<5x7xf32> -> tensor<0x4xf32>",
        tensor_slice(c, DIMS(2, 3), DIMS(2, 7), DIMS(1, 1)), c);
  Tensor *d = TENSOR(4, 1, 3), *e = tensor_reverse(d, 0);
  CHECK("shape", "%r = accy.reverse %a0 dims = [0, 2] : tensor<4x1x3xf32>", tensor_reverse(e, 2), d);
  free(e);
}

static void test_pad(void **state) {
  Tensor *a = TENSOR(4, 5), *v = tensor_scalar(-9);
  CHECK("shape",
        "%r = accy.pad %a0, %a1 low = [1, 2] high = [3, 0] interior = [2, 0] : tensor<4x5xf32>, tensor<f32> -> "
        "tensor<14x7xf32>",
        tensor_pad(a, -9, DIMS(1, 2), DIMS(3, 0), DIMS(2, 0)), a, v);
  Tensor *b = TENSOR(4, 5), *w = tensor_scalar(-9);
  CHECK("shape",
        "%r = accy.pad %a0, %a1 low = [-1, -2] high = [2, -1] interior = [0, 1] : tensor<4x5xf32>, tensor<f32> -> "
        "tensor<5x6xf32>",
        tensor_pad(b, -9, DIMS(-1, -2), DIMS(2, -1), DIMS(0, 1)), b, w);
  Tensor *c = TENSOR(0, 2), *x = tensor_scalar(-9);
  CHECK("shape",
        "%r = accy.pad %a0, %a1 low = [1, 0] high = [1, 0] interior = [3, 0] : tensor<0x2xf32>, tensor<f32> -> "
        "tensor<2x2xf32>",
        tensor_pad(c, -9, DIMS(1, 0), DIMS(1, 0), DIMS(3, 0)), c, x);
}

static void test_concatenate(void **state) {
  for (int dim = 0; dim < 2; ++dim) {
    int size[4] = {2, 0, 5, 1};
    Tensor *operands[4];
    char names[4][64], output[64], body[512];
    for (int i = 0; i < 4; ++i) {
      operands[i] = dim ? TENSOR(3, size[i]) : TENSOR(size[i], 3);
      type_name(operands[i], names[i]);
    }
    Tensor *expected = tensor_concatenate(4, operands, dim);
    type_name(expected, output);
    snprintf(body, sizeof body,
             "%%r = accy.concatenate %%a0, %%a1, %%a2, %%a3 dim = %d : tensor<%s>, tensor<%s>, tensor<%s>, tensor<%s> "
             "-> tensor<%s>",
             dim, names[0], names[1], names[2], names[3], output);
    check(state, "shape", body, 4, operands, expected);
  }
}

// What only a branch makes safe must stay in it: b has 3 elements, and the result 8.
static void test_branches(void **state) {
  Tensor *a = TENSOR(5), *b = TENSOR(3), *c = TENSOR(3, 4);
  Tensor *sums = tensor_reduce(c, 2, 0, add), *shifted = tensor_map(b, sums, add);
  Tensor *operands[] = {a, shifted};
  Tensor *joined = tensor_concatenate(2, operands, 0);
  CHECK("reduction",
        "%s = accy.reduce sum %a2 dims = [1] : tensor<3x4xf32> -> tensor<3xf32>\n"
        "%t = accy.add %a1, %s : tensor<3xf32>\n"
        "%u = accy.concatenate %a0, %t dim = 0 : tensor<5xf32>, tensor<3xf32> -> tensor<8xf32>\n"
        "%r = accy.broadcast %u dims = [1] : tensor<8xf32> -> tensor<2x8xf32>",
        tensor_broadcast(joined, DIMS(1), 2, DIMS(2, 8)), a, b, c);
  free(sums);
  free(shifted);
  free(joined);
  Tensor *d = TENSOR(4), *v = tensor_scalar(2), *e = TENSOR(2, 6);
  Tensor *padded = tensor_pad(d, 2, DIMS(1), DIMS(1), DIMS(0)),
         *rows = tensor_broadcast(padded, DIMS(1), 2, DIMS(2, 6));
  Tensor *products = tensor_map(rows, e, multiply);
  CHECK("reduction",
        "%p = accy.pad %a0, %a1 low = [1] high = [1] interior = [0] : tensor<4xf32>, tensor<f32> -> tensor<6xf32>\n"
        "%b = accy.broadcast %p dims = [1] : tensor<6xf32> -> tensor<2x6xf32>\n"
        "%m = accy.mul %b, %a2 : tensor<2x6xf32>\n"
        "%r = accy.reduce sum %m dims = [1] : tensor<2x6xf32> -> tensor<2xf32>",
        tensor_reduce(products, 2, 0, add), d, v, e);
  free(padded);
  free(rows);
  free(products);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static void test_reduce_every_axis(void **state) {
  for (unsigned dims = 1; dims < 16; ++dims)
    for (int trivial = 0; trivial < 2; ++trivial) {
      Tensor *a = trivial ? TENSOR(3, 1, 4, 1) : TENSOR(3, 2, 4, 5), *expected = tensor_reduce(a, dims, 0, add);
      char input[64], output[64], list[64] = "", body[256];
      type_name(a, input);
      type_name(expected, output);
      for (int i = 0; i < 4; ++i)
        if (dims >> i & 1)
          sprintf(list + strlen(list), "%s%d", *list ? ", " : "", i);
      snprintf(body, sizeof body, "%%r = accy.reduce sum %%a0 dims = [%s] : tensor<%s> -> tensor<%s>", list, input,
               output);
      CHECK("reduction", body, expected, a);
    }
}

static void test_reduce_fused(void **state) {
  // Softmax's middle: each row less its maximum, summed, and what follows.
  Tensor *a = TENSOR(4, 9), *b = TENSOR(4), *m = tensor_reduce(a, 2, -INFINITY, greater);
  Tensor *rows = tensor_broadcast(m, DIMS(0), 2, DIMS(4, 9)), *less = tensor_map(a, rows, subtract);
  Tensor *sums = tensor_reduce(less, 2, 0, add);
  CHECK("reduction",
        "%m = accy.reduce max %a0 dims = [1] : tensor<4x9xf32> -> tensor<4xf32>\n"
        "%b = accy.broadcast %m dims = [0] : tensor<4xf32> -> tensor<4x9xf32>\n"
        "%l = accy.sub %a0, %b : tensor<4x9xf32>\n"
        "%s = accy.reduce sum %l dims = [1] : tensor<4x9xf32> -> tensor<4xf32>\n"
        "%r = accy.mul %s, %a1 : tensor<4xf32>",
        tensor_map(sums, b, multiply), a, b);
  free(m);
  free(rows);
  free(less);
  free(sums);
}

static void test_reduce_nothing(void **state) {
  static const struct {
    const char *kind;
    double identity;
  } rows[] = {{"sum", 0}, {"prod", 1}, {"max", -INFINITY}, {"min", INFINITY}};
  for (int i = 0; i < 4; ++i) {
    Tensor *a = TENSOR(3, 0);
    char body[128];
    snprintf(body, sizeof body, "%%r = accy.reduce %s %%a0 dims = [1] : tensor<3x0xf32> -> tensor<3xf32>",
             rows[i].kind);
    CHECK("reduction", body, tensor_reduce(a, 2, rows[i].identity, add), a);
  }
  Tensor *b = TENSOR(0, 3);
  CHECK("reduction", "%r = accy.reduce sum %a0 dims = [1] : tensor<0x3xf32> -> tensor<0xf32>",
        tensor_reduce(b, 2, 0, add), b);
}

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

// As batch × free × contracting dimensions, broadcast, multiplied and summed.
static Tensor *expected_dot(const Tensor *lhs, const int *lhsDims, const Tensor *rhs, const int *rhsDims, int rank,
                            const int *extents, unsigned contracting) {
  Tensor *left = tensor_broadcast(lhs, lhsDims, rank, extents), *right = tensor_broadcast(rhs, rhsDims, rank, extents);
  Tensor *product = tensor_map(left, right, multiply), *sum = tensor_reduce(product, contracting, 0, add);
  free(left);
  free(right);
  free(product);
  return sum;
}

static void run_dots(void **state) {
  Tensor *a = TENSOR(5, 3), *b = TENSOR(3, 7);
  CHECK("dot_general",
        "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
        "tensor<5x3xf32>, tensor<3x7xf32> -> tensor<5x7xf32>",
        expected_dot(a, DIMS(0, 2), b, DIMS(2, 1), 3, DIMS(5, 7, 3), 4), a, b);
  // Two contracting dimensions, which are neighbours in one operand only; a batch dimension that is not the first.
  Tensor *c = TENSOR(3, 2, 4, 5), *d = TENSOR(5, 2, 3, 6);
  CHECK("dot_general",
        "%r = accy.dot_general %a0, %a1 lhs_batch = [1] rhs_batch = [1] lhs_contract = [0, 3] rhs_contract = [2, 0] : "
        "tensor<3x2x4x5xf32>, tensor<5x2x3x6xf32> -> tensor<2x4x6xf32>",
        expected_dot(c, DIMS(3, 0, 1, 4), d, DIMS(4, 0, 3, 2), 5, DIMS(2, 4, 6, 3, 5), 8 | 16), c, d);
  Tensor *e = TENSOR(2, 3, 4), *f = TENSOR(3, 4, 2);
  CHECK("dot_general",
        "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [1, 2] rhs_contract = [0, 1] : "
        "tensor<2x3x4xf32>, tensor<3x4x2xf32> -> tensor<2x2xf32>",
        expected_dot(e, DIMS(0, 2, 3), f, DIMS(2, 3, 1), 4, DIMS(2, 2, 3, 4), 4 | 8), e, f);
  Tensor *g = TENSOR(6), *h = TENSOR(6);
  CHECK("dot_general",
        "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : "
        "tensor<6xf32> -> tensor<f32>",
        expected_dot(g, DIMS(0), h, DIMS(0), 1, DIMS(6), 1), g, h);
  // Nothing contracted, and nothing to contract.
  Tensor *i = TENSOR(2), *k = TENSOR(3);
  CHECK("dot_general",
        "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [] rhs_contract = [] : "
        "tensor<2xf32>, tensor<3xf32> -> tensor<2x3xf32>",
        expected_dot(i, DIMS(0), k, DIMS(1), 2, DIMS(2, 3), 0), i, k);
  Tensor *l = TENSOR(2, 0), *m = TENSOR(0, 3);
  CHECK("dot_general",
        "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
        "tensor<2x0xf32>, tensor<0x3xf32> -> tensor<2x3xf32>",
        expected_dot(l, DIMS(0, 2), m, DIMS(2, 1), 3, DIMS(2, 3, 0), 4), l, m);
}

// Enough rows and columns for whole tiles beside the ones at the edges.
static void run_large_dot(void **state) {
  Tensor *a = TENSOR(2, 9, 3), *b = TENSOR(2, 3, 35);
  Tensor *dot = expected_dot(a, DIMS(0, 1, 3), b, DIMS(0, 3, 2), 4, DIMS(2, 9, 35, 3), 8);
  CHECK("dot_general",
        "%d = accy.dot_general %a0, %a1 lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : "
        "tensor<2x9x3xf32>, tensor<2x3x35xf32> -> tensor<2x9x35xf32>\n"
        "%r = accy.add %d, %d : tensor<2x9x35xf32>",
        tensor_map(dot, dot, add), a, b);
  free(dot);
}

static void test_dot(void **state) {
  static const char *const strategies[] = {"generic", "best"};
  KernelFixture *fixture = *state;
  for (int i = 0; i < 2; ++i) {
    fixture->strategies = strategies[i];
    run_dots(state);
    run_large_dot(state);
  }
}

static void test_dot_fused(void **state) {
  // A transposed operand before, a bias and a change of shape after.
  Tensor *a = TENSOR(5, 3), *b = TENSOR(7, 3), *bias = TENSOR(7);
  Tensor *dot = expected_dot(a, DIMS(0, 2), b, DIMS(1, 2), 3, DIMS(5, 7, 3), 4);
  Tensor *rows = tensor_broadcast(bias, DIMS(1), 2, DIMS(5, 7)), *sum = tensor_map(dot, rows, add);
  CHECK("dot_general",
        "%t = accy.transpose %a1 permutation = [1, 0] : tensor<7x3xf32> -> tensor<3x7xf32>\n"
        "%d = accy.dot_general %a0, %t lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
        "tensor<5x3xf32>, tensor<3x7xf32> -> tensor<5x7xf32>\n"
        "%b = accy.broadcast %a2 dims = [1] : tensor<7xf32> -> tensor<5x7xf32>\n"
        "%s = accy.add %d, %b : tensor<5x7xf32>\n"
        "%r = accy.reshape %s : tensor<5x7xf32> -> tensor<35xf32>",
        tensor_reshape(sum, 1, DIMS(35)), a, b, bias);
  free(dot);
  free(rows);
  free(sum);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_broadcast),    cmocka_unit_test(test_reshape),
      cmocka_unit_test(test_transpose),    cmocka_unit_test(test_slice_and_reverse),
      cmocka_unit_test(test_pad),          cmocka_unit_test(test_concatenate),
      cmocka_unit_test(test_branches),     cmocka_unit_test(test_reduce_every_axis),
      cmocka_unit_test(test_reduce_fused), cmocka_unit_test(test_reduce_nothing),
      cmocka_unit_test(test_dot),          cmocka_unit_test(test_dot_fused),
  };
  return cmocka_run_group_tests(tests, kernel_fixture_setup, kernel_fixture_teardown);
}
