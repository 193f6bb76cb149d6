// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The way from MLIR to LLVM IR, as dialect registry entries. MLIR 22's C API can only add all translations at once, and
// to a context, and no conversions. Later MLIR: none yet.

#ifndef ACCY_MLIR_EXT_LLVMINTERFACES_H
#define ACCY_MLIR_EXT_LLVMINTERFACES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds to the registry what mlirTranslateModuleToLLVMIR needs for the dialects builtin, gpu, llvm and nvvm, and by
/// what convert-gpu-to-nvvm converts arith, cf, math, memref, nvvm and vector.
///
/// Owns nothing. Not thread-safe on one registry.
void accyDialectRegistryInsertLlvmInterfaces(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // ACCY_MLIR_EXT_LLVMINTERFACES_H
