// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which Accy this is.

#ifndef ACCY_C_VERSION_H
#define ACCY_C_VERSION_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the library as major.minor.patch. The text is static and ends in a NUL.
MLIR_CAPI_EXPORTED MlirStringRef accyGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_VERSION_H
