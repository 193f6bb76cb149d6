// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-c/PreparedModule.h, Plan.h and Bundle.h: a program compiled, planned, queried, copied, written and read.
#include "accy-c/Bundle.h"
#include "accy-c/Dialects.h"
#include "accy-c/Passes.h"
#include "accy-c/PreparedModule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mlir-c/Pass.h"

#include <cmocka.h>

static const char program[] = "func.func @add(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {\n"
                              "  %0 = accy.add %a, %b : tensor<8xf32>\n"
                              "  func.return %0 : tensor<8xf32>\n"
                              "}\n";

typedef struct Fixture {
  MlirContext context;
  MlirModule module;
  MlirOperation operation;
  MlirStringRef function;
} Fixture;

static int set_up(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  accyRegisterAllPasses();
  fixture->context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(fixture->context);
  fixture->module = mlirModuleCreateParse(fixture->context, mlirStringRefCreateFromCString(program));
  assert_false(mlirModuleIsNull(fixture->module));
  fixture->operation = mlirModuleGetOperation(fixture->module);
  fixture->function = mlirStringRefCreateFromCString("add");
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  Fixture *fixture = *state;
  mlirModuleDestroy(fixture->module);
  mlirContextDestroy(fixture->context);
  free(fixture);
  return 0;
}

static void ignore_text(MlirStringRef text, void *userData) {
  (void)text;
  (void)userData;
}

static void compile(Fixture *fixture) {
  MlirPassManager manager = mlirPassManagerCreate(fixture->context);
  MlirStringRef pipeline =
      mlirStringRefCreateFromCString("builtin.module(accy-compile{target=cuda strategies=generic})");
  assert_true(mlirLogicalResultIsSuccess(
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager), pipeline, ignore_text, NULL)));
  assert_true(mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, fixture->operation)));
  mlirPassManagerDestroy(manager);
}

static AccyPlan *make_plan(Fixture *fixture) {
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  compile(fixture);
  if (!accyPlanFromModule(fixture->operation, fixture->function, NULL, &plan, &status))
    fail_msg("%s", status.message);
  return plan;
}

static void test_plan_from_module(void **state) {
  AccyPlan *plan = make_plan(*state);
  assert_string_equal(accyPlanGetFunction(plan), "add");
  assert_int_equal(accyPlanGetTarget(plan)->format, AccyFormatCudaPtx);
  assert_int_equal(accyPlanGetSlotCount(plan), 3);
  assert_int_equal(accyPlanGetInputCount(plan), 2);
  assert_int_equal(accyPlanGetOutputCount(plan), 1);
  assert_int_equal(accyPlanGetKernelCount(plan), 1);
  assert_int_equal(accyPlanGetTotalKernelOps(plan), 1);
  assert_int_equal(accyPlanGetTotalStaticBytes(plan), 96);
  assert_int_equal(accyPlanGetMemory(plan)->assignment_count, 1);
  const AccyKernel *kernel = accyPlanGetKernel(plan, 0);
  assert_string_equal(kernel->artifact.entry, "accy_choir_elementwise_add_0");
  assert_int_equal(kernel->contract.argument_count, 4);
  assert_int_equal(accyKernelArgument(kernel, 3).kind, AccyArgumentCountBuffer);
  const AccySlot *output = accyPlanFindSlot(plan, accyPlanGetOutput(plan, 0));
  assert_int_equal(output->bytes, 32);
  accyPlanDestroy(plan);
}

static void test_prepared_module(void **state) {
  Fixture *fixture = *state;
  AccyStatus status = {0};
  AccyPreparedKernel kernel, same;
  uint32_t count;
  AccyPlan *plan = make_plan(fixture);
  assert_true(accyPreparedModuleGetKernelCount(fixture->operation, fixture->function, &count, NULL));
  assert_int_equal(count, 1);
  assert_true(accyPreparedModuleGetKernel(fixture->operation, fixture->function, 0, &kernel, NULL));
  assert_int_equal(kernel.body_fingerprint, accyPlanGetKernel(plan, 0)->body_fingerprint);
  assert_true(kernel.body_fingerprint != 0 && !mlirOperationIsNull(kernel.function));
  assert_true(accyPreparedModuleFindKernel(fixture->operation, fixture->function, kernel.work_item, &same, NULL));
  assert_true(mlirOperationEqual(kernel.function, same.function));
  assert_false(accyPreparedModuleGetKernel(fixture->operation, fixture->function, 1, &kernel, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  assert_false(accyPreparedModuleFindKernel(fixture->operation, fixture->function, 77, &kernel, &status));
  assert_int_equal(status.code, AccyStatusCodeMissingScheduleWorkItem);
  accyPlanDestroy(plan);
}

static void test_programs_that_are_not_there(void **state) {
  Fixture *fixture = *state;
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  assert_false(accyPlanFromModule(fixture->operation, fixture->function, NULL, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  compile(fixture);
  MlirStringRef other = mlirStringRefCreateFromCString("subtract");
  assert_false(accyPlanFromModule(fixture->operation, other, NULL, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  assert_null(plan);
}

static void test_workspace(void **state) {
  Fixture *fixture = *state;
  AccyPlan *expected = make_plan(fixture), *plan = NULL;
  char *text, *expected_text;
  assert_true(accyPlanPrintJson(expected, &expected_text, NULL));
  size_t too_small = 0, enough = 1 << 20;
  char *workspace = malloc(enough);
  for (; too_small < 4096; too_small += 97) {
    AccyStatus status = {0};
    assert_false(accyPlanFromModuleInWorkspace(fixture->operation, fixture->function, NULL, workspace, too_small, &plan,
                                               &status));
    assert_int_equal(status.code, AccyStatusCodeWorkExhausted);
    assert_null(plan);
  }
  assert_true(
      accyPlanFromModuleInWorkspace(fixture->operation, fixture->function, NULL, workspace, enough, &plan, NULL));
  memset(workspace, 0xdb, enough); // the plan points into neither the workspace …
  free(workspace);
  mlirModuleDestroy(fixture->module); // … nor the module
  fixture->module = mlirModuleCreateEmpty(mlirLocationUnknownGet(fixture->context));
  assert_true(accyPlanPrintJson(plan, &text, NULL));
  assert_string_equal(text, expected_text);
  free(text);
  free(expected_text);
  accyPlanDestroy(plan);
  accyPlanDestroy(expected);
}

// ---- A backend of the caller ----------------------------------------------------------------------------------------

static const AccyTargetCapabilities *capabilities(void *context) {
  return context;
}

static bool append_comment(void *context, const AccyArtifactRequest *request, AccyArtifact *outArtifact,
                           AccyStatus *status) {
  static char text[1 << 16];
  AccyBackendHandle plain = accyBackendHandleForTarget(context);
  int length =
      snprintf(text, sizeof text, "// mine\n%.*s", (int)request->payload.bytes, (const char *)request->payload.data);
  if (!plain.make_artifact(plain.context, request, outArtifact, status))
    return false;
  outArtifact->payload.data = text;
  outArtifact->payload.bytes = (uint64_t)length;
  return true;
}

static void test_backend(void **state) {
  Fixture *fixture = *state;
  AccyTargetProfile cuda;
  AccyPlan *plan;
  AccyStatus status = {0};
  compile(fixture);
  assert_true(accyTargetProfileLookup("cuda", 4, &cuda, NULL));
  AccyBackendHandle backend = {capabilities, append_comment, &cuda.capabilities};
  assert_true(accyPlanFromModule(fixture->operation, fixture->function, &backend, &plan, NULL));
  const AccyKernel *kernel = accyPlanGetKernel(plan, 0);
  assert_memory_equal(kernel->artifact.payload.data, "// mine\n", 8);
  assert_int_equal(kernel->contract.payload_bytes, kernel->artifact.payload.bytes);
  accyPlanDestroy(plan);
  cuda.capabilities.dtypes = ACCY_BIT(AccyDtypeI32);
  assert_false(accyPlanFromModule(fixture->operation, fixture->function, &backend, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
  assert_true(accyTargetProfileLookup("metal", 5, &cuda, NULL));
  assert_false(accyPlanFromModule(fixture->operation, fixture->function, &backend, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
}

static void test_copy_and_bundle(void **state) {
  AccyPlan *plan = make_plan(*state), *copy, *read;
  char *text, *read_text;
  assert_true(accyPlanCopy(plan, &copy, NULL));
  accyPlanDestroy(plan);
  assert_true(accyPlanVerify(copy, NULL));
  assert_true(accyPlanPrintJson(copy, &text, NULL));
  assert_true(accyBundleWrite(copy, "api-plan-test.bundle", NULL));
  assert_true(accyBundleRead("api-plan-test.bundle", &read, NULL));
  assert_true(accyPlanPrintJson(read, &read_text, NULL));
  assert_string_equal(text, read_text);
  free(text);
  free(read_text);
  accyPlanDestroy(copy);
  accyPlanDestroy(read);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_plan_from_module, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_prepared_module, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_programs_that_are_not_there, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_workspace, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_backend, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_copy_and_bundle, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
