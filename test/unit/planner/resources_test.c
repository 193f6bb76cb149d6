// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a kernel's work before it is launched. Spec: planner.md, section 6.
#include "planner/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "accy-c/Launch.h"

static void test_fused_resources(void **state) {
  (void)state;
  AccyValueSize inputs[] = {{true, 32}, {true, 32}, {true, 32}}, output = {true, 32};
  AccyWorkItem item = {.kind = AccyKernelKindElementwise, .op_count = 2, .inputs = inputs, .input_count = 3};
  item.outputs = &output;
  item.output_count = 1;
  item.external_operand_count = 3;
  item.chain_operand_count = 1;
  item.element_count = 8;
  item.element_size = 4;
  AccyResources resources;
  accyResourcesCompute(&item, &resources);
  assert_int_equal(resources.static_read_bytes, 96);
  assert_int_equal(resources.static_write_bytes, 32);
  assert_int_equal(resources.static_total_bytes, 128);
  assert_int_equal(resources.estimated_element_ops, 16);
  assert_int_equal(resources.ops_per_kib, 128);
  assert_int_equal(resources.resource_class, AccyResourceClassMemoryBound);
  inputs[1].is_static = false;
  accyResourcesCompute(&item, &resources);
  assert_false(resources.static_bytes_complete);
  assert_int_equal(resources.resource_class, AccyResourceClassUnknown);
  assert_int_equal(resources.static_read_bytes, 64); // of what is known
  inputs[1].is_static = true;
  output.is_static = false;
  accyResourcesCompute(&item, &resources);
  assert_false(resources.static_bytes_complete);
  assert_int_equal(resources.op_count, 2);
  assert_int_equal(resources.external_input_value_count, 3);
  assert_int_equal(resources.external_operand_count, 3);
  assert_int_equal(resources.chain_operand_count, 1);
  assert_int_equal(resources.element_count, 8);
  assert_int_equal(resources.element_size, 4);
  item.kind = AccyKernelKindShape;
  accyResourcesCompute(&item, &resources);
  assert_int_equal(resources.estimated_element_ops, 16);
}

// Rounded down, after a product that stays at the greatest number.
static void test_ops_per_kib(void **state) {
  (void)state;
  static const struct {
    uint64_t ops, bytes, expected;
  } rows[] = {{1, 3, 341}, {2, 3, 682}, {1, 1025, 0}, {UINT64_MAX, 1024, UINT64_MAX / 1024}, {8, 96, 85}, {1, 0, 0}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyResources resources = {.static_bytes_complete = true, .static_total_bytes = rows[i].bytes};
    resources.estimated_element_ops = rows[i].ops;
    accyResourcesClassify(&resources);
    assert_true(resources.ops_per_kib == rows[i].expected);
    if (rows[i].bytes == 0)
      assert_int_equal(resources.resource_class, AccyResourceClassUnknown);
  }
}

static void test_dot_and_reduction_ops(void **state) {
  (void)state;
  AccyWorkItem dot = {.kind = AccyKernelKindDotGeneral, .op_count = 1, .m = 16, .n = 16, .k = 16, .batch = 1};
  AccyResources resources;
  accyResourcesCompute(&dot, &resources);
  assert_int_equal(resources.estimated_element_ops, 8192);
  dot.batch = 3;
  accyResourcesCompute(&dot, &resources);
  assert_int_equal(resources.estimated_element_ops, 3 * 8192);
  dot.m = dot.n = UINT64_MAX;
  accyResourcesCompute(&dot, &resources);
  assert_int_equal(resources.estimated_element_ops, UINT64_MAX);
  AccyWorkItem sum = {.kind = AccyKernelKindReduction, .op_count = 1, .element_count = 1, .input_element_count = 256};
  accyResourcesCompute(&sum, &resources);
  assert_int_equal(resources.estimated_element_ops, 256);
  AccyWorkItem rows = {
      .kind = AccyKernelKindRowPipeline, .op_count = 7, .element_count = 4, .input_element_count = 256};
  accyResourcesCompute(&rows, &resources);
  assert_int_equal(resources.estimated_element_ops, 7 * 256);
  rows.input_element_count = UINT64_MAX / 2;
  accyResourcesCompute(&rows, &resources);
  assert_int_equal(resources.estimated_element_ops, UINT64_MAX);
}

static void test_class_limits(void **state) {
  (void)state;
  static const struct {
    uint64_t ops;
    AccyResourceClass expected;
  } rows[] = {{0, AccyResourceClassUnknown},
              {256, AccyResourceClassMemoryBound},
              {257, AccyResourceClassBalanced},
              {1024, AccyResourceClassBalanced},
              {1025, AccyResourceClassComputeWeighted},
              {UINT64_MAX, AccyResourceClassComputeWeighted}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyResources resources = {.static_bytes_complete = true, .static_total_bytes = 1024};
    resources.estimated_element_ops = rows[i].ops;
    accyResourcesClassify(&resources);
    assert_int_equal(resources.resource_class, rows[i].expected);
  }
  assert_int_equal(accyThreadgroupShare(UINT64_MAX, 2, 4), UINT64_MAX / 2 + 1); // saturates before it divides
  assert_int_equal(accyThreadgroupShare(7, 3, 1), 3);                           // rounded up
  assert_int_equal(accyThreadgroupShare(7, 0, 4), 0);
  assert_int_equal(accyThreadgroupShare(0, 7, 4), 0);
  assert_int_equal(accyThreadgroupShare(7, 7, 0), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fused_resources),
      cmocka_unit_test(test_dot_and_reduction_ops),
      cmocka_unit_test(test_class_limits),
      cmocka_unit_test(test_ops_per_kib),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
