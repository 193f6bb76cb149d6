// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders of kernel operations; see builder.h.

#include "kernels/builder.h"

#include "support/ir.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

MlirType accyIntegerType(const AccyKernelBuilder *builder, unsigned width) {
  return mlirIntegerTypeGet(builder->context, width);
}

MlirType accyIndexType(const AccyKernelBuilder *builder) {
  return mlirIndexTypeGet(builder->context);
}

MlirType accyF32Type(const AccyKernelBuilder *builder) {
  return mlirF32TypeGet(builder->context);
}

MlirType accyScalarType(MlirType element) {
  if (!mlirTypeIsAInteger(element))
    return element;
  return mlirIntegerTypeGet(mlirTypeGetContext(element), mlirIntegerTypeGetWidth(element));
}

MlirType accyStorageType(MlirType element) {
  if (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1)
    return mlirIntegerTypeGet(mlirTypeGetContext(element), 8);
  return accyScalarType(element);
}

static MlirAttribute get_constant(MlirOperation op) {
  return accyOperationIs(op, "arith.constant") ? accyGetAttribute(op, "value") : mlirAttributeGetNull();
}

MlirValue accyBuildConstant(AccyKernelBuilder *builder, MlirAttribute value) {
  MlirOperation op = mlirBlockGetFirstOperation(builder->entry), last = {NULL};
  for (; !mlirOperationIsNull(op) && accyOperationIs(op, "arith.constant"); op = mlirOperationGetNextInBlock(op)) {
    if (mlirAttributeEqual(get_constant(op), value))
      return mlirOperationGetResult(op, 0);
    last = op;
  }
  MlirNamedAttribute attribute = accyNamed("value", value);
  MlirType type = mlirAttributeGetType(value);
  MlirOperation constant = accyCreateOperation(&(AccyOpSpec){.name = "arith.constant",
                                                             .location = builder->location,
                                                             .numResults = 1,
                                                             .results = &type,
                                                             .numAttributes = 1,
                                                             .attributes = &attribute});
  mlirBlockInsertOwnedOperationAfter(builder->entry, last, constant);
  return mlirOperationGetResult(constant, 0);
}

MlirValue accyBuildInteger(AccyKernelBuilder *builder, MlirType type, int64_t value) {
  unsigned width = mlirIntegerTypeGetWidth(type);
  if (width < 64) { // as a sign-extended value, so that equal constants are equal attributes
    uint64_t low = (uint64_t)value << (64 - width);
    value = (int64_t)low >> (64 - width);
  }
  return accyBuildConstant(builder, mlirIntegerAttrGet(type, value));
}

MlirValue accyBuildFloat(AccyKernelBuilder *builder, MlirType type, double value) {
  return accyBuildConstant(builder, mlirFloatAttrDoubleGet(builder->context, type, value));
}

MlirValue accyBuildIndex(AccyKernelBuilder *builder, int64_t value) {
  return accyBuildConstant(builder, mlirIntegerAttrGet(accyIndexType(builder), value));
}

MlirValue accyBuildNumber(AccyKernelBuilder *builder, MlirType type, double value) {
  return mlirTypeIsAInteger(type) ? accyBuildInteger(builder, type, (int64_t)value)
                                  : accyBuildFloat(builder, type, value);
}

MlirBlock accyValueGetBlock(MlirValue value) {
  return mlirValueIsABlockArgument(value) ? mlirBlockArgumentGetOwner(value)
                                          : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}

bool accyMatchInteger(MlirValue value, int64_t *outValue) {
  if (!accyValueIsResultOf(value, "arith.constant"))
    return false;
  MlirAttribute attribute = get_constant(mlirOpResultGetOwner(value));
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  *outValue = mlirIntegerAttrGetValueInt(attribute);
  return true;
}

//===----------------------------------------------------------------------===//
// Scalar operations
//===----------------------------------------------------------------------===//

static MlirValue append(AccyKernelBuilder *builder, AccyOpSpec spec) {
  spec.location = builder->location;
  return accyAppendOperation(builder->block, &spec);
}

static MlirValue append_with_type(AccyKernelBuilder *builder, const char *name, MlirType type, intptr_t numOperands,
                                  const MlirValue *operands) {
  return append(
      builder,
      (AccyOpSpec){.name = name, .numOperands = numOperands, .operands = operands, .numResults = 1, .results = &type});
}

MlirValue accyBuildUnary(AccyKernelBuilder *builder, const char *name, MlirValue operand) {
  return append_with_type(builder, name, mlirValueGetType(operand), 1, &operand);
}

MlirValue accyBuildBinary(AccyKernelBuilder *builder, const char *name, MlirValue left, MlirValue right) {
  return append_with_type(builder, name, mlirValueGetType(left), 2, (MlirValue[]){left, right});
}

MlirValue accyBuildTernary(AccyKernelBuilder *builder, const char *name, MlirValue first, MlirValue second,
                           MlirValue third) {
  return append_with_type(builder, name, mlirValueGetType(first), 3, (MlirValue[]){first, second, third});
}

MlirValue accyBuildCast(AccyKernelBuilder *builder, const char *name, MlirValue operand, MlirType type) {
  return append_with_type(builder, name, type, 1, &operand);
}

MlirValue accyBuildSelect(AccyKernelBuilder *builder, MlirValue condition, MlirValue yes, MlirValue no) {
  return append_with_type(builder, "arith.select", mlirValueGetType(yes), 3, (MlirValue[]){condition, yes, no});
}

static MlirValue compare(AccyKernelBuilder *builder, const char *name, int64_t predicate, MlirValue left,
                         MlirValue right) {
  MlirType type = accyIntegerType(builder, 1);
  MlirNamedAttribute attribute = accyNamed("predicate", accyI64Attribute(builder->context, predicate));
  return append(builder, (AccyOpSpec){.name = name,
                                      .numOperands = 2,
                                      .operands = (MlirValue[]){left, right},
                                      .numResults = 1,
                                      .results = &type,
                                      .numAttributes = 1,
                                      .attributes = &attribute});
}

MlirValue accyBuildCompareIntegers(AccyKernelBuilder *builder, AccyIntegerPredicate predicate, MlirValue left,
                                   MlirValue right) {
  return compare(builder, "arith.cmpi", predicate, left, right);
}

MlirValue accyBuildCompareFloats(AccyKernelBuilder *builder, AccyFloatPredicate predicate, MlirValue left,
                                 MlirValue right) {
  return compare(builder, "arith.cmpf", predicate, left, right);
}

MlirValue accyBuildConjunction(AccyKernelBuilder *builder, MlirValue left, MlirValue right) {
  return mlirValueIsNull(left) ? right : accyBuildBinary(builder, "arith.andi", left, right);
}

//===----------------------------------------------------------------------===//
// Memory and control flow
//===----------------------------------------------------------------------===//

MlirValue accyBuildLoad(AccyKernelBuilder *builder, MlirValue buffer, MlirValue index) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(buffer));
  return append_with_type(builder, "memref.load", type, 2, (MlirValue[]){buffer, index});
}

void accyBuildStore(AccyKernelBuilder *builder, MlirValue value, MlirValue buffer, MlirValue index) {
  append(builder,
         (AccyOpSpec){.name = "memref.store", .numOperands = 3, .operands = (MlirValue[]){value, buffer, index}});
}

void accyBuildBarrier(AccyKernelBuilder *builder) {
  append(builder, (AccyOpSpec){.name = "gpu.barrier"});
}

static MlirRegion region_of(MlirBlock block) {
  MlirRegion region = mlirRegionCreate();
  if (!mlirBlockIsNull(block))
    mlirRegionAppendOwnedBlock(region, block);
  return region;
}

static void append_yield(AccyKernelBuilder *builder, MlirBlock block, intptr_t count, const MlirValue *values) {
  AccyKernelBuilder inner = *builder;
  inner.block = block;
  append(&inner, (AccyOpSpec){.name = "scf.yield", .numOperands = count, .operands = values});
}

AccyLoop accyBeginLoop(AccyKernelBuilder *builder, intptr_t numCarried, const MlirType *types) {
  MlirType index = accyIndexType(builder);
  AccyLoop loop;
  loop.body = mlirBlockCreate(1, &index, &builder->location);
  for (intptr_t i = 0; i < numCarried; ++i)
    mlirBlockAddArgument(loop.body, types[i], builder->location);
  loop.counter = mlirBlockGetArgument(loop.body, 0);
  return loop;
}

MlirValue accyLoopGetCarried(const AccyLoop *loop, intptr_t index) {
  return mlirBlockGetArgument(loop->body, index + 1);
}

void accyEndLoop(AccyKernelBuilder *builder, const AccyLoop *loop, int64_t extent, intptr_t numCarried,
                 const MlirValue *initial, const MlirValue *next, MlirValue *outResults) {
  enum { Bounds = 3 };
  MlirValue operands[Bounds + ACCY_MOST_CARRIED] = {accyBuildIndex(builder, 0), accyBuildIndex(builder, extent),
                                                    accyBuildIndex(builder, 1)};
  MlirType types[ACCY_MOST_CARRIED];
  for (intptr_t i = 0; i < numCarried; ++i) {
    operands[Bounds + i] = initial[i];
    types[i] = mlirValueGetType(initial[i]);
  }
  append_yield(builder, loop->body, numCarried, next);
  MlirRegion region = region_of(loop->body);
  MlirOperation op = accyCreateOperation(&(AccyOpSpec){.name = "scf.for",
                                                       .location = builder->location,
                                                       .numOperands = Bounds + numCarried,
                                                       .operands = operands,
                                                       .numResults = numCarried,
                                                       .results = types,
                                                       .numRegions = 1,
                                                       .regions = &region});
  mlirBlockAppendOwnedOperation(builder->block, op);
  for (intptr_t i = 0; i < numCarried; ++i)
    outResults[i] = mlirOperationGetResult(op, i);
}

MlirValue accyBuildIf(AccyKernelBuilder *builder, MlirValue condition, MlirBlock thenBlock, MlirValue thenValue,
                      MlirBlock elseBlock, MlirValue elseValue) {
  intptr_t count = mlirValueIsNull(thenValue) ? 0 : 1;
  append_yield(builder, thenBlock, count, &thenValue);
  if (!mlirBlockIsNull(elseBlock))
    append_yield(builder, elseBlock, count, &elseValue);
  MlirType type = count ? mlirValueGetType(thenValue) : (MlirType){NULL};
  MlirRegion regions[] = {region_of(thenBlock), region_of(elseBlock)};
  return append(builder, (AccyOpSpec){.name = "scf.if",
                                      .numOperands = 1,
                                      .operands = &condition,
                                      .numResults = count,
                                      .results = &type,
                                      .numRegions = 2,
                                      .regions = regions});
}

MlirValue accyBuildGpuIndex(AccyKernelBuilder *builder, const char *name, char dimension) {
  char text[] = "#gpu<dim x>";
  *strchr(text, 'x') = dimension;
  MlirType type = accyIndexType(builder);
  MlirNamedAttribute attribute = accyNamed("dimension", mlirAttributeParseGet(builder->context, accyText(text)));
  return append(
      builder,
      (AccyOpSpec){.name = name, .numResults = 1, .results = &type, .numAttributes = 1, .attributes = &attribute});
}

MlirValue accyBuildShuffleXor(AccyKernelBuilder *builder, MlirValue value, MlirValue distance, MlirValue width) {
  MlirValue operands[] = {value, distance, width};
  MlirType results[] = {mlirValueGetType(value), accyIntegerType(builder, 1)};
  MlirNamedAttribute mode =
      accyNamed("mode", mlirAttributeParseGet(builder->context, accyText("#gpu<shuffle_mode xor>")));
  return append(builder, (AccyOpSpec){.name = "gpu.shuffle",
                                      .numOperands = 3,
                                      .operands = operands,
                                      .numResults = 2,
                                      .results = results,
                                      .numAttributes = 1,
                                      .attributes = &mode});
}

MlirValue accyBuildGlobalId(AccyKernelBuilder *builder, char dimension) {
  MlirValue block = accyBuildGpuIndex(builder, "gpu.block_id", dimension);
  MlirValue size = accyBuildGpuIndex(builder, "gpu.block_dim", dimension);
  MlirValue thread = accyBuildGpuIndex(builder, "gpu.thread_id", dimension);
  return accyBuildBinary(builder, "arith.addi", accyBuildBinary(builder, "arith.muli", block, size), thread);
}
