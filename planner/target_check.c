// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel, a profile or a launch needs against what a target has. Spec: planner.md, section 2.
#include "accy-c/Target.h"
#include "planner/arithmetic.h"
#include "planner/set_names.h"

static uint32_t lowest_bit(AccySet set) {
  return (uint32_t)__builtin_ctz(set);
}

enum { names_capacity = 400 }; // leaves room for the rest of a status's message

static bool mismatch(const AccyTargetCapabilities *target, AccyStatus *status, const char *what, const char *name,
                     const char *names) {
  return accyFail(status, AccyStatusCodeCapabilityMismatch, "needs %s %s; target %s:%s has %s", what, name,
                  accyBackendName(target->backend), target->name, names);
}

static bool check_dtypes(const AccyTargetCapabilities *target, AccySet needed, AccyStatus *status) {
  char names[names_capacity];
  AccySet missing = needed & ~target->dtypes;
  accyListDtypes(target->dtypes, names, sizeof(names));
  return !missing || mismatch(target, status, "dtype", accyDtypeName((AccyDtype)lowest_bit(missing)), names);
}

static bool check_features(const AccyTargetCapabilities *target, AccySet needed, AccyStatus *status) {
  char names[names_capacity];
  AccySet missing = needed & ~target->features;
  accyListFeatures(target->features, names, sizeof(names));
  return !missing || mismatch(target, status, "feature", accyFeatureName((AccyFeature)lowest_bit(missing)), names);
}

static bool check_subgroup_operations(const AccyTargetCapabilities *target, AccySet needed, AccyStatus *status) {
  char names[names_capacity];
  AccySet offered = target->subgroup.supported ? target->subgroup.operations : 0, missing = needed & ~offered;
  accyListSubgroupOperations(offered, names, sizeof(names));
  return !missing || mismatch(target, status, "subgroup operation",
                              accySubgroupOperationName((AccySubgroupOperation)lowest_bit(missing)), names);
}

static bool check_layouts(const AccyTargetCapabilities *target, AccySet needed, AccyStatus *status) {
  char names[names_capacity];
  AccySet missing = needed & ~target->layouts;
  accyListLayoutSupports(target->layouts, names, sizeof(names));
  return !missing ||
         mismatch(target, status, "layout", accyLayoutSupportName((AccyLayoutSupport)lowest_bit(missing)), names);
}

static bool check_runtime(const AccyTargetCapabilities *target, AccySet needed, AccyStatus *status) {
  char names[names_capacity];
  AccySet missing = needed & ~target->runtime;
  accyListRuntimeFeatures(target->runtime, names, sizeof(names));
  return !missing || mismatch(target, status, "runtime feature",
                              accyRuntimeFeatureName((AccyRuntimeFeature)lowest_bit(missing)), names);
}

static bool check_limit(const AccyTargetCapabilities *target, AccyStatus *status, const char *what, uint64_t needed,
                        uint64_t limit) {
  if (needed <= limit)
    return true;
  return accyFail(status, AccyStatusCodeCapabilityMismatch, "needs %s of %llu; target %s:%s has %llu", what,
                  (unsigned long long)needed, accyBackendName(target->backend), target->name,
                  (unsigned long long)limit);
}

bool accyTargetCheckRequirements(const AccyTargetCapabilities *target, const AccyRequirements *required,
                                 AccyStatus *status) {
  return check_dtypes(target, required->dtypes, status) && check_features(target, required->features, status) &&
         check_subgroup_operations(target, required->subgroup_operations, status);
}

bool accyTargetCheckBindings(const AccyTargetCapabilities *target, uint64_t buffers, uint64_t largestBytes,
                             AccyStatus *status) {
  return check_limit(target, status, "buffers", buffers, target->bindings.max_buffers) &&
         check_limit(target, status, "buffer bytes", largestBytes, target->bindings.max_buffer_bytes);
}

static bool check_threadgroup(const AccyTargetCapabilities *target, const AccyTargetThreadgroup *needed,
                              AccyStatus *status) {
  const AccyTargetThreadgroup *offered = &target->threadgroup;
  if (!check_limit(target, status, "threads per threadgroup", needed->max_threads, offered->max_threads) ||
      !check_limit(target, status, "dynamic shared bytes", needed->shared_memory_bytes, offered->shared_memory_bytes))
    return false;
  for (int i = 0; i < 3; ++i) {
    if (!check_limit(target, status, "threadgroup extent", needed->max_threads_per_dim[i],
                     offered->max_threads_per_dim[i]) ||
        !check_limit(target, status, "grid extent", needed->max_grid_per_dim[i], offered->max_grid_per_dim[i]) ||
        !check_limit(target, status, "grid extent of a body's own", needed->max_blocks[i], offered->max_blocks[i]))
      return false;
  }
  return true;
}

// Kernels are planned for one subgroup size, which must be one that the device can have.
static bool check_subgroup(const AccyTargetCapabilities *target, const AccyTargetCapabilities *needed,
                           AccyStatus *status) {
  const AccyTargetSubgroup *offered = &target->subgroup;
  uint32_t size = accyTargetSubgroupSize(needed), greatest = accyTargetSubgroupSize(target);
  if (needed->subgroup.supported && !offered->supported)
    return mismatch(target, status, "subgroups", "of any size", "none");
  if (size == 0 || (size >= offered->size_min && (greatest == 0 || size <= greatest)))
    return true;
  return accyFail(status, AccyStatusCodeCapabilityMismatch, "needs subgroups of %u; target %s:%s has %u to %u", size,
                  accyBackendName(target->backend), target->name, offered->size_min, greatest);
}

// Buffers lie as the needed alignment says, which a device that wants more cannot bind.
static bool check_alignment(const AccyTargetCapabilities *target, const AccyTargetCapabilities *needed,
                            AccyStatus *status) {
  uint32_t planned = needed->memory.min_buffer_alignment, asked = target->memory.min_buffer_alignment;
  return planned >= asked ||
         accyFail(status, AccyStatusCodeCapabilityMismatch, "aligns buffers to %u bytes; target %s:%s needs %u",
                  planned, accyBackendName(target->backend), target->name, asked);
}

// A limit as a number that grows with it: none is the largest.
static uint32_t loop_limit(const AccyTargetCapabilities *target) {
  return target->max_loop_steps ? target->max_loop_steps : UINT32_MAX;
}

bool accyTargetSupports(const AccyTargetCapabilities *capabilities, const AccyTargetCapabilities *needed,
                        AccyStatus *status) {
  AccyRequirements required = {needed->dtypes, needed->features,
                               needed->subgroup.supported ? needed->subgroup.operations : 0};
  if (!accyTargetCheckRequirements(capabilities, &required, status))
    return false;
  if (!check_subgroup(capabilities, needed, status) || !check_alignment(capabilities, needed, status) ||
      !check_layouts(capabilities, needed->layouts, status) || !check_runtime(capabilities, needed->runtime, status))
    return false;
  if (!check_limit(capabilities, status, "shared bytes per threadgroup", needed->memory.shared_bytes_per_threadgroup,
                   capabilities->memory.shared_bytes_per_threadgroup) ||
      !check_limit(capabilities, status, "constant bytes", needed->memory.constant_bytes,
                   capabilities->memory.constant_bytes) ||
      !check_limit(capabilities, status, "steps of a thread's loops", loop_limit(needed), loop_limit(capabilities)))
    return false;
  return accyTargetCheckBindings(capabilities, needed->bindings.max_buffers, needed->bindings.max_buffer_bytes,
                                 status) &&
         check_threadgroup(capabilities, &needed->threadgroup, status);
}

static bool check_extents(const AccyTargetCapabilities *target, const char *what, const uint32_t extents[3],
                          const uint32_t limits[3], AccyStatus *status) {
  for (int i = 0; i < 3; ++i) {
    if (extents[i] == 0)
      return accyFail(status, AccyStatusCodeCapabilityMismatch, "%s extent %c is 0; it must be at least 1", what,
                      "xyz"[i]);
    if (extents[i] > limits[i])
      return accyFail(status, AccyStatusCodeCapabilityMismatch, "%s extent %c is %u; target %s:%s allows %u", what,
                      "xyz"[i], extents[i], accyBackendName(target->backend), target->name, limits[i]);
  }
  return true;
}

bool accyGeometryValidate(const AccyTargetCapabilities *target, const AccyGeometry *geometry, AccyStatus *status) {
  const AccyTargetThreadgroup *limits = &target->threadgroup;
  if (!check_extents(target, "threadgroup", geometry->threadgroup, limits->max_threads_per_dim, status) ||
      !check_extents(target, "grid", geometry->grid, limits->max_grid_per_dim, status))
    return false;
  uint64_t threads =
      accySaturatingMul((uint64_t)geometry->threadgroup[0] * geometry->threadgroup[1], geometry->threadgroup[2]);
  if (!check_limit(target, status, "threads per threadgroup", threads, limits->max_threads))
    return false;
  if (geometry->shared_bytes == 0)
    return true;
  return check_features(target, ACCY_BIT(AccyFeatureDynamicSharedMemory), status) &&
         check_limit(target, status, "dynamic shared bytes", geometry->shared_bytes, limits->shared_memory_bytes);
}
