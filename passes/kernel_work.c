// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel_work.h.

#include "passes/kernel_work.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "passes/program.h"
#include "support/ir.h"

AccyKernelWork accyKernelWorkCreate(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library) {
  MlirBlock body = accyGetBlock(kernel, 0);
  MlirValue result = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  return (AccyKernelWork){.kernel = kernel,
                          .body = body,
                          .result = result,
                          .elementCount = (int64_t)accyShapedTypeElementCount(mlirValueGetType(result)),
                          .kind = accyGetString(kernel, "kind"),
                          .format = target->profile.format,
                          .isHostLoop = accyFormatIsHostLoop(target->profile.format),
                          .target = &target->profile.capabilities,
                          .library = library};
}

void accyKernelDependentDialects(MlirDialectRegistry registry) {
  MlirDialectHandle (*const handles[])(void) = {
      mlirGetDialectHandle__arith__, mlirGetDialectHandle__func__,   mlirGetDialectHandle__gpu__,
      mlirGetDialectHandle__math__,  mlirGetDialectHandle__memref__, mlirGetDialectHandle__scf__,
  };
  accyProgramDependentDialects(registry);
  for (size_t i = 0; i < sizeof handles / sizeof *handles; ++i)
    mlirDialectHandleInsertDialect(handles[i](), registry);
}
