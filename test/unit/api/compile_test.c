// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-c/Compile.h: modules compiled from C for targets by name and by description, with kernels of one's own in them
// and kernels from a registry.
#include "accy-c/Compile.h"
#include "module_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <cmocka.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static AccyTargetProfile look_up(const char *name) {
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup(name, strlen(name), &profile, NULL));
  return profile;
}

static void assert_compiles(const Fixture *fixture, const AccyCompileOptions *options) {
  AccyStatus status = {0};
  if (!accyModuleCompile(fixture->operation, options, &status))
    fail_msg("%s [%s]", status.message, accyStatusCodeName(status.code));
}

static void assert_refused(const Fixture *fixture, const AccyCompileOptions *options, const char *code,
                           const char *part) {
  AccyStatus status = {0};
  assert_false(accyModuleCompile(fixture->operation, options, &status));
  assert_string_equal(accyStatusCodeName(status.code), code);
  if (!strstr(status.message, part))
    fail_msg("'%s' does not say %s", status.message, part);
}

static AccyPlan *read_plan(const Fixture *fixture) {
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  if (!accyPlanFromModule(fixture->operation, text(""), NULL, &plan, &status))
    fail_msg("%s", status.message);
  return plan;
}

// Whether the kernel's payload, which need not end in a NUL, holds the text.
static bool payload_holds(const AccyKernel *kernel, const char *part) {
  const char *data = kernel->artifact.payload.data;
  size_t length = strlen(part);
  for (uint64_t i = 0; i + length <= kernel->artifact.payload.bytes; ++i)
    if (memcmp(data + i, part, length) == 0)
      return true;
  return false;
}

// ---- Targets --------------------------------------------------------------------------------------------------------

static void test_target_by_name(void **state) {
  Fixture *fixture = *state;
  const AccyCompileOptions options = {.target = text("cpu"), .format = text("cpu_object"), .generic_strategies = true};
  assert_compiles(fixture, &options);
  AccyPlan *plan = read_plan(fixture);
  assert_int_equal(accyPlanGetTarget(plan)->format, AccyFormatCpuObject);
  assert_int_equal(accyPlanGetKernel(plan, 0)->contract.argument_count, 11);
  accyPlanDestroy(plan);
}

static void test_target_of_the_caller(void **state) {
  Fixture *fixture = *state;
  AccyTargetProfile profile = look_up("cuda:sm_80");
  strcpy(profile.capabilities.name, "half-block");
  strcpy(profile.capabilities.architecture, "sm_86");
  profile.capabilities.threadgroup.max_threads = 2;
  assert_true(accyModuleSetTarget(fixture->operation, &profile, NULL));
  assert_compiles(fixture, NULL);
  AccyPlan *plan = read_plan(fixture);
  char *given, *planned; // all of it went through the IR
  assert_true(accyTargetProfilePrintJson(&profile, &given, NULL));
  assert_true(accyTargetProfilePrintJson(accyPlanGetTarget(plan), &planned, NULL));
  assert_string_equal(given, planned);
  free(given);
  free(planned);
  const AccyKernel *kernel = accyPlanGetKernel(plan, 0);
  assert_int_equal(kernel->launch.geometry.threadgroup[0], 2);
  assert_true(payload_holds(kernel, ".target sm_86"));
  accyPlanDestroy(plan);
}

// A built-in profile is recorded by its name alone.
static void test_builtin_target(void **state) {
  Fixture *fixture = *state;
  AccyTargetProfile profile = look_up("vulkan:desktop");
  assert_true(accyModuleSetTarget(fixture->operation, &profile, NULL));
  MlirAttribute record = mlirOperationGetAttributeByName(fixture->operation, text("choir.target"));
  assert_true(mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(record, text("capabilities"))));
  assert_compiles(fixture, NULL);
}

// One run makes a module for each target, named like it, and plans are made from these.
static void test_several_targets(void **state) {
  static const struct {
    const char *name;
    AccyFormat format;
  } rows[] = {{"cpu", AccyFormatCpuMachineCode}, {"wasm-simd128", AccyFormatWebassemblyModule}};
  Fixture *fixture = *state;
  assert_compiles(fixture, &(AccyCompileOptions){.targets = text("cpu,wasm:simd128"), .generic_strategies = true});
  MlirOperation part = mlirBlockGetFirstOperation(mlirModuleGetBody(fixture->module));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i, part = mlirOperationGetNextInBlock(part)) {
    AccyPlan *plan = NULL;
    MlirStringRef name = mlirStringAttrGetValue(mlirOperationGetAttributeByName(part, text("sym_name")));
    assert_true(mlirStringRefEqual(name, text(rows[i].name)));
    assert_true(accyPlanFromModule(part, text("add"), NULL, &plan, NULL));
    assert_int_equal(accyPlanGetTarget(plan)->format, rows[i].format);
    accyPlanDestroy(plan);
  }
  assert_true(mlirOperationIsNull(part));
}

// The strategy that is named is the one that every kernel of its kind has.
static void test_strategy(void **state) {
  static const char sum[] = "func.func @sum(%a: tensor<8x512xf32>) -> tensor<8xf32> {\n"
                            "  %0 = accy.reduce sum %a dims = [1] : tensor<8x512xf32> -> tensor<8xf32>\n"
                            "  func.return %0 : tensor<8xf32>\n"
                            "}\n";
  static const struct {
    const char *strategy;
    bool shares_memory;
  } rows[] = {{"reduction_group", true}, {"reduction", false}};
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    fixture_parse(fixture, sum);
    assert_compiles(fixture, &(AccyCompileOptions){.target = text("cuda:sm_90"), .strategy = text(rows[i].strategy)});
    AccyPlan *plan = read_plan(fixture);
    assert_int_equal(payload_holds(accyPlanGetKernel(plan, 0), ".shared"), rows[i].shares_memory);
    accyPlanDestroy(plan);
  }
}

static void test_bad_targets(void **state) {
  Fixture *fixture = *state;
  AccyStatus status = {0};
  AccyTargetProfile profile = look_up("cuda");
  profile.capabilities.dtypes = 0;
  assert_false(accyModuleSetTarget(fixture->operation, &profile, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  profile = look_up("cuda");
  profile.format = AccyFormatMetalMsl;
  assert_false(accyModuleSetTarget(fixture->operation, &profile, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedArtifactFormat);
  assert_true(mlirAttributeIsNull(mlirOperationGetAttributeByName(fixture->operation, text("choir.target"))));
}

// Each compilation starts from a fresh module, for a failed one leaves it half compiled.
static void test_bad_options(void **state) {
  static const char add[] = "func.func @add(%a: tensor<8xf32>) -> tensor<8xf32> {\n"
                            "  %0 = accy.add %a, %a : tensor<8xf32>\n"
                            "  func.return %0 : tensor<8xf32>\n"
                            "}\n";
  static const struct {
    const char *target, *targets, *format, *strategy, *code, *part;
  } rows[] = {
      {"", "", "", "", "UnsupportedOperation", "has no target"},
      {"abacus", "", "", "", "UnsupportedOperation", "abacus"},
      {"cuda", "", "cpu_object", "", "UnsupportedArtifactFormat", "cpu_object"},
      {"cuda} ", "", "", "", "InvalidArtifact", "target=BACKEND"},
      {"cuda", "", "a b", "", "InvalidArtifact", "format=FORMAT"},
      {"absent.json", "", "", "", "InvalidArtifact", "absent.json"},
      {"cuda", "cuda,cpu", "", "", "InvalidArtifact", "one of the options target and targets"},
      {"", "cuda,} ", "", "", "InvalidArtifact", "targets=TARGET"},
      {"", "cuda,abacus", "", "", "UnsupportedOperation", "abacus"},
      {"cuda", "", "", "abacus", "InvalidArtifact", "abacus"},
  };
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const AccyCompileOptions options = {.target = text(rows[i].target),
                                        .targets = text(rows[i].targets),
                                        .format = text(rows[i].format),
                                        .strategy = text(rows[i].strategy)};
    fixture_parse(fixture, add);
    assert_refused(fixture, &options, rows[i].code, rows[i].part);
  }
}

// ---- Kernels of one's own -------------------------------------------------------------------------------------------

static MlirNamedAttribute named(MlirContext context, const char *name, MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, text(name)), attribute);
}

// gpu.func @NAME(%buffer: memref<8xf32>) kernel, with an empty body or one that fills buffer[thread] with 2.0.
static MlirOperation make_kernel(MlirContext context, const char *name, bool empty) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirType buffer = mlirTypeParseGet(context, text("memref<8xf32>")), index = mlirIndexTypeGet(context);
  MlirBlock body = mlirBlockCreate(1, &buffer, &location);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  if (!empty) {
    MlirOperationState id = mlirOperationStateGet(text("gpu.thread_id"), location);
    MlirNamedAttribute x = named(context, "dimension", mlirAttributeParseGet(context, text("#gpu<dim x>")));
    mlirOperationStateAddAttributes(&id, 1, &x);
    mlirOperationStateAddResults(&id, 1, &index);
    MlirOperation thread = mlirOperationCreate(&id);
    mlirBlockAppendOwnedOperation(body, thread);
    MlirOperationState constant = mlirOperationStateGet(text("arith.constant"), location);
    MlirType f32 = mlirF32TypeGet(context);
    MlirNamedAttribute two = named(context, "value", mlirFloatAttrDoubleGet(context, f32, 2.0));
    mlirOperationStateAddAttributes(&constant, 1, &two);
    mlirOperationStateAddResults(&constant, 1, &f32);
    MlirOperation value = mlirOperationCreate(&constant);
    mlirBlockAppendOwnedOperation(body, value);
    MlirOperationState store = mlirOperationStateGet(text("memref.store"), location);
    MlirValue operands[] = {mlirOperationGetResult(value, 0), mlirBlockGetArgument(body, 0),
                            mlirOperationGetResult(thread, 0)};
    mlirOperationStateAddOperands(&store, 3, operands);
    mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&store));
  }
  MlirOperationState end = mlirOperationStateGet(text("gpu.return"), location);
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&end));
  MlirOperationState state = mlirOperationStateGet(text("gpu.func"), location);
  const MlirNamedAttribute attributes[] = {
      named(context, "sym_name", mlirStringAttrGet(context, text(name))),
      named(context, "function_type", mlirTypeAttrGet(mlirFunctionTypeGet(context, 1, &buffer, 0, NULL))),
      named(context, "gpu.kernel", mlirUnitAttrGet(context)),
  };
  mlirOperationStateAddAttributes(&state, 3, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

static void test_own_kernel(void **state) {
  Fixture *fixture = *state;
  const AccyGeometry launch = {{1, 1, 1}, {8, 1, 1}, 0};
  assert_true(accyModuleAddKernel(fixture->operation, make_kernel(fixture->context, "fill", false), &launch, NULL));
  assert_compiles(fixture, &(AccyCompileOptions){.target = text("cuda")});
  AccyPlan *plan = read_plan(fixture);
  assert_int_equal(accyPlanGetKernelCount(plan), 2);
  const AccyKernel *kernel = accyPlanGetKernel(plan, 1);
  assert_int_equal(kernel->contract.source, AccyKernelSourceChoirKernel);
  assert_int_equal(kernel->contract.launch_kind, AccyLaunchKindAuthored);
  assert_string_equal(kernel->contract.entry, "fill");
  assert_int_equal(kernel->contract.argument_count, 1);
  assert_int_equal(kernel->contract.required.dtypes, ACCY_BIT(AccyDtypeF32));
  assert_int_equal(kernel->launch.geometry.threadgroup[0], 8);
  assert_int_equal(kernel->id, 0);
  assert_int_equal(kernel->work_item, 0);
  assert_int_equal(kernel->input_slot_count, 0);
  assert_int_equal(kernel->output_slot, ACCY_NO_SLOT);
  assert_int_equal(kernel->body_fingerprint, 0);
  assert_true(payload_holds(kernel, ".visible .entry fill"));
  accyPlanDestroy(plan);

  AccyPreparedModule *prepared;
  const AccyPreparedKernel *own;
  assert_true(accyPreparedModuleCreate(fixture->operation, text("add"), &prepared, NULL));
  assert_int_equal(accyPreparedModuleGetKernelCount(prepared), 2);
  assert_true(accyPreparedModuleGetKernel(prepared, 1, &own, NULL));
  assert_int_equal(own->source, AccyKernelSourceChoirKernel);
  assert_false(mlirOperationIsNull(own->function));
  accyPreparedModuleDestroy(prepared);
}

static void assert_not_added(Fixture *fixture, MlirOperation kernel, const AccyGeometry *launch, const char *part) {
  AccyStatus status = {0};
  assert_false(accyModuleAddKernel(fixture->operation, kernel, launch, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_non_null(strstr(status.message, part));
  mlirOperationDestroy(kernel);
}

static void test_bad_own_kernels(void **state) {
  Fixture *fixture = *state;
  MlirContext context = fixture->context;
  const AccyGeometry launch = {{1, 1, 1}, {8, 1, 1}, 0}, empty = {{1, 0, 1}, {8, 1, 1}, 0},
                     shared = {{1, 1, 1}, {8, 1, 1}, 64};
  assert_true(accyModuleAddKernel(fixture->operation, make_kernel(context, "mine", true), &launch, NULL));
  assert_not_added(fixture, make_kernel(context, "mine", true), &launch, "'mine' already");
  mlirOperationSetAttributeByName(fixture_find(fixture, "gpu.module"), text("sym_name"),
                                  mlirStringAttrGet(context, text("elsewhere")));
  assert_not_added(fixture, make_kernel(context, "mine", true), &launch, "'mine' already");
  assert_not_added(fixture, make_kernel(context, "", true), &launch, "name has 1 to 127");
  assert_not_added(fixture, make_kernel(context, "zero", true), &empty, "extent of 0");
  assert_not_added(fixture, make_kernel(context, "dynamic", true), &shared, "dynamic shared memory");
  MlirOperation plain = make_kernel(context, "plain", true);
  assert_true(mlirOperationRemoveAttributeByName(plain, text("gpu.kernel")));
  assert_not_added(fixture, plain, &launch, "gpu.kernel");
  assert_false(accyModuleAddKernel(fixture->operation, fixture_find(fixture, "gpu.func"), &launch, NULL));
  // What only the target can tell is found when it is compiled.
  const AccyGeometry wide = {{1, 1, 1}, {4096, 1, 1}, 0};
  assert_true(accyModuleAddKernel(fixture->operation, make_kernel(context, "wide", true), &wide, NULL));
  assert_refused(fixture, &(AccyCompileOptions){.target = text("cuda")}, "CapabilityMismatch", "4096");
}

// ---- Kernels from a registry ----------------------------------------------------------------------------------------

static const char call[] = "func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {\n"
                           "  %0 = accy.kernel_call \"accy.custom.scale\" %a, %b version = 1 : tensor<8xf32> -> "
                           "tensor<8xf32>\n"
                           "  accy.return %0 : tensor<8xf32>\n"
                           "}\n";

static void test_registry(void **state) {
  static const char payload[] = ".visible .entry scale() { ret; }";
  Fixture *fixture = *state;
  const AccyScalar seven = {AccyScalarKindU32, 7};
  const AccyKernelCallEntry entry = {
      .target = "accy.custom.scale",
      .version = 1,
      .format = AccyFormatCudaPtx,
      .entry = "scale",
      .argument_count = 5,
      .payload = {AccyPayloadKindText, AccyPayloadOwnershipOwned, payload, sizeof payload - 1},
      .launch = {{{.extent = 1}, {.extent = 1}, {.extent = 1}}, {8, 1, 1}, 2048},
      .count_argument = AccyCountArgumentScalarU32,
      .static_arguments = &seven,
      .static_argument_count = 1,
  };
  AccyKernelTable *table = accyKernelTableCreate();
  AccyKernelRegistry registry = accyKernelTableGetRegistry(table);
  const AccyCompileOptions options = {.target = text("cuda"), .registry = &registry};
  fixture_parse(fixture, call);
  assert_refused(fixture, &(AccyCompileOptions){.target = text("cuda")}, "UnsupportedOperation", "no kernel registry");
  fixture_parse(fixture, call);
  assert_refused(fixture, &options, "UnsupportedOperation", "has no 'accy.custom.scale' version 1");
  assert_true(accyKernelTableAdd(table, &entry, NULL));
  fixture_parse(fixture, call);
  assert_compiles(fixture, &options);
  accyKernelTableDestroy(table); // the module holds what it needs
  AccyPlan *plan = read_plan(fixture);
  assert_int_equal(accyPlanGetKernelCount(plan), 1);
  const AccyKernel *kernel = accyPlanGetKernel(plan, 0);
  assert_int_equal(kernel->contract.source, AccyKernelSourceKernelCall);
  assert_int_equal(kernel->contract.argument_count, 5);
  assert_int_equal(kernel->contract.payload_bytes, sizeof payload - 1);
  assert_memory_equal(kernel->artifact.payload.data, payload, sizeof payload - 1);
  assert_int_equal(kernel->launch.candidate_count, 1);
  assert_true(kernel->launch.fixed_threadgroup);
  assert_int_equal(kernel->launch.geometry.shared_bytes, 2048);
  assert_int_equal(kernel->launch.candidates[0].geometry.shared_bytes, 2048);
  assert_int_equal(accyKernelArgument(kernel, 3).kind, AccyArgumentCount);
  assert_int_equal(accyKernelArgument(kernel, 3).count, 8);
  assert_int_equal(accyKernelArgument(kernel, 4).scalar.bits, 7);
  accyPlanDestroy(plan);

  AccyPreparedModule *prepared;
  const AccyPreparedKernel *called;
  assert_true(accyPreparedModuleCreate(fixture->operation, text("main"), &prepared, NULL));
  assert_true(accyPreparedModuleFindKernel(prepared, 0, &called, NULL));
  assert_int_equal(called->source, AccyKernelSourceKernelCall);
  assert_true(mlirOperationIsNull(called->function));
  accyPreparedModuleDestroy(prepared);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_target_by_name, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_target_of_the_caller, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_builtin_target, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_several_targets, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_strategy, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_bad_targets, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_bad_options, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_own_kernel, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_bad_own_kernels, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_registry, fixture_set_up, fixture_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
