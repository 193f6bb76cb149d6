// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots: completing them from dtype and layout, and checking them. Spec: planner.md, section 3.
#ifndef ACCY_PLANNER_SLOT_H
#define ACCY_PLANNER_SLOT_H

#include "planner/plan.h"

/// Makes the row-major layout of `dims` (ACCY_DYNAMIC where unknown; strides are absent then) with the given alignment.
/// Its arrays live in `arena`. Fails with OutOfMemory, or InvalidArtifact when a stride passes 63 bits.
bool accyLayoutMakeRowMajor(AccyArena *arena, const int64_t *dims, uint32_t rank, uint32_t alignment,
                            AccyLayout *outLayout, AccyStatus *status);

/// The ids under which the records of one slot were found; ACCY_NO_SLOT: no such record.
/// Fails with MissingMemorySpaceAssignment, MissingLayoutAssignment, or InvalidArtifact when they differ.
bool accySlotCheckRecords(uint32_t bufferId, uint32_t memorySpaceId, uint32_t layoutId, AccyStatus *status);

/// Whether the slot's enumerations have names and its rank is within ACCY_SLOT_MAX_RANK. Fails with InvalidArtifact.
bool accySlotCheckWords(const AccySlot *slot, AccyStatus *status);

/// Whether the slot is consistent: its size and fingerprint are those of its layout, its order is a permutation, its
/// alignment a power of two, a constant has a payload. `constantBytes` is the payload's length.
/// Fails with InvalidArtifact.
bool accySlotVerify(const AccySlot *slot, uint64_t constantBytes, AccyStatus *status);

#endif // ACCY_PLANNER_SLOT_H
