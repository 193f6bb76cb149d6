// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner's reference kernels, from what a work item reads and computes to its name, arguments, class, geometry and
// estimates: docs/planner.md, section 9. Baseline profiles, one thread an element of the output.
#include "planner/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "planner/entry_name.h"

// ---- Work items -----------------------------------------------------------------------------------------------------

enum { max_inputs = 4 };

/// A program of one kernel.
typedef struct Fact {
  AccyKernelKind kind;
  const char *ops[2]; // of the name
  uint32_t op_count;
  uint64_t inputs[max_inputs]; // bytes; 0 ends them
  uint64_t output;             // bytes
  uint32_t external_operands, chain_operands;
  uint64_t elements;       // of the output
  uint64_t m, n, k;        // dot_general
  AccyDtype dtype;         // of all
  uint64_t input_elements; // reduction
  uint32_t rank, axis;     // reduction
  uint64_t dims[3];        // reduction
} Fact;

static const Fact add = {AccyKernelKindElementwise, {"add"}, 1, {32, 32}, 32, 2, 0, 8, .dtype = AccyDtypeF32};
static const Fact fused = {AccyKernelKindElementwise, {"add", "mul"}, 2, {32, 32, 32}, 32, 3, 1, 8,
                           .dtype = AccyDtypeF32};
static const Fact reshape = {AccyKernelKindShape, {"reshape"}, 1, {32}, 32, 1, 0, 8, .dtype = AccyDtypeF32};
static const Fact dot = {AccyKernelKindDotGeneral, {NULL}, 1, {1024, 1024}, 1024, 2, 0, 256, 16, 16, 16,
                         .dtype = AccyDtypeF32};
static const Fact sum = {AccyKernelKindReduction,
                         {NULL},
                         1,
                         {1024},
                         4,
                         1,
                         0,
                         1,
                         .dtype = AccyDtypeF32,
                         .input_elements = 256,
                         .rank = 1,
                         .dims = {256}};
static const Fact sum_rows = {
    AccyKernelKindReduction, {NULL},    1,         {1024},          64, 1, 0, 16, .dtype = AccyDtypeF32,
    .input_elements = 256,   .rank = 2, .axis = 1, .dims = {16, 16}};

static uint32_t count_inputs(const Fact *fact) {
  uint32_t count = 0;
  while (count < max_inputs && fact->inputs[count])
    ++count;
  return count;
}

static AccyResources compute_resources(const Fact *fact) {
  AccyValueSize inputs[max_inputs], output = {true, fact->output};
  AccyResources resources;
  for (uint32_t i = 0; i < count_inputs(fact); ++i)
    inputs[i] = (AccyValueSize){true, fact->inputs[i]};
  const AccyWorkItem item = {.kind = fact->kind,
                             .op_count = fact->op_count,
                             .inputs = inputs,
                             .input_count = count_inputs(fact),
                             .outputs = &output,
                             .output_count = 1,
                             .external_operand_count = fact->external_operands,
                             .chain_operand_count = fact->chain_operands,
                             .element_count = fact->elements,
                             .element_size = 4,
                             .m = fact->m,
                             .n = fact->n,
                             .k = fact->k,
                             .batch = 1,
                             .input_element_count = fact->input_elements};
  accyResourcesCompute(&item, &resources);
  return resources;
}

// ---- Kernels --------------------------------------------------------------------------------------------------------

/// A planned kernel, and what it points to.
typedef struct Planned {
  AccyTargetProfile target;
  uint32_t inputs[max_inputs];
  AccyScalar statics[ACCY_HOST_LOOP_ARGUMENTS];
  AccyKernel kernel;
} Planned;

static AccyLaunchRequest describe_launch(const Fact *fact, const Planned *planned) {
  AccyLaunchRequest request = {.target = &planned->target.capabilities,
                               .format = planned->target.format,
                               .resources = &planned->kernel.resources,
                               .input_dtype = fact->dtype,
                               .output_dtype = fact->dtype};
  bool fixed = planned->target.format == AccyFormatVulkanSpirv || accyFormatIsHostLoop(planned->target.format);
  switch (fact->kind) {
  case AccyKernelKindDotGeneral:
    request.shape = AccyLaunchShapeDotGeneral;
    request.dot_general.m = fact->m;
    request.dot_general.n = fact->n;
    request.dot_general.k = fact->k;
    request.dot_general.batch = 1;
    return request;
  case AccyKernelKindReduction:
    request.shape = AccyLaunchShapeReduction;
    request.reduction.kind = AccyReductionKindSum;
    request.reduction.rank = fact->rank;
    request.reduction.axis = fact->axis;
    memcpy(request.reduction.dims, fact->dims, sizeof fact->dims);
    request.reduction.input_count = fact->input_elements;
    request.reduction.output_count = fact->elements;
    return request;
  default: // in formats of a fixed size the lowered kernel has a geometry of its own: all elements in one threadgroup
    request.shape = AccyLaunchShapeGeneric;
    request.has_geometry = fixed;
    request.geometry = (AccyGeometry){{1, 1, 1}, {(uint32_t)fact->elements, 1, 1}, 0};
    return request;
  }
}

static void set_artifact(const Fact *fact, AccyKernel *kernel, const AccyTargetProfile *target) {
  static const uint32_t word = 0x07230203;
  char name[ACCY_NAME_CAPACITY];
  const AccyEntryNameRequest request = {.kind = fact->kind,
                                        .op_names = fact->ops,
                                        .op_count = fact->op_count,
                                        .dtype = fact->dtype,
                                        .m = fact->m,
                                        .n = fact->n,
                                        .k = fact->k,
                                        .reduction = AccyReductionKindSum,
                                        .reduction_rank = fact->rank,
                                        .reduction_axis = fact->axis};
  const AccyRequirements required = {.dtypes = ACCY_BIT(fact->dtype)};
  const AccyPayload payload = {accyFormatPayloadKind(target->format), AccyPayloadOwnershipExternal, &word, 4};
  accyEntryName(&request, name);
  assert_true(accyKernelSetArtifact(kernel, target->capabilities.backend, target->format, name, AccyKernelSourceTensor,
                                    AccyLaunchKindGeneric, &required, &payload, NULL));
}

/// `target` names a backend, or cpu_object.
static void plan(const Fact *fact, const char *target, Planned *planned) {
  AccyStatus status = {0};
  bool is_object = strcmp(target, "cpu_object") == 0;
  *planned = (Planned){.kernel = {.kind = fact->kind, .input_slot_count = count_inputs(fact)}};
  AccyKernel *kernel = &planned->kernel;
  assert_true(accyTargetProfileLookup(target, is_object ? 3 : strlen(target), &planned->target, NULL));
  if (is_object)
    planned->target.format = AccyFormatCpuObject;
  kernel->input_slots = planned->inputs;
  kernel->resources = compute_resources(fact);
  kernel->element_count = fact->elements;
  kernel->count_argument = accyGeneratedCountArgument(fact->kind);
  const AccyLaunchRequest request = describe_launch(fact, planned);
  if (!accyLaunchResourcesPlan(&request, &kernel->launch, &status))
    fail_msg("%s", status.message);
  if (accyFormatIsHostLoop(planned->target.format)) {
    assert_true(accyHostLoopArguments(fact->elements, &kernel->launch.geometry, planned->statics, NULL));
    kernel->static_arguments = planned->statics;
    kernel->static_argument_count = ACCY_HOST_LOOP_ARGUMENTS;
  }
  set_artifact(fact, kernel, &planned->target);
}

// ---- What is said of them -------------------------------------------------------------------------------------------

static void assert_resources(const Planned *planned, uint64_t read, uint64_t write, uint64_t total, uint64_t ops,
                             AccyResourceClass expected) {
  const AccyResources *resources = &planned->kernel.resources;
  assert_int_equal(resources->static_read_bytes, read);
  assert_int_equal(resources->static_write_bytes, write);
  assert_int_equal(resources->static_total_bytes, total);
  assert_true(resources->static_bytes_complete);
  assert_int_equal(resources->estimated_element_ops, ops);
  assert_int_equal(resources->resource_class, expected);
}

static void assert_launch(const Planned *planned, uint32_t grid_x, uint32_t grid_y, uint32_t threads_x,
                          uint32_t threads_y, uint64_t bytes, uint64_t ops) {
  const AccyLaunchResources *launch = &planned->kernel.launch;
  const AccyGeometry expected = {{grid_x, grid_y, 1}, {threads_x, threads_y, 1}, 0};
  assert_memory_equal(&launch->geometry, &expected, sizeof expected);
  assert_memory_equal(&launch->candidates[0].geometry, &expected, sizeof expected);
  assert_int_equal(launch->est_bytes, bytes);
  assert_int_equal(launch->est_ops, ops);
}

static void assert_tile(const Planned *planned, uint64_t m, uint64_t n, uint64_t k, uint32_t input_bytes,
                        uint32_t output_bytes) {
  const AccyTile *tile = &planned->kernel.launch.tile;
  assert_int_equal(tile->m, m);
  assert_int_equal(tile->n, n);
  assert_int_equal(tile->k, k);
  assert_int_equal(tile->input_tile_bytes, input_bytes);
  assert_int_equal(tile->output_tile_bytes, output_bytes);
}

static void assert_statics(const Planned *planned, const uint32_t expected[ACCY_HOST_LOOP_ARGUMENTS]) {
  const AccyKernel *kernel = &planned->kernel;
  uint32_t first = kernel->contract.argument_count - ACCY_HOST_LOOP_ARGUMENTS;
  for (uint32_t i = 0; i < ACCY_HOST_LOOP_ARGUMENTS; ++i) {
    AccyArgument argument = accyKernelArgument(kernel, first + i);
    assert_int_equal(argument.kind, AccyArgumentStaticScalar);
    assert_int_equal(argument.scalar.kind, AccyScalarKindU32);
    assert_int_equal(argument.scalar.bits, expected[i]);
  }
}

static void assert_contract(const Planned *planned, const char *entry, uint32_t arguments) {
  assert_string_equal(planned->kernel.contract.entry, entry);
  assert_int_equal(planned->kernel.contract.argument_count, arguments);
}

static void test_add(void **state) {
  (void)state;
  static const uint32_t statics[] = {8, 1, 1, 1, 8, 1, 1};
  Planned planned;
  plan(&add, "cuda", &planned);
  assert_contract(&planned, "accy_choir_elementwise_add_0", 4);
  assert_int_equal(planned.kernel.count_argument, AccyCountArgumentDeviceBufferU32);
  assert_int_equal(accyKernelArgument(&planned.kernel, 3).kind, AccyArgumentCountBuffer);
  assert_int_equal(accyKernelArgument(&planned.kernel, 3).count, 8);
  assert_resources(&planned, 64, 32, 96, 8, AccyResourceClassMemoryBound);
  assert_int_equal(planned.kernel.resources.external_input_value_count, 2);
  assert_launch(&planned, 1, 1, 32, 1, 384, 32);
  plan(&add, "vulkan", &planned);
  assert_contract(&planned, "accy_choir_elementwise_add_0", 4);
  assert_launch(&planned, 1, 1, 8, 1, 96, 8);
  assert_int_equal(planned.kernel.contract.payload_kind, AccyPayloadKindWordsU32);
  plan(&add, "metal", &planned);
  assert_contract(&planned, "accy_choir_elementwise_add_0", 4);
  assert_launch(&planned, 1, 1, 32, 1, 384, 32);
  assert_int_equal(planned.kernel.contract.payload_kind, AccyPayloadKindText);
  for (int host = 0; host < 2; ++host) {
    plan(&add, host ? "wasm" : "cpu_object", &planned);
    assert_contract(&planned, "accy_choir_elementwise_add_0", 11);
    assert_statics(&planned, statics);
    assert_launch(&planned, 1, 1, 8, 1, 96, 8);
    assert_true(planned.kernel.launch.fixed_threadgroup);
    assert_int_equal(planned.kernel.launch.candidate_count, 1);
    assert_int_equal(planned.kernel.contract.payload_kind, AccyPayloadKindBytes);
  }
}

static void test_fused(void **state) {
  (void)state;
  Planned planned;
  plan(&fused, "cuda", &planned);
  assert_contract(&planned, "accy_choir_elementwise_add_mul_0", 5);
  const AccyResources *resources = &planned.kernel.resources;
  assert_int_equal(resources->op_count, 2);
  assert_int_equal(resources->external_input_value_count, 3);
  assert_int_equal(resources->external_operand_count, 3);
  assert_int_equal(resources->chain_operand_count, 1);
  assert_resources(&planned, 96, 32, 128, 16, AccyResourceClassMemoryBound);
  assert_int_equal(resources->ops_per_kib, 128);
  assert_launch(&planned, 1, 1, 32, 1, 512, 64);
  plan(&fused, "vulkan", &planned);
  assert_contract(&planned, "accy_choir_elementwise_add_mul_0", 5);
  plan(&fused, "metal", &planned);
  assert_contract(&planned, "accy_choir_elementwise_add_mul_0", 5);
}

static void test_reshape(void **state) {
  (void)state;
  Planned planned;
  plan(&reshape, "vulkan", &planned);
  assert_contract(&planned, "accy_choir_shape_reshape_0", 3);
  assert_resources(&planned, 32, 32, 64, 8, AccyResourceClassMemoryBound);
  assert_launch(&planned, 1, 1, 8, 1, 64, 8);
  assert_true(planned.kernel.launch.fixed_threadgroup);
}

// The candidates are facts of launch_test.c.
static void test_dot(void **state) {
  (void)state;
  static const uint32_t statics[] = {256, 256, 1, 1, 1, 1, 1};
  Planned planned;
  plan(&dot, "cuda", &planned);
  assert_contract(&planned, "accy_choir_dot_general_f32_16x16x16_0", 3);
  assert_int_equal(planned.kernel.count_argument, AccyCountArgumentNone);
  assert_int_equal(planned.kernel.element_count, 256);
  assert_resources(&planned, 2048, 1024, 3072, 8192, AccyResourceClassComputeWeighted);
  assert_launch(&planned, 1, 1, 16, 16, 3072, 8192);
  assert_tile(&planned, 16, 16, 16, 2048, 1024);
  assert_true(planned.kernel.launch.fixed_threadgroup);
  plan(&dot, "vulkan", &planned);
  assert_launch(&planned, 2, 2, 8, 8, 768, 2048);
  plan(&dot, "cpu_object", &planned);
  assert_contract(&planned, "accy_choir_dot_general_f32_16x16x16_0", 10);
  assert_statics(&planned, statics);
  assert_launch(&planned, 256, 1, 1, 1, 12, 32);
  assert_tile(&planned, 1, 1, 16, 128, 4);
  assert_int_equal(planned.kernel.launch.candidate_count, 1);
}

static void test_sum(void **state) {
  (void)state;
  Planned planned;
  plan(&sum, "cuda", &planned);
  assert_contract(&planned, "accy_choir_reduction_sum_rank1_axis0_f32_0", 3);
  assert_int_equal(accyKernelArgument(&planned.kernel, 2).count, 1);
  assert_resources(&planned, 1024, 4, 1028, 256, AccyResourceClassMemoryBound);
  assert_launch(&planned, 1, 1, 32, 1, 32896, 8192);
  assert_tile(&planned, 32, 256, 0, 32768, 128);
  assert_false(planned.kernel.launch.fixed_threadgroup);
  plan(&sum, "vulkan", &planned);
  assert_launch(&planned, 1, 1, 64, 1, 65792, 16384);
  assert_tile(&planned, 64, 256, 0, 65536, 256);
  assert_true(planned.kernel.launch.fixed_threadgroup);
}

static void test_sum_rows(void **state) {
  (void)state;
  Planned planned;
  plan(&sum_rows, "cuda", &planned);
  assert_contract(&planned, "accy_choir_reduction_sum_rank2_axis1_f32_0", 3);
  assert_resources(&planned, 1024, 64, 1088, 256, AccyResourceClassMemoryBound);
  assert_launch(&planned, 1, 1, 32, 1, 2176, 512);
  assert_tile(&planned, 32, 16, 1, 2048, 128);
  plan(&sum_rows, "vulkan", &planned);
  assert_launch(&planned, 1, 1, 64, 1, 4352, 1024);
  assert_tile(&planned, 64, 16, 1, 4096, 256);
}

static void test_sum_of_i32(void **state) {
  (void)state;
  static const char *const targets[] = {"cuda", "vulkan"};
  Fact integers = sum;
  integers.dtype = AccyDtypeI32;
  for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i) {
    Planned planned;
    plan(&integers, targets[i], &planned);
    assert_contract(&planned, "accy_choir_reduction_sum_rank1_axis0_i32_0", 3);
    assert_int_equal(planned.kernel.contract.required.dtypes, ACCY_BIT(AccyDtypeI32));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add),        cmocka_unit_test(test_fused), cmocka_unit_test(test_reshape),
      cmocka_unit_test(test_dot),        cmocka_unit_test(test_sum),   cmocka_unit_test(test_sum_rows),
      cmocka_unit_test(test_sum_of_i32),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
