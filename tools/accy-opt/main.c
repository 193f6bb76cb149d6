// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-opt: mlir-opt with Accy's dialects, passes and pipelines.

#include "accy-c/Dialects.h"
#include "accy-c/Passes.h"
#include "mlir_ext/MlirExt.h"

int main(int argc, char **argv) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  accyRegisterAllPasses();
  int code = accyOptMain(argc, argv, "Accy's optimizer driver\n", registry);
  mlirDialectRegistryDestroy(registry);
  return code;
}
