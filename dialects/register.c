// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of all dialects that Accy works with.

#include "accy-c/Dialects.h"

#include "dialects/accy/ops.h"
#include "dialects/choir/ops.h"
#include "dialects/stablehlo/ops.h"
#include "mlir-c/RegisterEverything.h"

void accyRegisterAllDialects(MlirDialectRegistry registry) {
  accyDialectRegistryInsert(registry, accyDialectGetRow());
  accyDialectRegistryInsert(registry, choirDialectGetRow());
  accyDialectRegistryInsert(registry, accyStablehloDialectGetRow());
  accyDialectRegistryInsert(registry, accyChloDialectGetRow());
  mlirRegisterAllDialects(registry);
}
