// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of kernels share: a choir.kernel is kernelized, lowered for a device of the runtime, and run.

#ifndef ACCY_TEST_UNIT_KERNELS_KERNEL_FIXTURE_H
#define ACCY_TEST_UNIT_KERNELS_KERNEL_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

enum { MaxKernelInputs = 4 };

/// A context that knows accy, choir and what kernels are made of; it collects its diagnostics.
typedef struct KernelFixture {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  /// The strategies that kernels are built with, "best" at first.
  const char *strategies;
  char diagnostics[8192];
} KernelFixture;

/// cmocka's setup and teardown of a group: `*state` is a KernelFixture.
int kernel_fixture_setup(void **state);
int kernel_fixture_teardown(void **state);

/// A kernel to run: `body` computes %r from %a0, %a1, ….
typedef struct KernelCase {
  const char *kind;
  /// Tensor types without `tensor<>`, as 2x3xf32; null after the last.
  const char *inputs[MaxKernelInputs + 1];
  const char *output;
  const char *body;
} KernelCase;

/// A kernel with its data. Each buffer holds its tensor's elements, an i1 as a byte; `output` is overwritten.
typedef struct KernelRun {
  KernelCase test;
  const void *inputs[MaxKernelInputs];
  void *output;
} KernelRun;

/// Compiles all kernels as one program and runs them on the cpu: much faster than one after the other. False when one
/// cannot be compiled; nothing has run then, and diagnostics are in the fixture.
bool run_kernels(KernelFixture *fixture, const KernelRun *runs, size_t count);

/// Likewise a single kernel.
bool run_kernel(KernelFixture *fixture, const KernelCase *test, const void *const *inputs, void *output);

#endif // ACCY_TEST_UNIT_KERNELS_KERNEL_FIXTURE_H
