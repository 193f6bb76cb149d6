// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Version and binary of spirv.module operations; see MlirExt.h.

#include "mlir_ext/MlirExt.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Target/SPIRV/Serialization.h"

using namespace mlir;

// The capabilities that none of the others implies.
static SmallVector<spirv::Capability> withoutImplied(ArrayRef<spirv::Capability> capabilities) {
  SmallVector<spirv::Capability> kept;
  for (spirv::Capability capability : capabilities) {
    bool isImplied = llvm::any_of(capabilities, [&](spirv::Capability other) {
      return other != capability && llvm::is_contained(spirv::getRecursiveImpliedCapabilities(other), capability);
    });
    if (!isImplied)
      kept.push_back(capability);
  }
  return kept;
}

MlirLogicalResult accySpirvModuleSetVersion(MlirOperation spirvModule, MlirStringRef version) {
  Operation *op = unwrap(spirvModule);
  auto module = llvm::dyn_cast<spirv::ModuleOp>(op);
  std::optional<spirv::Version> wanted = spirv::symbolizeVersion(unwrap(version));
  if (!module || !module.getVceTriple() || !wanted) {
    op->emitError("is not a spirv.module that can be made of version ") << unwrap(version);
    return mlirLogicalResultFailure();
  }
  spirv::VerCapExtAttr triple = *module.getVceTriple();
  if (triple.getVersion() > *wanted) {
    op->emitError("needs SPIR-V ") << spirv::stringifyVersion(triple.getVersion());
    return mlirLogicalResultFailure();
  }
  SmallVector<spirv::Extension> extensions;
  for (spirv::Extension extension : triple.getExtensions())
    if (!llvm::is_contained(spirv::getImpliedExtensions(*wanted), extension))
      extensions.push_back(extension);
  SmallVector<spirv::Capability> capabilities(triple.getCapabilities());
  module.setVceTripleAttr(
      spirv::VerCapExtAttr::get(*wanted, withoutImplied(capabilities), extensions, op->getContext()));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accySpirvModuleSerialize(MlirOperation spirvModule, MlirStringCallback callback, void *userData) {
  Operation *op = unwrap(spirvModule);
  auto module = llvm::dyn_cast<spirv::ModuleOp>(op);
  if (!module) {
    op->emitError("is not a spirv.module and cannot be serialised");
    return mlirLogicalResultFailure();
  }
  SmallVector<uint32_t, 0> words;
  if (failed(spirv::serialize(module, words)))
    return mlirLogicalResultFailure();
  callback(mlirStringRefCreate(reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)),
           userData);
  return mlirLogicalResultSuccess();
}
