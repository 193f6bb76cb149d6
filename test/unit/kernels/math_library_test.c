// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The math library expands its functions into blocks, calls and regions included, and refuses what it does not have.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/math_library.h"
#include "kernels/value_map.h"
#include "support/ir.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/RegisterEverything.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Fixture {
  MlirContext context;
  AccyMathLibrary library;
  char diagnostics[2048];
} Fixture;

static void append_text(MlirStringRef text, void *userData) {
  strncat(userData, text.data, text.length);
}

static MlirLogicalResult collect_diagnostic(MlirDiagnostic diagnostic, void *userData) {
  Fixture *fixture = userData;
  fixture->diagnostics[0] = '\0';
  mlirDiagnosticPrint(diagnostic, append_text, fixture->diagnostics);
  return mlirLogicalResultSuccess();
}

static int set_up(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  assert_non_null(fixture);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  fixture->context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(fixture->context, collect_diagnostic, fixture, NULL);
  fixture->library = accyMathLibraryCreate(fixture->context);
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  Fixture *fixture = *state;
  accyMathLibraryDestroy(fixture->library);
  mlirContextDestroy(fixture->context);
  free(fixture);
  return 0;
}

/// A func.func in a module with one empty block of f32 parameters.
typedef struct Function {
  MlirModule module;
  MlirBlock block;
  MlirValue arguments[2];
} Function;

static Function make_function(Fixture *fixture) {
  Function function = {.module = mlirModuleCreateParse(
                           fixture->context, accyText("func.func @f(%x: f32, %y: f32) -> f32 { return %x : f32 }"))};
  assert_false(mlirModuleIsNull(function.module));
  function.block = accyGetBlock(mlirBlockGetFirstOperation(mlirModuleGetBody(function.module)), 0);
  mlirOperationDestroy(mlirBlockGetTerminator(function.block));
  for (intptr_t i = 0; i < 2; ++i)
    function.arguments[i] = mlirBlockGetArgument(function.block, i);
  return function;
}

static MlirLocation location_of_use(Fixture *fixture) {
  return mlirLocationFileLineColGet(fixture->context, accyText("user.mlir"), 12, 34);
}

static MlirValue expand(Fixture *fixture, Function *function, const char *name, intptr_t num_arguments) {
  return accyMathLibraryExpand(fixture->library, name, mlirF32TypeGet(fixture->context), function->block,
                               location_of_use(fixture), num_arguments, function->arguments);
}

static void append_return(Fixture *fixture, Function *function, MlirValue result) {
  accyAppendOperation(function->block, &(AccyOpSpec){.name = "func.return",
                                                     .location = location_of_use(fixture),
                                                     .numOperands = 1,
                                                     .operands = &result});
}

static bool is_allowed(MlirOperation op) {
  static const char *const allowed[] = {"arith.", "scf.", "math.absf", "math.sqrt", "func.func", "func.return"};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; ++i)
    if (strncmp(name.data, allowed[i], strlen(allowed[i])) == 0)
      return true;
  return accyOperationIs(op, "builtin.module");
}

static MlirWalkResult expect_allowed_at_location(MlirOperation op, void *userData) {
  if (!is_allowed(op))
    fail_msg("%s is left", accyPrintOperation(op));
  if (!accyOperationIs(op, "func.func") && !accyOperationIs(op, "builtin.module"))
    assert_true(mlirLocationEqual(mlirOperationGetLocation(op), location_of_use(userData)));
  return MlirWalkResultAdvance;
}

static void expands_every_function(void **state) {
  Fixture *fixture = *state;
  static const struct {
    const char *name;
    intptr_t arity;
  } functions[] = {{"exp", 1},  {"expm1", 1},    {"log", 1}, {"log1p", 1}, {"sin", 1},       {"cos", 1},  {"tan", 1},
                   {"tanh", 1}, {"logistic", 1}, {"erf", 1}, {"rsqrt", 1}, {"floor", 1},     {"ceil", 1}, {"trunc", 1},
                   {"sign", 1}, {"round", 1},    {"pow", 2}, {"rem", 2},   {"round_even", 1}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
    assert_true(accyMathLibraryHas(fixture->library, functions[i].name, mlirF32TypeGet(fixture->context)));
    Function function = make_function(fixture);
    MlirValue first = expand(fixture, &function, functions[i].name, functions[i].arity);
    assert_false(mlirValueIsNull(first));
    // Of a result and an argument, so that arguments are used at their places.
    function.arguments[0] = first;
    append_return(fixture, &function, expand(fixture, &function, functions[i].name, functions[i].arity));
    MlirOperation module = mlirModuleGetOperation(function.module);
    assert_true(mlirOperationVerify(module));
    mlirOperationWalk(module, expect_allowed_at_location, fixture, MlirWalkPreOrder);
    mlirModuleDestroy(function.module);
  }
}

static void expect_refused(Fixture *fixture, const char *name, MlirType type, intptr_t num_arguments,
                           const char *diagnostic) {
  Function function = make_function(fixture);
  fixture->diagnostics[0] = '\0';
  assert_true(mlirValueIsNull(accyMathLibraryExpand(fixture->library, name, type, function.block,
                                                    location_of_use(fixture), num_arguments, function.arguments)));
  if (!strstr(fixture->diagnostics, diagnostic))
    fail_msg("'%s' is not in '%s'", diagnostic, fixture->diagnostics);
  assert_true(mlirOperationIsNull(mlirBlockGetFirstOperation(function.block)));
  append_return(fixture, &function, function.arguments[0]);
  mlirModuleDestroy(function.module);
}

static void refuses_what_it_has_not(void **state) {
  Fixture *fixture = *state;
  MlirType f32 = mlirF32TypeGet(fixture->context), f64 = mlirF64TypeGet(fixture->context);
  assert_false(accyMathLibraryHas(fixture->library, "cosecant", f32));
  assert_false(accyMathLibraryHas(fixture->library, "", f32));
  assert_false(accyMathLibraryHas(fixture->library, "exp", f64));
  expect_refused(fixture, "cosecant", f32, 1, "no function 'cosecant' for f32");
  expect_refused(fixture, "exp", f64, 1, "no function 'exp' for f64");
  expect_refused(fixture, "exp", f32, 2, "do not fit the math library's function 'exp', which takes 1");
  expect_refused(fixture, "pow", f32, 1, "do not fit the math library's function 'pow', which takes 2");
  // A helper with three results.
  expect_refused(fixture, "reduce_quarter_turns", f32, 1, "do not fit");
}

static void maps_values(void **state) {
  Fixture *fixture = *state;
  enum { COUNT = 1000 };
  MlirType f32 = mlirF32TypeGet(fixture->context);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < COUNT + 1; ++i)
    mlirBlockAddArgument(block, f32, location_of_use(fixture));
  AccyValueMap map = {0};
  MlirValue unmapped = mlirBlockGetArgument(block, COUNT);
  assert_true(mlirValueEqual(accyValueMapLookup(&map, unmapped), unmapped));
  for (intptr_t i = 0; i < COUNT; ++i)
    accyValueMapInsert(&map, mlirBlockGetArgument(block, i), mlirBlockGetArgument(block, (i + 1) % COUNT));
  for (intptr_t i = 0; i < COUNT; ++i)
    assert_true(mlirValueEqual(accyValueMapLookup(&map, mlirBlockGetArgument(block, i)),
                               mlirBlockGetArgument(block, (i + 1) % COUNT)));
  assert_true(mlirValueEqual(accyValueMapLookup(&map, unmapped), unmapped));
  accyValueMapDestroy(&map);
  mlirBlockDestroy(block);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(expands_every_function, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_what_it_has_not, set_up, tear_down),
      cmocka_unit_test_setup_teardown(maps_values, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
