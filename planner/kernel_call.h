// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Planning kernel calls; accy-c/KernelCall.h has the entries and registries. Spec: planner.md, section 5.
#ifndef ACCY_PLANNER_KERNEL_CALL_H
#define ACCY_PLANNER_KERNEL_CALL_H

#include "accy-c/KernelCall.h"
#include "planner/plan.h"

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
