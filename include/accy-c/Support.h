// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every public header of Accy needs.
#ifndef ACCY_C_SUPPORT_H
#define ACCY_C_SUPPORT_H

#ifdef __cplusplus
extern "C" {
#endif

/// Marks what libAccy.so offers to those that link it.
#if defined(__GNUC__)
#define ACCY_EXPORTED __attribute__((visibility("default")))
#else
#define ACCY_EXPORTED
#endif

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_SUPPORT_H
