// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See program.h.

#include "passes/program.h"

#include "dialects/accy/ops.h"
#include "dialects/choir/ops.h"
#include "planner/plan.h"
#include "support/ir.h"

#include <string.h>

void accyProgramDependentDialects(MlirDialectRegistry registry) {
  accyDialectRegistryInsert(registry, accyDialectGetRow());
  accyDialectRegistryInsert(registry, choirDialectGetRow());
}

MlirLogicalResult accyForEachProgram(MlirOperation module, MlirLogicalResult (*visit)(MlirOperation, void *),
                                     void *userData) {
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(accyGetBlock(module, 0)); !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirLogicalResult result = mlirLogicalResultSuccess();
    if (accyOperationIs(op, "choir.program"))
      result = visit(op, userData);
    else if (accyOperationIs(op, "builtin.module"))
      result = accyForEachProgram(op, visit, userData);
    if (mlirLogicalResultIsFailure(result))
      return result;
  }
  return mlirLogicalResultSuccess();
}

typedef struct ProgramSearch {
  MlirStringRef function;
  MlirOperation found;
  uint32_t programs;
} ProgramSearch;

static MlirLogicalResult consider(MlirOperation program, void *userData) {
  ProgramSearch *search = userData;
  ++search->programs;
  if (search->function.length == 0 || mlirStringRefEqual(accyGetString(program, "sym_name"), search->function))
    search->found = program;
  return mlirLogicalResultSuccess();
}

bool accyModuleFindProgram(MlirOperation module, MlirStringRef function, MlirOperation *outProgram,
                           AccyStatus *status) {
  ProgramSearch search = {.function = function, .found = {NULL}};
  accyForEachProgram(module, consider, &search);
  if (search.programs == 0)
    return accyFail(status, AccyStatusCodeUnsupportedOperation,
                    "the module holds no compiled program: run accy-compile first");
  if (function.length == 0 && search.programs > 1)
    return accyFail(status, AccyStatusCodeUnsupportedOperation,
                    "the module holds %u programs: name the function that is meant", search.programs);
  if (mlirOperationIsNull(search.found))
    return accyFail(status, AccyStatusCodeUnsupportedOperation,
                    "none of the module's %u programs is of a function '%.*s'", search.programs, (int)function.length,
                    function.data);
  *outProgram = search.found;
  return true;
}

MlirLogicalResult accyVerifyProgram(MlirOperation program) {
  return mlirOperationVerify(program) ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult accyProgramGetFunction(MlirOperation program, char outName[ACCY_NAME_CAPACITY]) {
  MlirStringRef name = accyGetString(program, "sym_name");
  AccyStatus status;
  if (!accyFunctionNameVerify(name.data, name.length, &status))
    return accyEmitOpError(program, "cannot be planned: %s [%s]", status.message, accyStatusCodeName(status.code));
  memcpy(outName, name.data, name.length);
  outName[name.length] = '\0';
  return mlirLogicalResultSuccess();
}

// A visitor of slots, behind one pointer.
typedef struct SlotVisitor {
  MlirLogicalResult (*visit)(MlirOperation slot);
} SlotVisitor;

static MlirLogicalResult visit_slots(MlirOperation program, void *userData) {
  const SlotVisitor *visitor = userData;
  ACCY_FOR_EACH(slot, accyGetBlock(program, 0), "choir.slot") {
    if (mlirLogicalResultIsFailure(visitor->visit(slot)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyForEachSlot(MlirOperation module, MlirLogicalResult (*visit)(MlirOperation slot)) {
  SlotVisitor visitor = {visit};
  return accyForEachProgram(module, visit_slots, &visitor);
}

static MlirOperation find_in_block(MlirBlock block, const char *opName, MlirStringRef symbol) {
  if (mlirBlockIsNull(block))
    return (MlirOperation){NULL};
  ACCY_FOR_EACH(op, block, opName) {
    if (mlirStringRefEqual(accyGetString(op, "sym_name"), symbol))
      return op;
  }
  return (MlirOperation){NULL};
}

void accyProgramRenumber(MlirOperation program, const char *opName) {
  int64_t id = 0;
  ACCY_FOR_EACH(op, accyGetBlock(program, 0), opName) {
    accySetAttribute(op, "id", accyI64Attribute(mlirOperationGetContext(op), id++));
  }
}

MlirOperation accyProgramFindSymbol(MlirOperation program, const char *opName, MlirStringRef symbol) {
  return find_in_block(accyGetBlock(program, 0), opName, symbol);
}

MlirBlock accyBlockGetGpuModule(MlirBlock block, MlirLocation location, const char *name) {
  MlirOperation module = find_in_block(block, "gpu.module", accyText(name));
  if (!mlirOperationIsNull(module))
    return accyGetBlock(module, 0);
  MlirNamedAttribute symbol = accyNamed("sym_name", accyStringAttribute(mlirLocationGetContext(location), name));
  MlirRegion region = mlirRegionCreate();
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, body);
  module = accyCreateOperation(&(AccyOpSpec){.name = "gpu.module",
                                             .location = location,
                                             .numAttributes = 1,
                                             .attributes = &symbol,
                                             .numRegions = 1,
                                             .regions = &region});
  mlirBlockInsertOwnedOperationBefore(block, mlirBlockGetTerminator(block), module);
  return body;
}

MlirOperation accyProgramFindKernelFunction(MlirOperation program, MlirStringRef name) {
  MlirOperation kernels = accyProgramFindSymbol(program, "gpu.module", accyText("kernels"));
  if (mlirOperationIsNull(kernels))
    return kernels;
  return find_in_block(accyGetBlock(kernels, 0), "gpu.func", name);
}
