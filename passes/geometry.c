// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See geometry.h.

#include "passes/geometry.h"

#include "support/ir.h"

static bool read_extents(MlirAttribute dictionary, const char *name, uint32_t out[3]) {
  MlirAttribute array = accyDictionaryGet(dictionary, name);
  if (mlirAttributeIsNull(array) || !mlirAttributeIsADenseI64Array(array) || mlirDenseArrayGetNumElements(array) != 3)
    return false;
  for (int i = 0; i < 3; ++i) {
    int64_t extent = mlirDenseI64ArrayGetElement(array, i);
    if (extent < 1 || extent > UINT32_MAX)
      return false;
    out[i] = (uint32_t)extent;
  }
  return true;
}

MlirLogicalResult accyReadGeometry(MlirOperation function, AccyGeometry *outGeometry, bool *outPresent) {
  MlirAttribute geometry = accyGetAttribute(function, "choir.geometry");
  *outPresent = !mlirAttributeIsNull(geometry);
  if (!*outPresent || (read_extents(geometry, "grid", outGeometry->grid) &&
                       read_extents(geometry, "threadgroup", outGeometry->threadgroup)))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(function, "has a 'choir.geometry' without three positive extents of grid and threadgroup "
                                   "[InvalidArtifact]");
}
