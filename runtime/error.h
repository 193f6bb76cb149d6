// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way in which the runtime reports a failure.
#ifndef ACCY_RUNTIME_ERROR_H
#define ACCY_RUNTIME_ERROR_H

#include "accy-c/Runtime.h"

/// Formats the message into `error`, where that is not null, as one line. Returns false, to be returned on.
bool accyRuntimeFail(AccyRuntimeError *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
