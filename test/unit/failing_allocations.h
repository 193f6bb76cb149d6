// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations that fail on demand, in programs linked by accy_add_failing_test: every allocation of a scenario is made
// to fail in turn.
#ifndef ACCY_TEST_FAILING_ALLOCATIONS_H
#define ACCY_TEST_FAILING_ALLOCATIONS_H

#include "accy-c/Status.h"

/// Runs the scenario again and again, each time with one later allocation failing, until none does. A scenario returns
/// false with a status when it was let down, and frees what it made either way. Asserts that each failure is
/// OutOfMemory, and that there was one at least.
void fail_each_allocation(bool (*scenario)(void *data, AccyStatus *status), void *data);

#endif // ACCY_TEST_FAILING_ALLOCATIONS_H
