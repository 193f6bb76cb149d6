// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel calls: the fact of planner.md, section 9, and the rules of section 5.
#include "planner/kernel_call.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "accy-c/Launch.h"
#include "accy-c/Target.h"
#include "planner/plan.h"

static const char payload_text[] = ".visible .entry scale";

static const AccyKernelCallEntry *lookup_one(void *context, const char *target, uint32_t version, AccyFormat format) {
  (void)format;
  const AccyKernelCallEntry *entry = context;
  return strcmp(target, "accy.custom.scale") == 0 && version == 1 ? entry : NULL;
}

/// accy.custom.scale v1 on cuda with two inputs of 8 elements.
typedef struct Call {
  AccyTargetProfile profile;
  AccyScalar constant;
  AccyKernelCallEntry entry;
  AccyKernelRegistry registry;
  AccySlot slots[2];
  const AccySlot *inputs[2];
  uint32_t input_ids[2];
  AccyKernelCallRequest request;
  AccyKernel kernel;
  AccyArena arena;
} Call;

static void start(Call *call) {
  *call = (Call){.constant = {AccyScalarKindU32, 7}};
  assert_true(accyTargetProfileLookup("cuda", 4, &call->profile, NULL));
  call->entry = (AccyKernelCallEntry){.target = "accy.custom.scale", .version = 1, .format = AccyFormatCudaPtx};
  call->entry.entry = "scale";
  call->entry.argument_count = 5;
  call->entry.required.dtypes = ACCY_BIT(AccyDtypeF32);
  call->entry.payload =
      (AccyPayload){AccyPayloadKindText, AccyPayloadOwnershipExternal, payload_text, sizeof(payload_text) - 1};
  call->entry.launch = (AccyKernelCallLaunch){{{.extent = 1}, {.extent = 1}, {.extent = 1}}, {8, 1, 1}, 2048};
  call->entry.count_argument = AccyCountArgumentScalarU32;
  call->entry.static_arguments = &call->constant;
  call->entry.static_argument_count = 1;
  call->registry = (AccyKernelRegistry){lookup_one, &call->entry};
  for (uint32_t i = 0; i < 2; ++i) {
    call->slots[i] = (AccySlot){.id = i, .dtype = AccyDtypeF32};
    call->inputs[i] = &call->slots[i];
    call->input_ids[i] = i;
  }
  call->request = (AccyKernelCallRequest){.target = "accy.custom.scale", .version = 1, .format = AccyFormatCudaPtx};
  call->request.backend = AccyBackendCuda;
  call->request.capabilities = &call->profile.capabilities;
  call->request.input_slots = call->inputs;
  call->request.input_slot_count = 2;
  call->request.dtype = AccyDtypeF32;
  call->request.element_count = 8;
  call->kernel = (AccyKernel){.input_slots = call->input_ids, .input_slot_count = 2, .output_slot = 2};
  call->kernel.resources = (AccyResources){.static_total_bytes = 96, .element_count = 8, .estimated_element_ops = 8};
}

static bool plan(Call *call, AccyStatus *status) {
  return accyKernelCallPlan(&call->registry, &call->request, &call->arena, &call->kernel, status);
}

static void assert_fails(Call *call, AccyStatusCode code) {
  AccyStatus status = {0};
  assert_false(plan(call, &status));
  assert_string_equal(accyStatusCodeName(status.code), accyStatusCodeName(code));
  accyArenaFree(&call->arena);
}

static void test_fixed_launch(void **state) {
  (void)state;
  Call call;
  start(&call);
  AccyStatus status = {0};
  if (!plan(&call, &status))
    fail_msg("%s", status.message);
  const AccyKernel *kernel = &call.kernel;
  assert_int_equal(kernel->contract.source, AccyKernelSourceKernelCall);
  assert_int_equal(kernel->contract.payload_bytes, strlen(payload_text));
  assert_int_equal(kernel->contract.argument_count, 5);
  assert_int_equal(kernel->launch.candidate_count, 1);
  assert_true(kernel->launch.fixed_threadgroup);
  assert_int_equal(kernel->launch.geometry.threadgroup[0], 8);
  assert_int_equal(kernel->launch.geometry.shared_bytes, 2048);
  assert_int_equal(kernel->launch.candidates[0].geometry.shared_bytes, 2048);
  assert_int_equal(accyKernelArgument(kernel, 3).kind, AccyArgumentCount);
  assert_int_equal(accyKernelArgument(kernel, 4).scalar.bits, 7);
  assert_false(kernel->has_kernel_call_launch);
  accyArenaFree(&call.arena);
}

static void test_no_entry(void **state) {
  (void)state;
  Call call;
  start(&call);
  AccyStatus status = {0};
  assert_false(accyKernelCallPlan(NULL, &call.request, &call.arena, &call.kernel, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  call.request.version = 2;
  assert_fails(&call, AccyStatusCodeUnsupportedOperation);
}

static const AccyShapeProfile unnamed_shape = {1, 0, 42};

static void no_target(AccyKernelCallEntry *entry) {
  entry->target = "";
}
static void no_entry_name(AccyKernelCallEntry *entry) {
  entry->entry = "";
}
static void no_version(AccyKernelCallEntry *entry) {
  entry->version = 0;
}
static void absent_payload(AccyKernelCallEntry *entry) {
  entry->payload.data = NULL;
}
static void empty_payload(AccyKernelCallEntry *entry) {
  entry->payload.bytes = 0;
}
static void many_runtime_scalars(AccyKernelCallEntry *entry) {
  entry->runtime_scalar_count = 5; // and a static one, of five arguments
}
static void many_static_scalars(AccyKernelCallEntry *entry) {
  entry->argument_count = 0;
}
static void shape_without_fingerprint(AccyKernelCallEntry *entry) {
  entry->shape_profile = &unnamed_shape;
}
static void shape_with_another_fingerprint(AccyKernelCallEntry *entry) {
  entry->shape_profile = &unnamed_shape;
  entry->has_shape_family = true;
  entry->shape_family_fingerprint = 41;
}
static void flat_threadgroup(AccyKernelCallEntry *entry) {
  entry->launch.threadgroup[1] = 0;
}
static void flat_grid(AccyKernelCallEntry *entry) {
  entry->launch.grid[2].extent = 0;
}
static void no_divisor(AccyKernelCallEntry *entry) {
  entry->runtime_scalar_count = 1;
  entry->launch.grid[0] = (AccyGridAxis){.derived = true};
}
static void no_such_scalar(AccyKernelCallEntry *entry) {
  entry->runtime_scalar_count = 1;
  entry->launch.grid[0] = (AccyGridAxis){.derived = true, .scalar_index = 1, .divisor = 8};
}

// Each is found for what it is, by itself and when a call is planned.
static void test_bad_entries(void **state) {
  (void)state;
  static const struct {
    void (*damage)(AccyKernelCallEntry *entry);
    const char *reason;
  } rows[] = {{no_target, "its target is empty"},
              {no_entry_name, "its entry name is empty"},
              {no_version, "its version is 0"},
              {absent_payload, "its payload is absent or empty"},
              {empty_payload, "its payload is absent or empty"},
              {many_runtime_scalars, "more scalars than arguments"},
              {many_static_scalars, "more scalars than arguments"},
              {shape_without_fingerprint, "without a shape-family fingerprint"},
              {shape_with_another_fingerprint, "another fingerprint"},
              {flat_threadgroup, "its threadgroup has an extent of 0"},
              {flat_grid, "a fixed axis of its grid is 0"},
              {no_divisor, "the divisor 0"},
              {no_such_scalar, "a runtime scalar that it does not have"}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    Call call;
    start(&call);
    AccyStatus status = {0};
    assert_true(accyKernelCallEntryVerify(&call.entry, NULL));
    rows[i].damage(&call.entry);
    assert_false(accyKernelCallEntryVerify(&call.entry, &status));
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    if (!strstr(status.message, rows[i].reason))
      fail_msg("'%s' does not say '%s'", status.message, rows[i].reason);
    assert_fails(&call, AccyStatusCodeInvalidArtifact);
  }
  Call call; // its format takes text
  start(&call);
  call.entry.payload.kind = AccyPayloadKindBytes;
  assert_fails(&call, AccyStatusCodeInvalidArtifact);
}

static void test_mismatches(void **state) {
  (void)state;
  Call call;
  AccyScalar scalar = {AccyScalarKindU32, 1};
  start(&call);
  call.entry.format = AccyFormatVulkanSpirv;
  assert_fails(&call, AccyStatusCodeUnsupportedArtifactFormat);
  start(&call);
  call.entry.argument_count = 6;
  assert_fails(&call, AccyStatusCodeInvalidArtifact);
  start(&call);
  call.request.scalars = &scalar;
  call.request.scalar_count = 1;
  assert_fails(&call, AccyStatusCodeInvalidArtifact);
  start(&call);
  call.slots[1].dtype = AccyDtypeF64; // baseline cuda has none
  assert_fails(&call, AccyStatusCodeCapabilityMismatch);
  start(&call);
  call.entry.launch.shared_bytes = 1 << 20;
  assert_fails(&call, AccyStatusCodeCapabilityMismatch);
}

// What the work item, the entry and each input slot need, together.
static void test_required_dtypes(void **state) {
  (void)state;
  Call call;
  start(&call);
  call.entry.required =
      (AccyRequirements){ACCY_BIT(AccyDtypeI1), ACCY_BIT(AccyFeatureAtomicI32), ACCY_BIT(AccySubgroupOperationShuffle)};
  call.slots[1].dtype = AccyDtypeU32;
  call.request.dtype = AccyDtypeI32;
  assert_true(plan(&call, NULL));
  const AccyRequirements *required = &call.kernel.contract.required;
  assert_int_equal(required->dtypes,
                   ACCY_BIT(AccyDtypeI1) | ACCY_BIT(AccyDtypeF32) | ACCY_BIT(AccyDtypeU32) | ACCY_BIT(AccyDtypeI32));
  assert_int_equal(required->features, ACCY_BIT(AccyFeatureAtomicI32));
  assert_int_equal(required->subgroup_operations, ACCY_BIT(AccySubgroupOperationShuffle));
  accyArenaFree(&call.arena);
}

// The fact's entry has a scalar element count and no runtime scalar: four bytes.
static void test_push_constants(void **state) {
  (void)state;
  Call call;
  start(&call);
  call.entry.push_constant_bytes = 4;
  assert_true(plan(&call, NULL));
  assert_int_equal(call.kernel.artifact.push_constant_bytes, 4);
  accyArenaFree(&call.arena);
  start(&call);
  call.entry.push_constant_bytes = 8;
  assert_fails(&call, AccyStatusCodeInvalidArtifact);
}

static void test_derived_launch(void **state) {
  (void)state;
  Call call;
  AccyScalar scalar = {AccyScalarKindU32, 1000};
  start(&call);
  call.entry.argument_count = 6;
  call.entry.runtime_scalar_count = 1;
  call.entry.launch.grid[0] = (AccyGridAxis){.derived = true, .divisor = 64};
  call.request.scalars = &scalar;
  call.request.scalar_count = 1;
  assert_true(plan(&call, NULL));
  assert_int_equal(call.kernel.launch.geometry.grid[0], 16);
  assert_true(call.kernel.has_kernel_call_launch);
  assert_int_equal(call.kernel.runtime_scalars[0].bits, 1000);
  accyArenaFree(&call.arena);
  scalar.kind = AccyScalarKindF32;
  assert_fails(&call, AccyStatusCodeInvalidArtifact);
}

// Each axis by itself: fixed, or from any of the scalars, rounded up.
static void test_derived_axes(void **state) {
  (void)state;
  Call call;
  const AccyScalar scalars[] = {{AccyScalarKindF32, 0x3f800000}, {AccyScalarKindU32, 65}, {AccyScalarKindU32, 64}};
  start(&call);
  call.entry.argument_count = 8;
  call.entry.runtime_scalar_count = 3;
  call.entry.launch.grid[0] = (AccyGridAxis){.derived = true, .scalar_index = 1, .divisor = 64};
  call.entry.launch.grid[1] = (AccyGridAxis){.extent = 5};
  call.entry.launch.grid[2] = (AccyGridAxis){.derived = true, .scalar_index = 2, .divisor = 64};
  call.request.scalars = scalars;
  call.request.scalar_count = 3;
  assert_true(plan(&call, NULL));
  const AccyGeometry expected = {{2, 5, 1}, {8, 1, 1}, 2048};
  assert_memory_equal(&call.kernel.launch.geometry, &expected, sizeof expected);
  assert_memory_equal(&call.kernel.launch.candidates[0].geometry, &expected, sizeof expected);
  assert_int_equal(call.kernel.kernel_call_launch.grid[2].scalar_index, 2);
  assert_int_equal(call.kernel.runtime_scalars[0].bits, 0x3f800000);
  accyArenaFree(&call.arena);
}

static void make_shape_bound(Call *call, const AccyShapeProfile *profile) {
  call->entry.count_argument = AccyCountArgumentNone;
  call->entry.runtime_scalar_count = 1;
  call->entry.shape_profile = profile;
  call->entry.has_shape_family = true;
  call->entry.shape_family_fingerprint = profile->fingerprint;
  call->entry.launch.grid[0] = (AccyGridAxis){.derived = true, .divisor = 8};
  call->entry.launch.shared_bytes = 0;
}

static void test_scalar_is_the_element_count(void **state) {
  (void)state;
  AccyShapeProfile profile = {1, 0, 42};
  Call call;
  start(&call);
  make_shape_bound(&call, &profile);
  call.request.element_count = 100;
  assert_true(plan(&call, NULL));
  assert_int_equal(call.kernel.runtime_scalars[0].bits, 100);
  assert_int_equal(call.kernel.launch.geometry.grid[0], 13);
  assert_int_equal(call.kernel.count_argument, AccyCountArgumentNone);
  assert_int_equal(call.kernel.contract.shape_family_fingerprint, 42);
  accyArenaFree(&call.arena);
  start(&call);
  make_shape_bound(&call, &profile);
  call.request.element_count = (uint64_t)1 << 32;
  assert_fails(&call, AccyStatusCodeLaunchArgumentMismatch);
}

// Where anything of that is otherwise, the scalar is a scalar like others, 0 unless the operation gives it.
static void test_scalar_is_no_element_count(void **state) {
  (void)state;
  static const AccyShapeProfile flat = {1, 0, 42}, square = {2, 0, 42}, second = {1, 1, 42};
  const AccyScalar given = {AccyScalarKindU32, 16};
  for (int difference = 0; difference < 6; ++difference) {
    Call call;
    start(&call);
    make_shape_bound(&call, difference == 0 ? &square : difference == 1 ? &second : &flat);
    call.request.element_count = 100;
    if (difference == 2) {
      call.entry.shape_profile = NULL;
    } else if (difference == 3) { // two scalars
      call.entry.runtime_scalar_count = 2;
      call.entry.argument_count = 6;
    } else if (difference == 4) { // a count argument
      call.entry.count_argument = AccyCountArgumentScalarU32;
      call.entry.argument_count = 6;
    } else if (difference == 5) {
      call.request.scalars = &given;
      call.request.scalar_count = 1;
    }
    if (difference < 5) { // a grid of 0 for a scalar of 0
      assert_fails(&call, AccyStatusCodeCapabilityMismatch);
      call.entry.launch.grid[0] = (AccyGridAxis){.extent = 3};
    }
    AccyStatus status = {0};
    if (!plan(&call, &status))
      fail_msg("difference %d: %s", difference, status.message);
    assert_int_equal(call.kernel.runtime_scalars[0].bits, difference == 5 ? 16 : 0);
    assert_int_equal(call.kernel.launch.geometry.grid[0], difference == 5 ? 2 : 3);
    accyArenaFree(&call.arena);
  }
}

static void test_host_loop_call(void **state) {
  (void)state;
  AccyShapeProfile profile = {1, 0, 42};
  AccyScalar constants[8] = {{AccyScalarKindU32, 7}};
  for (uint32_t count = 6; count <= 8; count += 2) {
    Call call;
    start(&call);
    make_shape_bound(&call, &profile);
    assert_true(accyTargetProfileLookup("cpu", 3, &call.profile, NULL));
    call.entry.format = call.request.format = AccyFormatCpuObject;
    call.entry.payload.kind = AccyPayloadKindBytes;
    call.request.backend = AccyBackendCpu;
    call.request.element_count = 100;
    call.entry.static_arguments = constants;
    call.entry.static_argument_count = count;
    call.entry.argument_count = 4 + count;
    if (count < ACCY_HOST_LOOP_ARGUMENTS) {
      assert_fails(&call, AccyStatusCodeInvalidArtifact);
      continue;
    }
    assert_true(plan(&call, NULL));
    const AccyKernel *kernel = &call.kernel;
    assert_int_equal(kernel->count_argument, AccyCountArgumentScalarU32);
    assert_int_equal(kernel->runtime_scalar_count, 0);
    assert_false(kernel->has_kernel_call_launch);
    assert_int_equal(kernel->contract.argument_count, 12);
    static const uint32_t expected[] = {7, 100, 13, 1, 1, 8, 1, 1};
    for (uint32_t i = 0; i < 8; ++i)
      assert_int_equal(kernel->static_arguments[i].bits, expected[i]);
    accyArenaFree(&call.arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fixed_launch),
      cmocka_unit_test(test_no_entry),
      cmocka_unit_test(test_bad_entries),
      cmocka_unit_test(test_mismatches),
      cmocka_unit_test(test_derived_launch),
      cmocka_unit_test(test_scalar_is_the_element_count),
      cmocka_unit_test(test_host_loop_call),
      cmocka_unit_test(test_push_constants),
      cmocka_unit_test(test_required_dtypes),
      cmocka_unit_test(test_derived_axes),
      cmocka_unit_test(test_scalar_is_no_element_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
