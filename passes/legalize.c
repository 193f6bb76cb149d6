// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-legalize: chooses each program's target and checks every kernel against it, before anything is lowered.

#include "dialects/accy/ops.h"
#include "passes/dtype.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/target.h"
#include "support/ir.h"

#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Requirements of one kernel
//===----------------------------------------------------------------------===//

static void list_dtypes(AccySet dtypes, char *buffer, size_t size) {
  size_t length = 0;
  buffer[0] = '\0';
  for (int dtype = 0; dtype < AccyDtypeCount && length < size; ++dtype)
    if (dtypes & ACCY_BIT(dtype))
      length +=
          (size_t)snprintf(buffer + length, size - length, "%s%s", length ? " " : "", accyDtypeName((AccyDtype)dtype));
}

static MlirLogicalResult require_dtype(MlirOperation op, MlirType type, const AccyProgramTarget *target,
                                       AccySet *required) {
  AccyDtype dtype;
  if (!accyDtypeOfType(mlirShapedTypeGetElementType(type), &dtype)) {
    return accyEmitOpError(op, "has elements that no target computes with [CapabilityMismatch]");
  }
  *required |= ACCY_BIT(dtype);
  if (target->profile.capabilities.dtypes & ACCY_BIT(dtype))
    return mlirLogicalResultSuccess();
  char have[128];
  list_dtypes(target->profile.capabilities.dtypes, have, sizeof have);
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
      opcode == AccyOp_kernel_call || opcode == AccyOp_constant || accyOpIsShape(op))
    return mlirLogicalResultSuccess();
  *required |= ACCY_BIT(AccyFeatureF16Arithmetic);
  if (target->profile.capabilities.features & ACCY_BIT(AccyFeatureF16Arithmetic))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "needs the feature %s, which target '%s' lacks: compute in f32, or choose a profile that "
                         "has it [CapabilityMismatch]",
                         accyFeatureName(AccyFeatureF16Arithmetic), target->name);
}

// Kernels count elements in 32 bits, and the SPIR-V and WGSL ones index bytes in 31.
static MlirLogicalResult check_size(MlirOperation kernel, MlirType type, const AccyProgramTarget *target) {
  AccyFormat format = target->profile.format;
  bool narrow = format == AccyFormatVulkanSpirv || format == AccyFormatWebgpuWgsl || format == AccyFormatMetalMsl;
  uint64_t elements = accyShapedTypeElementCount(type), bytes = accyShapedTypeByteSize(type);
  if (elements > UINT32_MAX)
    return accyEmitOpError(kernel,
                           "has a tensor of %llu elements; target '%s' counts them in 32 bits: split it "
                           "[LaunchArgumentMismatch]",
                           (unsigned long long)elements, target->name);
  if (narrow && bytes > INT32_MAX)
    return accyEmitOpError(kernel,
                           "has a tensor of %llu bytes; kernels of target '%s' address %d: split it "
                           "[CapabilityMismatch]",
                           (unsigned long long)bytes, target->name, INT32_MAX);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_operation(MlirOperation op, const AccyProgramTarget *target, AccyRequirements *needs) {
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (mlirLogicalResultIsFailure(require_dtype(op, type, target, &needs->dtypes)) ||
        mlirLogicalResultIsFailure(require_arithmetic(op, type, target, &needs->features)) ||
        mlirLogicalResultIsFailure(check_size(op, type, target)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult legalize_kernel(MlirOperation kernel, const AccyProgramTarget *target) {
  MlirBlock body = accyGetBlock(kernel, 0);
  if (mlirBlockIsNull(body)) // kernelized already, hence legal before
    return mlirLogicalResultSuccess();
  AccyRequirements needs = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(check_operation(op, target, &needs)))
      return mlirLogicalResultFailure();
  AccyAttributeMaker maker = accyAttributeMakerForOne(mlirOperationGetContext(kernel));
  accySetAttribute(kernel, "legalization", accyRequirementsAttribute(&maker, &needs));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

typedef struct Names {
  MlirStringRef target, format;
} Names;

static MlirLogicalResult legalize_program(MlirOperation program, void *userData) {
  const Names *names = userData;
  AccyProgramTarget target;
  if (mlirLogicalResultIsFailure(accyProgramChooseTarget(program, names->target, names->format, &target)))
    return mlirLogicalResultFailure();
  MlirLogicalResult result = mlirLogicalResultSuccess();
  ACCY_FOR_EACH(kernel, accyGetBlock(program, 0), "choir.kernel") {
    if (mlirLogicalResultIsFailure(legalize_kernel(kernel, &target)))
      result = mlirLogicalResultFailure();
  }
  if (mlirLogicalResultIsSuccess(result))
    accyProgramSetTarget(program, &target);
  return result;
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  Names names = {accyOptionsGetString(options, "target"), accyOptionsGetString(options, "format")};
  return accyForEachProgram(module, legalize_program, &names);
}

static const AccyOptionRow options[] = {
    {"target", AccyOptionString,
     "BACKEND, BACKEND:PROFILE, as cuda:sm_90, or a file NAME.json with a profile; the recorded one when empty", ""},
    {"format", AccyOptionString, "artifact format; the backend's default when empty", ""},
};

const AccyPassRow accyLegalizePass = {
    .argument = "accy-legalize",
    .description = "Choose the target and check every kernel against it",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};
