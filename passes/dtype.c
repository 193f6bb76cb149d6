// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dtype.h.

#include "passes/dtype.h"

#include "mlir-c/BuiltinTypes.h"
#include "support/ir.h"

static bool integer_dtype(MlirType type, AccyDtype *outDtype) {
  static const struct {
    unsigned width;
    bool isUnsigned;
    AccyDtype dtype;
  } table[] = {
      {1, false, AccyDtypeI1},   {8, false, AccyDtypeI8},   {16, false, AccyDtypeI16},
      {32, false, AccyDtypeI32}, {64, false, AccyDtypeI64}, {8, true, AccyDtypeU8},
      {16, true, AccyDtypeU16},  {32, true, AccyDtypeU32},  {64, true, AccyDtypeU64},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
    if (mlirIntegerTypeGetWidth(type) != table[i].width || mlirIntegerTypeIsUnsigned(type) != table[i].isUnsigned)
      continue;
    *outDtype = table[i].dtype;
    return !mlirIntegerTypeIsSigned(type);
  }
  return false;
}

bool accyDtypeOfType(MlirType type, AccyDtype *outDtype) {
  if (mlirTypeIsAInteger(type))
    return integer_dtype(type, outDtype);
  if (mlirTypeIsAF16(type))
    *outDtype = AccyDtypeF16;
  else if (mlirTypeIsABF16(type))
    *outDtype = AccyDtypeBf16;
  else if (mlirTypeIsAF32(type))
    *outDtype = AccyDtypeF32;
  else if (mlirTypeIsAF64(type))
    *outDtype = AccyDtypeF64;
  else
    return false;
  return true;
}

uint64_t accyShapedTypeByteSize(MlirType type) {
  AccyDtype dtype;
  if (!accyDtypeOfType(mlirShapedTypeGetElementType(type), &dtype))
    return 0;
  return accyShapedTypeElementCount(type) * accyDtypeByteSize(dtype);
}
