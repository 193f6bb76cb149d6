// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of kernels share; see kernel_fixture.h.

#define _POSIX_C_SOURCE 200809L

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

static size_t count_inputs(const KernelCase *test) {
  size_t count = 0;
  while (test->inputs[count])
    ++count;
  return count;
}

static void write_kernel(FILE *text, size_t id, const KernelCase *test) {
  fprintf(text, "choir.kernel @kernel_%zu id = %zu kind = %s attributes {legalization = {status = \"legal\"}} {\n", id,
          id, test->kind);
  for (size_t i = 0; test->inputs[i]; ++i)
    fprintf(text, "%s%%a%zu: tensor<%s>", i ? ", " : "^entry(", i, test->inputs[i]);
  fprintf(text, "%s\n%s\nchoir.yield %%r : tensor<%s>\n}\n", test->inputs[0] ? "):" : "", test->body, test->output);
}

// The text of the program of all kernels; owned by the caller.
static char *write_program(const KernelRun *runs, size_t count) {
  char *program = NULL;
  size_t size;
  FILE *text = open_memstream(&program, &size);
  assert_non_null(text);
  fprintf(text, "choir.program @main attributes {target = {backend = \"cpu\", format = \"cpu_object\", profile = "
                "\"cpu:x86-64-v3\"}} {\n");
  for (size_t i = 0; i < count; ++i)
    write_kernel(text, i, &runs[i].test);
  fprintf(text, "choir.return\n}\n");
  assert_int_equal(fclose(text), 0);
  return program;
}

// The module after accy-kernelize; null when it failed.
static MlirModule kernelize(KernelFixture *fixture, const KernelRun *runs, size_t count) {
  char *text = write_program(runs, count);
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

enum { NameLength = 32 };

static void name_kernel(size_t index, char name[NameLength]) {
  snprintf(name, NameLength, "kernel_%zu", index);
}

static MlirOperation get_function(MlirModule module, const char *name) {
  MlirOperation program = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirOperation function = accyProgramFindKernelFunction(program, accyText(name));
  assert_false(mlirOperationIsNull(function));
  return function;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

enum { MaxBuffers = MaxKernelInputs + 2, NumScalars = 7, MaxArguments = MaxBuffers + NumScalars };

// One kernel, compiled, with its arguments: inputs, output, and the element count where the kernel reads it.
typedef struct Launch {
  char entry[NameLength];
  AccyLoweredPayload payload;
  uint32_t elementCount;
  size_t bytes[MaxBuffers]; // of each buffer's elements
  size_t numBuffers;
  AccyDeviceArgument arguments[MaxArguments];
} Launch;

// Launches and their buffers, as the device takes them.
typedef struct Program {
  Launch *launches;
  AccyDeviceCode *codes;
  AccyDeviceLaunch *deviceLaunches;
  size_t *bufferBytes;
  size_t launchCount, bufferCount;
} Program;

static Program create_program(size_t count) {
  Program program = {
      .launches = calloc(count, sizeof(Launch)),
      .codes = calloc(count, sizeof(AccyDeviceCode)),
      .deviceLaunches = calloc(count, sizeof(AccyDeviceLaunch)),
      .bufferBytes = calloc(count * MaxBuffers, sizeof(size_t)),
      .launchCount = count,
  };
  assert_true(program.launches && program.codes && program.deviceLaunches && program.bufferBytes);
  return program;
}

static void destroy_program(Program *program) {
  for (size_t i = 0; i < program->launchCount; ++i)
    accyLoweredPayloadDestroy(&program->launches[i].payload);
  free(program->launches);
  free(program->codes);
  free(program->deviceLaunches);
  free(program->bufferBytes);
}

static uint32_t geometry_extent(MlirOperation function, const char *name, uint32_t otherwise) {
  MlirAttribute extents = accyDictionaryGet(accyGetAttribute(function, "choir.geometry"), name);
  return mlirAttributeIsNull(extents) ? otherwise : (uint32_t)mlirDenseI64ArrayGetElement(extents, 0);
}

static uint32_t count_elements(MlirContext context, const char *shape) {
  char type[128];
  snprintf(type, sizeof type, "tensor<%s>", shape);
  return (uint32_t)accyShapedTypeElementCount(mlirTypeParseGet(context, accyText(type)));
}

static void add_buffers(Program *program, Launch *launch, MlirBlock entry) {
  launch->numBuffers = (size_t)mlirBlockGetNumArguments(entry);
  assert_true(launch->numBuffers <= MaxBuffers);
  for (size_t i = 0; i < launch->numBuffers; ++i) {
    launch->bytes[i] = accyShapedTypeByteSize(mlirValueGetType(mlirBlockGetArgument(entry, (intptr_t)i)));
    size_t size = (launch->bytes[i] + 3) / 4 * 4, buffer = program->bufferCount++;
    program->bufferBytes[buffer] = size;
    launch->arguments[i] = (AccyDeviceArgument){.isRegion = true, .region = {.buffer = buffer, .bytes = size}};
  }
}

static void add_launch(Program *program, size_t index, MlirOperation function) {
  Launch *launch = &program->launches[index];
  uint32_t count = launch->elementCount;
  uint32_t grid = geometry_extent(function, "grid", count ? count : 1);
  uint32_t threadgroup = geometry_extent(function, "threadgroup", 1);
  add_buffers(program, launch, accyGetBlock(function, 0));
  const uint32_t scalars[NumScalars] = {count, grid, 1, 1, threadgroup, 1, 1};
  for (size_t i = 0; i < NumScalars; ++i)
    launch->arguments[launch->numBuffers + i] = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = scalars[i]};
  program->codes[index] =
      (AccyDeviceCode){.path = launch->entry, .data = launch->payload.data, .bytes = launch->payload.size};
  program->deviceLaunches[index] = (AccyDeviceLaunch){.entry = launch->entry,
                                                      .code = index,
                                                      .arguments = launch->arguments,
                                                      .argumentCount = launch->numBuffers + NumScalars,
                                                      .grid = {grid, 1, 1},
                                                      .threadgroup = {threadgroup, 1, 1}};
}

static bool compile(KernelFixture *fixture, const KernelRun *runs, Program *program) {
  MlirModule module = kernelize(fixture, runs, program->launchCount);
  if (mlirModuleIsNull(module))
    return false;
  AccyTargetProfile target = make_target();
  bool done = true;
  for (size_t i = 0; i < program->launchCount && done; ++i) {
    Launch *launch = &program->launches[i];
    name_kernel(i, launch->entry);
    launch->elementCount = count_elements(fixture->context, runs[i].test.output);
    MlirOperation function = get_function(module, launch->entry);
    AccyLoweringRequest request = {
        .kernel = function, .entryName = accyText(launch->entry), .format = target.format, .target = &target};
    done = mlirLogicalResultIsSuccess(accyLowerKernel(&request, &launch->payload));
    if (done)
      add_launch(program, i, function);
  }
  mlirModuleDestroy(module);
  return done;
}

static void check(bool ok, const AccyRuntimeError *error) {
  if (!ok)
    fail_msg("%s", error->message);
}

static void write_inputs(void *state, const Launch *launch, const KernelRun *run) {
  AccyRuntimeError error;
  size_t numInputs = count_inputs(&run->test);
  for (size_t i = 0; i < numInputs; ++i)
    check(accyCpuDevice.write(state, launch->arguments[i].region, run->inputs[i], launch->bytes[i], &error), &error);
  if (launch->numBuffers > numInputs + 1)
    check(accyCpuDevice.write(state, launch->arguments[numInputs + 1].region, &launch->elementCount, 4, &error),
          &error);
}

static void run_on_cpu(const Program *program, const KernelRun *runs) {
  AccyDeviceProgram device = {.bufferBytes = program->bufferBytes,
                              .bufferCount = program->bufferCount,
                              .codes = program->codes,
                              .codeCount = program->launchCount,
                              .launches = program->deviceLaunches,
                              .launchCount = program->launchCount};
  void *state;
  AccyRuntimeError error;
  check(accyCpuDevice.open(&(AccyDeviceChoice){0}, &state, &error), &error);
  check(accyCpuDevice.load(state, &device, &error), &error);
  for (size_t i = 0; i < program->launchCount; ++i)
    write_inputs(state, &program->launches[i], &runs[i]);
  check(accyCpuDevice.run(state, NULL, &error), &error);
  for (size_t i = 0; i < program->launchCount; ++i) {
    const Launch *launch = &program->launches[i];
    size_t output = count_inputs(&runs[i].test);
    check(accyCpuDevice.read(state, launch->arguments[output].region, runs[i].output, launch->bytes[output], &error),
          &error);
  }
  accyCpuDevice.close(state);
}

bool run_kernels(KernelFixture *fixture, const KernelRun *runs, size_t count) {
  fixture->diagnostics[0] = '\0';
  Program program = create_program(count);
  bool done = compile(fixture, runs, &program);
  if (done)
    run_on_cpu(&program, runs);
  destroy_program(&program);
  return done;
}

bool run_kernel(KernelFixture *fixture, const KernelCase *test, const void *const *inputs, void *output) {
  KernelRun run = {.test = *test, .output = output};
  for (size_t i = 0; i < count_inputs(test); ++i)
    run.inputs[i] = inputs[i];
  return run_kernels(fixture, &run, 1);
}
