// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See legality.h.

#include "passes/legality.h"

#include "dialects/accy/ops.h"
#include "passes/dtype.h"
#include "passes/launch_request.h"
#include "passes/work_item.h"
#include "planner/arithmetic.h"
#include "planner/set_names.h"
#include "support/ir.h"

//===----------------------------------------------------------------------===//
// Dtypes and features
//===----------------------------------------------------------------------===//

static MlirLogicalResult require_dtype(MlirOperation op, MlirType elementType, const AccyProgramTarget *target,
                                       AccySet *required) {
  AccyDtype dtype;
  char have[128];
  accyListDtypes(target->profile.capabilities.dtypes, have, sizeof have);
  if (!accyDtypeOfType(elementType, &dtype))
    return accyEmitOpError(op,
                           "has elements that no target computes with; target '%s' has %s: convert to one of these "
                           "[CapabilityMismatch]",
                           target->name, have);
  *required |= ACCY_BIT(dtype);
  if (target->profile.capabilities.dtypes & ACCY_BIT(dtype))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "needs the dtype %s; target '%s' has %s: convert to one of these, or choose a profile "
                         "that has it [CapabilityMismatch]",
                         accyDtypeName(dtype), target->name, have);
}

// Arithmetic on f16 is a feature of its own; moving and converting it is not. (bf16 is computed in f32.) What a
// kernel of the caller's computes with, its registry entry says.
static MlirLogicalResult require_arithmetic(MlirOperation op, MlirType type, const AccyProgramTarget *target,
                                            AccySet *required) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  if (!mlirTypeIsAF16(mlirShapedTypeGetElementType(type)) || opcode == AccyOp_none || opcode == AccyOp_convert ||
      opcode == AccyOp_select || opcode == AccyOp_kernel_call || opcode == AccyOp_constant || accyOpIsShape(op))
    return mlirLogicalResultSuccess();
  *required |= ACCY_BIT(AccyFeatureF16Arithmetic);
  if (target->profile.capabilities.features & ACCY_BIT(AccyFeatureF16Arithmetic))
    return mlirLogicalResultSuccess();
  char have[512];
  accyListFeatures(target->profile.capabilities.features, have, sizeof have);
  return accyEmitOpError(op,
                         "needs the feature %s; target '%s' has %s: compute in f32, or choose a profile that has it "
                         "[CapabilityMismatch]",
                         accyFeatureName(AccyFeatureF16Arithmetic), target->name, have);
}

//===----------------------------------------------------------------------===//
// Sizes and buffers
//===----------------------------------------------------------------------===//

// SPIR-V and WGSL kernels compute indices on signed integers of 32 bits, so Metal's do, too; the others' element count
// has 32 bits.
static uint64_t addressable(const AccyProgramTarget *target) {
  AccyFormat format = target->profile.format;
  bool narrow = format == AccyFormatVulkanSpirv || format == AccyFormatWebgpuWgsl || format == AccyFormatMetalMsl;
  return narrow ? INT32_MAX : UINT32_MAX;
}

static MlirLogicalResult check_elements(MlirOperation op, MlirType type, const AccyProgramTarget *target) {
  uint64_t elements = accyShapedTypeElementCount(type), most = addressable(target);
  if (elements <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "has a tensor of %llu elements; kernels for target '%s' count %llu: split it "
                         "[LaunchArgumentMismatch]",
                         (unsigned long long)elements, target->name, (unsigned long long)most);
}

// Of a tensor that is a buffer of the kernel's.
static MlirLogicalResult check_buffer(MlirOperation op, MlirType type, const AccyProgramTarget *target) {
  uint64_t bytes = accyShapedTypeByteSize(type), most = target->profile.capabilities.bindings.max_buffer_bytes;
  if (addressable(target) == INT32_MAX && most > INT32_MAX)
    most = INT32_MAX;
  if (bytes <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "needs a buffer of %llu bytes; kernels for target '%s' reach %llu of one: split the tensor, "
                         "or choose a profile that allows more [CapabilityMismatch]",
                         (unsigned long long)bytes, target->name, (unsigned long long)most);
}

// `advice` says what to do instead.
static MlirLogicalResult check_buffer_count(MlirOperation op, uint64_t buffers, const AccyProgramTarget *target,
                                            const char *advice) {
  uint64_t most = target->profile.capabilities.bindings.max_buffers;
  if (buffers <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "binds %llu buffers; kernels for target '%s' bind at most %llu: %s, or choose a profile that "
                         "allows more [CapabilityMismatch]",
                         (unsigned long long)buffers, target->name, (unsigned long long)most, advice);
}

intptr_t accyCountBuffers(MlirOperation function) {
  MlirAttribute type = accyGetAttribute(function, "function_type");
  return mlirAttributeIsNull(type) ? 0 : mlirFunctionTypeGetNumInputs(mlirTypeAttrGetValue(type));
}

MlirLogicalResult accyCheckThreadgroupMemory(MlirOperation function, const AccyProgramTarget *target,
                                             uint64_t *outBytes) {
  MlirBlock body = accyGetBlock(function, 0);
  uint64_t bytes = 0, most = target->profile.capabilities.memory.shared_bytes_per_threadgroup;
  for (intptr_t i = accyCountBuffers(function); i < mlirBlockGetNumArguments(body); ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    if (mlirTypeIsAMemRef(type) && mlirShapedTypeHasStaticShape(type)) // lowering says what such a memory is
      bytes = accySaturatingAdd(bytes, accyShapedTypeByteSize(type));
  }
  *outBytes = bytes;
  if (bytes <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(function,
                         "takes %llu bytes of threadgroup memory; target '%s' has %llu: keep less there, or choose a "
                         "profile that has more [CapabilityMismatch]",
                         (unsigned long long)bytes, target->name, (unsigned long long)most);
}

MlirLogicalResult accyCheckSlot(MlirOperation slot, const AccyProgramTarget *target) {
  return check_buffer(slot, mlirValueGetType(mlirOperationGetResult(slot, 0)), target);
}

uint64_t accyCountBindings(MlirBlock body, MlirStringRef kind) {
  bool countsElements = !accyTextEquals(kind, "dot_general") && !accyTextEquals(kind, "kernel_call");
  return (uint64_t)mlirBlockGetNumArguments(body) + (countsElements ? 2 : 1);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

// Kernels of one thread an element fold their grid where it would be too wide; those of the other kinds cannot.
static MlirLogicalResult check_launch(MlirOperation kernel, MlirBlock body, const AccyProgramTarget *target) {
  MlirOperation dot = accyWorkItemFindAnchor(body, "accy.dot_general");
  MlirOperation reduce = accyWorkItemFindAnchor(body, "accy.reduce");
  AccyDotShape dotShape;
  AccyReductionShape reductionShape;
  AccyResources resources;
  if (accyTextEquals(accyGetString(kernel, "kind"), "row_pipeline")) // has no generic launch
    return mlirLogicalResultSuccess();
  AccyLaunchRequest request = {
      .target = &target->profile.capabilities, .format = target->profile.format, .resources = &resources};
  if (!mlirOperationIsNull(dot) && accyReadDotShape(dot, &dotShape))
    accyLaunchRequestSetDot(&request, &dotShape);
  else if (!mlirOperationIsNull(reduce) && accyReadReductionShape(reduce, &reductionShape))
    accyLaunchRequestSetReduction(&request, &reductionShape);
  else
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(accyWorkItemComputeResources(kernel, &resources)))
    return mlirLogicalResultFailure();
  accyResourcesClassify(&resources);
  AccyLaunchResources launch;
  AccyStatus status;
  if (accyLaunchResourcesPlan(&request, &launch, &status))
    return mlirLogicalResultSuccess();
  return accyEmitStatus(mlirOperationIsNull(dot) ? reduce : dot, target, &status);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static MlirLogicalResult check_value(MlirOperation op, MlirType type, const AccyProgramTarget *target,
                                     AccyRequirements *needs) {
  if (mlirLogicalResultIsFailure(require_dtype(op, mlirShapedTypeGetElementType(type), target, &needs->dtypes)) ||
      mlirLogicalResultIsFailure(check_elements(op, type, target)))
    return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_operand(MlirOperation op, MlirValue operand, const AccyProgramTarget *target,
                                       AccyRequirements *needs) {
  MlirType type = mlirValueGetType(operand);
  if (mlirLogicalResultIsFailure(check_value(op, type, target, needs)) ||
      mlirLogicalResultIsFailure(require_arithmetic(op, type, target, &needs->features)))
    return mlirLogicalResultFailure();
  return mlirValueIsABlockArgument(operand) ? check_buffer(op, type, target) : mlirLogicalResultSuccess();
}

// Products of a dot_general are fused with their sums where the target can.
static void note_fused_arithmetic(MlirOperation op, const AccyProgramTarget *target, AccySet *required) {
  if (accyOpGetOpcode(op) == AccyOp_dot_general &&
      !mlirTypeIsAInteger(mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetOperand(op, 0)))))
    *required |= target->profile.capabilities.features & ACCY_BIT(AccyFeatureFusedMultiplyAdd);
}

static MlirLogicalResult check_operation(MlirOperation op, MlirValue yielded, const AccyProgramTarget *target,
                                         AccyRequirements *needs) {
  note_fused_arithmetic(op, target, &needs->features);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (mlirLogicalResultIsFailure(check_operand(op, mlirOperationGetOperand(op, i), target, needs)))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(result);
    if (mlirLogicalResultIsFailure(check_value(op, type, target, needs)) ||
        (mlirValueEqual(result, yielded) && mlirLogicalResultIsFailure(check_buffer(op, type, target))))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyCheckKernel(MlirOperation kernel, const AccyProgramTarget *target, AccyRequirements *outNeeds) {
  MlirBlock body = accyGetBlock(kernel, 0);
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  *outNeeds = (AccyRequirements){0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(check_operation(op, yielded, target, outNeeds)))
      return mlirLogicalResultFailure();
  uint64_t buffers = accyCountBindings(body, accyGetString(kernel, "kind"));
  const char *advice = accyTextEquals(accyGetString(kernel, "kind"), "kernel_call")
                           ? "call a kernel that takes fewer"
                           : "run accy-split-work-items before accy-outline-kernels";
  if (mlirLogicalResultIsFailure(check_buffer_count(kernel, buffers, target, advice)))
    return mlirLogicalResultFailure();
  return check_launch(kernel, body, target);
}

//===----------------------------------------------------------------------===//
// Authored kernels
//===----------------------------------------------------------------------===//

// What the walk over an authored kernel carries.
typedef struct AuthoredCheck {
  const AccyProgramTarget *target;
  MlirLogicalResult result;
} AuthoredCheck;

// Narrower numbers than 32 bits are computed on in 32 where the target has none, so that only their buffers count.
static bool is_wide_number(MlirType type) {
  return mlirTypeIsAF64(type) || (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64);
}

static MlirWalkResult check_authored_operation(MlirOperation op, void *userData) {
  AuthoredCheck *check = userData;
  AccySet required = 0;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    if (is_wide_number(type) && mlirLogicalResultIsFailure(require_dtype(op, type, check->target, &required)))
      check->result = mlirLogicalResultFailure();
  }
  return MlirWalkResultAdvance;
}

MlirLogicalResult accyCheckAuthored(MlirOperation function, const AccyProgramTarget *target) {
  MlirBlock body = accyGetBlock(function, 0);
  AuthoredCheck check = {target, mlirLogicalResultSuccess()};
  intptr_t buffers = accyCountBuffers(function);
  uint64_t threadgroupBytes;
  if (mlirBlockIsNull(body))
    return mlirLogicalResultSuccess(); // lowering says what a kernel is
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(body); i < n; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    AccySet required = 0;
    if (mlirTypeIsAMemRef(type) && mlirShapedTypeHasStaticShape(type) &&
        (mlirLogicalResultIsFailure(require_dtype(function, mlirShapedTypeGetElementType(type), target, &required)) ||
         (i < buffers && mlirLogicalResultIsFailure(check_buffer(function, type, target)))))
      return mlirLogicalResultFailure();
  }
  mlirOperationWalk(function, check_authored_operation, &check, MlirWalkPreOrder);
  if (mlirLogicalResultIsFailure(check.result) ||
      mlirLogicalResultIsFailure(accyCheckThreadgroupMemory(function, target, &threadgroupBytes)))
    return mlirLogicalResultFailure();
  return check_buffer_count(function, (uint64_t)buffers, target, "take fewer");
}
