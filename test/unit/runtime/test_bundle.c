// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small plan for each device, made by hand around the tests' kernels.
#define _GNU_SOURCE
#include "test/unit/runtime/test_bundle.h"

#include "accy-c/Bundle.h"
#include "accy-c/Target.h"
#include "planner/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { InSlot, ConstantSlot, SumSlot, TotalSlot, SlotCount, Capacity = 128, Threads = 8, ArenaStep = 512 };

// The bits of 2.0f.
static const uint32_t two = 0x40000000;

float testBundleConstant(size_t i) {
  return (float)i * 0.25f;
}

static uint64_t element_count(const TestBundleOptions *options) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < options->rank; ++i)
    count *= (uint64_t)options->dims[i];
  return count;
}

typedef struct SlotRow {
  AccySet roles;
  AccySpace space;
  AccyAccess access;
  AccyTransfer transfer;
} SlotRow;

static const SlotRow slot_rows[SlotCount] = {
    [InSlot] = {ACCY_BIT(AccyRoleInput), AccySpaceDeviceGlobal, AccyAccessReadOnly, AccyTransferHostToDevice},
    [ConstantSlot] = {ACCY_BIT(AccyRoleConstant), AccySpaceDeviceConstant, AccyAccessReadOnly, AccyTransferNone},
    [SumSlot] = {ACCY_BIT(AccyRoleTemporary), AccySpaceDeviceGlobal, AccyAccessReadWrite, AccyTransferNone},
    [TotalSlot] = {ACCY_BIT(AccyRoleOutput), AccySpaceDeviceGlobal, AccyAccessWriteOnly, AccyTransferDeviceToHost},
};

static bool add_slots(AccyPlan *plan, const TestBundleOptions *options, AccyStatus *status) {
  int64_t dims[4], strides[4];
  uint32_t order[4];
  float constant[Capacity];
  uint64_t elements = element_count(options);
  for (size_t i = 0; i < Capacity; ++i)
    constant[i] = testBundleConstant(i);
  int64_t stride = 1;
  for (uint32_t i = options->rank; i-- > 0; stride *= options->dims[i]) {
    dims[i] = options->dims[i];
    strides[i] = stride;
    order[options->rank - 1 - i] = i;
  }
  for (uint32_t id = 0; id < SlotCount; ++id) {
    AccySlot slot = {.id = id,
                     .roles = slot_rows[id].roles,
                     .dtype = AccyDtypeF32,
                     .space = slot_rows[id].space,
                     .access = slot_rows[id].access,
                     .transfer = slot_rows[id].transfer,
                     .layout = {.kind = AccyLayoutKindRowMajor,
                                .rank = options->rank,
                                .dims = dims,
                                .strides = strides,
                                .minor_to_major = order,
                                .alignment = 4,
                                .contiguous = true,
                                .static_layout = true},
                     .has_static_size = true,
                     .elements = elements,
                     .bytes = elements * sizeof(float),
                     .constant = id == ConstantSlot ? (const uint8_t *)constant : NULL};
    slot.layout_fingerprint = accyLayoutFingerprint(slot.space, &slot.layout);
    if (!accyPlanAddSlot(plan, &slot, status))
      return false;
  }
  return true;
}

static bool read_code(const char *path, void **outData, size_t *outBytes) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return false;
  fseek(file, 0, SEEK_END);
  *outBytes = (size_t)ftell(file);
  rewind(file);
  *outData = malloc(*outBytes + 1);
  bool done = *outData && fread(*outData, 1, *outBytes, file) == *outBytes;
  fclose(file);
  return done;
}

static bool add_kernel(AccyPlan *plan, const TestBundleOptions *options, uint32_t id, const AccyPayload *payload,
                       AccyStatus *status) {
  static const char *const entries[] = {"accy_test_add", "accy_test_accumulate"};
  uint32_t add_inputs[] = {InSlot, ConstantSlot}, accumulate_inputs[] = {SumSlot};
  uint64_t elements = element_count(options);
  AccyGeometry geometry = {.grid = {(uint32_t)(elements / Threads) + 1, 1, 1}, .threadgroup = {Threads, 1, 1}};
  AccyScalar host_loop[ACCY_HOST_LOOP_ARGUMENTS];
  if (!accyHostLoopArguments(elements, &geometry, host_loop, status))
    return false;
  AccyKernel kernel = {.id = id,
                       .work_item = id,
                       .kind = AccyKernelKindElementwise,
                       .output_slot = id == 0 ? SumSlot : TotalSlot,
                       .input_slot_count = id == 0 ? 2 : 1,
                       .input_slots = id == 0 ? add_inputs : accumulate_inputs,
                       .output_layout_fingerprint = plan->slots[id == 0 ? SumSlot : TotalSlot].layout_fingerprint,
                       .element_count = elements,
                       .resources = {.op_count = 1, .element_count = elements, .element_size = 4},
                       .launch = {.format = options->format,
                                  .element_count = elements,
                                  .geometry = geometry,
                                  .fixed_threadgroup = true,
                                  .candidate_count = 1,
                                  .candidates = {{.geometry = geometry}}},
                       .count_argument = AccyCountArgumentDeviceBufferU32,
                       .output_fill = {.present = id == 1, .pattern = two},
                       .body_fingerprint = 1};
  uint64_t fingerprints[2];
  for (uint32_t i = 0; i < kernel.input_slot_count; ++i)
    fingerprints[i] = plan->slots[kernel.input_slots[i]].layout_fingerprint;
  kernel.input_layout_fingerprint = accyInputLayoutsFingerprint(fingerprints, kernel.input_slot_count);
  if (accyFormatIsHostLoop(options->format)) {
    kernel.static_argument_count = ACCY_HOST_LOOP_ARGUMENTS;
    kernel.static_arguments = host_loop;
  }
  AccyRequirements required = {.dtypes = ACCY_BIT(AccyDtypeF32)};
  return accyKernelSetArtifact(&kernel, plan->target.capabilities.backend, options->format, entries[id],
                               AccyKernelSourceTensor, AccyLaunchKindGeneric, &required, payload, status) &&
         accyPlanAddKernel(plan, &kernel, status);
}

static bool add_kernels(AccyPlan *plan, const TestBundleOptions *options, AccyStatus *status) {
  void *code = NULL;
  size_t bytes = 0;
  bool done = read_code(options->code, &code, &bytes);
  if (!done)
    accyFail(status, AccyStatusCodeInvalidArtifact, "%s cannot be read", options->code);
  AccyPayload payload = {.kind = accyFormatPayloadKind(options->format),
                         .ownership = AccyPayloadOwnershipOwned,
                         .data = code,
                         .bytes = bytes};
  done = done && add_kernel(plan, options, 0, &payload, status) && add_kernel(plan, options, 1, &payload, status);
  free(code);
  return done;
}

static bool set_memory(AccyPlan *plan, const TestBundleOptions *options, AccyStatus *status) {
  uint64_t bytes = plan->slots[SumSlot].bytes;
  AccySlotLifetime lifetimes[] = {{SumSlot, 0, 1}, {TotalSlot, 1, 2}};
  AccyAllocation allocations[] = {{0, AccySpaceDeviceGlobal, 0, bytes, 4},
                                  {1, AccySpaceDeviceGlobal, options->total_offset, bytes, 4}};
  AccyAssignment assignments[] = {{SumSlot, 0}, {TotalSlot, 1}};
  plan->memory = (AccyMemoryPlan){
      .strategy = AccyMemoryStrategyPack,
      .lifetime_count = 2,
      .lifetimes = accyArenaCopyArray(&plan->arena, lifetimes, 2, sizeof *lifetimes),
      .allocation_count = 2,
      .allocations = accyArenaCopyArray(&plan->arena, allocations, 2, sizeof *allocations),
      .assignment_count = 2,
      .assignments = accyArenaCopyArray(&plan->arena, assignments, 2, sizeof *assignments),
      .total_static_slot_bytes = 2 * bytes,
      .allocated_static_bytes = options->total_offset + bytes,
      .peak_static_live_bytes = 2 * bytes,
  };
  return (plan->memory.lifetimes && plan->memory.allocations && plan->memory.assignments) ||
         accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the memory plan");
}

static bool fill_plan(AccyPlan *plan, const TestBundleOptions *options, AccyStatus *status) {
  static const char *const targets[] = {[AccyFormatCpuObject] = "cpu",
                                        [AccyFormatVulkanSpirv] = "vulkan",
                                        [AccyFormatCudaPtx] = "cuda",
                                        [AccyFormatWebgpuWgsl] = "webgpu"};
  static const uint32_t outputs[] = {TotalSlot, InSlot};
  strcpy(plan->function, "main");
  const char *target = targets[options->format];
  if (!accyTargetProfileLookup(target, strlen(target), &plan->target, status))
    return false;
  plan->target.format = options->format;
  return add_slots(plan, options, status) && add_kernels(plan, options, status) && accyPlanSetInputs(plan, status) &&
         accyPlanSetOutputs(plan, outputs, 2, status) && set_memory(plan, options, status);
}

bool testBundleMakePlan(const TestBundleOptions *options, AccyPlan **outPlan, AccyStatus *status) {
  AccyPlan *plan = accyPlanCreate();
  if (!plan)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a plan");
  if (!fill_plan(plan, options, status)) {
    accyPlanDestroy(plan);
    return false;
  }
  *outPlan = plan;
  return true;
}

bool testBundleWrite(const TestBundleOptions *options, const char *folder, AccyStatus *status) {
  AccyPlan *plan;
  if (!testBundleMakePlan(options, &plan, status))
    return false;
  bool done = accyBundleWrite(plan, folder, status);
  accyPlanDestroy(plan);
  return done;
}
