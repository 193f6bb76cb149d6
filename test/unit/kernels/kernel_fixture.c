// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of kernels share; see kernel_fixture.h.

#include "kernel_fixture.h"

#include "accy-c/Dialects.h"
#include "accy-c/Passes.h"
#include "lowering/lowering.h"
#include "mlir-c/Pass.h"
#include "passes/dtype.h"
#include "passes/program.h"
#include "runtime/device.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Context
//===----------------------------------------------------------------------===//

static void append_text(MlirStringRef text, void *userData) {
  KernelFixture *fixture = userData;
  size_t length = strlen(fixture->diagnostics), room = sizeof fixture->diagnostics - length;
  snprintf(fixture->diagnostics + length, room, "%.*s", (int)text.length, text.data);
}

static MlirLogicalResult collect_diagnostic(MlirDiagnostic diagnostic, void *userData) {
  mlirDiagnosticPrint(diagnostic, append_text, userData);
  append_text(accyText("\n"), userData);
  return mlirLogicalResultSuccess();
}

int kernel_fixture_setup(void **state) {
  KernelFixture *fixture = calloc(1, sizeof *fixture);
  assert_non_null(fixture);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  accyLoweringRegister(registry);
  fixture->context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  fixture->strategies = "best";
  accyRegisterAllPasses();
  fixture->handler = mlirContextAttachDiagnosticHandler(fixture->context, collect_diagnostic, fixture, NULL);
  *state = fixture;
  return 0;
}

int kernel_fixture_teardown(void **state) {
  KernelFixture *fixture = *state;
  mlirContextDetachDiagnosticHandler(fixture->context, fixture->handler);
  mlirContextDestroy(fixture->context);
  free(fixture);
  return 0;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

// The text of the case's program; owned by the caller.
static char *write_program(const KernelCase *test) {
  size_t size = strlen(test->body) + 2048;
  char *text = malloc(size);
  size_t length =
      (size_t)snprintf(text, size,
                       "choir.program @main attributes {target = {backend = \"cpu\", format = "
                       "\"cpu_object\", profile = \"cpu:x86-64-v3\"}} {\nchoir.kernel @kernel id = 0 kind = "
                       "%s attributes {legalization = {status = \"legal\"}} {\n",
                       test->kind);
  for (int i = 0; test->inputs[i]; ++i)
    length +=
        (size_t)snprintf(text + length, size - length, "%s%%a%d: tensor<%s>", i ? ", " : "^entry(", i, test->inputs[i]);
  length += (size_t)snprintf(text + length, size - length, "%s\n%s\nchoir.yield %%r : tensor<%s>\n}\nchoir.return\n}\n",
                             test->inputs[0] ? "):" : "", test->body, test->output);
  assert_true(length < size);
  return text;
}

// The module after accy-kernelize; null when it failed.
static MlirModule kernelize(KernelFixture *fixture, const KernelCase *test) {
  char *text = write_program(test);
  MlirModule module = mlirModuleCreateParse(fixture->context, accyText(text));
  if (mlirModuleIsNull(module))
    fail_msg("%s\n%s", fixture->diagnostics, text);
  free(text);
  MlirPassManager manager = mlirPassManagerCreate(fixture->context);
  char pipeline[64];
  snprintf(pipeline, sizeof pipeline, "accy-kernelize{strategies=%s}", fixture->strategies);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  assert_true(
      mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(passes, accyText(pipeline), append_text, fixture)));
  MlirLogicalResult result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  if (mlirLogicalResultIsSuccess(result))
    return module;
  mlirModuleDestroy(module);
  return (MlirModule){NULL};
}

static AccyTargetProfile make_target(void) {
  AccyTargetProfile target = {.format = AccyFormatCpuObject};
  snprintf(target.capabilities.name, sizeof target.capabilities.name, "test");
  snprintf(target.capabilities.architecture, sizeof target.capabilities.architecture, "x86-64-v3");
  return target;
}

static MlirOperation get_function(MlirModule module) {
  MlirOperation program = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirOperation function = accyProgramFindKernelFunction(program, accyText("kernel"));
  assert_false(mlirOperationIsNull(function));
  return function;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

enum { MaxArguments = MaxKernelInputs + 2 + 7 };

typedef struct Launch {
  size_t bytes[MaxKernelInputs + 2]; // of each buffer's elements
  size_t sizes[MaxKernelInputs + 2]; // of each buffer
  size_t numBuffers;
  AccyDeviceArgument arguments[MaxArguments];
  AccyDeviceLaunch launch;
} Launch;

static uint32_t geometry_extent(MlirOperation function, const char *name, uint32_t otherwise) {
  MlirAttribute extents = accyDictionaryGet(accyGetAttribute(function, "choir.geometry"), name);
  return mlirAttributeIsNull(extents) ? otherwise : (uint32_t)mlirDenseI64ArrayGetElement(extents, 0);
}

static Launch make_launch(MlirOperation function, uint32_t elementCount) {
  Launch made = {.launch = {.entry = "kernel",
                            .grid = {geometry_extent(function, "grid", elementCount ? elementCount : 1), 1, 1},
                            .threadgroup = {geometry_extent(function, "threadgroup", 1), 1, 1}}};
  MlirBlock entry = accyGetBlock(function, 0);
  made.numBuffers = (size_t)mlirBlockGetNumArguments(entry);
  size_t count = 0;
  for (; count < made.numBuffers; ++count) {
    made.bytes[count] = accyShapedTypeByteSize(mlirValueGetType(mlirBlockGetArgument(entry, (intptr_t)count)));
    made.sizes[count] = (made.bytes[count] + 3) / 4 * 4;
    made.arguments[count] =
        (AccyDeviceArgument){.isRegion = true, .region = {.buffer = count, .bytes = made.sizes[count]}};
  }
  for (int i = 0; i < 7; ++i) {
    uint32_t value = i == 0 ? elementCount : i < 4 ? made.launch.grid[i - 1] : made.launch.threadgroup[i - 4];
    made.arguments[count++] = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = value};
  }
  made.launch.argumentCount = count;
  return made;
}

static void check(bool ok, const AccyRuntimeError *error) {
  if (!ok)
    fail_msg("%s", error->message);
}

static void launch_on_cpu(Launch *made, const AccyLoweredPayload *payload, const void *const *inputs, size_t numInputs,
                          uint32_t elementCount, void *output) {
  AccyDeviceCode code = {.path = "kernel", .data = payload->data, .bytes = payload->size};
  made->launch.arguments = made->arguments;
  AccyDeviceProgram program = {.bufferBytes = made->sizes,
                               .bufferCount = made->numBuffers,
                               .codes = &code,
                               .codeCount = 1,
                               .launches = &made->launch,
                               .launchCount = 1};
  const AccyDevice *device = &accyCpuDevice;
  void *state;
  AccyRuntimeError error;
  check(device->open(&state, &error), &error);
  check(device->load(state, &program, &error), &error);
  for (size_t i = 0; i < numInputs; ++i)
    check(device->write(state, made->arguments[i].region, inputs[i], made->bytes[i], &error), &error);
  if (made->numBuffers > numInputs + 1)
    check(device->write(state, made->arguments[numInputs + 1].region, &elementCount, 4, &error), &error);
  check(device->run(state, NULL, &error), &error);
  check(device->read(state, made->arguments[numInputs].region, output, made->bytes[numInputs], &error), &error);
  device->close(state);
}

bool run_kernel(KernelFixture *fixture, const KernelCase *test, const void *const *inputs, void *output) {
  fixture->diagnostics[0] = '\0';
  MlirModule module = kernelize(fixture, test);
  if (mlirModuleIsNull(module))
    return false;
  MlirOperation function = get_function(module);
  char type[128];
  snprintf(type, sizeof type, "tensor<%s>", test->output);
  uint32_t count = (uint32_t)accyShapedTypeElementCount(mlirTypeParseGet(fixture->context, accyText(type)));
  Launch launch = make_launch(function, count);
  AccyTargetProfile target = make_target();
  AccyLoweringRequest request = {
      .kernel = function, .entryName = accyText("kernel"), .format = target.format, .target = &target};
  AccyLoweredPayload payload = {0};
  bool lowered = mlirLogicalResultIsSuccess(accyLowerKernel(&request, &payload));
  mlirModuleDestroy(module);
  if (!lowered)
    return false;
  size_t numInputs = 0;
  while (test->inputs[numInputs])
    ++numInputs;
  launch_on_cpu(&launch, &payload, inputs, numInputs, count, output);
  accyLoweredPayloadDestroy(&payload);
  return true;
}
