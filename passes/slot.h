// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// choir.slot: making one, and the records that single passes leave on each, for those that add slots later.

#ifndef ACCY_PASSES_SLOT_H
#define ACCY_PASSES_SLOT_H

#include "mlir-c/IR.h"

/// A detached slot for a tensor of that type. `value` is a constant's elements, else null.
MlirOperation accySlotCreate(MlirLocation location, int64_t id, const char *role, MlirType tensor, MlirAttribute value);

/// Leaves the record `memory` on the slot: what accy-assign-memory-spaces does.
MlirLogicalResult accySlotAssignMemorySpace(MlirOperation slot);

/// Leaves the record `layout` on the slot: what accy-assign-layouts does.
MlirLogicalResult accySlotAssignLayout(MlirOperation slot);

#endif // ACCY_PASSES_SLOT_H
