// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See artifact.h.

#include "passes/artifact.h"

#include "support/ir.h"

static MlirAttribute elements_attribute(MlirContext context, unsigned width, const AccyPayload *payload) {
  int64_t count = (int64_t)(payload->bytes / (width / 8));
  MlirType type = mlirRankedTensorTypeGet(1, &count, mlirIntegerTypeGet(context, width), mlirAttributeGetNull());
  return mlirDenseElementsAttrRawBufferGet(type, payload->bytes, payload->data);
}

static MlirAttribute payload_attribute(MlirContext context, const AccyPayload *payload) {
  if (payload->kind == AccyPayloadKindText)
    return mlirStringAttrGet(context, mlirStringRefCreate(payload->data, payload->bytes));
  return elements_attribute(context, payload->kind == AccyPayloadKindWordsU32 ? 32 : 8, payload);
}

void accyProgramPutArtifact(MlirOperation program, MlirOperation previous, MlirLocation location, MlirStringRef kernel,
                            AccyFormat format, const AccyPayload *payload) {
  MlirContext context = mlirOperationGetContext(program);
  MlirNamedAttribute attributes[] = {
      accyNamed("kernel", mlirFlatSymbolRefAttrGet(context, kernel)),
      accyNamed("format", accyStringAttribute(context, accyFormatName(format))),
      accyNamed("payload", payload_attribute(context, payload)),
  };
  MlirOperation artifact = accyCreateOperation(
      &(AccyOpSpec){.name = "choir.artifact", .location = location, .numAttributes = 3, .attributes = attributes});
  if (!mlirOperationIsNull(previous))
    mlirOperationDestroy(previous);
  MlirBlock body = accyGetBlock(program, 0);
  mlirBlockInsertOwnedOperationBefore(body, mlirBlockGetTerminator(body), artifact);
}
