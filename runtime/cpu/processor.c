// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code this machine's processor runs.
#include "runtime/cpu/processor.h"

#include "runtime/error.h"

#include <string.h>

#if defined(__x86_64__)

static const char own_family[] = "x86-64";

static bool has_level(const char *architecture) {
  if (strcmp(architecture, "x86-64-v4") == 0)
    return __builtin_cpu_supports("x86-64-v4");
  if (strcmp(architecture, "x86-64-v3") == 0)
    return __builtin_cpu_supports("x86-64-v3");
  if (strcmp(architecture, "x86-64-v2") == 0)
    return __builtin_cpu_supports("x86-64-v2");
  return true;
}

static bool is_of_own_family(const char *architecture) {
  return strncmp(architecture, own_family, strlen(own_family)) == 0;
}

#elif defined(__aarch64__)

static const char own_family[] = "aarch64";

static bool has_level(const char *architecture) {
  (void)architecture;
  return true;
}

static bool is_of_own_family(const char *architecture) {
  return strcmp(architecture, own_family) == 0 || strncmp(architecture, "neoverse-", strlen("neoverse-")) == 0;
}

#else

static const char own_family[] = "another";

static bool has_level(const char *architecture) {
  (void)architecture;
  return true;
}

static bool is_of_own_family(const char *architecture) {
  (void)architecture;
  return false;
}

#endif

bool accyCpuProcessorCheck(const char *architecture, AccyRuntimeError *error) {
  if (!architecture || !*architecture)
    return true;
  if (!is_of_own_family(architecture))
    return accyRuntimeFail(error, "the code is for the processor %s, and this one is %s", architecture, own_family);
  return has_level(architecture) ||
         accyRuntimeFail(error, "the code is for %s, and this processor lacks some of its instructions", architecture);
}
