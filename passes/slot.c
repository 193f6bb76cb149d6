// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See slot.h.

#include "passes/slot.h"

#include "support/ir.h"

static MlirType buffer_type(MlirType tensor) {
  int64_t shape[64];
  intptr_t rank = mlirShapedTypeGetRank(tensor);
  for (intptr_t i = 0; i < rank && i < 64; ++i)
    shape[i] = mlirShapedTypeGetDimSize(tensor, i);
  return mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(tensor), rank, shape, mlirAttributeGetNull());
}

MlirOperation accySlotCreate(MlirLocation location, int64_t id, const char *role, MlirType tensor,
                             MlirAttribute value) {
  MlirContext context = mlirLocationGetContext(location);
  MlirType type = buffer_type(tensor);
  bool isConstant = !mlirAttributeIsNull(value);
  MlirNamedAttribute attributes[3] = {
      accyNamed("id", accyI64Attribute(context, id)),
      accyNamed("role", accyStringAttribute(context, role)),
  };
  if (isConstant)
    attributes[2] = accyNamed("value", value);
  return accyCreateOperation(&(AccyOpSpec){.name = "choir.slot",
                                           .location = location,
                                           .numResults = 1,
                                           .results = &type,
                                           .numAttributes = isConstant ? 3 : 2,
                                           .attributes = attributes});
}
