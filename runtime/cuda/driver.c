// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the CUDA driver API that the runtime calls, found at run time.
#include "runtime/cuda/driver.h"

#include "runtime/error.h"

#include <dlfcn.h>
#include <stdlib.h>

static bool find_functions(AccyCudaDriver *driver, AccyRuntimeError *error) {
#define FIND(member, symbol, parameters)                                                                               \
  *(void **)&driver->member = dlsym(driver->library, symbol);                                                          \
  if (!driver->member)                                                                                                 \
    return accyRuntimeFail(error, "the CUDA driver is too old: it lacks %s", symbol);
  ACCY_CUDA_FUNCTIONS(FIND)
#undef FIND
  return true;
}

bool accyCudaDriverOpen(AccyCudaDriver *outDriver, AccyRuntimeError *error) {
  const char *name = getenv("ACCY_CUDA_DRIVER");
  if (!name || !*name)
    name = "libcuda.so.1";
  AccyCudaDriver driver = {.library = dlopen(name, RTLD_NOW | RTLD_LOCAL)};
  if (!driver.library)
    return accyRuntimeFail(error, "no CUDA driver on this machine: %s", dlerror());
  if (!find_functions(&driver, error) || !accyCudaCheck(&driver, driver.init(0), "starting the CUDA driver", error)) {
    accyCudaDriverClose(&driver);
    return false;
  }
  *outDriver = driver;
  return true;
}

void accyCudaDriverClose(AccyCudaDriver *driver) {
  if (driver->library)
    dlclose(driver->library);
  *driver = (AccyCudaDriver){0};
}

bool accyCudaCheck(const AccyCudaDriver *driver, AccyCuResult result, const char *action, AccyRuntimeError *error) {
  if (result == 0)
    return true;
  const char *name = NULL, *text = NULL;
  driver->getErrorName(result, &name);
  driver->getErrorString(result, &text);
  return accyRuntimeFail(error, "%s failed: %s (%s)", action, text ? text : "no description", name ? name : "unknown");
}
