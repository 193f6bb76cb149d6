// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a page to a folder, as a browser goes.
#ifndef ACCY_TOOLS_ACCY_RUN_RELATIVE_URL_H
#define ACCY_TOOLS_ACCY_RUN_RELATIVE_URL_H

#include "accy-c/Runtime.h"

/// The URL of a folder, relative to that of a page: `../bundle/`. The folder and the page's must exist, the page need
/// not; one that is written to a device or a pipe counts as lying in the current folder. Owns: `*outUrl` is the
/// caller's, to be given to free(). Fails when a folder is not there.
bool relativeUrl(const char *page, const char *folder, char **outUrl, AccyRuntimeError *error);

#endif
