// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as MLIR's conversion to SPIR-V needs it; see prepare.h.

#include "lowering/vulkan_spirv/prepare.h"

#include "lowering/insert.h"
#include "lowering/kernel_form.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>

// An scf.for's operands: lower bound, upper bound, step, then initial values.
enum { LowerBound, UpperBound, FirstInitialValue = 3 };

static void set_entry_point_abi(MlirOperation kernel, const uint32_t threadgroup[3]) {
  char text[128];
  snprintf(text, sizeof text, "#spirv.entry_point_abi<workgroup_size = [%u, %u, %u]>", threadgroup[0], threadgroup[1],
           threadgroup[2]);
  accySetAttribute(kernel, "spirv.entry_point_abi",
                   mlirAttributeParseGet(mlirOperationGetContext(kernel), accyText(text)));
}

static bool constant_value(MlirValue value, int64_t *outValue) {
  if (!accyValueIsResultOf(value, "arith.constant"))
    return false;
  *outValue = mlirIntegerAttrGetValueInt(accyGetAttribute(mlirOpResultGetOwner(value), "value"));
  return true;
}

static bool always_runs(MlirOperation loop) {
  int64_t lower, upper;
  return constant_value(mlirOperationGetOperand(loop, LowerBound), &lower) &&
         constant_value(mlirOperationGetOperand(loop, UpperBound), &upper) && lower < upper;
}

static MlirBlock append_block(MlirRegion region) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, block);
  return block;
}

static void append_yield(MlirBlock block, MlirLocation location, intptr_t count, const MlirValue *values) {
  accyAppendOperation(
      block, &(AccyOpSpec){.name = "scf.yield", .location = location, .numOperands = count, .operands = values});
}

// Whether the loop runs at least once, as an i1 computed before it.
static MlirValue insert_runs_comparison(MlirOperation loop) {
  enum { PredicateSlt = 2, PredicateUlt = 6 };
  bool isUnsigned = !mlirAttributeIsNull(accyGetAttribute(loop, "unsignedCmp"));
  return accyInsertComparison(loop, "arith.cmpi", isUnsigned ? PredicateUlt : PredicateSlt,
                              mlirOperationGetOperand(loop, LowerBound), mlirOperationGetOperand(loop, UpperBound));
}

// Moves the loop into the first region of an scf.if on whether it runs; the second yields its initial values.
static void guard_loop(MlirOperation loop) {
  MlirLocation location = mlirOperationGetLocation(loop);
  intptr_t count = mlirOperationGetNumResults(loop);
  MlirType *types = calloc((size_t)count, sizeof *types);
  MlirValue *results = calloc((size_t)count, sizeof *results), *initial = calloc((size_t)count, sizeof *initial);
  for (intptr_t i = 0; i < count; ++i) {
    results[i] = mlirOperationGetResult(loop, i);
    types[i] = mlirValueGetType(results[i]);
    initial[i] = mlirOperationGetOperand(loop, FirstInitialValue + i);
  }
  MlirValue runs = insert_runs_comparison(loop);
  MlirRegion regions[] = {mlirRegionCreate(), mlirRegionCreate()};
  MlirBlock thenBlock = append_block(regions[0]), elseBlock = append_block(regions[1]);
  append_yield(elseBlock, location, count, initial);
  MlirOperation guard = accyCreateOperation(&(AccyOpSpec){.name = "scf.if",
                                                          .location = location,
                                                          .numOperands = 1,
                                                          .operands = &runs,
                                                          .numResults = count,
                                                          .results = types,
                                                          .numRegions = 2,
                                                          .regions = regions});
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(loop), loop, guard);
  for (intptr_t i = 0; i < count; ++i)
    mlirValueReplaceAllUsesOfWith(results[i], mlirOperationGetResult(guard, i));
  mlirOperationRemoveFromParent(loop);
  mlirBlockAppendOwnedOperation(thenBlock, loop);
  append_yield(thenBlock, location, count, results);
  free(types);
  free(results);
  free(initial);
}

// Guards the loops under the operation, inner ones first.
static void guard_loops(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation child = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(child);) {
        MlirOperation next = mlirOperationGetNextInBlock(child);
        guard_loops(child);
        if (accyOperationIs(child, "scf.for") && mlirOperationGetNumResults(child) > 0 && !always_runs(child))
          guard_loop(child);
        child = next;
      }
  }
}

// Threadgroup memories become allocations at the head of the kernel, the form that the conversion takes.
static void allocate_threadgroup_memories(MlirOperation kernel) {
  MlirContext context = mlirOperationGetContext(kernel);
  MlirAttribute space = mlirAttributeParseGet(context, accyText("#spirv.storage_class<Workgroup>"));
  MlirAttribute segments = mlirDenseI32ArrayGet(context, 2, (int32_t[]){0, 0});
  MlirNamedAttribute attribute = accyNamed("operandSegmentSizes", segments);
  MlirBlock body = accyKernelGetBody(kernel);
  for (intptr_t i = mlirBlockGetNumArguments(body); i-- > accyKernelGetNumBuffers(kernel);) {
    MlirValue memory = mlirBlockGetArgument(body, i);
    MlirType type = mlirValueGetType(memory);
    int64_t size = mlirShapedTypeGetDimSize(type, 0);
    type = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), 1, &size, mlirAttributeGetNull(), space);
    MlirOperation allocation = accyCreateOperation(&(AccyOpSpec){.name = "memref.alloc",
                                                                 .location = mlirOperationGetLocation(kernel),
                                                                 .numResults = 1,
                                                                 .results = &type,
                                                                 .numAttributes = 1,
                                                                 .attributes = &attribute});
    mlirBlockInsertOwnedOperation(body, 0, allocation);
    mlirValueReplaceAllUsesOfWith(memory, mlirOperationGetResult(allocation, 0));
    mlirBlockEraseArgument(body, (unsigned)i);
  }
  mlirOperationRemoveAttributeByName(kernel, accyText("workgroup_attributions"));
}

void accySpirvPrepareKernel(const AccyLoweringRequest *request, MlirOperation kernel) {
  set_entry_point_abi(kernel, request->geometry.threadgroup);
  guard_loops(kernel);
  allocate_threadgroup_memories(kernel);
}

void accySpirvMarkSharedBuffers(const AccyLoweringRequest *request, MlirOperation spirvModule) {
  AccySharedBuffers shared;
  if (!accyKernelFindSharedBuffers(request, &shared))
    return;
  ACCY_FOR_EACH(variable, accyGetBlock(spirvModule, 0), "spirv.GlobalVariable") {
    int64_t binding = accyGetInteger(variable, "binding", -1);
    if (binding == shared.input || binding == shared.output)
      accySetAttribute(variable, "aliased", mlirUnitAttrGet(mlirOperationGetContext(variable)));
  }
}
