// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of an artifact plan and what is said about its parts. Spec: planner.md, sections 3 and 4.
#ifndef ACCY_PLANNER_PLAN_H
#define ACCY_PLANNER_PLAN_H

#include "planner/types.h"

/// An empty plan, or null when memory runs out. The caller's, until accyPlanDestroy.
AccyPlan *accyPlanCreate(void);

/// Frees `plan` and all that it holds. Null is allowed.
void accyPlanDestroy(AccyPlan *plan);

/// Appends a copy of `slot`: the plan keeps its own copy of dims, strides, order and constant bytes, so they may point
/// anywhere. Fails with OutOfMemory; the plan is then as it was.
bool accyPlanAddSlot(AccyPlan *plan, const AccySlot *slot, AccyStatus *status);

/// Appends a copy of `kernel`, and adds its op count and static bytes to the plan's totals. Arrays and an owned payload
/// are copied; an external payload is pointed to and must outlive the plan. Fails with OutOfMemory likewise.
bool accyPlanAddKernel(AccyPlan *plan, const AccyKernel *kernel, AccyStatus *status);

/// Sets the plan's inputs: the ids of its input slots in slot order. Fails with OutOfMemory.
bool accyPlanSetInputs(AccyPlan *plan, AccyStatus *status);

/// Sets the plan's outputs, repeats kept. Fails with UnsupportedOperation when a returned value has no slot
/// (ACCY_NO_SLOT, or an id that is no slot's), or OutOfMemory.
bool accyPlanSetOutputs(AccyPlan *plan, const uint32_t *slots, uint32_t count, AccyStatus *status);

/// A deep copy, which shares nothing with `plan` and outlives it. Fails with InvalidArtifact when a payload is
/// external, or OutOfMemory. The copy is the caller's, until accyPlanDestroy.
bool accyPlanCopy(const AccyPlan *plan, AccyPlan **outCopy, AccyStatus *status);

/// The slot of that id, or null.
const AccySlot *accyPlanFindSlot(const AccyPlan *plan, uint32_t id);

/// Whether the plan holds together: slot and kernel records complete and consistent, payload kinds those of their
/// formats and not empty, argument counts those of the ABI, geometry non-zero, every named slot there, memory assigned
/// within its allocations. Fails with InvalidArtifact and says which part.
bool accyPlanVerify(const AccyPlan *plan, AccyStatus *status);

/// Makes a kernel out of an artifact without a tensor program: kernel id, work item and fingerprints are 0, it has no
/// inputs and no output slot. The arrays of `*outKernel` are those given. Spec: section 4, "Standalone kernels".
/// Fails with InvalidArtifact when artifact and contract do not agree.
bool accyStandaloneKernel(const AccyArtifact *artifact, const AccyLaunchResources *launch, const AccyContract *contract,
                          const AccyScalar *runtimeScalars, uint32_t runtimeScalarCount,
                          const AccyScalar *staticArguments, uint32_t staticArgumentCount, AccyKernel *outKernel,
                          AccyStatus *status);

// ---- Arguments (the ABI of section 4) -------------------------------------------------------------------------------

typedef enum AccyArgumentKind {
  AccyArgumentBuffer,        // slot
  AccyArgumentCountBuffer,   // count, in a device buffer of one u32
  AccyArgumentCount,         // count, as a u32
  AccyArgumentRuntimeScalar, // scalar: the default of a value that the caller may change
  AccyArgumentStaticScalar,  // scalar
} AccyArgumentKind;

typedef struct AccyArgument {
  AccyArgumentKind kind;
  uint32_t slot;
  uint32_t count;
  AccyScalar scalar;
} AccyArgument;

/// How many arguments the kernel takes: input slots, output slot, element count unless none, runtime and static
/// scalars. For a consistent kernel this is contract.argument_count.
uint32_t accyKernelArgumentCount(const AccyKernel *kernel);

/// Argument `index` in ABI order: inputs, output, element count (buffer or scalar), runtime scalars, static scalars.
/// `index` must be below accyKernelArgumentCount.
AccyArgument accyKernelArgument(const AccyKernel *kernel, uint32_t index);

/// The seven static scalars of host-loop formats: element count, grid x y z, threadgroup x y z.
/// Fails with LaunchArgumentMismatch when the element count is over 2^32-1.
bool accyHostLoopArguments(uint64_t elementCount, const AccyGeometry *geometry,
                           AccyScalar outArguments[ACCY_HOST_LOOP_ARGUMENTS], AccyStatus *status);

/// The element-count argument of a generated kernel of that kind: none for dot_general, else device_buffer_u32.
AccyCountArgument accyGeneratedCountArgument(AccyKernelKind kind);

/// The error for a generated kernel that no lowered body exists for. Always returns false.
/// Spec: section 4, "Generated kernels".
bool accyFailWithoutBody(AccyKernelKind kind, AccyDtype inputDtype, AccyDtype outputDtype, AccyStatus *status);

/// Sets the artifact's scalar argument count and push-constant bytes from the kernel's scalars and count argument. In
/// push constants scalars lie in ABI order, each at a multiple of its size.
void accyKernelCountScalars(AccyKernel *kernel);

/// Fills contract and artifact of `kernel` from what it already holds: kind's launch kind, slots, scalars, count
/// argument, id, and the given backend, entry name, requirements and payload. Argument counts follow the ABI.
/// Fails with InvalidArtifact when the payload is empty or of a kind that `format` does not take, or the entry name is
/// empty or too long.
bool accyKernelSetArtifact(AccyKernel *kernel, AccyBackend backend, AccyFormat format, const char *entry,
                           AccyKernelSource source, AccyLaunchKind launchKind, const AccyRequirements *required,
                           const AccyPayload *payload, AccyStatus *status);

#endif // ACCY_PLANNER_PLAN_H
