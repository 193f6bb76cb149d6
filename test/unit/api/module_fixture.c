// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See module_fixture.h.
#include "module_fixture.h"

#include "accy-c/Dialects.h"
#include "accy-c/Passes.h"
#include "mlir-c/Pass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char add[] = "func.func @add(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {\n"
                          "  %0 = accy.add %a, %b : tensor<8xf32>\n"
                          "  func.return %0 : tensor<8xf32>\n"
                          "}\n";

int fixture_set_up(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  accyRegisterAllPasses();
  fixture->context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(fixture->context);
  fixture->module = mlirModuleCreateEmpty(mlirLocationUnknownGet(fixture->context));
  fixture->function = mlirStringRefCreateFromCString("add");
  fixture_parse(fixture, add);
  *state = fixture;
  return 0;
}

int fixture_tear_down(void **state) {
  Fixture *fixture = *state;
  mlirModuleDestroy(fixture->module);
  mlirContextDestroy(fixture->context);
  free(fixture);
  return 0;
}

void fixture_parse(Fixture *fixture, const char *program) {
  mlirModuleDestroy(fixture->module);
  fixture->module = mlirModuleCreateParse(fixture->context, mlirStringRefCreateFromCString(program));
  assert_false(mlirModuleIsNull(fixture->module));
  fixture->operation = mlirModuleGetOperation(fixture->module);
}

static void print_text(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

bool fixture_run(Fixture *fixture, const char *pipeline) {
  MlirPassManager manager = mlirPassManagerCreate(fixture->context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  bool done = mlirLogicalResultIsSuccess(
                  mlirOpPassManagerAddPipeline(passes, mlirStringRefCreateFromCString(pipeline), print_text, stderr)) &&
              mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, fixture->operation));
  mlirPassManagerDestroy(manager);
  return done;
}

void fixture_compile(Fixture *fixture, const char *options) {
  char pipeline[256];
  snprintf(pipeline, sizeof pipeline, "accy-compile{%s}", options);
  assert_true(fixture_run(fixture, pipeline));
}

AccyPlan *fixture_make_plan(Fixture *fixture) {
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  fixture_compile(fixture, "target=cuda strategies=generic");
  if (!accyPlanFromModule(fixture->operation, fixture->function, NULL, &plan, &status))
    fail_msg("%s", status.message);
  return plan;
}

typedef struct Search {
  MlirStringRef name;
  MlirOperation found;
} Search;

static MlirWalkResult look_at(MlirOperation operation, void *userData) {
  Search *search = userData;
  if (!mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(operation)), search->name))
    return MlirWalkResultAdvance;
  search->found = operation;
  return MlirWalkResultInterrupt;
}

MlirOperation fixture_find(const Fixture *fixture, const char *name) {
  Search search = {.name = mlirStringRefCreateFromCString(name)};
  mlirOperationWalk(fixture->operation, look_at, &search, MlirWalkPreOrder);
  assert_false(mlirOperationIsNull(search.found));
  return search.found;
}
