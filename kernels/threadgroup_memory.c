// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars in threadgroup memory; see threadgroup_memory.h.

#include "kernels/threadgroup_memory.h"

#include "support/ir.h"

enum { WordBits = 32 };

// A bf16 is there as its bits: it has no conversions that every target takes.
MlirType accyThreadgroupType(MlirType scalar) {
  if (accyScalarTypeWidth(scalar) >= WordBits)
    return scalar;
  MlirContext context = mlirTypeGetContext(scalar);
  return mlirTypeIsAF16(scalar) ? mlirF32TypeGet(context) : mlirIntegerTypeGet(context, WordBits);
}

int64_t accyThreadgroupBytes(MlirType scalar) {
  return accyScalarTypeWidth(accyThreadgroupType(scalar)) / 8;
}

MlirValue accyThreadgroupUnpack(AccyKernelBuilder *builder, MlirType scalar, MlirValue value) {
  if (accyScalarTypeWidth(scalar) >= WordBits)
    return value;
  if (mlirTypeIsAF16(scalar))
    return accyBuildCast(builder, "arith.truncf", value, scalar);
  value =
      accyBuildCast(builder, "arith.trunci", value, mlirIntegerTypeGet(builder->context, accyScalarTypeWidth(scalar)));
  return mlirTypeIsAInteger(scalar) ? value : accyBuildCast(builder, "arith.bitcast", value, scalar);
}

MlirValue accyThreadgroupPack(AccyKernelBuilder *builder, MlirValue value) {
  MlirType scalar = mlirValueGetType(value);
  if (accyScalarTypeWidth(scalar) >= WordBits)
    return value;
  if (mlirTypeIsABF16(scalar))
    value = accyBuildCast(builder, "arith.bitcast", value,
                          mlirIntegerTypeGet(builder->context, accyScalarTypeWidth(scalar)));
  return accyBuildCast(builder, mlirTypeIsAF16(scalar) ? "arith.extf" : "arith.extui", value,
                       accyThreadgroupType(scalar));
}

MlirValue accyThreadgroupLoad(AccyKernelBuilder *builder, MlirType scalar, MlirValue memory, MlirValue index) {
  return accyThreadgroupUnpack(builder, scalar, accyBuildLoad(builder, memory, index));
}

void accyThreadgroupStore(AccyKernelBuilder *builder, MlirValue value, MlirValue memory, MlirValue index) {
  accyBuildStore(builder, accyThreadgroupPack(builder, value), memory, index);
}
