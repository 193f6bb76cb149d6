// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gpu.func of a kernel; see kernel_function.h.

#include "kernels/kernel_function.h"

#include "support/ir.h"

#include <stdlib.h>

static MlirType flat_buffer(MlirType tensor) {
  int64_t count = 1;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(tensor); i < rank; ++i)
    count *= mlirShapedTypeGetDimSize(tensor, i);
  if (count == 0)
    count = 1;
  return mlirMemRefTypeGet(accyStorageType(mlirShapedTypeGetElementType(tensor)), 1, &count, mlirAttributeGetNull(),
                           mlirAttributeGetNull());
}

// The types of all arguments; allocated.
static MlirType *list_types(const AccyKernelWork *work, intptr_t numInputs, bool hasCount) {
  MlirType *types = accyAllocate((size_t)(numInputs + 2) * sizeof *types);
  for (intptr_t i = 0; i < numInputs; ++i)
    types[i] = flat_buffer(mlirValueGetType(mlirBlockGetArgument(work->body, i)));
  types[numInputs] = flat_buffer(mlirValueGetType(work->result));
  int64_t one = 1;
  if (hasCount)
    types[numInputs + 1] = mlirMemRefTypeGet(mlirIntegerTypeGet(mlirOperationGetContext(work->kernel), 32), 1, &one,
                                             mlirAttributeGetNull(), mlirAttributeGetNull());
  return types;
}

static MlirOperation create_function(const AccyKernelWork *work, intptr_t count, const MlirType *types,
                                     MlirBlock *outEntry) {
  MlirContext context = mlirOperationGetContext(work->kernel);
  MlirLocation location = mlirOperationGetLocation(work->kernel);
  MlirRegion region = mlirRegionCreate();
  *outEntry = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < count; ++i)
    mlirBlockAddArgument(*outEntry, types[i], location);
  mlirRegionAppendOwnedBlock(region, *outEntry);
  MlirNamedAttribute attributes[] = {
      accyNamed("sym_name", accyGetAttribute(work->kernel, "sym_name")),
      accyNamed("function_type", mlirTypeAttrGet(mlirFunctionTypeGet(context, count, types, 0, NULL))),
      accyNamed("gpu.kernel", mlirUnitAttrGet(context)),
  };
  return accyCreateOperation(&(AccyOpSpec){.name = "gpu.func",
                                           .location = location,
                                           .numAttributes = sizeof attributes / sizeof *attributes,
                                           .attributes = attributes,
                                           .numRegions = 1,
                                           .regions = &region});
}

AccyKernelFunction accyKernelFunctionCreate(const AccyKernelWork *work) {
  AccyKernelFunction function = {.numInputs = mlirBlockGetNumArguments(work->body),
                                 .hasCount = !accyTextEquals(work->kind, "dot_general")};
  intptr_t count = function.numInputs + (function.hasCount ? 2 : 1);
  MlirType *types = list_types(work, function.numInputs, function.hasCount);
  MlirBlock entry;
  function.op = create_function(work, count, types, &entry);
  free(types);
  function.arguments = accyAllocate((size_t)count * sizeof *function.arguments);
  for (intptr_t i = 0; i < count; ++i)
    function.arguments[i] = mlirBlockGetArgument(entry, i);
  function.builder =
      (AccyKernelBuilder){.context = mlirOperationGetContext(work->kernel),
                          .entry = entry,
                          .block = entry,
                          .location = mlirOperationGetLocation(work->kernel),
                          .fast_math = work->fast_math,
                          .mostLoopSteps = work->target->max_loop_steps,
                          .hasFusedMultiplyAdd = (work->target->features & ACCY_BIT(AccyFeatureFusedMultiplyAdd)) != 0};
  return function;
}

static intptr_t count_buffers(const AccyKernelFunction *function) {
  return function->numInputs + (function->hasCount ? 2 : 1);
}

MlirOperation accyKernelFunctionTake(AccyKernelFunction *function) {
  if (function->alignments)
    accySetAttribute(function->op, "choir.buffer_alignment",
                     accyI64ArrayAttribute(function->builder.context, count_buffers(function), function->alignments));
  accyAppendOperation(function->builder.entry,
                      &(AccyOpSpec){.name = "gpu.return", .location = function->builder.location});
  free(function->arguments);
  free(function->alignments);
  return function->op;
}

void accyKernelFunctionDestroy(AccyKernelFunction *function) {
  mlirOperationDestroy(function->op);
  free(function->arguments);
  free(function->alignments);
}

void accyKernelFunctionAlignBuffer(AccyKernelFunction *function, intptr_t number, int64_t alignment) {
  if (!function->alignments)
    function->alignments = accyAllocate((size_t)count_buffers(function) * sizeof *function->alignments);
  function->alignments[number] = alignment;
}

MlirValue accyKernelFunctionAddThreadgroupMemory(AccyKernelFunction *function, MlirType element, int64_t count) {
  static const char attributions[] = "workgroup_attributions";
  MlirContext context = function->builder.context;
  MlirAttribute space = mlirAttributeParseGet(context, accyText("#gpu.address_space<workgroup>"));
  MlirType type = mlirMemRefTypeGet(element, 1, &count, mlirAttributeGetNull(), space);
  int64_t number = accyGetInteger(function->op, attributions, 0);
  accySetAttribute(function->op, attributions, accyI64Attribute(context, number + 1));
  return mlirBlockAddArgument(function->builder.entry, type, function->builder.location);
}

static MlirAttribute extents_attribute(MlirContext context, const uint32_t extents[3]) {
  return accyI64ArrayAttribute(context, 3, (int64_t[]){extents[0], extents[1], extents[2]});
}

void accyKernelFunctionSetGeometry(AccyKernelFunction *function, const AccyGeometry *geometry) {
  MlirContext context = function->builder.context;
  MlirNamedAttribute entries[] = {
      accyNamed("grid", extents_attribute(context, geometry->grid)),
      accyNamed("threadgroup", extents_attribute(context, geometry->threadgroup)),
  };
  accySetAttribute(function->op, "choir.geometry", mlirDictionaryAttrGet(context, 2, entries));
}

MlirValue accyKernelFunctionLoadCount(AccyKernelFunction *function) {
  AccyKernelBuilder *builder = &function->builder;
  MlirValue count = accyBuildLoad(builder, function->arguments[function->numInputs + 1], accyBuildIndex(builder, 0));
  return accyBuildCast(builder, "arith.index_castui", count, accyIndexType(builder));
}

void accyKernelFunctionStoreAt(const AccyKernelFunction *function, const AccyKernelWork *work, AccyElements *elements,
                               const AccyPosition *position) {
  accyKernelFunctionStoreScalar(function, work, elements, position, accyElementAt(elements, work->result, position));
}

void accyKernelFunctionStoreScalar(const AccyKernelFunction *function, const AccyKernelWork *work,
                                   AccyElements *elements, const AccyPosition *position, MlirValue scalar) {
  MlirValue linear = accyPositionGetLinear(&elements->indexing, position);
  AccyScalarBuilder builder = {.kernel = elements->indexing.builder, .library = work->library};
  accyBuildScalarStore(&builder, mlirShapedTypeGetElementType(mlirValueGetType(work->result)), scalar,
                       function->arguments[function->numInputs], linear);
}

static bool store_element(AccyKernelBuilder builder, const AccyKernelFunction *function, const AccyKernelWork *work,
                          intptr_t numGroups, const AccyPositionGroup *groups) {
  AccyElements elements = accyElementsCreate(&builder, work->library, function->arguments);
  accyKernelFunctionStoreAt(function, work, &elements, accyElementPosition(&elements, work->result, numGroups, groups));
  bool succeeded = !elements.failed;
  accyElementsDestroy(&elements);
  return succeeded;
}

bool accyKernelFunctionStoreElement(AccyKernelFunction *function, const AccyKernelWork *work, MlirValue guard,
                                    intptr_t numGroups, const AccyPositionGroup *groups) {
  if (mlirValueIsNull(guard))
    return store_element(function->builder, function, work, numGroups, groups);
  AccyKernelBuilder guarded = function->builder;
  guarded.block = mlirBlockCreate(0, NULL, NULL);
  bool succeeded = store_element(guarded, function, work, numGroups, groups);
  MlirValue none = {NULL};
  accyBuildIf(&function->builder, guard, guarded.block, none, (MlirBlock){NULL}, none);
  return succeeded;
}

bool accyKernelFunctionStoreLinear(AccyKernelFunction *function, const AccyKernelWork *work, MlirValue guard,
                                   MlirValue linear) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(work->result));
  AccyPositionGroup group = {0, rank, linear};
  return accyKernelFunctionStoreElement(function, work, guard, rank ? 1 : 0, &group);
}
