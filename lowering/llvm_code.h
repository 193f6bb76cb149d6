// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code from LLVM: a module of the llvm dialect is translated, optimised and turned into an object or assembly for a
// target machine. Shared by the formats that go through LLVM's code generators.

#ifndef ACCY_LOWERING_LLVM_CODE_H
#define ACCY_LOWERING_LLVM_CODE_H

#include "lowering/lowering.h"
#include "llvm-c/TargetMachine.h"

/// A target of LLVM's code generators. Names are LLVM's; the strings outlive the use.
typedef struct AccyLlvmTarget {
  const char *triple;
  const char *cpu;
  const char *features;
  LLVMCodeGenFileType output;
  /// Whether loops that copy or fill memory must not become calls of memcpy and memset.
  bool standsAlone;
} AccyLlvmTarget;

/// Compiles `module`, a builtin.module or gpu.module that holds operations of the llvm and nvvm dialects only, at
/// optimisation level 3, as position-independent code, without fusing multiplications and additions.
///
/// `*outCode` is the caller's (LLVMDisposeMemoryBuffer). Reports errors of MLIR and LLVM at the request's kernel;
/// nothing is written then. Thread-safe: everything is made in an LLVM context of its own.
MlirLogicalResult accyLlvmCompile(const AccyLoweringRequest *request, MlirOperation module,
                                  const AccyLlvmTarget *target, LLVMMemoryBufferRef *outCode);

#endif // ACCY_LOWERING_LLVM_CODE_H
