// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See program_index.h.

#include "passes/program_index.h"

#include "passes/program.h"
#include "support/ir.h"

static bool add(AccyPointerMap *map, MlirAttribute symbol, MlirOperation op) {
  return accyPointerMapSet(map, symbol.ptr, (int64_t)(intptr_t)op.ptr);
}

// Adds the block's operations of that name by their `sym_name`.
static bool add_symbols(AccyPointerMap *map, MlirBlock block, const char *opName) {
  ACCY_FOR_EACH(op, block, opName) {
    if (!add(map, mlirFlatSymbolRefAttrGet(mlirOperationGetContext(op), accyGetString(op, "sym_name")), op))
      return false;
  }
  return true;
}

static bool add_artifacts(AccyPointerMap *map, MlirBlock block) {
  ACCY_FOR_EACH(artifact, block, "choir.artifact") {
    if (!add(map, accyGetAttribute(artifact, "kernel"), artifact))
      return false;
  }
  return true;
}

MlirLogicalResult accyProgramIndexCreate(MlirOperation program, AccyProgramIndex *outIndex) {
  *outIndex = (AccyProgramIndex){0};
  MlirBlock body = accyGetBlock(program, 0);
  MlirOperation module = accyProgramFindSymbol(program, "gpu.module", accyText("kernels"));
  bool done = add_symbols(&outIndex->kernels, body, "choir.kernel") && add_artifacts(&outIndex->artifacts, body) &&
              (mlirOperationIsNull(module) || add_symbols(&outIndex->functions, accyGetBlock(module, 0), "gpu.func"));
  return done ? mlirLogicalResultSuccess() : accyEmitOpError(program, "has too many kernels [OutOfMemory]");
}

void accyProgramIndexDestroy(AccyProgramIndex *index) {
  accyPointerMapDestroy(&index->kernels);
  accyPointerMapDestroy(&index->functions);
  accyPointerMapDestroy(&index->artifacts);
}

static MlirOperation find_symbol(const AccyPointerMap *map, MlirAttribute symbol) {
  return (MlirOperation){(void *)(intptr_t)accyPointerMapGet(map, symbol.ptr, 0)};
}

static MlirOperation find(const AccyPointerMap *map, MlirOperation launch) {
  return find_symbol(map, accyGetAttribute(launch, "kernel"));
}

MlirLogicalResult accyProgramIndexGetKernel(const AccyProgramIndex *index, MlirOperation launch,
                                            MlirOperation *outKernel) {
  *outKernel = find(&index->kernels, launch);
  if (!mlirOperationIsNull(*outKernel))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(launch, "launches a kernel that the program lacks [InvalidArtifact]");
}

MlirOperation accyProgramIndexFindFunction(const AccyProgramIndex *index, MlirOperation launch) {
  return find(&index->functions, launch);
}

MlirOperation accyProgramIndexFindArtifactOf(const AccyProgramIndex *index, MlirOperation function) {
  MlirAttribute symbol =
      mlirFlatSymbolRefAttrGet(mlirOperationGetContext(function), accyGetString(function, "sym_name"));
  return find_symbol(&index->artifacts, symbol);
}

// The symbol of the kernel whose artifact the launch runs.
static MlirAttribute get_artifact_symbol(MlirOperation launch) {
  MlirAttribute shared = accyGetAttribute(launch, "artifact");
  return mlirAttributeIsNull(shared) ? accyGetAttribute(launch, "kernel") : shared;
}

MlirOperation accyProgramIndexFindArtifact(const AccyProgramIndex *index, MlirOperation launch) {
  return find_symbol(&index->artifacts, get_artifact_symbol(launch));
}

MlirStringRef accyLaunchGetEntry(MlirOperation launch) {
  return mlirFlatSymbolRefAttrGetValue(get_artifact_symbol(launch));
}
