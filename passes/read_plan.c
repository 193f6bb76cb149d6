// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See read_plan.h.

#include "passes/read_plan.h"

#include "passes/authored.h"
#include "passes/dtype.h"
#include "passes/in_place.h"
#include "passes/kernel_call.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/target.h"
#include "planner/fingerprint.h"
#include "planner/set_memory.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maxRank = 64 };

static MlirLogicalResult fail(MlirOperation op, const AccyStatus *status) {
  return accyEmitOpError(op, "%s [%s]", status->message, accyStatusCodeName(status->code));
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

static MlirStringRef text_entry(MlirAttribute dictionary, const char *name) {
  MlirAttribute value = accyDictionaryGet(dictionary, name);
  if (mlirAttributeIsNull(value) || !mlirAttributeIsAString(value))
    return mlirStringRefCreate("", 0);
  return mlirStringAttrGetValue(value);
}

static MlirLogicalResult read_memory(MlirOperation op, AccySlot *slot) {
  MlirAttribute memory = accyGetAttribute(op, "memory");
  if (mlirAttributeIsNull(memory))
    return accyEmitOpError(op, "has no memory space: run accy-assign-memory-spaces first "
                               "[MissingMemorySpaceAssignment]");
  MlirStringRef access = text_entry(memory, "access"), space = text_entry(memory, "space");
  MlirStringRef transfer = text_entry(memory, "transfer");
  if (!accyAccessParse(access.data, access.length, &slot->access) ||
      !accySpaceParse(space.data, space.length, &slot->space) ||
      !accyTransferParse(transfer.data, transfer.length, &slot->transfer))
    return accyEmitOpError(op, "has a record 'memory' without a known access, space and transfer [InvalidArtifact]");
  return mlirLogicalResultSuccess();
}

static bool read_i64_array(MlirAttribute dictionary, const char *name, intptr_t count, int64_t *out) {
  MlirAttribute array = accyDictionaryGet(dictionary, name);
  if (mlirAttributeIsNull(array) || !mlirAttributeIsADenseI64Array(array) ||
      mlirDenseArrayGetNumElements(array) != count)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    out[i] = mlirDenseI64ArrayGetElement(array, i);
  return true;
}

// The arrays that a slot's layout points to while it is added to the plan.
typedef struct LayoutArrays {
  int64_t dims[maxRank], strides[maxRank], order[maxRank];
  uint32_t minorToMajor[maxRank];
} LayoutArrays;

static MlirLogicalResult read_layout(MlirOperation op, AccySlot *slot, LayoutArrays *arrays) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirAttribute layout = accyGetAttribute(op, "layout");
  if (mlirAttributeIsNull(layout))
    return accyEmitOpError(op, "has no layout: run accy-assign-layouts first [MissingLayoutAssignment]");
  MlirStringRef kind = text_entry(layout, "kind");
  MlirAttribute alignment = accyDictionaryGet(layout, "alignment");
  bool known = rank <= maxRank && accyLayoutKindParse(kind.data, kind.length, &slot->layout.kind) &&
               read_i64_array(layout, "strides", rank, arrays->strides) &&
               read_i64_array(layout, "minor_to_major", rank, arrays->order) && !mlirAttributeIsNull(alignment) &&
               mlirAttributeIsAInteger(alignment);
  int64_t bytes = known ? mlirIntegerAttrGetValueInt(alignment) : 0;
  if (!known || bytes <= 0 || bytes > UINT32_MAX)
    return accyEmitOpError(op, "has a record 'layout' without a known kind, strides, order and alignment "
                               "[InvalidArtifact]");
  for (intptr_t i = 0; i < rank; ++i) {
    arrays->dims[i] = mlirShapedTypeGetDimSize(type, i);
    arrays->minorToMajor[i] = (uint32_t)arrays->order[i];
  }
  slot->layout.rank = (uint32_t)rank;
  slot->layout.dims = arrays->dims;
  slot->layout.strides = arrays->strides;
  slot->layout.minor_to_major = arrays->minorToMajor;
  slot->layout.alignment = (uint32_t)bytes;
  slot->layout.contiguous = slot->layout.kind == AccyLayoutKindRowMajor;
  slot->layout.static_layout = true;
  return mlirLogicalResultSuccess();
}

// The constant's bytes, little-endian and row-major, one byte an i1; null with an error reported. Released by free.
static uint8_t *read_constant(MlirOperation op, const AccySlot *slot) {
  MlirAttribute value = accyGetAttribute(op, "value");
  if (!mlirAttributeIsADenseElements(value)) {
    accyEmitOpError(op, "has a constant whose elements are not in the IR [InvalidArtifact]");
    return NULL;
  }
  uint8_t *bytes = malloc(slot->bytes + 1);
  if (!bytes) {
    accyEmitOpError(op, "has a constant that is too large [OutOfMemory]");
    return NULL;
  }
  uint64_t size = slot->elements ? slot->bytes / slot->elements : 0;
  if (slot->dtype == AccyDtypeI1) {
    for (uint64_t i = 0; i < slot->elements; ++i)
      bytes[i] = mlirDenseElementsAttrIsSplat(value) ? mlirDenseElementsAttrGetBoolSplatValue(value)
                                                     : mlirDenseElementsAttrGetBoolValue(value, (intptr_t)i);
    return bytes;
  }
  const uint8_t *raw = mlirDenseElementsAttrGetRawData(value);
  for (uint64_t i = 0; i < slot->elements && mlirDenseElementsAttrIsSplat(value); ++i)
    memcpy(bytes + i * size, raw, size);
  if (slot->elements > 0 && !mlirDenseElementsAttrIsSplat(value))
    memcpy(bytes, raw, slot->bytes);
  return bytes;
}

static bool is_returned(MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (accyOperationIs(mlirOpOperandGetOwner(use), "choir.return"))
      return true;
  return false;
}

static MlirLogicalResult read_slot(MlirOperation op, AccyPlan *plan) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  AccySlot slot = {.id = (uint32_t)accyGetInteger(op, "id", 0), .has_static_size = true};
  LayoutArrays arrays;
  AccyRole role;
  MlirStringRef roleName = accyGetString(op, "role");
  if (!accyRoleParse(roleName.data, roleName.length, &role) ||
      !accyDtypeOfType(mlirShapedTypeGetElementType(type), &slot.dtype))
    return accyEmitOpError(op, "has an unknown role or element type [InvalidArtifact]");
  slot.roles = ACCY_BIT(role) | (is_returned(mlirOperationGetResult(op, 0)) ? ACCY_BIT(AccyRoleOutput) : 0);
  slot.elements = accyShapedTypeElementCount(type);
  slot.bytes = accyShapedTypeByteSize(type);
  if (mlirLogicalResultIsFailure(read_memory(op, &slot)) || mlirLogicalResultIsFailure(read_layout(op, &slot, &arrays)))
    return mlirLogicalResultFailure();
  slot.layout_fingerprint = accyLayoutFingerprint(slot.space, &slot.layout);
  uint8_t *constant = NULL;
  if (role == AccyRoleConstant && !(constant = read_constant(op, &slot)))
    return mlirLogicalResultFailure();
  slot.constant = constant;
  AccyStatus status;
  bool added = accyPlanAddSlot(plan, &slot, &status);
  free(constant);
  return added ? mlirLogicalResultSuccess() : fail(op, &status);
}

MlirLogicalResult accyReadSlots(MlirOperation program, AccyPlan *plan) {
  ACCY_FOR_EACH(slot, accyGetBlock(program, 0), "choir.slot") {
    if (mlirLogicalResultIsFailure(read_slot(slot, plan)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

uint32_t accyOperandSlot(MlirOperation op, intptr_t index) {
  return (uint32_t)accyGetInteger(mlirOpResultGetOwner(mlirOperationGetOperand(op, index)), "id", 0);
}

MlirLogicalResult accyReadInterface(MlirOperation program, AccyPlan *plan) {
  AccyStatus status;
  MlirOperation terminator = mlirBlockGetTerminator(accyGetBlock(program, 0));
  intptr_t count = mlirOperationGetNumOperands(terminator);
  uint32_t *outputs = malloc((size_t)(count + 1) * sizeof *outputs);
  if (!outputs)
    return accyEmitOpError(terminator, "has too many operands [OutOfMemory]");
  for (intptr_t i = 0; i < count; ++i)
    outputs[i] = accyOperandSlot(terminator, i);
  bool set = accyPlanSetInputs(plan, &status) && accyPlanSetOutputs(plan, outputs, (uint32_t)count, &status);
  free(outputs);
  return set ? mlirLogicalResultSuccess() : fail(program, &status);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool read_payload(MlirOperation artifact, AccyFormat format, AccyPayload *out) {
  MlirAttribute payload = accyGetAttribute(artifact, "payload");
  *out = (AccyPayload){.kind = accyFormatPayloadKind(format), .ownership = AccyPayloadOwnershipOwned};
  if (mlirAttributeIsAString(payload)) {
    out->data = mlirStringAttrGetValue(payload).data;
    out->bytes = mlirStringAttrGetValue(payload).length;
    return out->kind == AccyPayloadKindText;
  }
  // A payload is no run of one value; one that were would be stored as a single element.
  if (mlirDenseElementsAttrIsSplat(payload) && mlirElementsAttrGetNumElements(payload) > 1)
    return false;
  out->data = mlirDenseElementsAttrGetRawData(payload);
  out->bytes = (uint64_t)mlirElementsAttrGetNumElements(payload) * (out->kind == AccyPayloadKindWordsU32 ? 4 : 1);
  return out->kind != AccyPayloadKindText;
}

// What a kernel's arrays point to while it is added to the plan.
typedef struct KernelArrays {
  uint32_t *inputs;
  uint64_t *fingerprints;
  AccyArena scratch;
  AccyScalar statics[ACCY_HOST_LOOP_ARGUMENTS];
} KernelArrays;

static MlirLogicalResult fill_kernel(MlirOperation launch, MlirOperation kernelOp, const AccyPlan *plan,
                                     AccyLaunchRecord *record, KernelArrays *arrays, AccyKernel *kernel,
                                     AccyStatus *status) {
  intptr_t inputs = mlirOperationGetNumOperands(launch) - 1;
  MlirStringRef kind = accyGetString(kernelOp, "kind");
  AccyRequirements required;
  if (mlirLogicalResultIsFailure(accyReadRequirements(kernelOp, &required)) ||
      mlirLogicalResultIsFailure(accyReadResources(kernelOp, &kernel->resources)))
    return mlirLogicalResultFailure();
  if (!accyKernelKindParse(kind.data, kind.length, &kernel->kind))
    return accyEmitOpError(kernelOp, "has an unknown kind [InvalidArtifact]");
  kernel->id = (uint32_t)accyGetInteger(kernelOp, "id", 0);
  kernel->work_item = (uint32_t)accyGetInteger(kernelOp, "work_item", 0);
  for (intptr_t i = 0; i < inputs; ++i)
    arrays->inputs[i] = accyOperandSlot(launch, i);
  for (intptr_t i = 0; i < inputs; ++i)
    arrays->fingerprints[i] = accyPlanFindSlot(plan, arrays->inputs[i])->layout_fingerprint;
  kernel->input_slots = arrays->inputs;
  kernel->input_slot_count = (uint32_t)inputs;
  kernel->output_slot = accyOperandSlot(launch, inputs);
  kernel->output_layout_fingerprint = accyPlanFindSlot(plan, kernel->output_slot)->layout_fingerprint;
  kernel->input_layout_fingerprint = accyInputLayoutsFingerprint(arrays->fingerprints, kernel->input_slot_count);
  kernel->element_count = kernel->resources.element_count; // of vectors the launch counts fewer
  kernel->resources.ops_per_kib = record->launch.ops_per_kib;
  kernel->resources.resource_class = record->launch.resource_class;
  kernel->launch = record->launch;
  kernel->count_argument = record->countArgument;
  kernel->body_fingerprint = record->bodyFingerprint;
  int64_t aliased;
  if (mlirLogicalResultIsFailure(accyKernelGetAliasedInput(kernelOp, launch, &aliased)))
    return mlirLogicalResultFailure();
  kernel->has_aliased_input = aliased >= 0;
  kernel->aliased_input = aliased >= 0 ? (uint32_t)aliased : 0;
  if (!mlirAttributeIsNull(record->kernelCall))
    return accyReadKernelCall(launch, record->kernelCall, &arrays->scratch, kernel);
  if (accyFormatIsHostLoop(record->launch.format)) {
    if (!accyHostLoopArguments(kernel->element_count, &kernel->launch.geometry, arrays->statics, status))
      return mlirLogicalResultFailure();
    kernel->static_arguments = arrays->statics;
    kernel->static_argument_count = ACCY_HOST_LOOP_ARGUMENTS;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_kernel(MlirOperation launch, const AccyProgramIndex *index, AccyPlan *plan,
                                     KernelArrays *arrays) {
  MlirOperation kernelOp;
  if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(index, launch, &kernelOp)))
    return mlirLogicalResultFailure();
  AccyLaunchRecord record;
  AccyKernel kernel = {0};
  AccyStatus status = {0};
  if (mlirLogicalResultIsFailure(accyReadLaunchRecord(launch, &record)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(fill_kernel(launch, kernelOp, plan, &record, arrays, &kernel, &status)))
    return status.code == AccyStatusCodeOk ? mlirLogicalResultFailure() : fail(launch, &status);
  MlirOperation artifact = accyProgramIndexFindArtifact(index, launch);
  AccyPayload payload;
  if (mlirOperationIsNull(artifact))
    return accyEmitOpError(kernelOp, "has no artifact: run accy-emit first [InvalidArtifact]");
  if (!read_payload(artifact, record.launch.format, &payload))
    return accyEmitOpError(artifact, "has a payload of another kind than its format's [InvalidArtifact]");
  MlirStringRef name = accyLaunchGetEntry(launch);
  char entry[ACCY_NAME_CAPACITY];
  if (mlirAttributeIsNull(record.kernelCall))
    snprintf(entry, sizeof entry, "%.*s", (int)name.length, name.data);
  else
    snprintf(entry, sizeof entry, "%s", kernel.contract.entry);
  if (!accyKernelSetArtifact(&kernel, plan->target.capabilities.backend, record.launch.format, entry, record.source,
                             record.launchKind, &record.required, &payload, &status) ||
      !accyPlanAddKernel(plan, &kernel, &status))
    return fail(launch, &status);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_launches(MlirOperation program, const AccyProgramIndex *index, AccyPlan *plan) {
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    size_t count = (size_t)mlirOperationGetNumOperands(launch);
    KernelArrays arrays = {.inputs = malloc(count * sizeof *arrays.inputs),
                           .fingerprints = malloc(count * sizeof *arrays.fingerprints)};
    MlirLogicalResult result = arrays.inputs && arrays.fingerprints
                                   ? read_kernel(launch, index, plan, &arrays)
                                   : accyEmitOpError(launch, "has too many operands [OutOfMemory]");
    accyArenaFree(&arrays.scratch);
    free(arrays.inputs);
    free(arrays.fingerprints);
    if (mlirLogicalResultIsFailure(result))
      return result;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_authored(MlirOperation program, const AccyProgramIndex *index, AccyPlan *plan) {
  for (MlirOperation function = accyProgramFirstAuthored(program); !mlirOperationIsNull(function);
       function = accyProgramNextAuthored(function)) {
    MlirOperation artifact = accyProgramIndexFindArtifactOf(index, function);
    AccyPayload payload;
    if (mlirOperationIsNull(artifact))
      return accyEmitOpError(function, "has no artifact: run accy-emit first [InvalidArtifact]");
    if (!read_payload(artifact, plan->target.format, &payload))
      return accyEmitOpError(artifact, "has a payload of another kind than its format's [InvalidArtifact]");
    if (mlirLogicalResultIsFailure(accyReadAuthored(function, &payload, &plan->target, plan)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_kernels(MlirOperation program, AccyPlan *plan) {
  AccyProgramIndex index;
  MlirLogicalResult result = accyProgramIndexCreate(program, &index);
  if (mlirLogicalResultIsSuccess(result))
    result = read_launches(program, &index, plan);
  if (mlirLogicalResultIsSuccess(result))
    result = read_authored(program, &index, plan);
  accyProgramIndexDestroy(&index);
  return result;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

MlirLogicalResult accyReadProgram(MlirOperation program, AccyPlan *plan) {
  AccyProgramTarget target;
  AccyStatus status;
  AccyMemoryPlan memory;
  if (mlirLogicalResultIsFailure(accyProgramGetTarget(program, &target)) ||
      mlirLogicalResultIsFailure(accyProgramGetFunction(program, plan->function)))
    return mlirLogicalResultFailure();
  plan->target = target.profile;
  if (mlirLogicalResultIsFailure(accyReadSlots(program, plan)) ||
      mlirLogicalResultIsFailure(accyReadInterface(program, plan)) ||
      mlirLogicalResultIsFailure(read_kernels(program, plan)) ||
      mlirLogicalResultIsFailure(accyReadMemoryPlan(program, &memory)))
    return mlirLogicalResultFailure();
  bool set = accyPlanSetMemory(plan, &memory, &status);
  accyMemoryPlanRecordFree(&memory);
  return set ? mlirLogicalResultSuccess() : fail(program, &status);
}

MlirLogicalResult accyReadPlan(MlirOperation program, AccyPlan **outPlan) {
  AccyPlan *plan = accyPlanCreate();
  if (!plan)
    return accyEmitOpError(program, "cannot be read: out of memory [OutOfMemory]");
  if (mlirLogicalResultIsFailure(accyReadProgram(program, plan))) {
    accyPlanDestroy(plan);
    return mlirLogicalResultFailure();
  }
  *outPlan = plan;
  return mlirLogicalResultSuccess();
}
