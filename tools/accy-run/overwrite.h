// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that must not be written over.
#ifndef ACCY_TOOLS_ACCY_RUN_OVERWRITE_H
#define ACCY_TOOLS_ACCY_RUN_OVERWRITE_H

#include "tools/accy-run/options.h"

/// Fails when a file that the options ask to be written is one of the bundle, one to compare with, one that another
/// output is written to, or, for a page, an input. An output may take the place of an input, which has been read then.
bool overwriteCheck(const Options *options, AccyRuntimeError *error);

#endif
