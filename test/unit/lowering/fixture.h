// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of lowering share: a context, hand-written kernels, and the diagnostics of a call.

#ifndef ACCY_TEST_UNIT_LOWERING_FIXTURE_H
#define ACCY_TEST_UNIT_LOWERING_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lowering/lowering.h"
#include "mlir-c/Diagnostics.h"

/// A context with every dialect of lowering; it collects its diagnostics.
typedef struct Fixture {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  char diagnostics[8192];
} Fixture;

/// cmocka's setup and teardown of a group: `*state` is a Fixture.
int fixture_setup(void **state);
int fixture_teardown(void **state);

/// A parsed module, and its first gpu.func.
typedef struct ParsedKernel {
  MlirModule module;
  MlirOperation kernel;
} ParsedKernel;

ParsedKernel parse_kernel(Fixture *fixture, const char *text);

/// The profile of a built-in target, with an architecture and dtypes that the tests need.
AccyTargetProfile make_target(AccyFormat format, const char *architecture);

/// Lowers the kernel of the text for the target; checks that the kernel's text is the same afterwards. Diagnostics are
/// in the fixture.
MlirLogicalResult lower_text(Fixture *fixture, const char *text, const char *entry, const AccyTargetProfile *target,
                             AccyGeometry geometry, AccyLoweredPayload *outPayload);

/// Writes the bytes to a new file in a new temporary folder and runs `command` in it, with the
/// shell. Returns the folder, which the caller frees. The file is named `name`.
char *write_and_run(const char *name, const AccyLoweredPayload *payload, const char *command, int *outStatus);

/// Removes the folder of write_and_run and frees its name.
void remove_folder(char *folder);

// Kernels, each named as its text's gpu.func.
extern const char kernel_add[];       // add: o = a + b over 1000 f32, guarded by the count buffer
extern const char kernel_row_sum[];   // row_sum: 10 rows of 100 f32 by a loop with results; a loop that runs no time
extern const char kernel_predicate[]; // predicate: i8 in and out standing for i1, scf.if with results, select
extern const char kernel_dot[];       // dot: batched product on a 3-D grid, 2x5x7 = 2x5x3 · 2x3x7
extern const char kernel_newton[];    // newton: scf.while, i64 arithmetic through mului_extended
extern const char kernel_math[];      // math: sqrt(a * b + b) / a, absolute value, maximum
extern const char kernel_positions[]; // positions: every index operation in every dimension, on 12 blocks of 24 threads
extern const char kernel_exchange[];  // exchange: threads of 2 groups of 64 read each other's words, three times
extern const char kernel_extrema[];   // extrema: maxima and minima of floats, of both kinds, 16 threads
extern const char kernel_remainders[]; // remainders: signed remainders of i32, 16 threads
extern const char kernel_bytes[];      // bytes: arithmetic on i8 and i1, 16 threads

#endif // ACCY_TEST_UNIT_LOWERING_FIXTURE_H
