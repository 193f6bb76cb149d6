// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-run --emit-webgpu-page.
#ifndef ACCY_TOOLS_ACCY_RUN_PAGE_H
#define ACCY_TOOLS_ACCY_RUN_PAGE_H

#include "accy-c/Runtime.h"
#include "tools/accy-run/options.h"

/// Writes the page that the options ask for: their bundle with their inputs and expected outputs.
bool pageEmit(const Options *options, AccyRuntimeError *error);

#endif
