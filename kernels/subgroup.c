// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See subgroup.h.

#include "kernels/subgroup.h"

#include "kernels/threadgroup_memory.h"
#include "planner/arithmetic.h"
#include "support/ir.h"

enum { WordBits = 32 };

static bool can_exchange(const AccyKernelWork *work) {
  const AccyTargetSubgroup *subgroup = &work->target->subgroup;
  return !work->isHostLoop && subgroup->supported &&
         (subgroup->operations & ACCY_BIT(AccySubgroupOperationShuffle)) != 0 && accyIsPowerOfTwo(subgroup->size_min) &&
         accyIsPowerOfTwo(subgroup->size_max);
}

int64_t accySubgroupLeastSize(const AccyKernelWork *work) {
  return can_exchange(work) ? work->target->subgroup.size_min : 1;
}

int64_t accySubgroupGreatestSize(const AccyKernelWork *work) {
  return can_exchange(work) ? work->target->subgroup.size_max : 1;
}

bool accySubgroupTakes(const AccyKernelWork *work, MlirType scalar) {
  AccySet wide = ACCY_BIT(AccyDtypeI64) | ACCY_BIT(AccyDtypeU64);
  return accyScalarTypeWidth(scalar) <= WordBits || (work->target->dtypes & wide) != 0;
}

static MlirValue exchange_word(AccyKernelBuilder *builder, MlirValue word, int64_t distance, int64_t leastSize) {
  MlirType i32 = accyIntegerType(builder, WordBits);
  return accyBuildShuffleXor(builder, word, accyBuildInteger(builder, i32, distance),
                             accyBuildInteger(builder, i32, leastSize));
}

static MlirValue exchange_double_word(AccyKernelBuilder *builder, MlirValue value, int64_t distance,
                                      int64_t leastSize) {
  MlirType type = mlirValueGetType(value), i64 = accyIntegerType(builder, 2 * WordBits);
  MlirType i32 = accyIntegerType(builder, WordBits);
  MlirValue bits = mlirTypeIsAInteger(type) ? value : accyBuildCast(builder, "arith.bitcast", value, i64);
  MlirValue shift = accyBuildInteger(builder, i64, WordBits);
  MlirValue high = accyBuildCast(builder, "arith.trunci", accyBuildBinary(builder, "arith.shrui", bits, shift), i32);
  MlirValue low = accyBuildCast(builder, "arith.trunci", bits, i32);
  high = accyBuildCast(builder, "arith.extui", exchange_word(builder, high, distance, leastSize), i64);
  low = accyBuildCast(builder, "arith.extui", exchange_word(builder, low, distance, leastSize), i64);
  bits = accyBuildBinary(builder, "arith.ori", accyBuildBinary(builder, "arith.shli", high, shift), low);
  return mlirTypeIsAInteger(type) ? bits : accyBuildCast(builder, "arith.bitcast", bits, type);
}

MlirValue accySubgroupExchange(AccyKernelBuilder *builder, MlirValue value, int64_t distance, int64_t leastSize) {
  MlirType scalar = mlirValueGetType(value);
  if (accyScalarTypeWidth(scalar) > WordBits)
    return exchange_double_word(builder, value, distance, leastSize);
  MlirValue word = exchange_word(builder, accyThreadgroupPack(builder, value), distance, leastSize);
  return accyThreadgroupUnpack(builder, scalar, word);
}
