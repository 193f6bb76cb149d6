// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as a function of the host-loop ABI; see function.h.

#include "lowering/host/function.h"

#include "lowering/buffer_attributes.h"
#include "lowering/grid_position.h"
#include "lowering/host/guard.h"
#include "lowering/kernel_form.h"
#include "support/ir.h"

#include <stdlib.h>

// The scalar arguments after the buffers.
enum { ElementCount, GridX, ThreadgroupX = GridX + 3, ScalarCount = ThreadgroupX + 3 };

// What building one function needs at hand.
typedef struct HostFunction {
  MlirContext context;
  MlirLocation location;
  MlirType indexType;
  MlirBlock entry;
  MlirValue zero, one;
  MlirOperation outermost;
  AccyGridPosition positions[3];
  MlirOperation linearLoops[3];
} HostFunction;

static MlirValue append(HostFunction *function, const char *name, intptr_t numOperands, const MlirValue *operands,
                        MlirNamedAttribute *attribute) {
  return accyAppendOperation(function->entry, &(AccyOpSpec){.name = name,
                                                            .location = function->location,
                                                            .numOperands = numOperands,
                                                            .operands = operands,
                                                            .numResults = 1,
                                                            .results = &function->indexType,
                                                            .numAttributes = attribute != NULL,
                                                            .attributes = attribute});
}

static MlirValue append_constant(HostFunction *function, int64_t value) {
  MlirNamedAttribute attribute = accyNamed("value", mlirIntegerAttrGet(function->indexType, value));
  return append(function, "arith.constant", 0, NULL, &attribute);
}

// Appends the func.func with an empty entry block that has the arguments.
static void append_function(HostFunction *function, MlirBlock moduleBody, MlirOperation kernel) {
  MlirContext context = function->context;
  MlirBlock kernelBody = accyKernelGetBody(kernel);
  intptr_t numBuffers = mlirBlockGetNumArguments(kernelBody), count = numBuffers + ScalarCount;
  MlirType *types = calloc((size_t)count, sizeof *types);
  MlirLocation *locations = calloc((size_t)count, sizeof *locations);
  MlirAttribute *attributes = calloc((size_t)count, sizeof *attributes);
  for (intptr_t i = 0; i < count; ++i) {
    bool isBuffer = i < numBuffers;
    MlirValue buffer = isBuffer ? mlirBlockGetArgument(kernelBody, i) : (MlirValue){NULL};
    types[i] = isBuffer ? mlirValueGetType(buffer) : mlirIntegerTypeGet(context, 32);
    locations[i] = function->location;
    attributes[i] = isBuffer ? accyBufferAttributes(buffer, 0) : mlirDictionaryAttrGet(context, 0, NULL);
  }
  function->entry = mlirBlockCreate(count, types, locations);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, function->entry);
  MlirNamedAttribute named[] = {
      accyNamed("arg_attrs", mlirArrayAttrGet(context, count, attributes)),
      accyNamed("function_type", mlirTypeAttrGet(mlirFunctionTypeGet(context, count, types, 0, NULL))),
      accyNamed("sym_name", accyGetAttribute(kernel, "sym_name")),
  };
  accyAppendOperation(moduleBody, &(AccyOpSpec){.name = "func.func",
                                                .location = function->location,
                                                .numAttributes = 3,
                                                .attributes = named,
                                                .numRegions = 1,
                                                .regions = &region});
  free(types);
  free(locations);
  free(attributes);
}

// Reads the scalar arguments as index values.
static void append_extents(HostFunction *function, intptr_t numBuffers) {
  for (int i = 0; i < 3; ++i) {
    MlirValue grid = mlirBlockGetArgument(function->entry, numBuffers + GridX + i);
    MlirValue threadgroup = mlirBlockGetArgument(function->entry, numBuffers + ThreadgroupX + i);
    function->positions[i].gridDim = append(function, "arith.index_castui", 1, &grid, NULL);
    function->positions[i].blockDim = append(function, "arith.index_castui", 1, &threadgroup, NULL);
  }
}

// Appends a loop from 0 to `end` to the block and returns it; its block ends in an scf.yield.
static MlirOperation append_loop(HostFunction *function, MlirBlock block, MlirValue end) {
  MlirValue bounds[] = {function->zero, end, function->one};
  MlirBlock body = mlirBlockCreate(1, &function->indexType, &function->location);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  accyAppendOperation(body, &(AccyOpSpec){.name = "scf.yield", .location = function->location});
  MlirNamedAttribute isUnsigned = accyNamed("unsignedCmp", mlirUnitAttrGet(function->context));
  MlirOperation loop = accyCreateOperation(&(AccyOpSpec){.name = "scf.for",
                                                         .location = function->location,
                                                         .numOperands = 3,
                                                         .operands = bounds,
                                                         .numAttributes = 1,
                                                         .attributes = &isUnsigned,
                                                         .numRegions = 1,
                                                         .regions = &region});
  MlirOperation terminator = mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(terminator))
    mlirBlockAppendOwnedOperation(block, loop);
  else
    mlirBlockInsertOwnedOperationBefore(block, terminator, loop);
  if (mlirOperationIsNull(function->outermost))
    function->outermost = loop;
  return loop;
}

static MlirBlock loop_body(MlirOperation loop) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
}

static MlirValue append_nested(HostFunction *function, MlirBlock *block, MlirValue end, MlirOperation *outLoop) {
  MlirOperation loop = append_loop(function, *block, end);
  *block = loop_body(loop);
  if (outLoop)
    *outLoop = loop;
  return mlirBlockGetArgument(*block, 0);
}

// The nest over the grid, x innermost: blocks, threads, then the dimensions that one loop covers; returns the innermost
// block. Threads of a kernel without barriers can run in any order.
static MlirBlock append_nest(HostFunction *function, const bool isLinear[3]) {
  AccyGridPosition *positions = function->positions;
  MlirValue total[3];
  for (int i = 0; i < 3; ++i)
    total[i] = append(function, "arith.muli", 2, (MlirValue[]){positions[i].gridDim, positions[i].blockDim}, NULL);
  MlirBlock block = function->entry;
  for (int i = 2; i >= 0; --i)
    if (!isLinear[i])
      positions[i].blockId = append_nested(function, &block, positions[i].gridDim, NULL);
  for (int i = 2; i >= 0; --i)
    if (!isLinear[i])
      positions[i].threadId = append_nested(function, &block, positions[i].blockDim, NULL);
  for (int i = 2; i >= 0; --i)
    if (isLinear[i])
      positions[i].linearId = append_nested(function, &block, total[i], &function->linearLoops[i]);
  return block;
}

// Moves the kernel's operations but the terminator before the terminator of `block`.
static void move_body(HostFunction *function, MlirOperation kernel, MlirBlock block) {
  MlirBlock kernelBody = accyKernelGetBody(kernel);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(kernelBody); ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(kernelBody, i), mlirBlockGetArgument(function->entry, i));
  MlirOperation end = mlirBlockGetTerminator(block), last = mlirBlockGetTerminator(kernelBody);
  for (MlirOperation op = mlirBlockGetFirstOperation(kernelBody); !mlirOperationEqual(op, last);) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, end);
    op = next;
  }
}

void accyBuildHostFunction(MlirBlock moduleBody, MlirOperation kernel) {
  HostFunction function = {.context = mlirOperationGetContext(kernel), .location = mlirOperationGetLocation(kernel)};
  function.indexType = mlirIndexTypeGet(function.context);
  bool isLinear[3];
  for (int i = 0; i < 3; ++i)
    isLinear[i] = accyGridPositionIsLinear(kernel, i);
  intptr_t numBuffers = mlirBlockGetNumArguments(accyKernelGetBody(kernel));
  append_function(&function, moduleBody, kernel);
  function.zero = append_constant(&function, 0);
  function.one = append_constant(&function, 1);
  append_extents(&function, numBuffers);
  MlirBlock innermost = append_nest(&function, isLinear);
  accyAppendOperation(function.entry, &(AccyOpSpec){.name = "func.return", .location = function.location});
  move_body(&function, kernel, innermost);
  accyGridPositionReplace(function.outermost, function.positions);
  accyGuardMoveIntoBounds(innermost, function.outermost, function.linearLoops);
}
