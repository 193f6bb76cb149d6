// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moved to accy-c/Bundle.h.
#ifndef ACCY_BUNDLE_BUNDLE_H
#define ACCY_BUNDLE_BUNDLE_H

#include "accy-c/Bundle.h"

#endif // ACCY_BUNDLE_BUNDLE_H
