// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-c/Plan.h and Bundle.h: a program compiled, planned, queried, copied, written and read.
#define _XOPEN_SOURCE 700
#include "accy-c/Bundle.h"
#include "module_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_plan_from_module(void **state) {
  AccyPlan *plan = fixture_make_plan(*state);
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

// All that a planned kernel says of itself.
static void test_fields_of_a_kernel(void **state) {
  AccyPlan *plan = fixture_make_plan(*state);
  const AccyKernel *kernel = accyPlanGetKernel(plan, 0);
  const AccySlot *slots = accyPlanGetSlot(plan, 0);
  const AccyContract *contract = &kernel->contract;
  assert_int_equal(contract->source, AccyKernelSourceTensor);
  assert_int_equal(contract->launch_kind, AccyLaunchKindGeneric);
  assert_int_equal(contract->format, AccyFormatCudaPtx);
  assert_string_equal(contract->entry, "accy_choir_elementwise_add_0");
  assert_int_equal(contract->argument_count, 4);
  assert_int_equal(contract->required.dtypes, ACCY_BIT(AccyDtypeF32));
  assert_int_equal(contract->required.features, 0);
  assert_int_equal(contract->required.subgroup_operations, 0);
  assert_false(contract->has_shape_family);
  assert_int_equal(contract->payload_kind, AccyPayloadKindText);
  const AccyArtifact *artifact = &kernel->artifact;
  assert_int_equal(contract->payload_bytes, artifact->payload.bytes);
  assert_true(artifact->payload.bytes > 100);
  assert_int_equal(artifact->payload.kind, AccyPayloadKindText);
  assert_int_equal(artifact->payload.ownership, AccyPayloadOwnershipOwned);
  assert_int_equal(artifact->backend, AccyBackendCuda);
  assert_int_equal(artifact->format, AccyFormatCudaPtx);
  assert_string_equal(artifact->entry, contract->entry);
  assert_int_equal(artifact->argument_count, 4);
  assert_int_equal(artifact->scalar_argument_count, 0);
  assert_int_equal(artifact->diagnostic_id, kernel->id);
  assert_int_equal(kernel->id, 0);
  assert_int_equal(kernel->work_item, 0);
  assert_int_equal(kernel->output_slot, slots[2].id);
  assert_int_equal(kernel->input_slot_count, 2);
  assert_int_equal(kernel->input_slots[0], slots[0].id);
  assert_int_equal(kernel->input_slots[1], slots[1].id);
  const uint64_t inputs[] = {slots[0].layout_fingerprint, slots[1].layout_fingerprint};
  assert_true(kernel->output_layout_fingerprint == slots[2].layout_fingerprint);
  assert_true(kernel->input_layout_fingerprint == accyInputLayoutsFingerprint(inputs, 2));
  assert_int_equal(kernel->element_count, 8);
  assert_int_equal(kernel->resources.op_count, 1);
  assert_int_equal(kernel->resources.static_total_bytes, 96);
  assert_int_equal(kernel->launch.geometry.threadgroup[0], 32);
  assert_false(kernel->has_kernel_call_launch);
  assert_int_equal(kernel->count_argument, AccyCountArgumentDeviceBufferU32);
  assert_int_equal(kernel->runtime_scalar_count, 0);
  assert_int_equal(kernel->static_argument_count, 0);
  assert_false(kernel->output_fill.present || kernel->scratch_fill.present);
  assert_true(kernel->body_fingerprint != 0);
  accyPlanDestroy(plan);
}

// ---- A backend of the caller ----------------------------------------------------------------------------------------

static const AccyTargetCapabilities *capabilities(void *context) {
  return context;
}

static bool append_comment(void *context, const AccyArtifactRequest *request, AccyArtifact *outArtifact,
                           AccyStatus *status) {
  static char text[1 << 16];
  AccyBackendHandle plain = accyBackendHandleForTarget(context);
  assert_string_equal(request->entry, "accy_choir_elementwise_add_0");
  assert_int_equal(request->format, AccyFormatCudaPtx);
  assert_int_equal(request->argument_count, 4);
  assert_int_equal(request->scalar_argument_count, 0);
  assert_int_equal(request->required.dtypes, ACCY_BIT(AccyDtypeF32));
  assert_int_equal(request->push_constant_bytes, 0);
  assert_int_equal(request->diagnostic_id, 0);
  assert_int_equal(request->payload.kind, AccyPayloadKindText);
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
  fixture_compile(fixture, "target=cuda strategies=generic");
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
  AccyPlan *plan = fixture_make_plan(*state), *copy, *read;
  char folder[] = "/tmp/accy-api-plan-XXXXXX", command[64], *text, *read_text;
  assert_non_null(mkdtemp(folder));
  assert_true(accyPlanCopy(plan, &copy, NULL));
  accyPlanDestroy(plan);
  assert_true(accyPlanVerify(copy, NULL));
  assert_true(accyPlanPrintJson(copy, &text, NULL));
  assert_true(accyBundleWrite(copy, folder, NULL));
  assert_true(accyBundleRead(folder, &read, NULL));
  assert_true(accyPlanPrintJson(read, &read_text, NULL));
  assert_string_equal(text, read_text);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
  free(text);
  free(read_text);
  accyPlanDestroy(copy);
  accyPlanDestroy(read);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_plan_from_module, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_fields_of_a_kernel, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_backend, fixture_set_up, fixture_tear_down),
      cmocka_unit_test_setup_teardown(test_copy_and_bundle, fixture_set_up, fixture_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
