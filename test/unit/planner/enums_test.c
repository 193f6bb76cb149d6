// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner's vocabulary: every spelling parses back, nothing else parses, and the facts of the tables.
#include "accy-c/Status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "planner/set_names.h"

#define CHECK_ENUM(type, rows)                                                                                         \
  for (int i = 0; i < Accy##type##Count; ++i) {                                                                        \
    const char *text = accy##type##Name((Accy##type)i);                                                                \
    Accy##type value = (Accy##type)(Accy##type##Count + 1);                                                            \
    assert_true(accy##type##Parse(text, strlen(text), &value));                                                        \
    assert_int_equal(value, i);                                                                                        \
    char other[64];                                                                                                    \
    snprintf(other, sizeof(other), "%s!", text);                                                                       \
    assert_false(accy##type##Parse(other, strlen(other), &value));                                                     \
    assert_int_equal(value, i);                                                                                        \
  }                                                                                                                    \
  assert_string_equal(accy##type##Name((Accy##type)Accy##type##Count), "invalid");                                     \
  assert_true(Accy##type##Count <= 32);

static void test_names_round_trip(void **state) {
  (void)state;
  ACCY_ENUMS(CHECK_ENUM)
  CHECK_ENUM(StatusCode, )
}

static void test_parse_takes_the_length(void **state) {
  (void)state;
  AccyBackend backend;
  assert_true(accyBackendParse("cuda:sm_90", 4, &backend));
  assert_int_equal(backend, AccyBackendCuda);
  assert_false(accyBackendParse("", 0, &backend));
}

#define LIST_NAME(type, name, text) text " "

// The names that IR, plan.json and diagnostics use, and the order of a set's bits.
static void test_spellings(void **state) {
  (void)state;
  assert_string_equal(ACCY_BACKEND_ROWS(LIST_NAME), "cuda vulkan metal webgpu cpu wasm ");
  assert_string_equal(ACCY_FORMAT_ROWS(LIST_NAME),
                      "cuda_ptx vulkan_spirv metal_msl webgpu_wgsl cpu_machine_code cpu_object webassembly_module ");
  assert_string_equal(ACCY_DTYPE_ROWS(LIST_NAME), "i1 i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 ");
  assert_string_equal(ACCY_ROLE_ROWS(LIST_NAME), "input output constant temporary ");
  assert_string_equal(ACCY_SPACE_ROWS(LIST_NAME), "device_global device_constant threadgroup_shared host ");
  assert_string_equal(ACCY_ACCESS_ROWS(LIST_NAME), "read_only write_only read_write ");
  assert_string_equal(ACCY_TRANSFER_ROWS(LIST_NAME), "none host_to_device device_to_host both ");
  assert_string_equal(ACCY_LAYOUT_KIND_ROWS(LIST_NAME), "row_major strided broadcast tiled vectorized opaque ");
  assert_string_equal(ACCY_KERNEL_KIND_ROWS(LIST_NAME),
                      "elementwise shape dot_general reduction row_pipeline flash_attention scan iterate kernel_call ");
  assert_string_equal(ACCY_KERNEL_SOURCE_ROWS(LIST_NAME), "tensor kernel_call choir_kernel ");
  assert_string_equal(ACCY_LAUNCH_KIND_ROWS(LIST_NAME), "authored generic dot_general reduction kernel_call ");
  assert_string_equal(ACCY_PAYLOAD_KIND_ROWS(LIST_NAME), "none bytes words_u32 text ");
  assert_string_equal(ACCY_COUNT_ARGUMENT_ROWS(LIST_NAME), "none scalar_u32 device_buffer_u32 ");
  assert_string_equal(ACCY_RESOURCE_CLASS_ROWS(LIST_NAME), "unknown memory_bound balanced compute_weighted ");
  assert_string_equal(ACCY_TILE_KIND_ROWS(LIST_NAME), "none dot_general reduction elementwise_rank2 ");
  assert_string_equal(ACCY_REDUCTION_KIND_ROWS(LIST_NAME), "none sum max min prod and or argmax argmin ");
  assert_string_equal(ACCY_LAYOUT_SUPPORT_ROWS(LIST_NAME),
                      "row_major compact_strides broadcast_strides tiled vectorized opaque ");
  assert_string_equal(ACCY_SUBGROUP_OPERATION_ROWS(LIST_NAME), "shuffle ballot vote arithmetic scan ");
  assert_string_equal(ACCY_RUNTIME_FEATURE_ROWS(LIST_NAME), "streams events timeline_events ");
  assert_string_equal(ACCY_SCALAR_KIND_ROWS(LIST_NAME), "i32 u32 i64 u64 f32 f64 ");
  static const char features[] = "atomic_i32 atomic_u32 atomic_index atomic_f32_add_device atomic_f32_add_shared "
                                 "async_copy dynamic_shared_memory f16_arithmetic bf16_arithmetic ";
  assert_memory_equal(ACCY_FEATURE_ROWS(LIST_NAME), features, sizeof features - 1); // then Accy's own
  assert_string_equal(ACCY_STATUS_CODE_ROWS(LIST_NAME),
                      "Ok OutOfMemory InvalidArtifact CapabilityMismatch UnsupportedOperation "
                      "UnsupportedArtifactFormat LaunchArgumentMismatch MissingMemorySpaceAssignment "
                      "MissingLayoutAssignment MissingKernelLegalization MissingScheduleWorkItem "
                      "TargetRecipeMismatch WorkExhausted ");
}

static void test_bits_of_sets(void **state) {
  (void)state;
  static const AccyDtype dtypes[] = {AccyDtypeI1,   AccyDtypeI8,  AccyDtypeI16, AccyDtypeI32, AccyDtypeI64,
                                     AccyDtypeU8,   AccyDtypeU16, AccyDtypeU32, AccyDtypeU64, AccyDtypeF16,
                                     AccyDtypeBf16, AccyDtypeF32, AccyDtypeF64};
  for (uint32_t i = 0; i < AccyDtypeCount; ++i)
    assert_int_equal(ACCY_BIT(dtypes[i]), 1u << i);
  char names[64];
  accyListDtypes(ACCY_BIT(AccyDtypeF64) | ACCY_BIT(AccyDtypeI1) | ACCY_BIT(AccyDtypeU8), names, sizeof names);
  assert_string_equal(names, "i1 u8 f64");
  accyListFeatures(0, names, sizeof names);
  assert_string_equal(names, "none");
  accyListFeatures(~(AccySet)0, names, sizeof names); // cut where they do not fit
  assert_int_equal(strlen(names), sizeof names - 1);
}

static void test_default_formats(void **state) {
  (void)state;
  static const AccyFormat formats[] = {AccyFormatCudaPtx,    AccyFormatVulkanSpirv,    AccyFormatMetalMsl,
                                       AccyFormatWebgpuWgsl, AccyFormatCpuMachineCode, AccyFormatWebassemblyModule};
  for (int backend = 0; backend < AccyBackendCount; ++backend) {
    assert_int_equal(accyBackendDefaultFormat((AccyBackend)backend), formats[backend]);
    assert_int_equal(accyFormatBackend(formats[backend]), backend);
  }
  assert_int_equal(accyFormatBackend(AccyFormatCpuObject), AccyBackendCpu);
}

static void test_format_facts(void **state) {
  (void)state;
  static const struct {
    AccyPayloadKind payload;
    bool host_loop;
  } rows[] = {[AccyFormatCudaPtx] = {AccyPayloadKindText, false},
              [AccyFormatVulkanSpirv] = {AccyPayloadKindWordsU32, false},
              [AccyFormatMetalMsl] = {AccyPayloadKindText, false},
              [AccyFormatWebgpuWgsl] = {AccyPayloadKindText, false},
              [AccyFormatCpuMachineCode] = {AccyPayloadKindBytes, true},
              [AccyFormatCpuObject] = {AccyPayloadKindBytes, true},
              [AccyFormatWebassemblyModule] = {AccyPayloadKindBytes, true}};
  for (int format = 0; format < AccyFormatCount; ++format) {
    assert_int_equal(accyFormatPayloadKind((AccyFormat)format), rows[format].payload);
    assert_int_equal(accyFormatIsHostLoop((AccyFormat)format), rows[format].host_loop);
    assert_int_equal(accyFormatSharesBuffers((AccyFormat)format), format != AccyFormatWebgpuWgsl);
    bool binds = format == AccyFormatWebgpuWgsl || format == AccyFormatVulkanSpirv;
    assert_int_equal(accyFormatTakesAddresses((AccyFormat)format), !binds);
  }
}

static void test_dtype_sizes(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8};
  for (int i = 0; i < AccyDtypeCount; ++i)
    assert_int_equal(accyDtypeByteSize((AccyDtype)i), sizes[i]);
  assert_int_equal(accyDtypeByteSize((AccyDtype)AccyDtypeCount), 0);
}

static void test_long_messages_are_cut(void **state) {
  (void)state;
  AccyStatus status = {0};
  char text[2000];
  memset(text, 'a', sizeof(text));
  text[sizeof(text) - 1] = 0;
  assert_false(accyFail(&status, AccyStatusCodeOutOfMemory, "%s", text));
  assert_int_equal(status.code, AccyStatusCodeOutOfMemory);
  assert_int_equal(strlen(status.message), sizeof(status.message) - 1);
  assert_string_equal(status.message + sizeof(status.message) - 4, "…");
  assert_false(accyFail(NULL, AccyStatusCodeOutOfMemory, "nobody asks"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_round_trip), cmocka_unit_test(test_parse_takes_the_length),
      cmocka_unit_test(test_format_facts),     cmocka_unit_test(test_spellings),
      cmocka_unit_test(test_default_formats),  cmocka_unit_test(test_dtype_sizes),
      cmocka_unit_test(test_bits_of_sets),     cmocka_unit_test(test_long_messages_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
