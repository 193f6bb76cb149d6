// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linking one WebAssembly object to a module, by wasm-ld.

#ifndef ACCY_LOWERING_WASM_LINK_H
#define ACCY_LOWERING_WASM_LINK_H

#include "lowering/lowering.h"

#include <stddef.h>

/// Links the object to a module that exports its memory, `__heap_base` and the request's entry, and imports nothing.
/// The linker is $ACCY_WASM_LD, or else wasm-ld-22 or wasm-ld of the path; it works in a temporary folder that is
/// removed on every path. `*outModule` is the caller's (free). Reports errors at the request's kernel.
MlirLogicalResult accyWasmLink(const AccyLoweringRequest *request, const void *object, size_t size, void **outModule,
                               size_t *outSize);

#endif // ACCY_LOWERING_WASM_LINK_H
