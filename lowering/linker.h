// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linking one object by a linker of LLVM's, which is a program of its own.

#ifndef ACCY_LOWERING_LINKER_H
#define ACCY_LOWERING_LINKER_H

#include "lowering/lowering.h"
#include "llvm-c/Types.h"

/// Which linker, and what it is told.
typedef struct AccyLinker {
  /// The variable of the environment that names it, if set.
  const char *environment;
  /// Its names, ended by null; the first that the path has is taken.
  const char *const *names;
  /// Its options, ended by null; those for input, output and script are added.
  const char *const *options;
  /// The text of a linker script; null: none.
  const char *script;
} AccyLinker;

/// Links the object in a temporary folder, which is removed on every path, and makes the result the payload's bytes.
/// `extraOption` (may be null) is one more option. Takes the object. Reports errors at the request's kernel.
/// Thread-safe.
MlirLogicalResult accyLinkPayload(const AccyLoweringRequest *request, const AccyLinker *linker, const char *extraOption,
                                  LLVMMemoryBufferRef object, AccyLoweredPayload *outPayload);

#endif // ACCY_LOWERING_LINKER_H
