// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code this machine's processor runs.
#ifndef ACCY_RUNTIME_CPU_PROCESSOR_H
#define ACCY_RUNTIME_CPU_PROCESSOR_H

#include "accy-c/Runtime.h"

/// Whether code for the architecture of a profile, as "x86-64-v3", can run here: an instruction that the processor
/// lacks would end the process. Fails with what is wanted. Null and an empty name say nothing and are allowed. Of
/// processors other than x86-64 only the family is known.
bool accyCpuProcessorCheck(const char *architecture, AccyRuntimeError *error);

#endif
