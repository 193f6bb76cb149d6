// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-c/Target.h: profiles by name and from JSON, and backends of a caller.
#define _XOPEN_SOURCE 700
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static AccyTargetProfile look_up(const char *name) {
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup(name, strlen(name), &profile, NULL));
  return profile;
}

static char path[64]; // of a profile

static int make_file(void **state) {
  (void)state;
  strcpy(path, "/tmp/accy-target-XXXXXX");
  int file = mkstemp(path);
  return file < 0 || close(file);
}

static int remove_file(void **state) {
  (void)state;
  return remove(path);
}

static void write_file(const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void assert_read_fails(const char *text, AccyStatusCode code, const char *part) {
  AccyTargetProfile profile;
  AccyStatus status = {0};
  write_file(text);
  assert_false(accyTargetProfileReadJson(path, &profile, &status));
  assert_int_equal(status.code, code);
  assert_non_null(strstr(status.message, part));
}

static void test_json_round_trip(void **state) {
  (void)state;
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i) {
    AccyTargetProfile profile = {.capabilities = *accyTargetBuiltin(i)}, read;
    profile.format = accyBackendDefaultFormat(profile.capabilities.backend);
    char *text, *again;
    assert_true(accyTargetProfilePrintJson(&profile, &text, NULL));
    write_file(text);
    assert_true(accyTargetProfileReadJson(path, &read, NULL));
    assert_true(accyTargetProfilePrintJson(&read, &again, NULL));
    assert_string_equal(text, again);
    free(text);
    free(again);
  }
}

static void test_bad_json(void **state) {
  (void)state;
  AccyTargetProfile profile;
  AccyStatus status = {0};
  assert_false(accyTargetProfileReadJson("/tmp/accy-target-absent/target.json", &profile, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_read_fails("{", AccyStatusCodeInvalidArtifact, "not JSON");
  assert_read_fails("[]", AccyStatusCodeInvalidArtifact, "must be an object");
  assert_read_fails("{\"backend\": \"abacus\"}", AccyStatusCodeInvalidArtifact, "$.backend");
  assert_read_fails("{\"backend\": \"cpu\"}", AccyStatusCodeInvalidArtifact, "$.target");
  AccyTargetProfile other = look_up("cuda");
  char *text;
  other.format = AccyFormatCpuObject;
  assert_true(accyTargetProfilePrintJson(&other, &text, NULL));
  assert_read_fails(text, AccyStatusCodeUnsupportedArtifactFormat, "cpu_object");
  free(text);
}

// Whatever the bytes, the reader answers, and what it takes makes sense.
static void test_mutations(void **state) {
  (void)state;
  AccyTargetProfile cuda = look_up("cuda:sm_90"), profile;
  char *text;
  uint32_t random = 1;
  assert_true(accyTargetProfilePrintJson(&cuda, &text, NULL));
  size_t length = strlen(text);
  char *mutated = malloc(length + 1);
  for (int round = 0; round < 3000; ++round) {
    static const char letters[] = "0129{}[]\",:-.eanx \\";
    memcpy(mutated, text, length + 1);
    for (int change = 0; change < 1 + round % 3; ++change) {
      random = random * 1664525 + 1013904223;
      mutated[(random >> 8) % length] = letters[(random >> 3) % (sizeof letters - 1)];
    }
    AccyStatus status = {0};
    write_file(mutated);
    if (accyTargetProfileReadJson(path, &profile, &status))
      assert_true(accyTargetVerify(&profile.capabilities, NULL));
    else
      assert_true(status.code != AccyStatusCodeOk && status.message[0]);
  }
  free(mutated);
  free(text);
}

// ---- Backends -------------------------------------------------------------------------------------------------------

typedef struct Backend {
  AccyTargetProfile profile;
  int requests;
  bool refuses, swaps_format;
} Backend;

static const AccyTargetCapabilities *capabilities(void *context) {
  return &((Backend *)context)->profile.capabilities;
}

static bool make_artifact(void *context, const AccyArtifactRequest *request, AccyArtifact *outArtifact,
                          AccyStatus *status) {
  Backend *backend = context;
  ++backend->requests;
  if (backend->refuses)
    return accyFail(status, AccyStatusCodeCapabilityMismatch, "refused");
  AccyBackendHandle plain = accyBackendHandleForTarget(&backend->profile.capabilities);
  bool made = plain.make_artifact(plain.context, request, outArtifact, status);
  if (backend->swaps_format)
    outArtifact->format = AccyFormatVulkanSpirv;
  return made;
}

static AccyArtifactRequest request_text(const char *text) {
  AccyArtifactRequest request = {.entry = "kernel", .format = AccyFormatCudaPtx, .argument_count = 3};
  request.payload = (AccyPayload){.kind = AccyPayloadKindText, .data = text, .bytes = strlen(text)};
  return request;
}

static void assert_backend_fails(Backend *backend, const AccyArtifactRequest *request, AccyStatusCode code) {
  AccyBackendHandle handle = {capabilities, make_artifact, backend};
  AccyArtifact artifact;
  AccyStatus status = {0};
  assert_false(accyBackendMakeArtifact(&handle, request, &artifact, &status));
  assert_string_equal(accyStatusCodeName(status.code), accyStatusCodeName(code));
  assert_true(status.message[0] != 0);
}

static void test_backend_of_the_caller(void **state) {
  (void)state;
  Backend backend = {.profile = look_up("cuda")};
  AccyBackendHandle handle = {capabilities, make_artifact, &backend};
  AccyArtifactRequest request = request_text(".entry kernel");
  AccyArtifact artifact;
  assert_true(accyBackendMakeArtifact(&handle, &request, &artifact, NULL));
  assert_int_equal(backend.requests, 1);
  assert_int_equal(artifact.backend, AccyBackendCuda);
  assert_int_equal(artifact.argument_count, 3);
  assert_string_equal(artifact.entry, "kernel");
  // All that a request says is in the artifact.
  request.scalar_argument_count = 2;
  request.push_constant_bytes = 12;
  request.diagnostic_id = 77;
  request.required = (AccyRequirements){ACCY_BIT(AccyDtypeF32), ACCY_BIT(AccyFeatureAtomicI32),
                                        ACCY_BIT(AccySubgroupOperationShuffle)};
  assert_true(accyBackendMakeArtifact(&handle, &request, &artifact, NULL));
  assert_int_equal(artifact.format, AccyFormatCudaPtx);
  assert_int_equal(artifact.scalar_argument_count, 2);
  assert_int_equal(artifact.push_constant_bytes, 12);
  assert_int_equal(artifact.diagnostic_id, 77);
  assert_int_equal(artifact.payload.bytes, strlen(".entry kernel"));
  assert_memory_equal(artifact.payload.data, ".entry kernel", strlen(".entry kernel"));
}

static void test_backend_errors(void **state) {
  (void)state;
  Backend backend = {.profile = look_up("cuda")};
  AccyArtifactRequest request = request_text(".entry kernel");
  request.format = AccyFormatMetalMsl;
  assert_backend_fails(&backend, &request, AccyStatusCodeUnsupportedArtifactFormat);
  request = request_text(".entry kernel");
  request.required.dtypes = ACCY_BIT(AccyDtypeF64);
  assert_backend_fails(&backend, &request, AccyStatusCodeCapabilityMismatch);
  request = request_text(".entry kernel");
  request.required.features = ACCY_BIT(AccyFeatureSimd128);
  assert_backend_fails(&backend, &request, AccyStatusCodeCapabilityMismatch);
  backend.profile.capabilities.subgroup.operations = 0;
  request = request_text(".entry kernel");
  request.required.subgroup_operations = ACCY_BIT(AccySubgroupOperationVote);
  assert_backend_fails(&backend, &request, AccyStatusCodeCapabilityMismatch);
  request = request_text("");
  assert_backend_fails(&backend, &request, AccyStatusCodeInvalidArtifact);
  request = request_text(".entry kernel");
  request.entry = "";
  assert_backend_fails(&backend, &request, AccyStatusCodeInvalidArtifact);
  assert_int_equal(backend.requests, 0); // none of these reaches the backend
  request = request_text(".entry kernel");
  backend.refuses = true;
  assert_backend_fails(&backend, &request, AccyStatusCodeCapabilityMismatch);
  backend.refuses = false;
  backend.swaps_format = true;
  assert_backend_fails(&backend, &request, AccyStatusCodeInvalidArtifact);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_json_round_trip), cmocka_unit_test(test_bad_json),
      cmocka_unit_test(test_mutations),       cmocka_unit_test(test_backend_of_the_caller),
      cmocka_unit_test(test_backend_errors),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
