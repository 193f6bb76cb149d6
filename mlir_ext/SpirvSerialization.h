// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// SPIR-V binaries of spirv.module operations: mlir::spirv::serialize, which MLIR 22's C API lacks. Later MLIR: none
// yet.

#ifndef ACCY_MLIR_EXT_SPIRVSERIALIZATION_H
#define ACCY_MLIR_EXT_SPIRVSERIALIZATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Serialises a spirv.module, with the names of its symbols and without source lines.
///
/// `callback` is called once with the bytes of the binary (host byte order, a multiple of 4), which it must copy.
/// Fails, and reports the error through the context's diagnostics, when the operation is not a spirv.module or holds
/// what SPIR-V cannot express; `callback` is not called then. Thread-safe on different modules.
MlirLogicalResult accySpirvModuleSerialize(MlirOperation spirvModule, MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // ACCY_MLIR_EXT_SPIRVSERIALIZATION_H
