// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context and a module for tests of the public headers.
#ifndef ACCY_TEST_MODULE_FIXTURE_H
#define ACCY_TEST_MODULE_FIXTURE_H

#include "accy-c/PreparedModule.h"

typedef struct Fixture {
  MlirContext context;
  MlirModule module;
  MlirOperation operation;
  MlirStringRef function;
} Fixture;

/// cmocka's set-up and tear-down: a module whose function @add adds two tensors of eight f32.
int fixture_set_up(void **state);
int fixture_tear_down(void **state);

/// Puts another program, in text, in the module's place.
void fixture_parse(Fixture *fixture, const char *program);

/// Runs a pipeline on the module; `options` are those of accy-compile.
bool fixture_run(Fixture *fixture, const char *pipeline);
void fixture_compile(Fixture *fixture, const char *options);

/// Compiles for cuda with generic strategies and makes the plan, the caller's.
AccyPlan *fixture_make_plan(Fixture *fixture);

/// The first operation of that name anywhere in the module.
MlirOperation fixture_find(const Fixture *fixture, const char *name);

#endif // ACCY_TEST_MODULE_FIXTURE_H
