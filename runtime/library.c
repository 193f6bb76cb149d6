// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared library's own version; all else comes from the components that it gathers.

#include "accy-c/Runtime.h"

const char *accyRuntimeGetVersion(void) {
  return ACCY_VERSION;
}
