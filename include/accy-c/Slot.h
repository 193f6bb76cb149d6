// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots: the tensor values that cross a kernel's boundary, and their layouts. Spec: section 3.
#ifndef ACCY_C_SLOT_H
#define ACCY_C_SLOT_H

#include "accy-c/Status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACCY_DYNAMIC ((int64_t)-1)  // an extent that is not known before run time
#define ACCY_SLOT_MAX_RANK 64       // dimensions of a slot
#define ACCY_NO_SLOT ((uint32_t)-1) // a kernel that writes no slot (a standalone one)

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

/// Sets space, access and transfer as the slot's roles ask for; constants win over outputs, outputs over the others.
ACCY_EXPORTED void accySlotSetDefaults(AccySlot *slot);

/// Sets has_static_size, elements, bytes and layout_fingerprint from dtype, space and layout.
/// Fails with InvalidArtifact when a product passes 64 bits, an extent is negative and not ACCY_DYNAMIC, the rank is
/// above ACCY_SLOT_MAX_RANK, or a role, dtype, space, access, transfer or layout kind is none.
ACCY_EXPORTED bool accySlotComplete(AccySlot *slot, AccyStatus *status);

/// The fingerprint of a layout in a memory space: never 0, the same on every host and in every run. It depends on
/// neither dtype nor slot id.
ACCY_EXPORTED uint64_t accyLayoutFingerprint(AccySpace space, const AccyLayout *layout);

/// The fingerprint of a kernel's input layouts, from the `count` input slots' own in order.
ACCY_EXPORTED uint64_t accyInputLayoutsFingerprint(const uint64_t *fingerprints, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_SLOT_H
