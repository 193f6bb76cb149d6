// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See slot.h.
#include "planner/slot.h"

#include "planner/fingerprint.h"

bool accyLayoutMakeRowMajor(AccyArena *arena, const int64_t *dims, uint32_t rank, uint32_t alignment,
                            AccyLayout *outLayout, AccyStatus *status) {
  AccyLayout layout = {.kind = AccyLayoutKindRowMajor, .rank = rank, .alignment = alignment, .contiguous = true};
  layout.dims = accyArenaCopyArray(arena, dims, rank, sizeof(int64_t));
  layout.minor_to_major = accyArenaAllocateArray(arena, rank, sizeof(uint32_t));
  layout.strides = accyArenaAllocateArray(arena, rank, sizeof(int64_t));
  if (!layout.dims || !layout.minor_to_major || !layout.strides)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a layout of rank %u", rank);
  layout.static_layout = true;
  int64_t stride = 1;
  for (uint32_t i = 0; i < rank; ++i) {
    uint32_t dim = rank - 1 - i;
    layout.minor_to_major[i] = dim;
    layout.strides[dim] = stride;
    if (dims[dim] == ACCY_DYNAMIC)
      layout.static_layout = false;
    else if (__builtin_mul_overflow(stride, dims[dim] ? dims[dim] : 1, &stride))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "a stride passes 63 bits");
  }
  if (!layout.static_layout)
    layout.strides = NULL;
  *outLayout = layout;
  return true;
}

void accySlotSetDefaults(AccySlot *slot) {
  slot->space = AccySpaceDeviceGlobal;
  slot->access = AccyAccessReadWrite;
  slot->transfer = AccyTransferNone;
  if (slot->roles & ACCY_BIT(AccyRoleConstant)) {
    slot->space = AccySpaceDeviceConstant;
    slot->access = AccyAccessReadOnly;
  } else if (slot->roles & ACCY_BIT(AccyRoleOutput)) {
    bool is_input = slot->roles & ACCY_BIT(AccyRoleInput); // an argument that is returned as it is
    slot->access = is_input ? AccyAccessReadOnly : AccyAccessWriteOnly;
    slot->transfer = is_input ? AccyTransferBoth : AccyTransferDeviceToHost;
  } else if (slot->roles & ACCY_BIT(AccyRoleInput)) {
    slot->access = AccyAccessReadOnly;
    slot->transfer = AccyTransferHostToDevice;
  }
}

/// The number of elements; false with `*is_static` false when it is dynamic, with a status when it makes no sense.
static bool count_elements(const AccySlot *slot, bool *is_static, uint64_t *elements, AccyStatus *status) {
  *is_static = true;
  *elements = 1;
  for (uint32_t i = 0; i < slot->layout.rank; ++i) {
    int64_t dim = slot->layout.dims[i];
    if (dim == ACCY_DYNAMIC)
      *is_static = false;
    else if (dim < 0)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u has the extent %lld", slot->id, (long long)dim);
    else if (__builtin_mul_overflow(*elements, (uint64_t)dim, elements))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "the elements of slot %u pass 64 bits", slot->id);
  }
  return true;
}

bool accySlotCheckWords(const AccySlot *slot, AccyStatus *status) {
  const AccyLayout *layout = &slot->layout;
  if ((size_t)slot->dtype >= AccyDtypeCount || (size_t)slot->space >= AccySpaceCount ||
      (size_t)slot->access >= AccyAccessCount || (size_t)slot->transfer >= AccyTransferCount ||
      (size_t)layout->kind >= AccyLayoutKindCount || slot->roles >> AccyRoleCount)
    return accyFail(status, AccyStatusCodeInvalidArtifact,
                    "slot %u has an unknown role, dtype, space, access, transfer or layout", slot->id);
  if (layout->rank > ACCY_SLOT_MAX_RANK)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u has more than %d dimensions", slot->id,
                    ACCY_SLOT_MAX_RANK);
  return true;
}

bool accySlotComplete(AccySlot *slot, AccyStatus *status) {
  bool is_static;
  uint64_t elements, bytes = 0;
  if (!accySlotCheckWords(slot, status) || !count_elements(slot, &is_static, &elements, status))
    return false;
  if (is_static && __builtin_mul_overflow(elements, accyDtypeByteSize(slot->dtype), &bytes))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the bytes of slot %u pass 64 bits", slot->id);
  slot->has_static_size = is_static;
  slot->elements = is_static ? elements : 0;
  slot->bytes = bytes;
  slot->layout_fingerprint = accyLayoutFingerprint(slot->space, &slot->layout);
  return true;
}

bool accySlotCheckRecords(uint32_t bufferId, uint32_t memorySpaceId, uint32_t layoutId, AccyStatus *status) {
  if (memorySpaceId == ACCY_NO_SLOT)
    return accyFail(status, AccyStatusCodeMissingMemorySpaceAssignment,
                    "slot %u has no memory space; run accy-assign-memory-spaces", bufferId);
  if (layoutId == ACCY_NO_SLOT)
    return accyFail(status, AccyStatusCodeMissingLayoutAssignment, "slot %u has no layout; run accy-assign-layouts",
                    bufferId);
  if (memorySpaceId != bufferId || layoutId != bufferId)
    return accyFail(status, AccyStatusCodeInvalidArtifact,
                    "the records of slot %u name slot %u for its memory space and slot %u for its layout", bufferId,
                    memorySpaceId, layoutId);
  return true;
}

static bool is_permutation(const uint32_t *order, uint32_t rank) {
  for (uint32_t i = 0; i < rank; ++i) {
    if (order[i] >= rank)
      return false;
    for (uint32_t j = 0; j < i; ++j) {
      if (order[i] == order[j])
        return false;
    }
  }
  return true;
}

bool accySlotVerify(const AccySlot *slot, uint64_t constantBytes, AccyStatus *status) {
  const AccyLayout *layout = &slot->layout;
  if (!accySlotCheckWords(slot, status))
    return false;
  if (!is_permutation(layout->minor_to_major, layout->rank))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the order of slot %u is no permutation of its dimensions",
                    slot->id);
  if (layout->alignment == 0 || (layout->alignment & (layout->alignment - 1)))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u has the alignment %u, which is no power of two",
                    slot->id, layout->alignment);
  AccySlot expected = *slot;
  if (!accySlotComplete(&expected, status))
    return false;
  if (expected.has_static_size != slot->has_static_size || expected.elements != slot->elements ||
      expected.bytes != slot->bytes)
    return accyFail(status, AccyStatusCodeInvalidArtifact,
                    "slot %u says %llu elements of %llu bytes; its dims make %llu of %llu", slot->id,
                    (unsigned long long)slot->elements, (unsigned long long)slot->bytes,
                    (unsigned long long)expected.elements, (unsigned long long)expected.bytes);
  if (expected.layout_fingerprint != slot->layout_fingerprint)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the fingerprint of slot %u is not that of its layout",
                    slot->id);
  bool is_constant = slot->roles & ACCY_BIT(AccyRoleConstant);
  if (is_constant != (slot->constant != NULL))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u %s", slot->id,
                    is_constant ? "is a constant without a payload" : "has a payload but is no constant");
  if (is_constant && constantBytes != slot->bytes)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the payload of constant slot %u has %llu bytes, not %llu",
                    slot->id, (unsigned long long)constantBytes, (unsigned long long)slot->bytes);
  return true;
}
