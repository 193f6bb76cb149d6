// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of lowering share; see fixture.h.

#define _POSIX_C_SOURCE 200809L

#include "fixture.h"

#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append_text(MlirStringRef text, void *userData) {
  Fixture *fixture = userData;
  size_t length = strlen(fixture->diagnostics), room = sizeof fixture->diagnostics - length;
  snprintf(fixture->diagnostics + length, room, "%.*s", (int)text.length, text.data);
}

static MlirLogicalResult collect_diagnostic(MlirDiagnostic diagnostic, void *userData) {
  mlirDiagnosticPrint(diagnostic, append_text, userData);
  append_text(accyText("\n"), userData);
  return mlirLogicalResultSuccess();
}

int fixture_setup(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  assert_non_null(fixture);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyLoweringRegister(registry);
  fixture->context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirContextSetAllowUnregisteredDialects(fixture->context, true);
  mlirContextLoadAllAvailableDialects(fixture->context);
  fixture->handler = mlirContextAttachDiagnosticHandler(fixture->context, collect_diagnostic, fixture, NULL);
  *state = fixture;
  return 0;
}

int fixture_teardown(void **state) {
  Fixture *fixture = *state;
  mlirContextDetachDiagnosticHandler(fixture->context, fixture->handler);
  mlirContextDestroy(fixture->context);
  free(fixture);
  return 0;
}

ParsedKernel parse_kernel(Fixture *fixture, const char *text) {
  ParsedKernel parsed = {.module = mlirModuleCreateParse(fixture->context, accyText(text))};
  if (mlirModuleIsNull(parsed.module))
    fail_msg("%s", fixture->diagnostics);
  MlirOperation kernels = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed.module));
  parsed.kernel = mlirBlockGetFirstOperation(accyGetBlock(kernels, 0));
  return parsed;
}

AccyTargetProfile make_target(AccyFormat format, const char *architecture) {
  AccyTargetProfile target = {.format = format, .capabilities.memory.shared_bytes_per_threadgroup = 1024};
  snprintf(target.capabilities.name, sizeof target.capabilities.name, "test");
  snprintf(target.capabilities.architecture, sizeof target.capabilities.architecture, "%s", architecture);
  return target;
}

MlirLogicalResult lower_text(Fixture *fixture, const char *text, const char *entry, const AccyTargetProfile *target,
                             AccyGeometry geometry, AccyLoweredPayload *outPayload) {
  fixture->diagnostics[0] = '\0';
  ParsedKernel parsed = parse_kernel(fixture, text);
  char *before = accyPrintOperation(mlirModuleGetOperation(parsed.module));
  AccyLoweringRequest request = {.kernel = parsed.kernel,
                                 .entryName = accyText(entry),
                                 .format = target->format,
                                 .target = target,
                                 .geometry = geometry};
  MlirLogicalResult result = accyLowerKernel(&request, outPayload);
  char *after = accyPrintOperation(mlirModuleGetOperation(parsed.module));
  assert_string_equal(before, after);
  free(before);
  free(after);
  mlirModuleDestroy(parsed.module);
  return result;
}

char *write_and_run(const char *name, const AccyLoweredPayload *payload, const char *command, int *outStatus) {
  char folder[] = "/tmp/accy-lowering-XXXXXX", path[128], line[1024];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(payload->data, 1, payload->size, file), payload->size);
  assert_int_equal(fclose(file), 0);
  snprintf(line, sizeof line, "cd %s && %s", folder, command);
  *outStatus = system(line);
  return strdup(folder);
}

void remove_folder(char *folder) {
  char line[128];
  snprintf(line, sizeof line, "rm -r %s", folder);
  assert_int_equal(system(line), 0);
  free(folder);
}
