// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// accy-emit: lowers and compiles each planned kernel; a choir.artifact holds the payload.

#include "lowering/lowering.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/target.h"
#include "support/ir.h"

static MlirAttribute elements_attribute(MlirContext context, unsigned width, const AccyLoweredPayload *payload) {
  int64_t count = (int64_t)(payload->size / (width / 8));
  MlirType type = mlirRankedTensorTypeGet(1, &count, mlirIntegerTypeGet(context, width), mlirAttributeGetNull());
  return mlirDenseElementsAttrRawBufferGet(type, payload->size, payload->data);
}

static MlirAttribute payload_attribute(MlirContext context, const AccyLoweredPayload *payload) {
  if (payload->kind == AccyPayloadKindText)
    return mlirStringAttrGet(context, mlirStringRefCreate(payload->data, payload->size));
  return elements_attribute(context, payload->kind == AccyPayloadKindWordsU32 ? 32 : 8, payload);
}

static void append_artifact(MlirOperation program, MlirStringRef name, MlirLocation location, AccyFormat format,
                            const AccyLoweredPayload *payload) {
  MlirContext context = mlirOperationGetContext(program);
  MlirNamedAttribute attributes[] = {
      accyNamed("kernel", mlirFlatSymbolRefAttrGet(context, name)),
      accyNamed("format", accyStringAttribute(context, accyFormatName(format))),
      accyNamed("payload", payload_attribute(context, payload)),
  };
  MlirOperation artifact = accyCreateOperation(
      &(AccyOpSpec){.name = "choir.artifact", .location = location, .numAttributes = 3, .attributes = attributes});
  MlirBlock body = accyGetBlock(program, 0);
  mlirBlockInsertOwnedOperationBefore(body, mlirBlockGetTerminator(body), artifact);
}

static MlirLogicalResult emit_launch(MlirOperation launch, const AccyProgramTarget *target) {
  MlirOperation program = mlirOperationGetParentOperation(launch), kernel = accyLaunchGetKernel(launch);
  AccyLaunchRecord record;
  if (mlirOperationIsNull(kernel))
    return accyEmitOpError(launch, "launches a kernel that the program lacks [InvalidArtifact]");
  if (mlirLogicalResultIsFailure(accyReadLaunchRecord(launch, &record)))
    return mlirLogicalResultFailure();
  if (record.source != AccyKernelSourceTensor)
    return mlirLogicalResultSuccess(); // its payload comes from elsewhere
  MlirStringRef name = accyGetString(kernel, "sym_name");
  MlirOperation function = accyProgramFindKernelFunction(program, name);
  if (mlirOperationIsNull(function))
    return accyEmitOpError(kernel, "has no lowered body: run accy-kernelize first [UnsupportedOperation]");
  AccyLoweringRequest request = {.kernel = function,
                                 .entryName = name,
                                 .format = target->profile.format,
                                 .target = &target->profile,
                                 .geometry = record.launch.geometry};
  AccyLoweredPayload payload = {0};
  if (mlirLogicalResultIsFailure(accyLowerKernel(&request, &payload)))
    return mlirLogicalResultFailure();
  append_artifact(program, name, mlirOperationGetLocation(kernel), request.format, &payload);
  accyLoweredPayloadDestroy(&payload);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult emit_program(MlirOperation program, void *userData) {
  (void)userData;
  AccyProgramTarget target;
  if (mlirLogicalResultIsFailure(accyProgramGetTarget(program, &target)))
    return mlirLogicalResultFailure();
  MlirLogicalResult result = mlirLogicalResultSuccess();
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    if (mlirLogicalResultIsFailure(emit_launch(launch, &target)))
      result = mlirLogicalResultFailure();
  }
  return result;
}

static void depend(MlirDialectRegistry registry) {
  accyProgramDependentDialects(registry);
  accyLoweringRegister(registry);
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  (void)options;
  return accyForEachProgram(module, emit_program, NULL);
}

const AccyPassRow accyEmitPass = {
    .argument = "accy-emit",
    .description = "Lower and compile each kernel into an artifact of the program's format",
    .anchor = "builtin.module",
    .dependentDialects = depend,
    .run = run,
};
