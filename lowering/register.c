// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the process and a context need before anything can be lowered; see lowering.h.

#include "lowering/lowering.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/ControlFlow.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/NVVM.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/SPIRV.h"
#include "mlir-c/Dialect/Vector.h"
#include "mlir-c/RegisterEverything.h"
#include "mlir_ext/MlirExt.h"
#include "llvm-c/Target.h"

#include <threads.h>

// Of every stage of every format: the dialects that the pipelines' passes load.
static void insert_dialects(MlirDialectRegistry registry) {
  MlirDialectHandle (*const handles[])(void) = {
      mlirGetDialectHandle__arith__,  mlirGetDialectHandle__cf__,     mlirGetDialectHandle__func__,
      mlirGetDialectHandle__gpu__,    mlirGetDialectHandle__llvm__,   mlirGetDialectHandle__math__,
      mlirGetDialectHandle__memref__, mlirGetDialectHandle__nvvm__,   mlirGetDialectHandle__scf__,
      mlirGetDialectHandle__spirv__,  mlirGetDialectHandle__vector__,
  };
  for (size_t i = 0; i < sizeof handles / sizeof *handles; ++i)
    mlirDialectHandleInsertDialect(handles[i](), registry);
}

static void initialize_process(void) {
  mlirRegisterAllPasses();
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeWebAssemblyTargetInfo();
  LLVMInitializeWebAssemblyTarget();
  LLVMInitializeWebAssemblyTargetMC();
  LLVMInitializeWebAssemblyAsmPrinter();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

void accyLoweringRegister(MlirDialectRegistry registry) {
  static once_flag once = ONCE_FLAG_INIT;
  call_once(&once, initialize_process);
  insert_dialects(registry);
  accyDialectRegistryInsertLlvmInterfaces(registry);
}
