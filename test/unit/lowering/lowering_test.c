// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all formats share: what a kernel may be, lowering inside a pass, on several threads, and to the same bytes each
// time.

#include "accy-c/Target.h"
#include "fixture.h"

#include "mlir-c/Pass.h"
#include "mlir_ext/MlirExt.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static const AccyGeometry geometry = {.grid = {1, 1, 1}, .threadgroup = {32, 1, 1}};

// Each format with a target of its own.
static const struct {
  AccyFormat format;
  const char *architecture;
} formats[] = {
    {AccyFormatCpuObject, "x86-64"},
    {AccyFormatVulkanSpirv, "spv1.3"},
    {AccyFormatCudaPtx, "sm_80"},
    {AccyFormatWebgpuWgsl, "wgsl"},
};
enum { FormatCount = sizeof formats / sizeof *formats };

// Operations that no kernel may have and forms that no kernel may take, with what is said of them.
static void test_not_a_kernel(void **state) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"func.func @f() { return }", "a kernel is a gpu.func"},
      {"gpu.func @f() { gpu.return }", "not marked as kernel"},
      {"gpu.func @f() kernel { cf.br ^bb1 ^bb1: gpu.return }", "a kernel has one block"},
      {"gpu.func @f(%a: memref<?xf32>) kernel { gpu.return }", "argument 0 is memref<?xf32>"},
      {"gpu.func @f(%a: memref<4xf32>, %b: memref<2x2xf32>) kernel { gpu.return }", "argument 1 is memref<2x2xf32>"},
      {"gpu.func @f(%a: memref<4xi1>) kernel { gpu.return }", "argument 0 is memref<4xi1>"},
      {"gpu.func @f(%a: memref<0xf32>) kernel { gpu.return }", "argument 0 is memref<0xf32>"},
      {"gpu.func @f(%a: memref<9223372036854775807xf64>) kernel { gpu.return }",
       "argument 0 is memref<9223372036854775807x"},
      {"gpu.func @f(%a: memref<4xf32, 3>) kernel { gpu.return }", "argument 0 is memref<4xf32, 3"},
      {"gpu.func @f(%a: memref<4xf32, strided<[2]>>) kernel { gpu.return }",
       "argument 0 is memref<4xf32, strided<[2]>>"},
      {"gpu.func @f(%a: i32) kernel { gpu.return }", "argument 0 is i32"},
      {"gpu.func @f(%a: memref<4xf80>) kernel { gpu.return }", "argument 0 is memref<4xf80>"},
      {"gpu.func @f() kernel { %x = gpu.subgroup_size : index gpu.return }", "'gpu.subgroup_size': kernels hold gpu."},
      {"gpu.func @f() private(%s: memref<4xf32, #gpu.address_space<private>>) kernel { gpu.return }",
       "it has private memory"},
      {"gpu.func @f() kernel { %x = arith.constant 1.0 : f32 %y = math.exp %x : f32 gpu.return }",
       "'math.exp': kernels hold gpu."},
      {"gpu.func @f() kernel { %x = arith.constant 1.0 : f32 %y = arith.remf %x, %x : f32 gpu.return }",
       "'arith.remf': kernels hold gpu."},
      {"gpu.func @f() kernel { %x = arith.constant 1 : i128 gpu.return }", "'arith.constant': kernels compute on"},
      {"gpu.func @f() kernel { %x = arith.constant 1.0 : f32 %y = math.fma %x, %x, %x : f32 gpu.return }",
       "'math.fma': the target lacks fused_multiply_add"},
      {"gpu.func @f() kernel { %x = arith.constant 1.0 : f16 %y = math.fma %x, %x, %x : f16 gpu.return }",
       "'math.fma': only f32 and f64"},
      {"gpu.func @f() kernel { \"foreign.op\"() : () -> () gpu.return }", "'foreign.op': kernels hold gpu."},
  };
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    for (size_t k = 0; k < FormatCount; ++k) {
      char text[512];
      snprintf(text, sizeof text, "gpu.module @kernels { %s }", rows[i].text);
      AccyTargetProfile target = make_target(formats[k].format, formats[k].architecture);
      AccyLoweredPayload payload = {0};
      assert_true(mlirLogicalResultIsFailure(lower_text(fixture, text, "f", &target, geometry, &payload)));
      assert_null(payload.data);
      if (!strstr(fixture->diagnostics, rows[i].message))
        fail_msg("expected '%s' in: %s", rows[i].message, fixture->diagnostics);
    }
}

// Barriers that some threads of a threadgroup may not reach, in every format whose threads run together.
static void test_divergent_barriers(void **state) {
  static const struct {
    AccyFormat format;
    const char *architecture;
  } together[] = {{AccyFormatCudaPtx, "sm_80"},
                  {AccyFormatVulkanSpirv, "spv1.3"},
                  {AccyFormatMetalMsl, "msl3.0"},
                  {AccyFormatWebgpuWgsl, "wgsl"}};
#define COUNTS                                                                                                         \
  "%t = gpu.thread_id x %b = gpu.block_id x %zero = arith.constant 0 : index %one = arith.constant 1 : index "
  static const struct {
    bool isUniform;
    const char *text;
  } rows[] = {
      {true, COUNTS "%c = arith.cmpi eq, %b, %zero : index scf.if %c { gpu.barrier }"},
      {false, COUNTS "%c = arith.cmpi eq, %t, %zero : index scf.if %c { gpu.barrier }"},
      {false, COUNTS "%c = arith.cmpi eq, %t, %zero : index scf.if %c { } else { gpu.barrier }"},
      {true, COUNTS "scf.for %i = %zero to %b step %one { gpu.barrier }"},
      {false, COUNTS "scf.for %i = %zero to %t step %one { gpu.barrier }"},
      {true,
       COUNTS "%x = memref.load %a[%b] : memref<4xi32> %c = arith.trunci %x : i32 to i1 scf.if %c { gpu.barrier }"},
      {false,
       COUNTS "%x = memref.load %a[%t] : memref<4xi32> %c = arith.trunci %x : i32 to i1 scf.if %c { gpu.barrier }"},
      {false, COUNTS "%x = memref.load %a[%b] : memref<4xi32> memref.store %x, %a[%b] : memref<4xi32> "
                     "%c = arith.trunci %x : i32 to i1 scf.if %c { gpu.barrier }"},
      {false, COUNTS "%r = scf.for %i = %zero to %b step %one iter_args(%k = %zero) -> index { "
                     "%c = arith.cmpi eq, %k, %zero : index scf.if %c { gpu.barrier } scf.yield %t : index }"},
      {false, COUNTS "%r = scf.while (%x = %t) : (index) -> index { %c = arith.cmpi ugt, %x, %one : index gpu.barrier "
                     "scf.condition(%c) %x : index } do { ^bb0(%x: index): %n = arith.shrui %x, %one : index "
                     "scf.yield %n : index }"},
  };
#undef COUNTS
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    for (size_t k = 0; k < sizeof together / sizeof *together; ++k) {
      char text[1024];
      snprintf(text, sizeof text, "gpu.module @kernels { gpu.func @f(%%a: memref<4xi32>) kernel { %s gpu.return } }",
               rows[i].text);
      AccyTargetProfile target = make_target(together[k].format, together[k].architecture);
      AccyLoweredPayload payload = {0};
      MlirLogicalResult result = lower_text(fixture, text, "f", &target, geometry, &payload);
      if (mlirLogicalResultIsSuccess(result) != rows[i].isUniform)
        fail_msg("row %zu for %s: %s", i, together[k].architecture, fixture->diagnostics);
      const char *message = "'gpu.barrier': whether it is reached may differ between the threads of a threadgroup";
      assert_true(rows[i].isUniform || strstr(fixture->diagnostics, message));
      accyLoweredPayloadDestroy(&payload);
    }
}

// Threads that wait for each other, and memory that they share, with what each format says of them.
static void test_threadgroups(void **state) {
#define MEMORY(type)                                                                                                   \
  "gpu.func @f() workgroup(%s: memref<" type ", #gpu.address_space<workgroup>>) kernel { gpu.return }"
  static const struct {
    const char *text;
    AccyFormat format;
    const char *message; // null: it can be lowered
  } rows[] = {
      {"gpu.func @f() kernel { gpu.barrier gpu.return }", AccyFormatCpuObject,
       "run the threads of a threadgroup one after the"},
      {"gpu.func @f() kernel { gpu.barrier gpu.return }", AccyFormatVulkanSpirv, NULL},
      {"gpu.func @f() kernel { gpu.barrier gpu.return }", AccyFormatCudaPtx, NULL},
      {MEMORY("4xf32"), AccyFormatCpuObject, "run the threads of a threadgroup one after the"},
      {MEMORY("256xf32"), AccyFormatVulkanSpirv, NULL},
      {MEMORY("257xf32"), AccyFormatVulkanSpirv, "takes 1028 bytes of threadgroup memory; the target has 1024"},
      {MEMORY("129xf64"), AccyFormatCudaPtx, "takes 1032 bytes of threadgroup memory; the target has 1024"},
      {MEMORY("4xi8"), AccyFormatCudaPtx, "argument 0 is memref<4xi8"},
      {MEMORY("4x4xf32"), AccyFormatCudaPtx, "argument 0 is memref<4x4xf32"},
      {MEMORY("0xf32"), AccyFormatCudaPtx, "argument 0 is memref<0xf32"},
  };
#undef MEMORY
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    char text[512];
    snprintf(text, sizeof text, "gpu.module @kernels { %s }", rows[i].text);
    const char *architecture = rows[i].format == AccyFormatCpuObject     ? "x86-64"
                               : rows[i].format == AccyFormatVulkanSpirv ? "spv1.3"
                                                                         : "sm_80";
    AccyTargetProfile target = make_target(rows[i].format, architecture);
    AccyLoweredPayload payload = {0};
    MlirLogicalResult result = lower_text(fixture, text, "f", &target, geometry, &payload);
    assert_int_equal(mlirLogicalResultIsSuccess(result), rows[i].message == NULL);
    if (rows[i].message && !strstr(fixture->diagnostics, rows[i].message))
      fail_msg("expected '%s' in: %s", rows[i].message, fixture->diagnostics);
    accyLoweredPayloadDestroy(&payload);
  }
}

// How many steps a thread takes, and that the target allows one less than refused.
static void test_loop_steps(void **state) {
#define LOOP(bound, body) "scf.for %i = %c0 to %" bound " step %c1 { " body " }"
  static const struct {
    const char *body;
    uint32_t steps;
  } rows[] = {
      {"", 0},
      {LOOP("c10", ""), 11},
      {LOOP("c0", ""), 1},
      {LOOP("c10", "scf.for %k = %c1 to %c10 step %c4 { }"), 51},
      {LOOP("c10", "") LOOP("c10", ""), 22},
      {"scf.if %yes { " LOOP("c10", "") " } else { " LOOP("c1", "") " }", 11},
      {"%t = gpu.thread_id x " LOOP("t", "scf.for %k = %c0 to %c10 step %c1 { }"), 13},
      {"scf.while : () -> () { scf.condition(%yes) } do { scf.yield } attributes {accy.most_steps = 7 : i64}", 8},
      {"scf.while : () -> () { scf.condition(%yes) } do { scf.yield }", 2},
  };
#undef LOOP
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    char text[1024], message[64];
    snprintf(text, sizeof text,
             "gpu.module @kernels { gpu.func @f() kernel { %%c0 = arith.constant 0 : index %%c1 = arith.constant 1 : "
             "index %%c4 = arith.constant 4 : index %%c10 = arith.constant 10 : index %%yes = arith.constant false\n"
             "%s gpu.return } }",
             rows[i].body);
    snprintf(message, sizeof message, "a thread takes %u steps in its loops", rows[i].steps);
    AccyTargetProfile target = make_target(AccyFormatVulkanSpirv, "spv1.3");
    AccyLoweredPayload payload = {0};
    target.capabilities.max_loop_steps = rows[i].steps; // where it is 0 there is no limit
    if (mlirLogicalResultIsFailure(lower_text(fixture, text, "f", &target, geometry, &payload)))
      fail_msg("%s", fixture->diagnostics);
    accyLoweredPayloadDestroy(&payload);
    if (rows[i].steps <= 1)
      continue;
    target.capabilities.max_loop_steps = rows[i].steps - 1;
    assert_true(mlirLogicalResultIsFailure(lower_text(fixture, text, "f", &target, geometry, &payload)));
    if (!strstr(fixture->diagnostics, message))
      fail_msg("expected '%s' in: %s", message, fixture->diagnostics);
  }
}

static void test_formats_without_lowering(void **state) {
  Fixture *fixture = *state;
  AccyTargetProfile target = make_target(AccyFormatCount, "none");
  AccyLoweredPayload payload = {0};
  assert_true(mlirLogicalResultIsFailure(lower_text(fixture, kernel_add, "add", &target, geometry, &payload)));
  assert_non_null(strstr(fixture->diagnostics, "the format has no lowering"));
  assert_non_null(strstr(fixture->diagnostics, "[UnsupportedArtifactFormat]"));
}

static void test_unknown_processors(void **state) {
  Fixture *fixture = *state;
  static const struct {
    AccyFormat format;
    const char *architecture;
  } rows[] = {{AccyFormatCpuObject, "pdp-11"},
              {AccyFormatCudaPtx, "sm_1"},
              {AccyFormatCudaPtx, ""},
              {AccyFormatMetalMsl, "m1"},
              {AccyFormatWebassemblyModule, "wasm64"},
              {AccyFormatWebgpuWgsl, "wgsl2"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AccyTargetProfile target = make_target(rows[i].format, rows[i].architecture);
    AccyLoweredPayload payload = {0};
    assert_true(mlirLogicalResultIsFailure(lower_text(fixture, kernel_add, "add", &target, geometry, &payload)));
    assert_non_null(strstr(fixture->diagnostics, "[CapabilityMismatch]"));
  }
}

// Each architecture that a profile may name is one that code is made for.
static void test_architectures(void **state) {
  Fixture *fixture = *state;
  for (int format = 0; format < AccyFormatCount; ++format) {
    const char *name;
    for (uint32_t i = 0; (name = accyBackendArchitecture(accyFormatBackend((AccyFormat)format), i)); ++i) {
      AccyTargetProfile target = make_target((AccyFormat)format, name);
      AccyGeometry geometry = {.grid = {125, 1, 1}, .threadgroup = {8, 1, 1}};
      AccyLoweredPayload payload = {0};
      if (mlirLogicalResultIsFailure(lower_text(fixture, kernel_add, "add", &target, geometry, &payload)))
        fail_msg("%s: %s", name, fixture->diagnostics);
      if (format == AccyFormatCpuObject) { // the machine of an ELF header
        bool isArm = ((const unsigned char *)payload.data)[18] == 183;
        assert_int_equal(isArm, strncmp(name, "x86", 3) != 0);
      }
      accyLoweredPayloadDestroy(&payload);
    }
  }
}

static void test_invalid_requests(void **state) {
  Fixture *fixture = *state;
  static const char *const names[] = {"", "a b", "1a", "f.g", "f\n"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    AccyTargetProfile target = make_target(AccyFormatCudaPtx, "sm_80");
    AccyLoweredPayload payload = {0};
    assert_true(mlirLogicalResultIsFailure(lower_text(fixture, kernel_add, names[i], &target, geometry, &payload)));
    assert_non_null(strstr(fixture->diagnostics, "[InvalidArtifact]"));
  }
  AccyTargetProfile target = make_target(AccyFormatVulkanSpirv, "spv1.3");
  AccyLoweredPayload payload = {0};
  AccyGeometry empty = {.grid = {1, 1, 1}, .threadgroup = {8, 0, 1}};
  assert_true(mlirLogicalResultIsFailure(lower_text(fixture, kernel_add, "f", &target, empty, &payload)));
  assert_non_null(strstr(fixture->diagnostics, "8 x 0 x 1"));
}

// A kernel that does nothing but end, and one that uses every index operation in every dimension.
static void test_small_kernels(void **state) {
  static const char *const texts[] = {
      "gpu.module @kernels { gpu.func @f() kernel { gpu.return } }",
      "gpu.module @kernels { gpu.func @f(%o: memref<64xi32>) kernel {\n"
      "%a = gpu.block_id x %b = gpu.block_id y %c = gpu.block_id z %d = gpu.thread_id x %e = gpu.thread_id y\n"
      "%f = gpu.thread_id z %g = gpu.block_dim x %h = gpu.block_dim y %i = gpu.block_dim z %j = gpu.grid_dim x\n"
      "%k = gpu.grid_dim y %l = gpu.grid_dim z\n"
      "%0 = arith.addi %a, %b : index %1 = arith.addi %0, %c : index %2 = arith.addi %1, %d : index\n"
      "%3 = arith.addi %2, %e : index %4 = arith.addi %3, %f : index %5 = arith.addi %4, %g : index\n"
      "%6 = arith.addi %5, %h : index %7 = arith.addi %6, %i : index %8 = arith.addi %7, %j : index\n"
      "%9 = arith.addi %8, %k : index %10 = arith.addi %9, %l : index %v = arith.index_cast %10 : index to i32\n"
      "memref.store %v, %o[%2] : memref<64xi32> gpu.return } }",
  };
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
    for (size_t k = 0; k < FormatCount; ++k) {
      AccyTargetProfile target = make_target(formats[k].format, formats[k].architecture);
      AccyLoweredPayload payload;
      if (mlirLogicalResultIsFailure(lower_text(fixture, texts[i], "f", &target, geometry, &payload)))
        fail_msg("%s", fixture->diagnostics);
      accyLoweredPayloadDestroy(&payload);
    }
}

// Lowers a kernel to every format.
static MlirLogicalResult lower_to_all(MlirOperation kernel, AccyLoweredPayload payloads[FormatCount]) {
  for (size_t k = 0; k < FormatCount; ++k) {
    AccyTargetProfile target = make_target(formats[k].format, formats[k].architecture);
    AccyLoweringRequest request = {
        .kernel = kernel, .entryName = accyText("f"), .format = target.format, .target = &target, .geometry = geometry};
    if (mlirLogicalResultIsFailure(accyLowerKernel(&request, &payloads[k])))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static void destroy_all(AccyLoweredPayload payloads[FormatCount]) {
  for (size_t k = 0; k < FormatCount; ++k)
    accyLoweredPayloadDestroy(&payloads[k]);
}

// Lowers every kernel of a module; the pass of test_inside_pass.
static MlirLogicalResult run_lowering_pass(MlirOperation module, AccyOptions options) {
  (void)options;
  MlirOperation kernels = mlirBlockGetFirstOperation(accyGetBlock(module, 0));
  AccyLoweredPayload payloads[FormatCount];
  MlirLogicalResult result = lower_to_all(mlirBlockGetFirstOperation(accyGetBlock(kernels, 0)), payloads);
  if (mlirLogicalResultIsSuccess(result))
    destroy_all(payloads);
  return result;
}

// While a pass runs no dialect can be loaded, so all must be there by what accyLoweringRegister has declared.
static void test_inside_pass(void **state) {
  (void)state;
  static const AccyPassRow row = {.argument = "test-lowering",
                                  .description = "Lowers a kernel to every format",
                                  .anchor = "builtin.module",
                                  .dependentDialects = accyLoweringRegister,
                                  .run = run_lowering_pass};
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyLoweringRegister(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule module = mlirModuleCreateParse(context, accyText(kernel_predicate));
  assert_false(mlirModuleIsNull(module));
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, accyCreatePass(&row));
  MlirLogicalResult result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  assert_true(mlirLogicalResultIsSuccess(result));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

// One thread's work in test_threads.
typedef struct Worker {
  MlirOperation kernel;
  AccyLoweredPayload payloads[FormatCount];
  MlirLogicalResult result;
} Worker;

static int work(void *argument) {
  Worker *worker = argument;
  worker->result = lower_to_all(worker->kernel, worker->payloads);
  return 0;
}

// Several threads lower one kernel at once, in one context, and all get the bytes that one thread alone gets.
static void test_threads(void **state) {
  enum { ThreadCount = 4 };
  Fixture *fixture = *state;
  ParsedKernel parsed = parse_kernel(fixture, kernel_row_sum);
  AccyLoweredPayload alone[FormatCount];
  assert_true(mlirLogicalResultIsSuccess(lower_to_all(parsed.kernel, alone)));
  thrd_t threads[ThreadCount];
  Worker workers[ThreadCount];
  for (int i = 0; i < ThreadCount; ++i) {
    workers[i] = (Worker){.kernel = parsed.kernel};
    assert_int_equal(thrd_create(&threads[i], work, &workers[i]), thrd_success);
  }
  for (int i = 0; i < ThreadCount; ++i) {
    thrd_join(threads[i], NULL);
    assert_true(mlirLogicalResultIsSuccess(workers[i].result));
    for (size_t k = 0; k < FormatCount; ++k) {
      assert_int_equal(workers[i].payloads[k].size, alone[k].size);
      assert_memory_equal(workers[i].payloads[k].data, alone[k].data, alone[k].size);
    }
    destroy_all(workers[i].payloads);
  }
  destroy_all(alone);
  mlirModuleDestroy(parsed.module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_not_a_kernel),
      cmocka_unit_test(test_divergent_barriers),
      cmocka_unit_test(test_threadgroups),
      cmocka_unit_test(test_loop_steps),
      cmocka_unit_test(test_formats_without_lowering),
      cmocka_unit_test(test_unknown_processors),
      cmocka_unit_test(test_architectures),
      cmocka_unit_test(test_small_kernels),
      cmocka_unit_test(test_invalid_requests),
      cmocka_unit_test(test_inside_pass),
      cmocka_unit_test(test_threads),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
