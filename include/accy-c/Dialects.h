// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Accy's dialects: `accy` says what is computed, `choir` how it is run.

#ifndef ACCY_C_DIALECTS_H
#define ACCY_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Puts `accy`, `choir`, the upstream dialects that Accy's passes read and write, and, where the registry does not
/// know `stablehlo`, a dialect that keeps StableHLO's generic form for the frontend to read, into the registry.
MLIR_CAPI_EXPORTED void accyRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_DIALECTS_H
