// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See shuffle.h.

#include "lowering/shuffle.h"

#include "lowering/kernel_form.h"
#include "planner/arithmetic.h"
#include "support/ir.h"

// Operands and results of a gpu.shuffle.
enum { Value, Distance, Width };
enum { Shuffled, IsValid };

// A constant of type i32; -1 when it is none.
static int64_t read_constant(MlirOperation op, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(op, operand);
  if (!accyValueIsResultOf(value, "arith.constant"))
    return -1;
  return mlirIntegerAttrGetValueInt(accyGetAttribute(mlirOpResultGetOwner(value), "value"));
}

int64_t accyShuffleGetDistance(MlirOperation shuffle) {
  return read_constant(shuffle, Distance);
}

static bool is_word(MlirType type) {
  return mlirTypeIsAF32(type) || (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32);
}

// Whole ones of the greatest size are so of every size, as those that a device may have are powers of two.
static bool has_whole_subgroups(const AccyLoweringRequest *request) {
  const uint32_t *threads = request->geometry.threadgroup;
  uint32_t size = accyTargetSubgroupSize(&request->target->capabilities);
  return threads[1] == 1 && threads[2] == 1 && threads[0] > 0 && accyIsPowerOfTwo(size) && threads[0] % size == 0;
}

const char *accyShuffleFindFault(const AccyLoweringRequest *request, MlirOperation shuffle) {
  const AccyTargetSubgroup *subgroup = &request->target->capabilities.subgroup;
  MlirContext context = mlirOperationGetContext(shuffle);
  int64_t distance = accyShuffleGetDistance(shuffle), width = read_constant(shuffle, Width);
  if (!subgroup->supported || !(subgroup->operations & ACCY_BIT(AccySubgroupOperationShuffle)))
    return "the target's subgroups have no shuffle: exchange values in threadgroup memory, or choose a profile with "
           "subgroups [CapabilityMismatch]";
  if (!mlirAttributeEqual(accyGetAttribute(shuffle, "mode"),
                          mlirAttributeParseGet(context, accyText("#gpu<shuffle_mode xor>"))) ||
      !is_word(mlirValueGetType(mlirOperationGetResult(shuffle, Shuffled))) ||
      !accyValueIsUnused(mlirOperationGetResult(shuffle, IsValid)))
    return "threads exchange one i32 or f32 in mode xor, and nobody asks whether it is valid: exchange so "
           "[UnsupportedOperation]";
  if (width != subgroup->size_min || !accyIsPowerOfTwo((uint64_t)width) || distance < 1 || distance >= width)
    return "the width is a constant, the least subgroup size of the target and a power of two, and the distance a "
           "constant below it [CapabilityMismatch]";
  if (!mlirOperationEqual(mlirOperationGetParentOperation(shuffle), request->kernel))
    return "it is not in the kernel's own block, which all threads reach: put it there [UnsupportedOperation]";
  if (!has_whole_subgroups(request))
    return "the threadgroup is not of one dimension and of whole subgroups of the greatest size, a power of two, that "
           "the target's may have [CapabilityMismatch]";
  return NULL;
}

bool accyKernelHasShuffles(MlirOperation kernel) {
  return !mlirOperationIsNull(accyFindNext(mlirBlockGetFirstOperation(accyKernelGetBody(kernel)), "gpu.shuffle"));
}
