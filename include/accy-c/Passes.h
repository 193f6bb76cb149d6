// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accy's passes and pipelines. docs/generated/passes.md lists them with their options.

#ifndef ACCY_C_PASSES_H
#define ACCY_C_PASSES_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers every pass and pipeline of Accy, and the upstream ones that its pipelines name, with MLIR's global
/// registry. Calling it again changes nothing. Thread-safe.
MLIR_CAPI_EXPORTED void accyRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_PASSES_H
