// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Artifact plans: all that a caller must know to run a compiled function. A plan holds slots, kernels with their
// artifacts, contracts, launches and arguments, and a memory plan. Its parts are values of the structs below; the plan
// itself is opaque, and one thread may change it at a time. Spec: sections 3, 4 and 8.
#ifndef ACCY_C_PLAN_H
#define ACCY_C_PLAN_H

#include "accy-c/Launch.h"
#include "accy-c/MemoryPlan.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACCY_HOST_LOOP_ARGUMENTS 7 // element count, grid x y z, threadgroup x y z (section 4)
#define ACCY_PLAN_VERSION 1        // of plan.json (section 10)

// ---- Kernels --------------------------------------------------------------------------------------------------------

typedef struct AccyScalar {
  AccyScalarKind kind;
  uint64_t bits; // the value's bits in the low end; the rest 0
} AccyScalar;

/// A pattern that whoever runs the plan writes over a buffer before the launch.
typedef struct AccyFill {
  bool present;
  uint32_t pattern;
} AccyFill;

/// What a kernel promises to whoever launches it.
typedef struct AccyContract {
  AccyKernelSource source;
  AccyLaunchKind launch_kind;
  AccyFormat format;
  char entry[ACCY_NAME_CAPACITY];
  uint32_t argument_count;
  AccyRequirements required;
  bool has_shape_family;
  uint64_t shape_family_fingerprint;
  AccyPayloadKind payload_kind;
  uint64_t payload_bytes;
} AccyContract;

/// One grid axis of a kernel call's launch: fixed, or ceil_div(runtime u32 scalar, divisor).
typedef struct AccyGridAxis {
  bool derived;
  uint32_t extent;       // when fixed
  uint32_t scalar_index; // when derived
  uint32_t divisor;      // when derived
} AccyGridAxis;

typedef struct AccyKernelCallLaunch {
  AccyGridAxis grid[3];
  uint32_t threadgroup[3];
  uint32_t shared_bytes;
} AccyKernelCallLaunch;

typedef struct AccyKernel {
  AccyContract contract;
  uint32_t id, work_item;
  AccyKernelKind kind;
  uint32_t output_slot; // ACCY_NO_SLOT for a standalone kernel
  uint32_t input_slot_count;
  uint32_t *input_slots;
  uint64_t output_layout_fingerprint, input_layout_fingerprint;
  uint64_t element_count;
  AccyResources resources;
  AccyArtifact artifact;
  AccyLaunchResources launch;
  bool has_aliased_input;      // the output takes the buffer of an input, which nothing reads afterwards
  uint32_t aliased_input;      // its index among the inputs
  bool has_kernel_call_launch; // a derived launch of a kernel call
  AccyKernelCallLaunch kernel_call_launch;
  AccyCountArgument count_argument;
  uint32_t runtime_scalar_count;
  AccyScalar *runtime_scalars; // with their defaults
  uint32_t static_argument_count;
  AccyScalar *static_arguments;
  AccyFill output_fill, scratch_fill;
  uint64_t body_fingerprint;
} AccyKernel;

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
ACCY_EXPORTED uint32_t accyKernelArgumentCount(const AccyKernel *kernel);

/// Argument `index` in ABI order: inputs, output, element count (buffer or scalar), runtime scalars, static scalars.
/// `index` must be below accyKernelArgumentCount.
ACCY_EXPORTED AccyArgument accyKernelArgument(const AccyKernel *kernel, uint32_t index);

/// The seven static scalars of host-loop formats: element count, grid x y z, threadgroup x y z.
/// Fails with LaunchArgumentMismatch when the element count is over 2^32-1.
ACCY_EXPORTED bool accyHostLoopArguments(uint64_t elementCount, const AccyGeometry *geometry,
                                         AccyScalar outArguments[ACCY_HOST_LOOP_ARGUMENTS], AccyStatus *status);

/// Makes a kernel out of an artifact without a tensor program: kernel id, work item and fingerprints are 0, it has no
/// inputs and no output slot. The arrays of `*outKernel` are those given. Spec: section 4, "Standalone kernels".
/// Fails with InvalidArtifact when artifact and contract do not agree, or an enumeration has no such value.
ACCY_EXPORTED bool accyStandaloneKernel(const AccyArtifact *artifact, const AccyLaunchResources *launch,
                                        const AccyContract *contract, const AccyScalar *runtimeScalars,
                                        uint32_t runtimeScalarCount, const AccyScalar *staticArguments,
                                        uint32_t staticArgumentCount, AccyKernel *outKernel, AccyStatus *status);

/// Fills contract and artifact of `kernel` from what it already holds: kind's launch kind, slots, scalars, count
/// argument, id, and the given backend, entry name, requirements and payload. Argument counts follow the ABI.
/// Fails with InvalidArtifact when the payload is empty or of a kind that `format` does not take, the entry name is
/// empty or too long, or an enumeration has no such value.
ACCY_EXPORTED bool accyKernelSetArtifact(AccyKernel *kernel, AccyBackend backend, AccyFormat format, const char *entry,
                                         AccyKernelSource source, AccyLaunchKind launchKind,
                                         const AccyRequirements *required, const AccyPayload *payload,
                                         AccyStatus *status);

// ---- The life of a plan ---------------------------------------------------------------------------------------------

/// A plan; opaque.
typedef struct AccyPlan AccyPlan;

/// An empty plan, or null when memory runs out. The caller's, until accyPlanDestroy.
ACCY_EXPORTED AccyPlan *accyPlanCreate(void);

/// Frees `plan` and all that it holds. Null is allowed.
ACCY_EXPORTED void accyPlanDestroy(AccyPlan *plan);

/// Names the function. Fails with InvalidArtifact when the name is empty, has ACCY_NAME_CAPACITY bytes or more, or is
/// not UTF-8.
ACCY_EXPORTED bool accyPlanSetFunction(AccyPlan *plan, const char *function, AccyStatus *status);

/// Sets what the plan is made for.
ACCY_EXPORTED void accyPlanSetTarget(AccyPlan *plan, const AccyTargetProfile *target);

/// Appends a copy of `slot`: the plan keeps its own copy of dims, strides, order and constant bytes, so they may point
/// anywhere. Fails with InvalidArtifact when the rank is above ACCY_SLOT_MAX_RANK or an enumeration has no such value,
/// or OutOfMemory; the plan is then as it was.
ACCY_EXPORTED bool accyPlanAddSlot(AccyPlan *plan, const AccySlot *slot, AccyStatus *status);

/// Appends a copy of `kernel`, and adds its op count and static bytes to the plan's totals. Arrays and an owned payload
/// are copied; an external payload is pointed to and must outlive the plan. Fails with OutOfMemory likewise.
ACCY_EXPORTED bool accyPlanAddKernel(AccyPlan *plan, const AccyKernel *kernel, AccyStatus *status);

/// Sets the plan's inputs: the ids of its input slots in slot order. Fails with OutOfMemory; the plan is then as it
/// was.
ACCY_EXPORTED bool accyPlanSetInputs(AccyPlan *plan, AccyStatus *status);

/// Sets the plan's outputs, repeats kept. Fails with UnsupportedOperation when a returned value has no slot
/// (ACCY_NO_SLOT, or an id that is no slot's), or OutOfMemory.
ACCY_EXPORTED bool accyPlanSetOutputs(AccyPlan *plan, const uint32_t *slots, uint32_t count, AccyStatus *status);

/// Plans the memory of a plan that has its target, slots, kernels and outputs, as accyMemoryPlanCreate does, and keeps
/// the memory plan in it. Offsets are multiples of `minAlignment`, 0 standing for accyTargetOffsetAlignment, and of the
/// slot's own alignment; where a kernel call touches the slot, whose kernel is not the planner's, of the target's
/// min_buffer_alignment. `pack` is that of an AccyMemoryRequest and may be null. Fails as accyMemoryPlanCreate does.
ACCY_EXPORTED bool accyPlanAssignMemory(AccyPlan *plan, AccyMemoryStrategy strategy, uint32_t minAlignment,
                                        const AccyPackOptions *pack, AccyStatus *status);

/// A deep copy, which shares nothing with `plan` and outlives it. Fails with InvalidArtifact when a payload is
/// external, or OutOfMemory. The copy is the caller's, until accyPlanDestroy.
ACCY_EXPORTED bool accyPlanCopy(const AccyPlan *plan, AccyPlan **outCopy, AccyStatus *status);

/// Whether the plan holds together: slot and kernel records complete and consistent, enumerations of known values,
/// payload kinds those of their formats and not empty, argument counts those of the ABI, geometry non-zero, every named
/// slot there, memory assigned within its allocations. Fails with InvalidArtifact and says which part.
ACCY_EXPORTED bool accyPlanVerify(const AccyPlan *plan, AccyStatus *status);

// ---- Reading a plan -------------------------------------------------------------------------------------------------
// What these functions return points into the plan and lives as long as it is neither changed nor destroyed. An index
// must be below the count it goes with.

/// The function that the plan is of.
ACCY_EXPORTED const char *accyPlanGetFunction(const AccyPlan *plan);

/// What the plan is made for.
ACCY_EXPORTED const AccyTargetProfile *accyPlanGetTarget(const AccyPlan *plan);

/// The slots, in order of their ids where the plan comes from a module.
ACCY_EXPORTED uint32_t accyPlanGetSlotCount(const AccyPlan *plan);
ACCY_EXPORTED const AccySlot *accyPlanGetSlot(const AccyPlan *plan, uint32_t index);

/// The slot of that id, or null.
ACCY_EXPORTED const AccySlot *accyPlanFindSlot(const AccyPlan *plan, uint32_t id);

/// The slot ids of the function's inputs, in slot order, and of its outputs, repeats kept.
ACCY_EXPORTED uint32_t accyPlanGetInputCount(const AccyPlan *plan);
ACCY_EXPORTED uint32_t accyPlanGetInput(const AccyPlan *plan, uint32_t index);
ACCY_EXPORTED uint32_t accyPlanGetOutputCount(const AccyPlan *plan);
ACCY_EXPORTED uint32_t accyPlanGetOutput(const AccyPlan *plan, uint32_t index);

/// The kernels, in launch order.
ACCY_EXPORTED uint32_t accyPlanGetKernelCount(const AccyPlan *plan);
ACCY_EXPORTED const AccyKernel *accyPlanGetKernel(const AccyPlan *plan, uint32_t index);

/// The memory plan. Without allocations where none was assigned.
ACCY_EXPORTED const AccyMemoryPlan *accyPlanGetMemory(const AccyPlan *plan);

/// The sums over the kernels of their op counts, and of the bytes they read and write.
ACCY_EXPORTED uint64_t accyPlanGetTotalKernelOps(const AccyPlan *plan);
ACCY_EXPORTED uint64_t accyPlanGetTotalStaticBytes(const AccyPlan *plan);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_PLAN_H
