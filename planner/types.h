// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The structs that the planner's functions take and give: plain values without an MLIR type. All counts are elements,
// all sizes bytes, all extents threads or threadgroups, unless a comment says otherwise. Spec: planner.md.
#ifndef ACCY_PLANNER_TYPES_H
#define ACCY_PLANNER_TYPES_H

#include "planner/arena.h"
#include "planner/status.h"

#define ACCY_NAME_CAPACITY 128      // bytes of a name with its NUL: entry names stay below (section 4)
#define ACCY_MAX_CANDIDATES 8       // ranked launch candidates of a kernel (section 7)
#define ACCY_HOST_LOOP_ARGUMENTS 7  // element count, grid x y z, threadgroup x y z (section 4)
#define ACCY_DYNAMIC ((int64_t)-1)  // an extent that is not known before run time
#define ACCY_MAX_RANK 64            // dimensions of a slot
#define ACCY_NO_SLOT ((uint32_t)-1) // a kernel that writes no slot (a standalone one)

// ---- Targets (section 2) --------------------------------------------------------------------------------------------

typedef struct AccyTargetMemory {
  uint32_t shared_bytes_per_threadgroup;
  uint32_t constant_bytes;
  uint32_t min_buffer_alignment;
  bool unified;
  bool host_visible;
} AccyTargetMemory;

typedef struct AccyTargetSubgroup {
  bool supported;
  uint32_t size_min;  // 0: absent
  uint32_t size_max;  // 0: absent
  AccySet operations; // of AccySubgroupOperation
} AccyTargetSubgroup;

typedef struct AccyTargetThreadgroup {
  uint32_t max_threads;
  uint32_t max_threads_per_dim[3];
  uint32_t max_grid_per_dim[3]; // what a planned launch may use
  uint32_t max_blocks[3];       // what the device itself takes, for bodies that choose their own grid
  uint32_t shared_memory_bytes; // limit of dynamic shared memory
} AccyTargetThreadgroup;

/// What a target can do. A value: no pointers.
typedef struct AccyTargetCapabilities {
  AccyBackend backend;
  char family[32];       // "nvidia", "mesa", …
  char name[32];         // "baseline", "sm_90", "llvmpipe", …
  char architecture[32]; // what the code generator is asked for: "sm_90", "x86-64-v3", "spv1.3", …
  AccyTargetMemory memory;
  AccyTargetSubgroup subgroup;
  AccyTargetThreadgroup threadgroup;
  AccySet dtypes;   // of AccyDtype
  AccySet layouts;  // of AccyLayoutSupport
  AccySet runtime;  // of AccyRuntimeFeature
  AccySet features; // of AccyFeature
  AccySet formats;  // of AccyFormat
} AccyTargetCapabilities;

/// What a module is compiled for: capabilities and the chosen format.
typedef struct AccyTargetProfile {
  AccyTargetCapabilities capabilities;
  AccyFormat format;
} AccyTargetProfile;

// ---- Launches (sections 6 and 7) ------------------------------------------------------------------------------------

typedef struct AccyGeometry {
  uint32_t grid[3];        // threadgroups
  uint32_t threadgroup[3]; // threads
  uint32_t shared_bytes;   // dynamic shared memory
} AccyGeometry;

/// The part of the work that one threadgroup does.
typedef struct AccyTile {
  AccyTileKind kind; // none: no other field counts
  uint64_t m, n, k, batch;
  AccyDtype input_dtype, output_dtype;
  uint32_t input_tile_bytes, output_tile_bytes;
  uint32_t scratch_memory_bytes;
  AccyReductionKind reduction_kind;
  uint32_t reduction_rank, reduction_axis;
  uint64_t reduction_extent;
} AccyTile;

/// What a work item reads, writes and computes (section 6).
typedef struct AccyResources {
  uint64_t static_read_bytes, static_write_bytes, static_total_bytes;
  bool static_bytes_complete; // false when a size is dynamic
  uint32_t op_count;
  uint32_t external_input_value_count; // distinct values from outside
  uint32_t external_operand_count;     // operands from outside, repeats counted
  uint32_t chain_operand_count;        // operands produced inside the work item
  uint64_t element_count;              // of the output
  uint32_t element_size;
  uint64_t estimated_element_ops;
  uint64_t ops_per_kib;
  AccyResourceClass resource_class;
} AccyResources;

typedef struct AccyLaunchCandidate {
  AccyGeometry geometry;
  uint64_t score;              // lower is better
  uint64_t est_bytes, est_ops; // of one threadgroup
  AccyTile tile;
} AccyLaunchCandidate;

/// How a kernel is launched. candidates[0] is the chosen one, whose values are repeated in the fields before it.
typedef struct AccyLaunchResources {
  AccyFormat format;
  uint64_t element_count;
  AccyGeometry geometry;
  uint32_t subgroup_size; // 0: none
  bool subgroup_aligned;
  bool fixed_threadgroup;
  AccyResourceClass resource_class;
  uint64_t ops_per_kib;
  uint64_t est_bytes, est_ops;
  bool static_bytes_complete;
  AccyTile tile;
  uint32_t candidate_count;
  AccyLaunchCandidate candidates[ACCY_MAX_CANDIDATES];
} AccyLaunchResources;

// ---- Slots (section 3) ----------------------------------------------------------------------------------------------

typedef struct AccyLayout {
  AccyLayoutKind kind;
  uint32_t rank;
  int64_t *dims;            // rank extents; ACCY_DYNAMIC where unknown
  int64_t *strides;         // rank strides in elements; null when they are not static
  uint32_t *minor_to_major; // rank dimension numbers, fastest first
  uint32_t alignment;
  bool contiguous;
  bool static_layout;
} AccyLayout;

typedef struct AccySlot {
  uint32_t id;
  AccySet roles; // of AccyRole
  AccyDtype dtype;
  AccySpace space;
  AccyAccess access;
  AccyTransfer transfer;
  AccyLayout layout;
  bool has_static_size; // when false, elements and bytes are 0 and mean nothing
  uint64_t elements, bytes;
  uint64_t layout_fingerprint;
  const uint8_t *constant; // `bytes` bytes, little-endian, row-major; null unless a constant
} AccySlot;

// ---- Kernels (section 4) --------------------------------------------------------------------------------------------

typedef struct AccyScalar {
  AccyScalarKind kind;
  uint64_t bits; // the value's bits in the low end; the rest 0
} AccyScalar;

/// A pattern that whoever runs the plan writes over a buffer before the launch.
typedef struct AccyFill {
  bool present;
  uint32_t pattern;
} AccyFill;

typedef struct AccyRequirements {
  AccySet dtypes;              // of AccyDtype
  AccySet features;            // of AccyFeature
  AccySet subgroup_operations; // of AccySubgroupOperation
} AccyRequirements;

typedef struct AccyPayload {
  AccyPayloadKind kind;
  AccyPayloadOwnership ownership;
  const void *data;
  uint64_t bytes; // of a text without a NUL; four for each word
} AccyPayload;

typedef struct AccyArtifact {
  AccyBackend backend;
  AccyFormat format;
  char entry[ACCY_NAME_CAPACITY];
  uint32_t argument_count;
  uint32_t scalar_argument_count; // runtime and static scalars, and a scalar element count
  uint32_t push_constant_bytes;
  uint32_t diagnostic_id; // the kernel's id, for messages of the runtime
  AccyPayload payload;
} AccyArtifact;

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

// ---- Memory (section 8) ---------------------------------------------------------------------------------------------

typedef struct AccySlotLifetime {
  uint32_t slot;
  uint32_t first, last; // kernel indices, both included; `last` is the kernel count for a plan output
} AccySlotLifetime;

typedef struct AccyAllocation {
  uint32_t id;
  AccySpace space;
  uint64_t offset; // in the arena of `space`
  uint64_t bytes;
  uint32_t alignment;
} AccyAllocation;

typedef struct AccyAssignment {
  uint32_t slot, allocation;
} AccyAssignment;

typedef struct AccyMemoryPlan {
  AccyMemoryStrategy strategy;
  uint32_t lifetime_count;
  AccySlotLifetime *lifetimes; // of allocatable slots, in slot order
  uint32_t allocation_count;
  AccyAllocation *allocations;
  uint32_t assignment_count;
  AccyAssignment *assignments;
  uint64_t total_static_slot_bytes;
  uint64_t allocated_static_bytes; // reuse: the allocations' sum; pack: the arenas' sum
  uint64_t peak_static_live_bytes; // a lower bound of what any plan allocates
} AccyMemoryPlan;

// ---- The plan -------------------------------------------------------------------------------------------------------

#define ACCY_PLAN_VERSION 1

/// Everything a caller must know to run a compiled function. All its arrays and payloads live in `arena`, but for
/// external payloads. Make it with accyPlanCreate, let it go with accyPlanDestroy.
typedef struct AccyPlan {
  AccyArena arena;
  char function[ACCY_NAME_CAPACITY];
  AccyTargetProfile target;
  uint32_t slot_count;
  AccySlot *slots;
  uint32_t input_count;
  uint32_t *inputs; // slot ids
  uint32_t output_count;
  uint32_t *outputs; // slot ids, repeats kept
  uint32_t kernel_count;
  AccyKernel *kernels;
  AccyMemoryPlan memory;
  uint64_t total_kernel_ops;
  uint64_t total_static_bytes;
} AccyPlan;

#endif // ACCY_PLANNER_TYPES_H
