// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Planning kernel calls in the IR; see kernel_call.h. Spec: planner.md, section 5.

#include "passes/kernel_call.h"

#include "accy-c/Launch.h"
#include "bundle/entry_point.h"
#include "passes/artifact.h"
#include "passes/dtype.h"
#include "planner/fingerprint.h"
#include "support/ir.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

MlirLogicalResult accyKernelGetCall(MlirOperation kernel, MlirOperation *outCall) {
  MlirBlock body = accyGetBlock(kernel, 0);
  MlirOperation call = mlirBlockIsNull(body) ? (MlirOperation){NULL} : mlirBlockGetFirstOperation(body);
  bool exact = !mlirOperationIsNull(call) && accyOperationIs(call, "accy.kernel_call") &&
               mlirOperationEqual(mlirOperationGetNextInBlock(call), mlirBlockGetTerminator(body)) &&
               mlirBlockGetNumArguments(body) == mlirOperationGetNumOperands(call);
  for (intptr_t i = 0; exact && i < mlirBlockGetNumArguments(body); ++i)
    exact = mlirValueEqual(mlirBlockGetArgument(body, i), mlirOperationGetOperand(call, i));
  if (!exact)
    return accyEmitOpError(kernel, "of kind kernel_call must hold one accy.kernel_call on its inputs, in order, and "
                                   "nothing else [InvalidArtifact]");
  *outCall = call;
  return mlirLogicalResultSuccess();
}

int64_t accyKernelCallAlias(MlirOperation call) {
  return accyGetInteger(call, "alias", -1);
}

bool accyKernelCallWrites(MlirOperation call, intptr_t operand) {
  MlirAttribute effects = accyGetAttribute(call, "effects");
  bool reads = mlirAttributeIsNull(effects) ||
               accyTextEquals(mlirStringAttrGetValue(mlirArrayAttrGetElement(effects, operand)), "read");
  return !reads || accyKernelCallAlias(call) == operand;
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

static MlirLogicalResult out_of_memory(MlirOperation op) {
  return accyEmitOpError(op, "cannot be planned: out of memory [OutOfMemory]");
}

static char *copy_text(AccyArena *arena, MlirStringRef text) {
  char *copy = accyArenaAllocate(arena, text.length + 1);
  if (copy)
    memcpy(copy, text.data, text.length);
  return copy;
}

static bool read_scalars(MlirOperation call, AccyArena *arena, AccyKernelCallRequest *request) {
  MlirAttribute list = accyGetAttribute(call, "scalars");
  intptr_t count = mlirAttributeIsNull(list) ? 0 : mlirArrayAttrGetNumElements(list);
  AccyScalar *scalars = accyArenaAllocateArray(arena, (size_t)count, sizeof *scalars);
  for (intptr_t i = 0; scalars && i < count; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(list, i);
    MlirStringRef kind = mlirStringAttrGetValue(accyDictionaryGet(element, "kind"));
    (void)accyScalarKindParse(kind.data, kind.length, &scalars[i].kind); // the operation's verifier knows the kinds
    scalars[i].bits = (uint64_t)mlirIntegerAttrGetValueInt(accyDictionaryGet(element, "bits"));
  }
  request->scalars = scalars;
  request->scalar_count = (uint32_t)count;
  return scalars != NULL;
}

// The slots as far as planning a call looks at them: their dtypes.
static bool read_input_slots(MlirOperation call, AccyArena *arena, AccyKernelCallRequest *request) {
  intptr_t count = mlirOperationGetNumOperands(call);
  AccySlot *slots = accyArenaAllocateArray(arena, (size_t)count, sizeof *slots);
  const AccySlot **pointers = accyArenaAllocateArray(arena, (size_t)count, sizeof(AccySlot *));
  for (intptr_t i = 0; slots && pointers && i < count; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(call, i));
    (void)accyDtypeOfType(mlirShapedTypeGetElementType(type), &slots[i].dtype); // legal, so it has a dtype
    pointers[i] = &slots[i];
  }
  request->input_slots = pointers;
  request->input_slot_count = (uint32_t)count;
  return slots && pointers;
}

static bool read_request(MlirOperation call, const AccyProgramTarget *target, AccyArena *arena,
                         AccyKernelCallRequest *request) {
  MlirType result = mlirValueGetType(mlirOperationGetResult(call, 0));
  *request = (AccyKernelCallRequest){.target = copy_text(arena, accyGetString(call, "target")),
                                     .version = (uint32_t)accyGetInteger(call, "version", 0),
                                     .format = target->profile.format,
                                     .backend = target->profile.capabilities.backend,
                                     .capabilities = &target->profile.capabilities,
                                     .element_count = accyShapedTypeElementCount(result)};
  (void)accyDtypeOfType(mlirShapedTypeGetElementType(result), &request->dtype);
  return request->target && read_scalars(call, arena, request) && read_input_slots(call, arena, request);
}

static uint64_t fingerprint_payload(const AccyPayload *payload) {
  AccyHash hash = accyHashStart();
  accyHashText(&hash, payload->data, payload->bytes);
  return accyHashFinish(&hash);
}

static void fill_record(MlirContext context, const AccyKernel *planned, AccyLaunchRecord *record) {
  *record = (AccyLaunchRecord){.source = AccyKernelSourceKernelCall,
                               .launchKind = AccyLaunchKindKernelCall,
                               .countArgument = planned->count_argument,
                               .required = planned->contract.required,
                               .bodyFingerprint = fingerprint_payload(&planned->artifact.payload),
                               .kernelCall = accyKernelCallAttribute(context, planned),
                               .launch = planned->launch};
}

// What compiled kernels are named by is in their payloads; a name that is not would be found when they are loaded.
static bool check_entry(const AccyKernelCallRequest *request, const AccyArtifact *artifact, AccyStatus *status) {
  AccyStatus reason;
  return accyPayloadHasEntry(artifact->format, &artifact->payload, artifact->entry, &reason) ||
         accyFail(status, reason.code, "'%s' version %u: %s", request->target, request->version, reason.message);
}

static MlirLogicalResult plan_call(MlirOperation launch, MlirOperation kernel, MlirOperation previous,
                                   const AccyProgramTarget *target, const AccyKernelRegistry *registry,
                                   AccyArena *arena, AccyLaunchRecord *record) {
  MlirOperation call;
  AccyKernelCallRequest request;
  AccyStatus status;
  AccyKernel planned = {.id = (uint32_t)accyGetInteger(kernel, "id", 0)};
  if (mlirLogicalResultIsFailure(accyKernelGetCall(kernel, &call)) ||
      mlirLogicalResultIsFailure(accyReadResources(kernel, &planned.resources)))
    return mlirLogicalResultFailure();
  accyResourcesClassify(&planned.resources);
  if (!read_request(call, target, arena, &request))
    return out_of_memory(launch);
  uint32_t *inputs = accyArenaAllocateArray(arena, request.input_slot_count, sizeof *inputs);
  if (!inputs)
    return out_of_memory(launch);
  planned.input_slots = inputs; // only their number counts here
  planned.input_slot_count = request.input_slot_count;
  planned.has_aliased_input = accyKernelCallAlias(call) >= 0;
  planned.aliased_input = planned.has_aliased_input ? (uint32_t)accyKernelCallAlias(call) : 0;
  if (!accyKernelCallPlan(registry, &request, arena, &planned, &status) ||
      !check_entry(&request, &planned.artifact, &status))
    return accyEmitStatus(launch, target, &status);
  fill_record(mlirOperationGetContext(launch), &planned, record);
  if (mlirAttributeIsNull(record->kernelCall))
    return out_of_memory(launch);
  accyProgramPutArtifact(mlirOperationGetParentOperation(launch), previous, mlirOperationGetLocation(kernel),
                         accyGetString(kernel, "sym_name"), request.format, &planned.artifact.payload);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyPlanKernelCall(MlirOperation launch, MlirOperation kernel, MlirOperation previous,
                                     const AccyProgramTarget *target, const AccyKernelRegistry *registry,
                                     AccyLaunchRecord *outRecord) {
  AccyArena arena = {0};
  MlirLogicalResult result = plan_call(launch, kernel, previous, target, registry, &arena, outRecord);
  accyArenaFree(&arena);
  return result;
}
