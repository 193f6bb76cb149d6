// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See failing_allocations.h. The linker sends the program's own calls here (--wrap).
#include "failing_allocations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static int left = -1; // allocations until one fails; negative: none does

static bool fails(void) {
  return left >= 0 && left-- == 0;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
  return fails() ? NULL : __real_realloc(old, size);
}

void fail_each_allocation(bool (*scenario)(void *data, AccyStatus *status), void *data) {
  for (int failing = 0;; ++failing) {
    AccyStatus status = {0};
    left = failing;
    bool done = scenario(data, &status);
    bool failed = left < 0;
    left = -1;
    if (!failed) {
      assert_true(done);
      assert_true(failing > 0);
      return;
    }
    if (done)
      fail_msg("allocation %d failed and nobody says so", failing);
    assert_string_equal(accyStatusCodeName(status.code), "OutOfMemory");
    assert_true(status.message[0] != 0);
  }
}
