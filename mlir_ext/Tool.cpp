// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt's main function for C.

#include "mlir/CAPI/IR.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir_ext/MlirExt.h"

int accyOptMain(int argc, char **argv, const char *toolName, MlirDialectRegistry registry) {
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, toolName, *unwrap(registry)));
}
