// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See program_index.h.

#include "passes/program_index.h"

#include "passes/program.h"
#include "support/ir.h"

// Attributes of a context keep each text once, so a name is known by its address; making a symbol reference to look it
// up by would cost more than the look-up.
static bool add(AccyPointerMap *map, MlirStringRef name, MlirOperation op) {
  return accyPointerMapSet(map, name.data, (int64_t)(intptr_t)op.ptr);
}

static MlirOperation find(const AccyPointerMap *map, MlirStringRef name) {
  return (MlirOperation){(void *)(intptr_t)accyPointerMapGet(map, name.data, 0)};
}

// The kernel that a launch or an artifact names; both are verified to name one.
static MlirStringRef get_kernel_name(MlirOperation op) {
  return mlirFlatSymbolRefAttrGetValue(accyGetAttribute(op, "kernel"));
}

// Adds the block's operations of that name by their `sym_name`.
static bool add_symbols(AccyPointerMap *map, MlirBlock block, const char *opName) {
  ACCY_FOR_EACH(op, block, opName) {
    if (!add(map, accyGetString(op, "sym_name"), op))
      return false;
  }
  return true;
}

static bool add_artifacts(AccyPointerMap *map, MlirBlock block) {
  ACCY_FOR_EACH(artifact, block, "choir.artifact") {
    if (!add(map, get_kernel_name(artifact), artifact))
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

MlirLogicalResult accyProgramIndexGetKernel(const AccyProgramIndex *index, MlirOperation launch,
                                            MlirOperation *outKernel) {
  *outKernel = find(&index->kernels, get_kernel_name(launch));
  if (!mlirOperationIsNull(*outKernel))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(launch, "launches a kernel that the program lacks [InvalidArtifact]");
}

MlirOperation accyProgramIndexFindFunction(const AccyProgramIndex *index, MlirOperation launch) {
  return find(&index->functions, get_kernel_name(launch));
}

MlirOperation accyProgramIndexFindArtifactOf(const AccyProgramIndex *index, MlirOperation function) {
  return find(&index->artifacts, accyGetString(function, "sym_name"));
}

MlirOperation accyProgramIndexFindArtifact(const AccyProgramIndex *index, MlirOperation launch) {
  return find(&index->artifacts, accyLaunchGetEntry(launch));
}

MlirStringRef accyLaunchGetEntry(MlirOperation launch) {
  MlirAttribute shared = accyGetAttribute(launch, "artifact");
  return mlirAttributeIsNull(shared) ? get_kernel_name(launch) : mlirFlatSymbolRefAttrGetValue(shared);
}
