// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars in threadgroup memory; see threadgroup_memory.h.

#include "kernels/threadgroup_memory.h"

enum { WordBits = 32 };

static unsigned width_of(MlirType scalar) {
  return mlirTypeIsAInteger(scalar) ? mlirIntegerTypeGetWidth(scalar) : mlirFloatTypeGetWidth(scalar);
}

MlirType accyThreadgroupType(MlirType scalar) {
  if (width_of(scalar) >= WordBits)
    return scalar;
  MlirContext context = mlirTypeGetContext(scalar);
  return mlirTypeIsAInteger(scalar) ? mlirIntegerTypeGet(context, WordBits) : mlirF32TypeGet(context);
}

int64_t accyThreadgroupBytes(MlirType scalar) {
  return width_of(accyThreadgroupType(scalar)) / 8;
}

MlirValue accyThreadgroupLoad(AccyKernelBuilder *builder, MlirType scalar, MlirValue memory, MlirValue index) {
  MlirValue value = accyBuildLoad(builder, memory, index);
  if (width_of(scalar) >= WordBits)
    return value;
  return accyBuildCast(builder, mlirTypeIsAInteger(scalar) ? "arith.trunci" : "arith.truncf", value, scalar);
}

void accyThreadgroupStore(AccyKernelBuilder *builder, MlirValue value, MlirValue memory, MlirValue index) {
  MlirType scalar = mlirValueGetType(value);
  if (width_of(scalar) < WordBits)
    value = accyBuildCast(builder, mlirTypeIsAInteger(scalar) ? "arith.extui" : "arith.extf", value,
                          accyThreadgroupType(scalar));
  accyBuildStore(builder, value, memory, index);
}
