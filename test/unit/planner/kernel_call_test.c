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

static void test_bad_entries(void **state) {
  (void)state;
  AccyShapeProfile profile = {1, 0, 42};
  for (int fault = 0; fault < 12; ++fault) {
    Call call;
    start(&call);
    AccyKernelCallEntry *entry = &call.entry;
    switch (fault) {
    case 0:
      entry->target = "";
      break;
    case 1:
      entry->entry = "";
      break;
    case 2:
      entry->version = 0;
      break;
    case 3:
      entry->payload.data = NULL;
      break;
    case 4:
      entry->payload.bytes = 0;
      break;
    case 5:
      entry->runtime_scalar_count = 5;
      break;
    case 6:
      entry->shape_profile = &profile;
      break;
    case 7:
      entry->shape_profile = &profile;
      entry->has_shape_family = true;
      entry->shape_family_fingerprint = 41;
      break;
    case 8:
      entry->launch.threadgroup[1] = 0;
      break;
    case 9:
      entry->launch.grid[2].extent = 0;
      break;
    case 10:
      entry->launch.grid[0] = (AccyGridAxis){.derived = true};
      break;
    default:
      entry->payload.kind = AccyPayloadKindBytes;
      break;
    }
    assert_fails(&call, AccyStatusCodeInvalidArtifact);
  }
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
      cmocka_unit_test(test_fixed_launch),    cmocka_unit_test(test_no_entry),
      cmocka_unit_test(test_bad_entries),     cmocka_unit_test(test_mismatches),
      cmocka_unit_test(test_derived_launch),  cmocka_unit_test(test_scalar_is_the_element_count),
      cmocka_unit_test(test_host_loop_call),  cmocka_unit_test(test_push_constants),
      cmocka_unit_test(test_required_dtypes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
