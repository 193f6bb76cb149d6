// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel_call.h.
#include "planner/kernel_call.h"

#include <string.h>

#include "accy-c/Launch.h"
#include "accy-c/Target.h"
#include "planner/arithmetic.h"
#include "planner/plan.h"

// ---- Entries --------------------------------------------------------------------------------------------------------

static const char *find_launch_fault(const AccyKernelCallLaunch *launch, uint32_t scalar_count) {
  for (int i = 0; i < 3; ++i) {
    const AccyGridAxis *axis = &launch->grid[i];
    if (launch->threadgroup[i] == 0)
      return "its threadgroup has an extent of 0";
    if (!axis->derived && axis->extent == 0)
      return "a fixed axis of its grid is 0";
    if (axis->derived && axis->divisor == 0)
      return "a derived axis of its grid has the divisor 0";
    if (axis->derived && axis->scalar_index >= scalar_count)
      return "a derived axis of its grid names a runtime scalar that it does not have";
  }
  return NULL;
}

static const char *find_fault(const AccyKernelCallEntry *entry) {
  if (!entry->target || !entry->target[0])
    return "its target is empty";
  if (!entry->entry || !entry->entry[0])
    return "its entry name is empty";
  if (entry->version == 0)
    return "its version is 0";
  if (!entry->payload.data || entry->payload.bytes == 0)
    return "its payload is absent or empty";
  if ((size_t)entry->format >= AccyFormatCount)
    return "its format is unknown";
  if ((size_t)entry->payload.kind >= AccyPayloadKindCount ||
      (size_t)entry->payload.ownership >= AccyPayloadOwnershipCount)
    return "its payload is of an unknown kind or ownership";
  if ((uint64_t)entry->runtime_scalar_count + entry->static_argument_count > entry->argument_count)
    return "it has more scalars than arguments";
  if ((size_t)entry->count_argument >= AccyCountArgumentCount)
    return "its count argument is of an unknown kind";
  for (uint32_t i = 0; i < entry->static_argument_count; ++i)
    if ((size_t)entry->static_arguments[i].kind >= AccyScalarKindCount)
      return "a static argument is of an unknown kind";
  if (entry->shape_profile && !entry->has_shape_family)
    return "it has a shape profile without a shape-family fingerprint";
  if (entry->shape_profile && entry->shape_profile->fingerprint != entry->shape_family_fingerprint)
    return "its shape profile has another fingerprint than its shape family";
  return find_launch_fault(&entry->launch, entry->runtime_scalar_count);
}

bool accyKernelCallEntryVerify(const AccyKernelCallEntry *entry, AccyStatus *status) {
  const char *fault = find_fault(entry);
  if (!fault)
    return true;
  return accyFail(status, AccyStatusCodeInvalidArtifact, "registry entry '%s' version %u: %s",
                  entry->target ? entry->target : "", entry->version, fault);
}

// ---- Launches -------------------------------------------------------------------------------------------------------

bool accyKernelCallGeometry(const AccyKernelCallLaunch *launch, const AccyScalar *scalars, uint32_t count,
                            AccyGeometry *outGeometry, AccyStatus *status) {
  AccyGeometry geometry = {.shared_bytes = launch->shared_bytes};
  memcpy(geometry.threadgroup, launch->threadgroup, sizeof(geometry.threadgroup));
  for (int i = 0; i < 3; ++i) {
    const AccyGridAxis *axis = &launch->grid[i];
    geometry.grid[i] = axis->extent;
    if (!axis->derived)
      continue;
    if (axis->scalar_index >= count || scalars[axis->scalar_index].kind != AccyScalarKindU32 || axis->divisor == 0)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "grid axis %c follows from runtime scalar %u, no u32",
                      "xyz"[i], axis->scalar_index);
    geometry.grid[i] = (uint32_t)accyCeilDiv((uint32_t)scalars[axis->scalar_index].bits, axis->divisor);
    if (geometry.grid[i] == 0)
      return accyFail(status, AccyStatusCodeCapabilityMismatch, "grid axis %c is 0 for a runtime scalar of 0",
                      "xyz"[i]);
  }
  *outGeometry = geometry;
  return true;
}

static bool is_derived(const AccyKernelCallLaunch *launch) {
  return launch->grid[0].derived || launch->grid[1].derived || launch->grid[2].derived;
}

static void fix_launch(AccyKernelCallLaunch *launch, const AccyGeometry *geometry) {
  for (int i = 0; i < 3; ++i)
    launch->grid[i] = (AccyGridAxis){.extent = geometry->grid[i]};
}

// ---- Planning -------------------------------------------------------------------------------------------------------

/// A call being planned.
typedef struct CallPlanner {
  const AccyKernelCallRequest *request;
  const AccyKernelCallEntry *entry;
  AccyKernel *kernel;
  AccyKernelCallLaunch launch;
  AccyStatus *status;
} CallPlanner;

static bool find_entry(CallPlanner *call, const AccyKernelRegistry *registry) {
  const AccyKernelCallRequest *request = call->request;
  if (!registry)
    return accyFail(call->status, AccyStatusCodeUnsupportedOperation,
                    "calls '%s' version %u, and no kernel registry was given", request->target, request->version);
  call->entry = registry->lookup(registry->context, request->target, request->version, request->format);
  if (!call->entry)
    return accyFail(call->status, AccyStatusCodeUnsupportedOperation,
                    "the kernel registry has no '%s' version %u for %s", request->target, request->version,
                    accyFormatName(request->format));
  if (!accyKernelCallEntryVerify(call->entry, call->status))
    return false;
  if (call->entry->format != request->format)
    return accyFail(call->status, AccyStatusCodeUnsupportedArtifactFormat,
                    "registry entry '%s' version %u is for %s, not %s", request->target, request->version,
                    accyFormatName(call->entry->format), accyFormatName(request->format));
  return true;
}

static bool check_counts(const CallPlanner *call) {
  const AccyKernelCallEntry *entry = call->entry;
  uint64_t expected = (uint64_t)1 + call->request->input_slot_count + entry->static_argument_count +
                      entry->runtime_scalar_count + (entry->count_argument != AccyCountArgumentNone);
  if (entry->argument_count != expected)
    return accyFail(call->status, AccyStatusCodeInvalidArtifact,
                    "'%s' takes %u arguments; its output, inputs, count and scalars make %llu", entry->target,
                    entry->argument_count, (unsigned long long)expected);
  if (call->request->scalar_count != 0 && call->request->scalar_count != entry->runtime_scalar_count)
    return accyFail(call->status, AccyStatusCodeInvalidArtifact, "'%s' takes %u runtime scalars; the op gives %u",
                    entry->target, entry->runtime_scalar_count, call->request->scalar_count);
  return true;
}

static bool copy_scalars(CallPlanner *call, AccyArena *arena) {
  const AccyKernelCallEntry *entry = call->entry;
  AccyKernel *kernel = call->kernel;
  kernel->runtime_scalar_count = entry->runtime_scalar_count;
  kernel->runtime_scalars = accyArenaAllocateArray(arena, entry->runtime_scalar_count, sizeof(AccyScalar));
  kernel->static_argument_count = entry->static_argument_count;
  kernel->static_arguments =
      accyArenaCopyArray(arena, entry->static_arguments, entry->static_argument_count, sizeof(AccyScalar));
  if (!kernel->runtime_scalars || !kernel->static_arguments)
    return accyFail(call->status, AccyStatusCodeOutOfMemory, "no memory for the scalars of '%s'", entry->target);
  for (uint32_t i = 0; i < kernel->runtime_scalar_count; ++i)
    kernel->runtime_scalars[i] =
        call->request->scalar_count ? call->request->scalars[i] : (AccyScalar){AccyScalarKindU32, 0};
  return true;
}

/// Whether the entry's only runtime scalar is the element count.
static bool scalar_is_element_count(const CallPlanner *call) {
  const AccyKernelCallEntry *entry = call->entry;
  return call->request->scalar_count == 0 && entry->runtime_scalar_count == 1 &&
         entry->count_argument == AccyCountArgumentNone && entry->shape_profile &&
         entry->shape_profile->dimension_count == 1 && entry->shape_profile->scalar_index == 0;
}

/// In a host loop the count becomes an argument of its own and the launch is settled for it.
static bool settle_host_loop(CallPlanner *call, AccyGeometry *geometry) {
  AccyKernel *kernel = call->kernel;
  if (kernel->static_argument_count < ACCY_HOST_LOOP_ARGUMENTS)
    return accyFail(call->status, AccyStatusCodeInvalidArtifact,
                    "'%s' has %u static arguments; a host loop takes its count, grid and threadgroup in the last %d",
                    call->entry->target, kernel->static_argument_count, ACCY_HOST_LOOP_ARGUMENTS);
  kernel->count_argument = AccyCountArgumentScalarU32;
  kernel->runtime_scalar_count = 0;
  fix_launch(&call->launch, geometry);
  AccyScalar *last = kernel->static_arguments + kernel->static_argument_count - ACCY_HOST_LOOP_ARGUMENTS;
  return accyHostLoopArguments(kernel->element_count, geometry, last, call->status);
}

static bool bind_element_count(CallPlanner *call, AccyGeometry *geometry) {
  AccyKernel *kernel = call->kernel;
  uint32_t count;
  if (!accyNarrowU32(kernel->element_count, &count))
    return accyFail(call->status, AccyStatusCodeLaunchArgumentMismatch, "an element count of %llu passes 32 bits",
                    (unsigned long long)kernel->element_count);
  kernel->runtime_scalars[0] = (AccyScalar){AccyScalarKindU32, count};
  if (!accyKernelCallGeometry(&call->launch, kernel->runtime_scalars, 1, geometry, call->status))
    return false;
  return !accyFormatIsHostLoop(call->request->format) || settle_host_loop(call, geometry);
}

static bool settle_scalars(CallPlanner *call, AccyGeometry *geometry) {
  call->kernel->count_argument = call->entry->count_argument;
  if (scalar_is_element_count(call))
    return bind_element_count(call, geometry);
  return accyKernelCallGeometry(&call->launch, call->kernel->runtime_scalars, call->kernel->runtime_scalar_count,
                                geometry, call->status);
}

static bool plan_launch(CallPlanner *call, const AccyGeometry *geometry) {
  AccyKernel *kernel = call->kernel;
  AccyLaunchRequest request = {.target = call->request->capabilities, .format = call->request->format};
  request.shape = AccyLaunchShapeAuthored;
  request.resources = &kernel->resources;
  request.has_geometry = true;
  request.geometry = *geometry;
  kernel->has_kernel_call_launch = is_derived(&call->launch);
  kernel->kernel_call_launch = call->launch;
  return accyLaunchResourcesPlan(&request, &kernel->launch, call->status);
}

static bool set_artifact(CallPlanner *call) {
  const AccyKernelCallEntry *entry = call->entry;
  AccyRequirements required = entry->required;
  required.dtypes |= ACCY_BIT(call->request->dtype);
  for (uint32_t i = 0; i < call->request->input_slot_count; ++i)
    required.dtypes |= ACCY_BIT(call->request->input_slots[i]->dtype);
  if (!accyTargetCheckRequirements(call->request->capabilities, &required, call->status))
    return false;
  call->kernel->contract.has_shape_family = entry->has_shape_family;
  call->kernel->contract.shape_family_fingerprint = entry->shape_family_fingerprint;
  if (!accyKernelSetArtifact(call->kernel, call->request->backend, call->request->format, entry->entry,
                             AccyKernelSourceKernelCall, AccyLaunchKindKernelCall, &required, &entry->payload,
                             call->status))
    return false;
  uint32_t made = call->kernel->artifact.push_constant_bytes;
  if (entry->push_constant_bytes != 0 && entry->push_constant_bytes != made)
    return accyFail(call->status, AccyStatusCodeInvalidArtifact,
                    "'%s' has %u bytes of push constants; its count and runtime scalars make %u", entry->target,
                    entry->push_constant_bytes, made);
  return true;
}

bool accyKernelCallPlan(const AccyKernelRegistry *registry, const AccyKernelCallRequest *request, AccyArena *arena,
                        AccyKernel *kernel, AccyStatus *status) {
  AccyKernel planned = *kernel;
  CallPlanner call = {.request = request, .kernel = &planned, .status = status};
  planned.element_count = request->element_count;
  planned.kind = AccyKernelKindKernelCall;
  AccyGeometry geometry;
  if (!find_entry(&call, registry) || !check_counts(&call))
    return false;
  call.launch = call.entry->launch;
  if (!copy_scalars(&call, arena) || !settle_scalars(&call, &geometry) || !plan_launch(&call, &geometry) ||
      !set_artifact(&call))
    return false;
  *kernel = planned;
  return true;
}
