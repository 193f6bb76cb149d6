// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans: which slots share memory, and where. Spec: section 8.
#ifndef ACCY_C_MEMORY_PLAN_H
#define ACCY_C_MEMORY_PLAN_H

#include "accy-c/Slot.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/// The arena of a memory space, in bytes: arena_bytes / least_bytes is how well it is packed, and 1 at best.
typedef struct AccyArenaUse {
  AccySpace space;
  uint64_t arena_bytes; // the largest offset + bytes of its allocations
  uint64_t peak_bytes;  // the most that is live in it at once
  uint64_t least_bytes; // that with what the alignment of offsets costs: no arena is smaller
} AccyArenaUse;

typedef struct AccyMemoryPlan {
  AccyMemoryStrategy strategy;
  uint32_t lifetime_count;
  AccySlotLifetime *lifetimes; // of allocatable slots, in slot order
  uint32_t allocation_count;
  AccyAllocation *allocations;
  uint32_t assignment_count;
  AccyAssignment *assignments;
  uint32_t arena_count;
  AccyArenaUse *arenas; // of the spaces that have allocations, in the order of AccySpace
  uint64_t total_static_slot_bytes;
  uint64_t allocated_static_bytes; // reuse: the allocations' sum; pack: the arenas' sum
  uint64_t peak_static_live_bytes; // a lower bound of what any plan allocates
} AccyMemoryPlan;

// ---- Packing plain blocks -------------------------------------------------------------------------------------------

/// A block that is live at the times first … last, both included.
typedef struct AccyPackBlock {
  uint64_t first, last;
  uint64_t bytes;
  uint32_t alignment; // of its offset; at least 1
} AccyPackBlock;

/// The largest sum of bytes that are live at once: no arena is smaller. Fails with InvalidArtifact when it passes 64
/// bits or a block ends before it begins; OutOfMemory.
ACCY_EXPORTED bool accyPackPeak(const AccyPackBlock *blocks, uint32_t count, uint64_t *outPeak, AccyStatus *status);

/// A closer bound, which counts what alignment costs: of blocks at multiples of a number that are live at once, all but
/// the last one fill whole multiples of it. It is the peak where each block's bytes are a multiple of its alignment and
/// that of all others. Fails as accyPackPeak does.
ACCY_EXPORTED bool accyPackLeast(const AccyPackBlock *blocks, uint32_t count, uint64_t *outLeast, AccyStatus *status);

typedef struct AccyPackOptions {
  uint64_t search_budget; // what the search may do after greedy placement, in blocks and sections looked at (some
                          // hundred million a second); 0: the default, up to 4 000 000 000, the less the closer the
                          // arena is to the goal already
  uint64_t goal;          // bytes of an arena that is good enough, where the search ends; 0: accyPackLeast's
} AccyPackOptions;

/// Chooses an offset for each block such that blocks that are live at once do not overlap. Tries several greedy orders
/// with best fit and keeps the best, then searches exactly when none reached the goal and there are at most 2048
/// blocks. `options` may be null. Deterministic: the budget counts work, not time. Fails with OutOfMemory, or
/// InvalidArtifact when an offset passes 64 bits, a block ends before it begins or has the alignment 0.
ACCY_EXPORTED bool accyPackBlocks(const AccyPackBlock *blocks, uint32_t count, const AccyPackOptions *options,
                                  uint64_t *outOffsets, uint64_t *outArenaBytes, AccyStatus *status);

// ---- Planning memory ------------------------------------------------------------------------------------------------

/// The slots that one kernel touches.
typedef struct AccyKernelUse {
  const uint32_t *inputs;
  uint32_t input_count;
  const uint32_t *outputs;
  uint32_t output_count;
} AccyKernelUse;

/// A slot that takes the memory of another, whose value nothing reads once `slot` is written.
typedef struct AccySlotAlias {
  uint32_t slot, of;
} AccySlotAlias;

typedef struct AccyMemoryRequest {
  const AccySlot *slots;
  uint32_t slot_count;
  const AccyKernelUse *kernels; // in launch order
  uint32_t kernel_count;
  const uint32_t *kernel_alignments; // what each asks of all it touches, as min_alignment; may be null
  const uint32_t *outputs;           // the plan's
  uint32_t output_count;
  const AccySlotAlias *aliases; // each slot takes at most one other's memory, one that is first used no later
  uint32_t alias_count;
  AccyMemoryStrategy strategy;
  uint32_t min_alignment;       // of an offset, beside what slots ask for: a power of two; 0 counts as 1
  uint32_t preferred_alignment; // as that, where strategy pack can have it for nothing
  AccyPackOptions pack;         // of that strategy
} AccyMemoryRequest;

/// Plans the memory of all allocatable slots: used, neither input nor constant, of static size. Kernels and outputs
/// name slots by id. reuse: slots share an allocation only when they agree in size, dtype, space, layout, alignment and
/// fingerprint; allocations follow one another in the arena of their space. pack: each slot is an allocation of its
/// own, placed so that slots alive at the same time do not overlap and the arenas are small. Deterministic: the search
/// counts steps, not time. An alias gives two slots of the same size and space one allocation. Owns: `*outPlan` is the
/// caller's, until accyMemoryPlanDestroy. Fails with InvalidArtifact when a kernel or the plan's outputs name an
/// unknown slot, an alias one that is not allocatable, does not agree or is used after, an alignment is no power of
/// two, an enumeration has no such value, or a sum passes 64 bits; OutOfMemory.
ACCY_EXPORTED bool accyMemoryPlanCreate(const AccyMemoryRequest *request, AccyMemoryPlan **outPlan, AccyStatus *status);

/// Frees what accyMemoryPlanCreate made. Null is allowed.
ACCY_EXPORTED void accyMemoryPlanDestroy(AccyMemoryPlan *plan);

/// How close an arena is to its lower bound: arena_bytes / peak_bytes, and 1 where both are 0.
ACCY_EXPORTED double accyArenaUseRatio(const AccyArenaUse *use);

/// The size of the arena that the allocations of `space` need: the largest offset + bytes.
ACCY_EXPORTED uint64_t accyMemoryArenaBytes(const AccyMemoryPlan *plan, AccySpace space);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_MEMORY_PLAN_H
