// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a target that someone describes makes sense. Spec: planner.md, section 2.
#include "planner/arithmetic.h"
#include "planner/target_architectures.h"

#include <string.h>

static bool nonsense(const char *what, AccyStatus *status) {
  return accyFail(status, AccyStatusCodeInvalidArtifact, "the target %s", what);
}

static bool is_name(const char *text, size_t capacity) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return memchr(text, 0, capacity) && text[0] && text[strspn(text, allowed)] == 0;
}

static bool check_names(const AccyTargetCapabilities *target, AccyStatus *status) {
  if (!memchr(target->family, 0, sizeof(target->family)))
    return nonsense("has a family that does not end", status);
  if (!is_name(target->name, sizeof(target->name)))
    return nonsense("needs a name of letters, digits, '_', '-' and '.'", status);
  return is_name(target->architecture, sizeof(target->architecture)) ||
         nonsense("needs an architecture of letters, digits, '_', '-' and '.'", status);
}

static bool check_sets(const AccyTargetCapabilities *target, AccyStatus *status) {
  const struct {
    const char *what;
    AccySet set;
    int count;
  } sets[] = {{"has a dtype without a name", target->dtypes, AccyDtypeCount},
              {"has a layout without a name", target->layouts, AccyLayoutSupportCount},
              {"has a runtime feature without a name", target->runtime, AccyRuntimeFeatureCount},
              {"has a feature without a name", target->features, AccyFeatureCount},
              {"has a format without a name", target->formats, AccyFormatCount},
              {"has a subgroup operation without a name", target->subgroup.operations, AccySubgroupOperationCount}};
  for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); ++i) {
    if (sets[i].count < 32 && sets[i].set >> sets[i].count)
      return nonsense(sets[i].what, status);
  }
  return target->dtypes != 0 || nonsense("computes with no dtype: name at least one in dtypes", status);
}

static bool check_formats(const AccyTargetCapabilities *target, AccyStatus *status) {
  if (target->formats == 0)
    return nonsense("takes no format: name at least one in formats", status);
  for (int format = 0; format < AccyFormatCount; ++format) {
    if ((target->formats & ACCY_BIT(format)) && accyFormatBackend((AccyFormat)format) != target->backend)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "the target's backend %s does not make format %s",
                      accyBackendName(target->backend), accyFormatName((AccyFormat)format));
  }
  return true;
}

static bool report_architecture(const AccyTargetCapabilities *target, AccyStatus *status) {
  char known[256];
  accyListArchitectures(target->backend, known, sizeof known);
  return accyFail(status, AccyStatusCodeInvalidArtifact,
                  "the target's architecture '%s' is none that code is made for; %s has: %s", target->architecture,
                  accyBackendName(target->backend), known);
}

// A profile says what a device has of what its architecture can have.
static bool check_architecture(const AccyTargetCapabilities *target, AccyStatus *status) {
  AccySet dtypes, features;
  if (!accyArchitectureFind(target->backend, target->architecture, &dtypes, &features))
    return report_architecture(target, status);
  dtypes &= target->dtypes;
  features &= target->features;
  if (dtypes == 0 && features == 0)
    return true;
  const char *name =
      dtypes ? accyDtypeName((AccyDtype)__builtin_ctz(dtypes)) : accyFeatureName((AccyFeature)__builtin_ctz(features));
  return accyFail(status, AccyStatusCodeInvalidArtifact,
                  "the target lists the %s %s, which nothing of architecture %s has: leave it out",
                  dtypes ? "dtype" : "feature", name, target->architecture);
}

enum { WarpThreads = 32 };

static bool is_subgroup_size(uint32_t size) {
  return size == 0 || accyIsPowerOfTwo(size);
}

static bool is_warp_size(uint32_t size) {
  return size == 0 || size == WarpThreads;
}

static bool check_subgroup(const AccyTargetCapabilities *target, AccyStatus *status) {
  const AccyTargetSubgroup *subgroup = &target->subgroup;
  if (!subgroup->supported)
    return (subgroup->size_min == 0 && subgroup->size_max == 0 && subgroup->operations == 0) ||
           nonsense("has sizes or operations of subgroups but does not support them", status);
  if (!is_subgroup_size(subgroup->size_min) || !is_subgroup_size(subgroup->size_max))
    return nonsense("has a subgroup size that is no power of two", status);
  if (subgroup->size_max != 0 && subgroup->size_min > subgroup->size_max)
    return nonsense("has a least subgroup size above the greatest", status);
  return target->backend != AccyBackendCuda || (is_warp_size(subgroup->size_min) && is_warp_size(subgroup->size_max)) ||
         nonsense("has subgroups of another size than 32, and every warp of CUDA has 32 threads: give 32", status);
}

static bool check_limits(const AccyTargetCapabilities *target, AccyStatus *status) {
  const AccyTargetThreadgroup *limits = &target->threadgroup;
  uint32_t alignment = target->memory.min_buffer_alignment;
  if (alignment == 0 || (alignment & (alignment - 1)) != 0)
    return nonsense("needs a min_buffer_alignment that is a power of two", status);
  bool positive = limits->max_threads > 0 && target->bindings.max_buffers > 0 && target->bindings.max_buffer_bytes > 0;
  for (int i = 0; i < 3; ++i) {
    positive = positive && limits->max_threads_per_dim[i] > 0 && limits->max_grid_per_dim[i] > 0;
    if (limits->max_grid_per_dim[i] > limits->max_blocks[i])
      return nonsense("plans grids that the device does not take: max_grid_per_dim is above max_blocks", status);
  }
  return positive || nonsense("has a limit of 0 where at least 1 is needed", status);
}

bool accyTargetVerify(const AccyTargetCapabilities *capabilities, AccyStatus *status) {
  if ((size_t)capabilities->backend >= AccyBackendCount)
    return nonsense("has no known backend", status);
  return check_names(capabilities, status) && check_sets(capabilities, status) && check_formats(capabilities, status) &&
         check_architecture(capabilities, status) && check_subgroup(capabilities, status) &&
         check_limits(capabilities, status);
}
