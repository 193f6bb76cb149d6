// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The table of Accy's passes and pipelines.

#include "accy-c/Passes.h"

#include "frontends/frontends.h"
#include "mlir-c/RegisterEverything.h"
#include "mlir_ext/MlirExt.h"

void accyRegisterAllPasses(void) {
  static bool done;
  if (done)
    return;
  done = true;
  mlirRegisterAllPasses();
  accyRegisterPass(&accyStablehloToAccyPass);
}
