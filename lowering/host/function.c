// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as a function of the host-loop ABI; see function.h.

#include "lowering/host/function.h"

#include "lowering/buffer_attributes.h"
#include "lowering/grid_position.h"
#include "lowering/host/guard.h"
#include "lowering/kernel_form.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>

// The scalar arguments after the buffers.
enum { ElementCount, GridX, ThreadgroupX = GridX + 3, ScalarCount = ThreadgroupX + 3 };

// What the names of the two functions end in that a kernel becomes whose input may have the output's buffer.
static const char shared_suffix[] = ".shared", apart_suffix[] = ".apart";

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

// Appends the func.func, named as the kernel with the suffix, with an empty entry block that has the arguments. With a
// suffix it is seen in its module only.
static void append_function(HostFunction *function, MlirBlock moduleBody, MlirOperation kernel, const char *suffix,
                            AccySharedBuffers shared) {
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
    bool isShared = i == shared.input || i == shared.output;
    attributes[i] = isBuffer ? accyBufferAttributes(buffer, 0, isShared) : mlirDictionaryAttrGet(context, 0, NULL);
  }
  function->entry = mlirBlockCreate(count, types, locations);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, function->entry);
  char name[ACCY_NAME_CAPACITY + 16];
  MlirStringRef kernelName = accyGetString(kernel, "sym_name");
  snprintf(name, sizeof name, "%.*s%s", (int)kernelName.length, kernelName.data, suffix);
  MlirNamedAttribute named[4] = {
      accyNamed("arg_attrs", mlirArrayAttrGet(context, count, attributes)),
      accyNamed("function_type", mlirTypeAttrGet(mlirFunctionTypeGet(context, count, types, 0, NULL))),
      accyNamed("sym_name", accyStringAttribute(context, name)),
  };
  bool isInternal = suffix[0] != '\0';
  if (isInternal)
    named[3] = accyNamed("llvm.linkage", mlirAttributeParseGet(context, accyText("#llvm.linkage<internal>")));
  accyAppendOperation(moduleBody, &(AccyOpSpec){.name = "func.func",
                                                .location = function->location,
                                                .numAttributes = isInternal ? 4 : 3,
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

static HostFunction create_function(MlirBlock moduleBody, MlirOperation kernel, const char *suffix,
                                    AccySharedBuffers shared) {
  HostFunction function = {.context = mlirOperationGetContext(kernel), .location = mlirOperationGetLocation(kernel)};
  function.indexType = mlirIndexTypeGet(function.context);
  append_function(&function, moduleBody, kernel, suffix, shared);
  return function;
}

static void append_return(HostFunction *function) {
  accyAppendOperation(function->entry, &(AccyOpSpec){.name = "func.return", .location = function->location});
}

// The function that runs the kernel's body for the whole grid.
static void build_loops(MlirBlock moduleBody, MlirOperation kernel, const char *suffix) {
  HostFunction function = create_function(moduleBody, kernel, suffix, (AccySharedBuffers){-1, -1});
  bool isLinear[3];
  for (int i = 0; i < 3; ++i)
    isLinear[i] = accyGridPositionIsLinear(kernel, i);
  intptr_t numBuffers = mlirBlockGetNumArguments(accyKernelGetBody(kernel));
  function.zero = append_constant(&function, 0);
  function.one = append_constant(&function, 1);
  append_extents(&function, numBuffers);
  MlirBlock innermost = append_nest(&function, isLinear);
  append_return(&function);
  move_body(&function, kernel, innermost);
  accyGridPositionReplace(function.outermost, function.positions);
  accyGuardMoveIntoBounds(innermost, function.outermost, function.linearLoops);
}

static MlirBlock create_call(HostFunction *function, MlirOperation kernel, const char *suffix) {
  char name[ACCY_NAME_CAPACITY + 16];
  MlirStringRef kernelName = accyGetString(kernel, "sym_name");
  snprintf(name, sizeof name, "%.*s%s", (int)kernelName.length, kernelName.data, suffix);
  intptr_t count = mlirBlockGetNumArguments(function->entry);
  MlirValue *arguments = calloc((size_t)count, sizeof *arguments);
  for (intptr_t i = 0; i < count; ++i)
    arguments[i] = mlirBlockGetArgument(function->entry, i);
  MlirNamedAttribute callee = accyNamed("callee", mlirFlatSymbolRefAttrGet(function->context, accyText(name)));
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  accyAppendOperation(block, &(AccyOpSpec){.name = "func.call",
                                           .location = function->location,
                                           .numOperands = count,
                                           .operands = arguments,
                                           .numAttributes = 1,
                                           .attributes = &callee});
  accyAppendOperation(block, &(AccyOpSpec){.name = "scf.yield", .location = function->location});
  free(arguments);
  return block;
}

static MlirValue append_address(HostFunction *function, intptr_t buffer) {
  MlirValue argument = mlirBlockGetArgument(function->entry, buffer);
  return append(function, "memref.extract_aligned_pointer_as_index", 1, &argument, NULL);
}

// The function that looks whether the two buffers are one and calls the loops that were built for that.
static void build_choice(MlirBlock moduleBody, MlirOperation kernel, AccySharedBuffers shared) {
  HostFunction function = create_function(moduleBody, kernel, "", shared);
  MlirValue addresses[] = {append_address(&function, shared.input), append_address(&function, shared.output)};
  MlirType bit = mlirIntegerTypeGet(function.context, 1);
  MlirNamedAttribute equal = accyNamed("predicate", accyI64Attribute(function.context, 0));
  MlirValue isOne = accyAppendOperation(function.entry, &(AccyOpSpec){.name = "arith.cmpi",
                                                                      .location = function.location,
                                                                      .numOperands = 2,
                                                                      .operands = addresses,
                                                                      .numResults = 1,
                                                                      .results = &bit,
                                                                      .numAttributes = 1,
                                                                      .attributes = &equal});
  MlirRegion regions[] = {mlirRegionCreate(), mlirRegionCreate()};
  mlirRegionAppendOwnedBlock(regions[0], create_call(&function, kernel, shared_suffix));
  mlirRegionAppendOwnedBlock(regions[1], create_call(&function, kernel, apart_suffix));
  accyAppendOperation(function.entry, &(AccyOpSpec){.name = "scf.if",
                                                    .location = function.location,
                                                    .numOperands = 1,
                                                    .operands = &isOne,
                                                    .numRegions = 2,
                                                    .regions = regions});
  append_return(&function);
}

// Loops that know whether two buffers are one or do not overlap are vectorised; those that must take care are not.
static void build_both(MlirBlock moduleBody, MlirOperation kernel, AccySharedBuffers shared) {
  build_choice(moduleBody, kernel, shared);
  MlirOperation copy = mlirOperationClone(kernel);
  MlirBlock body = accyKernelGetBody(copy);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, shared.input), mlirBlockGetArgument(body, shared.output));
  build_loops(moduleBody, copy, shared_suffix);
  build_loops(moduleBody, kernel, apart_suffix);
  mlirOperationDestroy(copy);
}

void accyBuildHostFunction(const AccyLoweringRequest *request, MlirBlock moduleBody, MlirOperation kernel) {
  AccySharedBuffers shared;
  if (accyKernelFindSharedBuffers(request, &shared))
    build_both(moduleBody, kernel, shared);
  else
    build_loops(moduleBody, kernel, "");
}
