// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel calls: kernels that a caller registered, by target string, version and format. Spec: planner.md, section 5.
#ifndef ACCY_PLANNER_KERNEL_CALL_H
#define ACCY_PLANNER_KERNEL_CALL_H

#include "planner/plan.h"

/// The shapes that an entry is made for, as far as planning looks: how many dimensions vary, and which runtime scalar
/// the only one of a one-dimensional profile is bound to.
typedef struct AccyShapeProfile {
  uint32_t dimension_count;
  uint32_t scalar_index;
  uint64_t fingerprint; // of the shape family; the entry's own must be the same
} AccyShapeProfile;

typedef struct AccyKernelCallEntry {
  const char *target;
  uint32_t version; // from 1
  AccyFormat format;
  const char *entry;
  uint32_t argument_count;
  AccyRequirements required;
  AccyPayload payload;
  AccyKernelCallLaunch launch;
  AccyCountArgument count_argument;
  uint32_t runtime_scalar_count;
  const AccyScalar *static_arguments;
  uint32_t static_argument_count;
  const AccyShapeProfile *shape_profile; // null: none
  bool has_shape_family;
  uint64_t shape_family_fingerprint;
} AccyKernelCallEntry;

/// Where planning looks entries up. `lookup` gives the entry, or null when there is none; it must live until the plan
/// is made.
typedef struct AccyKernelRegistry {
  const AccyKernelCallEntry *(*lookup)(void *context, const char *target, uint32_t version, AccyFormat format);
  void *context;
} AccyKernelRegistry;

/// What the op says.
typedef struct AccyKernelCallRequest {
  const char *target;
  uint32_t version;
  AccyFormat format;
  AccyBackend backend;
  const AccyTargetCapabilities *capabilities;
  const AccyScalar *scalars; // the op's runtime scalars
  uint32_t scalar_count;
  const AccySlot *const *input_slots;
  uint32_t input_slot_count;
  AccyDtype dtype;        // of the work item
  uint64_t element_count; // of the output
} AccyKernelCallRequest;

/// Whether an entry can be registered. Fails with InvalidArtifact.
bool accyKernelCallEntryVerify(const AccyKernelCallEntry *entry, AccyStatus *status);

/// Plans the call into `kernel`, whose id, work item, slots, element count and resources are set already: scalars,
/// count argument, launch, contract and artifact. Arrays are made in `arena`; the payload is pointed to. `registry` may
/// be null. Fails with UnsupportedOperation (no registry or entry), InvalidArtifact (a bad entry, or counts that do not
/// agree), UnsupportedArtifactFormat, CapabilityMismatch, LaunchArgumentMismatch, OutOfMemory.
bool accyKernelCallPlan(const AccyKernelRegistry *registry, const AccyKernelCallRequest *request, AccyArena *arena,
                        AccyKernel *kernel, AccyStatus *status);

/// The geometry of a launch for given runtime scalars. Fails with InvalidArtifact when a derived axis names no u32
/// scalar, CapabilityMismatch when an extent is 0.
bool accyKernelCallGeometry(const AccyKernelCallLaunch *launch, const AccyScalar *scalars, uint32_t count,
                            AccyGeometry *outGeometry, AccyStatus *status);

#endif // ACCY_PLANNER_KERNEL_CALL_H
