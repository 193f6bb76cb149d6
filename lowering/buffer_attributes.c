// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is true of a kernel's buffers, told to LLVM; see buffer_attributes.h.

#include "lowering/buffer_attributes.h"

#include "lowering/kernel_form.h"
#include "support/ir.h"

static int64_t byte_size(MlirType buffer) {
  MlirType element = mlirShapedTypeGetElementType(buffer);
  return mlirShapedTypeGetDimSize(buffer, 0) * (accyScalarTypeWidth(element) / 8);
}

MlirAttribute accyBufferAttributes(MlirValue buffer, int64_t alignment, bool isShared) {
  MlirType type = mlirValueGetType(buffer);
  MlirContext context = mlirTypeGetContext(type);
  MlirNamedAttribute attributes[4] = {
      accyNamed("llvm.dereferenceable", accyI64Attribute(context, byte_size(type))),
  };
  intptr_t count = 1;
  if (!isShared)
    attributes[count++] = accyNamed("llvm.noalias", mlirUnitAttrGet(context));
  if (!accyKernelWritesBuffer(buffer))
    attributes[count++] = accyNamed("llvm.readonly", mlirUnitAttrGet(context));
  if (alignment > 0)
    attributes[count++] = accyNamed("llvm.align", accyI64Attribute(context, alignment));
  return mlirDictionaryAttrGet(context, count, attributes);
}
