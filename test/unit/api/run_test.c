// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From C alone to numbers: a program with a kernel of the caller's between generated ones, compiled with a registry
// made in C and run through accy-c/Runtime.h on the processor.
#define _XOPEN_SOURCE 700
#include "accy-c/Bundle.h"
#include "accy-c/Compile.h"
#include "accy-c/Runtime.h"
#include "module_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { count = 10 };

// 3 · (a · b) + a, the threefold by examples/kernel-call's kernel.
static const char program[] =
    "func.func @main(%a: tensor<10xf32>, %b: tensor<10xf32>) -> tensor<10xf32> {\n"
    "  %0 = accy.mul %a, %b : tensor<10xf32>\n"
    "  %1 = accy.kernel_call \"example.scale\" %0 version = 1 : tensor<10xf32> -> tensor<10xf32>\n"
    "  %2 = accy.add %1, %a : tensor<10xf32>\n"
    "  accy.return %2 : tensor<10xf32>\n"
    "}\n";

static void *read_object(uint64_t *outBytes) {
  FILE *file = fopen(ACCY_EXAMPLE_OBJECT, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  long bytes = ftell(file);
  void *data = malloc((size_t)bytes);
  rewind(file);
  assert_int_equal(fread(data, 1, (size_t)bytes, file), bytes);
  assert_int_equal(fclose(file), 0);
  *outBytes = (uint64_t)bytes;
  return data;
}

static AccyKernelTable *make_table(void) {
  const AccyScalar three = {AccyScalarKindF32, 0x40400000};
  AccyKernelCallEntry entry = {.target = "example.scale",
                               .version = 1,
                               .format = AccyFormatCpuObject,
                               .entry = "example_scale",
                               .argument_count = 4,
                               .required = {.dtypes = ACCY_BIT(AccyDtypeF32)},
                               .payload = {.kind = AccyPayloadKindBytes},
                               .launch = {{{.extent = 1}, {.extent = 1}, {.extent = 1}}, {64, 1, 1}, 0},
                               .count_argument = AccyCountArgumentScalarU32,
                               .static_arguments = &three,
                               .static_argument_count = 1};
  void *object = read_object(&entry.payload.bytes);
  entry.payload.data = object;
  AccyKernelTable *table = accyKernelTableCreate();
  assert_true(accyKernelTableAdd(table, &entry, NULL));
  free(object);
  return table;
}

static void export_program(Fixture *fixture, const char *folder) {
  AccyKernelTable *table = make_table();
  AccyKernelRegistry registry = accyKernelTableGetRegistry(table);
  const AccyCompileOptions options = {.target = mlirStringRefCreateFromCString("cpu"),
                                      .format = mlirStringRefCreateFromCString("cpu_object"),
                                      .registry = &registry};
  AccyPlan *plan = NULL;
  AccyStatus status;
  fixture_parse(fixture, program);
  if (!accyModuleCompile(fixture->operation, &options, &status) ||
      !accyPlanFromModule(fixture->operation, mlirStringRefCreateFromCString("main"), NULL, &plan, &status) ||
      !accyBundleWrite(plan, folder, &status))
    fail_msg("%s [%s]", status.message, accyStatusCodeName(status.code));
  assert_int_equal(accyPlanGetKernelCount(plan), 3);
  accyPlanDestroy(plan);
  accyKernelTableDestroy(table);
}

static AccyTensor make_input(float first) {
  const int64_t dims[] = {count};
  AccyTensor tensor;
  assert_true(accyTensorCreate(AccyDtypeF32, 1, dims, &tensor, NULL));
  for (int i = 0; i < count; ++i)
    ((float *)tensor.data)[i] = first + (float)i;
  return tensor;
}

static void run_bundle(const char *folder) {
  AccyTensor a = make_input(1), b = make_input(-4), result = {.rank = 0};
  AccyExecutable executable = {NULL};
  AccyRuntimeError error;
  if (!accyExecutableLoad(folder, NULL, &executable, &error) || !accyExecutableSetInput(executable, 0, &a, &error) ||
      !accyExecutableSetInput(executable, 1, &b, &error) || !accyExecutableRun(executable, NULL, &error) ||
      !accyExecutableGetOutput(executable, 0, &result, &error))
    fail_msg("%s", error.message);
  for (int i = 0; i < count; ++i) {
    float left = ((const float *)a.data)[i], right = ((const float *)b.data)[i];
    assert_true(((const float *)result.data)[i] == 3 * (left * right) + left); // small integers: exact
  }
  accyExecutableDestroy(executable);
  accyTensorDestroy(&a);
  accyTensorDestroy(&b);
  accyTensorDestroy(&result);
}

static void test_kernel_of_the_caller(void **state) {
  char folder[] = "/tmp/accy-api-run-XXXXXX", command[64];
  assert_non_null(mkdtemp(folder));
  export_program(*state, folder);
  run_bundle(folder);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_kernel_of_the_caller, fixture_set_up, fixture_tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
