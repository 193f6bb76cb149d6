// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only in builds with sanitizers: keeps the leaks of Vulkan drivers and layers apart from our own.
//
// Mesa's software driver leaves some memory at its end. LeakSanitizer knows whose it is by the library that asked for
// it, which it cannot tell once that library is closed; so none is closed here.

// Drivers must find these before those of the libraries.
#pragma GCC visibility push(default)

int dlclose(void *library);
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

int dlclose(void *library) {
  (void)library;
  return 0;
}

// Drivers, layers and what they are built on; no library of ours.
const char *__lsan_default_suppressions(void) {
  return "leak:libvulkan_lvp.so\n"
         "leak:libvulkan_intel\n"
         "leak:libvulkan_radeon.so\n"
         "leak:libVkLayer_MESA_device_select.so\n"
         "leak:libVkLayer_khronos_validation.so\n"
         "leak:libvk_swiftshader.so\n";
}

// What is written to stderr is compared by tests.
const char *__lsan_default_options(void) {
  return "print_suppressions=0";
}
