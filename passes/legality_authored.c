// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an authored kernel needs against what its target has; see legality.h.

#include "lowering/lowering.h"
#include "passes/authored.h"
#include "passes/legality.h"
#include "passes/legality_numbers.h"
#include "passes/legality_sizes.h"
#include "support/ir.h"

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
    if (is_wide_number(type) && mlirLogicalResultIsFailure(accyRequireDtype(op, type, check->target, &required)))
      check->result = mlirLogicalResultFailure();
  }
  return MlirWalkResultAdvance;
}

// What of the kernel's buffers, numbers and memory the target lacks, told at the function.
static MlirLogicalResult check_needs(MlirOperation function, const AccyProgramTarget *target) {
  MlirBlock body = accyGetBlock(function, 0);
  AuthoredCheck check = {target, mlirLogicalResultSuccess()};
  intptr_t buffers = accyCountBuffers(function);
  uint64_t threadgroupBytes;
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(body); i < n; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    AccySet required = 0;
    if (mlirTypeIsAMemRef(type) && mlirShapedTypeHasStaticShape(type) &&
        (mlirLogicalResultIsFailure(
             accyRequireDtype(function, mlirShapedTypeGetElementType(type), target, &required)) ||
         (i < buffers && mlirLogicalResultIsFailure(accyCheckBuffer(function, type, target)))))
      return mlirLogicalResultFailure();
  }
  mlirOperationWalk(function, check_authored_operation, &check, MlirWalkPreOrder);
  if (mlirLogicalResultIsFailure(check.result) ||
      mlirLogicalResultIsFailure(accyCheckThreadgroupMemory(function, target, &threadgroupBytes)))
    return mlirLogicalResultFailure();
  return accyCheckBufferCount(function, (uint64_t)buffers, target, "take fewer");
}

static MlirLogicalResult check_kernel(MlirOperation program, MlirOperation function, const AccyProgramTarget *target) {
  AccyLaunchRecord record;
  if ((!mlirBlockIsNull(accyGetBlock(function, 0)) && mlirLogicalResultIsFailure(check_needs(function, target))) ||
      mlirLogicalResultIsFailure(accyPlanAuthoredLaunch(program, function, target, &record)))
    return mlirLogicalResultFailure();
  return accyLoweringCheck(&(AccyLoweringRequest){.kernel = function,
                                                  .entryName = accyGetString(function, "sym_name"),
                                                  .format = target->profile.format,
                                                  .target = &target->profile,
                                                  .geometry = record.launch.geometry});
}

// Nothing of a gpu.module is left out in silence.
static MlirLogicalResult check_member(MlirOperation op) {
  if (!accyOperationIs(op, "gpu.func"))
    return accyEmitOpError(op, "stands in a gpu.module, of which only gpu.func kernels are compiled: write what it is "
                               "for in the kernels, or take it out [UnsupportedOperation]");
  if (mlirAttributeIsNull(accyGetAttribute(op, "gpu.kernel")))
    return accyEmitOpError(op, "is no kernel, and kernels can call no functions: mark it as `kernel`, or write what it "
                               "computes in the kernels and take it out [UnsupportedOperation]");
  return mlirLogicalResultSuccess();
}

// All that is wrong with a gpu.module of the user's.
static MlirLogicalResult check_module(MlirOperation program, MlirOperation module, const AccyProgramTarget *target) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(accyGetBlock(module, 0)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(check_member(op)) || mlirLogicalResultIsFailure(check_kernel(program, op, target)))
      result = mlirLogicalResultFailure();
  return result;
}

MlirLogicalResult accyCheckAuthored(MlirOperation program, const AccyProgramTarget *target) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (MlirOperation module = accyProgramFirstAuthoredModule(program); !mlirOperationIsNull(module);
       module = accyProgramNextAuthoredModule(module))
    if (mlirLogicalResultIsFailure(check_module(program, module, target)))
      result = mlirLogicalResultFailure();
  return result;
}
