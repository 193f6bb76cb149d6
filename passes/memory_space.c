// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-assign-memory-spaces: where each slot lives, who touches it, and whether it crosses to the host.
// Spec: planner.md, section 3.

#include "passes/passes.h"
#include "passes/program.h"
#include "passes/slot.h"
#include "support/ir.h"

typedef struct RoleRow {
  const char *role, *space, *access, *transfer;
} RoleRow;

static const RoleRow roles[] = {
    {"input", "device_global", "read_only", "host_to_device"},
    {"output", "device_global", "write_only", "device_to_host"},
    {"constant", "device_constant", "read_only", "none"},
    {"temporary", "device_global", "read_write", "none"},
};

// Whether some work item or launch reads the slot: the last operand is the one that they write.
static bool is_read(MlirValue slot) {
  for (MlirOpOperand use = mlirValueGetFirstUse(slot); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool writes = (intptr_t)mlirOpOperandGetOperandNumber(use) == mlirOperationGetNumOperands(user) - 1;
    if (!accyOperationIs(user, "choir.return") && !writes)
      return true;
  }
  return false;
}

MlirLogicalResult accySlotAssignMemorySpace(MlirOperation slot) {
  MlirContext context = mlirOperationGetContext(slot);
  for (size_t i = 0; i < sizeof roles / sizeof roles[0]; ++i) {
    const RoleRow *row = &roles[i];
    if (!accyTextEquals(accyGetString(slot, "role"), row->role))
      continue;
    bool isOutput = accyTextEquals(accyGetString(slot, "role"), "output");
    bool readBack = isOutput && is_read(mlirOperationGetResult(slot, 0));
    MlirNamedAttribute attributes[] = {
        accyNamed("access", accyStringAttribute(context, readBack ? "read_write" : row->access)),
        accyNamed("space", accyStringAttribute(context, row->space)),
        accyNamed("transfer", accyStringAttribute(context, row->transfer)),
    };
    accySetAttribute(slot, "memory", mlirDictionaryAttrGet(context, 3, attributes));
    return mlirLogicalResultSuccess();
  }
  return accyEmitOpError(slot, "has no role that a memory space is known for [MissingMemorySpaceAssignment]");
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  (void)options;
  return accyForEachSlot(module, accySlotAssignMemorySpace);
}

const AccyPassRow accyAssignMemorySpacesPass = {
    .argument = "accy-assign-memory-spaces",
    .description = "Give each slot its memory space, access and boundary transfer",
    .anchor = "builtin.module",
    .run = run,
};
