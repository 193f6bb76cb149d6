// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-c/PreparedModule.h: the kernels of a compiled module, its plan in a workspace, and modules that lack a record.
#include "accy-c/Bundle.h"
#include "module_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "mlir-c/BuiltinAttributes.h"

#include <cmocka.h>

static void test_prepared_module(void **state) {
  Fixture *fixture = *state;
  AccyStatus status = {0};
  AccyPreparedModule *prepared;
  const AccyPreparedKernel *kernel, *same, *none = NULL;
  AccyPlan *plan = fixture_make_plan(fixture);
  assert_true(accyPreparedModuleCreate(fixture->operation, fixture->function, &prepared, NULL));
  assert_int_equal(accyPreparedModuleGetKernelCount(prepared), 1);
  assert_true(accyPreparedModuleGetKernel(prepared, 0, &kernel, NULL));
  assert_int_equal(kernel->source, AccyKernelSourceTensor);
  assert_int_equal(kernel->body_fingerprint, accyPlanGetKernel(plan, 0)->body_fingerprint);
  assert_true(kernel->body_fingerprint != 0 && !mlirOperationIsNull(kernel->function));
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(kernel->function));
  assert_true(mlirStringRefEqual(name, mlirStringRefCreateFromCString("gpu.func")));
  assert_true(mlirOperationEqual(kernel->function, fixture_find(fixture, "gpu.func")));
  assert_int_equal(kernel->entry.length, strlen("accy_choir_elementwise_add_0"));
  assert_memory_equal(kernel->entry.data, "accy_choir_elementwise_add_0", kernel->entry.length);
  assert_true(accyPreparedModuleFindKernel(prepared, kernel->work_item, &same, NULL));
  assert_ptr_equal(kernel, same);
  assert_false(accyPreparedModuleGetKernel(prepared, 1, &none, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  assert_false(accyPreparedModuleFindKernel(prepared, 77, &none, &status));
  assert_int_equal(status.code, AccyStatusCodeMissingScheduleWorkItem);
  assert_null(none);
  accyPreparedModuleDestroy(prepared);
  accyPreparedModuleDestroy(NULL);
  accyPlanDestroy(plan);
}

static void test_programs_that_are_not_there(void **state) {
  Fixture *fixture = *state;
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  assert_false(accyPlanFromModule(fixture->operation, fixture->function, NULL, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  fixture_compile(fixture, "target=cuda strategies=generic");
  MlirStringRef other = mlirStringRefCreateFromCString("subtract");
  assert_false(accyPlanFromModule(fixture->operation, other, NULL, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  assert_null(plan);
}

// ---- Workspaces -----------------------------------------------------------------------------------------------------

// Makes the plan in a workspace of exactly `bytes` bytes; the heap's guards see a byte beyond it.
static bool make_in(Fixture *fixture, size_t bytes, AccyPlan **outPlan, AccyStatus *status) {
  char *workspace = malloc(bytes + 1);
  bool made =
      accyPlanFromModuleInWorkspace(fixture->operation, fixture->function, NULL, workspace, bytes, outPlan, status);
  memset(workspace, 0xdb, bytes + 1);
  free(workspace);
  return made;
}

// The least number of bytes that the plan fits.
static size_t least_workspace(Fixture *fixture) {
  size_t small = 0, large = 1 << 20;
  while (large - small > 1) {
    size_t middle = small + (large - small) / 2;
    AccyPlan *plan = NULL;
    AccyStatus status = {0};
    if (make_in(fixture, middle, &plan, &status)) {
      large = middle;
      accyPlanDestroy(plan);
      continue;
    }
    small = middle;
    assert_string_equal(accyStatusCodeName(status.code), "WorkExhausted");
    assert_null(plan);
  }
  return large;
}

static void test_workspace(void **state) {
  Fixture *fixture = *state;
  AccyPlan *expected = fixture_make_plan(fixture), *plan = NULL;
  char *text, *expected_text;
  AccyStatus status = {0};
  assert_true(accyPlanPrintJson(expected, &expected_text, NULL));
  size_t least = least_workspace(fixture);
  assert_false(accyPlanFromModuleInWorkspace(fixture->operation, fixture->function, NULL, NULL, 0, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeWorkExhausted);
  assert_true(make_in(fixture, least, &plan, NULL)); // the plan points into neither the workspace …
  mlirModuleDestroy(fixture->module);                // … nor the module
  fixture->module = mlirModuleCreateEmpty(mlirLocationUnknownGet(fixture->context));
  assert_true(accyPlanPrintJson(plan, &text, NULL));
  assert_string_equal(text, expected_text);
  free(text);
  free(expected_text);
  accyPlanDestroy(plan);
  accyPlanDestroy(expected);
}

// ---- Records that are not there -------------------------------------------------------------------------------------

static void assert_no_plan(Fixture *fixture, const char *code, const char *part) {
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  assert_false(accyPlanFromModule(fixture->operation, fixture->function, NULL, &plan, &status));
  assert_string_equal(accyStatusCodeName(status.code), code);
  if (!strstr(status.message, part))
    fail_msg("'%s' does not speak of %s", status.message, part);
  assert_null(plan);
}

static void test_missing_records(void **state) {
  static const struct {
    const char *operation, *record, *code;
  } rows[] = {
      {"choir.slot", "memory", "MissingMemorySpaceAssignment"},
      {"choir.slot", "layout", "MissingLayoutAssignment"},
      {"choir.kernel", "legalization", "MissingKernelLegalization"},
      {"choir.kernel", "resources", "MissingScheduleWorkItem"},
      {"choir.program", "target", "TargetRecipeMismatch"},
      {"choir.launch", "plan", "InvalidArtifact"},
      {"choir.program", "memory", "InvalidArtifact"},
  };
  Fixture *fixture = *state;
  accyPlanDestroy(fixture_make_plan(fixture));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    MlirOperation operation = fixture_find(fixture, rows[i].operation);
    MlirStringRef name = mlirStringRefCreateFromCString(rows[i].record);
    MlirAttribute record = mlirOperationGetAttributeByName(operation, name);
    assert_true(mlirOperationRemoveAttributeByName(operation, name));
    assert_no_plan(fixture, rows[i].code, rows[i].operation);
    mlirOperationSetAttributeByName(operation, name, record);
  }
  // Legalization comes before the work item, and both before the artifact.
  MlirOperation kernel = fixture_find(fixture, "choir.kernel");
  MlirStringRef work = mlirStringRefCreateFromCString("resources"),
                legal = mlirStringRefCreateFromCString("legalization");
  MlirAttribute resources = mlirOperationGetAttributeByName(kernel, work);
  MlirAttribute legalization = mlirOperationGetAttributeByName(kernel, legal);
  assert_true(mlirOperationRemoveAttributeByName(kernel, work) && mlirOperationRemoveAttributeByName(kernel, legal));
  assert_no_plan(fixture, "MissingKernelLegalization", "choir.kernel");
  mlirOperationSetAttributeByName(kernel, legal, legalization);
  mlirOperationDestroy(fixture_find(fixture, "choir.artifact"));
  assert_no_plan(fixture, "MissingScheduleWorkItem", "choir.kernel");
  mlirOperationSetAttributeByName(kernel, work, resources);
  assert_no_plan(fixture, "InvalidArtifact", "accy-emit");
}

// A kernel that is not legal fails with the error that its record names.
static void test_illegal_kernels(void **state) {
  Fixture *fixture = *state;
  accyPlanDestroy(fixture_make_plan(fixture));
  MlirOperation kernel = fixture_find(fixture, "choir.kernel");
  MlirIdentifier status = mlirIdentifierGet(fixture->context, mlirStringRefCreateFromCString("status"));
  for (int code = 0; code < AccyStatusCodeCount; ++code) {
    const char *name = accyStatusCodeName((AccyStatusCode)code);
    MlirNamedAttribute entry =
        mlirNamedAttributeGet(status, mlirStringAttrGet(fixture->context, mlirStringRefCreateFromCString(name)));
    mlirOperationSetAttributeByName(kernel, mlirStringRefCreateFromCString("legalization"),
                                    mlirDictionaryAttrGet(fixture->context, 1, &entry));
    assert_no_plan(fixture, code == AccyStatusCodeOk ? "InvalidArtifact" : name, "choir.kernel");
  }
}

// ---- Records that are damaged ---------------------------------------------------------------------------------------

typedef struct Damage {
  Fixture *fixture;
  MlirAttribute replacements[6];
  int refused, taken;
} Damage;

// Either a plan comes of it, or an error that says something.
static void read_damaged(Damage *damage) {
  Fixture *fixture = damage->fixture;
  AccyPlan *plan = NULL;
  AccyPreparedModule *prepared = NULL;
  AccyStatus status = {0};
  if (accyPlanFromModule(fixture->operation, fixture->function, NULL, &plan, &status))
    ++damage->taken;
  else
    ++damage->refused;
  assert_true(plan ? status.code == AccyStatusCodeOk : status.code != AccyStatusCodeOk && status.message[0]);
  accyPlanDestroy(plan);
  if (accyPreparedModuleCreate(fixture->operation, fixture->function, &prepared, NULL))
    accyPreparedModuleDestroy(prepared);
}

// Reads with `attribute` of the operation replaced, and with each entry of it replaced where it is a dictionary.
static void damage_attribute(Damage *damage, MlirOperation operation, MlirNamedAttribute attribute) {
  MlirStringRef name = mlirIdentifierStr(attribute.name);
  bool isRecord = mlirAttributeIsADictionary(attribute.attribute);
  intptr_t entries = isRecord ? mlirDictionaryAttrGetNumElements(attribute.attribute) : 0;
  for (size_t i = 0; i < sizeof damage->replacements / sizeof *damage->replacements; ++i) {
    mlirOperationSetAttributeByName(operation, name, damage->replacements[i]);
    read_damaged(damage);
    for (intptr_t entry = 0; entry < entries; ++entry) {
      MlirNamedAttribute changed[64];
      assert_true(entries <= 64);
      for (intptr_t j = 0; j < entries; ++j)
        changed[j] = mlirDictionaryAttrGetElement(attribute.attribute, j);
      changed[entry].attribute = damage->replacements[i];
      mlirOperationSetAttributeByName(operation, name,
                                      mlirDictionaryAttrGet(damage->fixture->context, entries, changed));
      read_damaged(damage);
    }
  }
  if (mlirOperationRemoveAttributeByName(operation, name)) // what MLIR itself looks after stays
    read_damaged(damage);
  mlirOperationSetAttributeByName(operation, name, attribute.attribute);
}

static void damage_operation(Damage *damage, MlirOperation operation) {
  MlirNamedAttribute attributes[32];
  intptr_t count = mlirOperationGetNumAttributes(operation);
  assert_true(count <= 32);
  for (intptr_t i = 0; i < count; ++i)
    attributes[i] = mlirOperationGetAttribute(operation, i);
  for (intptr_t i = 0; i < count; ++i)
    damage_attribute(damage, operation, attributes[i]);
}

static void test_damaged_records(void **state) {
  static const char *const operations[] = {"choir.program", "choir.slot",     "choir.launch",
                                           "choir.kernel",  "choir.artifact", "gpu.func"};
  Fixture *fixture = *state;
  MlirContext context = fixture->context;
  accyPlanDestroy(fixture_make_plan(fixture));
  Damage damage = {.fixture = fixture};
  static const char *const replacements[] = {"-1 : i64", "\"word\"", "[]", "{}", "unit", "dense<0> : tensor<4xi8>"};
  for (size_t i = 0; i < sizeof replacements / sizeof *replacements; ++i) {
    damage.replacements[i] = mlirAttributeParseGet(context, mlirStringRefCreateFromCString(replacements[i]));
    assert_false(mlirAttributeIsNull(damage.replacements[i]));
  }
  for (size_t i = 0; i < sizeof operations / sizeof *operations; ++i)
    damage_operation(&damage, fixture_find(fixture, operations[i]));
  assert_true(damage.refused > 100 && damage.taken > 0);
  AccyPlan *plan;
  assert_true(accyPlanFromModule(fixture->operation, fixture->function, NULL, &plan, NULL)); // all is as it was
  accyPlanDestroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_prepared_module, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_programs_that_are_not_there, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_workspace, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_missing_records, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_illegal_kernels, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_damaged_records, fixture_set_up, fixture_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
