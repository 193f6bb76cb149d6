// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way from MLIR to LLVM IR, as dialect registry entries; see MlirExt.h.

#include "mlir_ext/MlirExt.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

void accyDialectRegistryInsertLlvmInterfaces(MlirDialectRegistry registry) {
  mlir::DialectRegistry &entries = *unwrap(registry);
  mlir::arith::registerConvertArithToLLVMInterface(entries);
  mlir::cf::registerConvertControlFlowToLLVMInterface(entries);
  mlir::registerConvertMathToLLVMInterface(entries);
  mlir::registerConvertMemRefToLLVMInterface(entries);
  mlir::registerConvertNVVMToLLVMInterface(entries);
  mlir::vector::registerConvertVectorToLLVMInterface(entries);
  mlir::registerBuiltinDialectTranslation(entries);
  mlir::registerGPUDialectTranslation(entries);
  mlir::registerLLVMDialectTranslation(entries);
  mlir::registerNVVMDialectTranslation(entries);
}
