// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V binaries of spirv.module operations; see MlirExt.h.

#include "mlir_ext/MlirExt.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Target/SPIRV/Serialization.h"

MlirLogicalResult accySpirvModuleSerialize(MlirOperation spirvModule, MlirStringCallback callback, void *userData) {
  mlir::Operation *op = unwrap(spirvModule);
  auto module = llvm::dyn_cast<mlir::spirv::ModuleOp>(op);
  if (!module) {
    op->emitError("is not a spirv.module and cannot be serialised");
    return mlirLogicalResultFailure();
  }
  llvm::SmallVector<uint32_t, 0> words;
  if (failed(mlir::spirv::serialize(module, words)))
    return mlirLogicalResultFailure();
  callback(mlirStringRefCreate(reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)),
           userData);
  return mlirLogicalResultSuccess();
}
