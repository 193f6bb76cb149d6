// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The shared library's own version; all else comes from the components that it gathers.

/// The version of Accy, as major.minor.patch.
const char *accyGetVersion(void);

const char *accyGetVersion(void) {
  return ACCY_VERSION;
}
