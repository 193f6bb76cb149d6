// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots, fingerprints and entry names. Spec: planner.md, sections 3 and 4.
#include "planner/slot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "planner/entry_name.h"
#include "planner/fingerprint.h"

static AccySlot make_slot(AccyArena *arena, AccySet roles, const int64_t *dims, uint32_t rank) {
  AccySlot slot = {.id = 1, .roles = roles, .dtype = AccyDtypeF32};
  assert_true(accyLayoutMakeRowMajor(arena, dims, rank, 4, &slot.layout, NULL));
  accySlotSetDefaults(&slot);
  assert_true(accySlotComplete(&slot, NULL));
  return slot;
}

// ---- Slots ----------------------------------------------------------------------------------------------------------

static void test_row_major(void **state) {
  (void)state;
  AccyArena arena = {0};
  const int64_t dims[] = {2, 3, 4};
  AccySlot slot = make_slot(&arena, ACCY_BIT(AccyRoleInput), dims, 3);
  assert_int_equal(slot.elements, 24);
  assert_int_equal(slot.bytes, 96);
  const int64_t strides[] = {12, 4, 1};
  const uint32_t order[] = {2, 1, 0};
  assert_memory_equal(slot.layout.strides, strides, sizeof(strides));
  assert_memory_equal(slot.layout.minor_to_major, order, sizeof(order));
  assert_true(slot.layout.contiguous && slot.layout.static_layout);
  assert_true(accySlotVerify(&slot, 0, NULL));
  accyArenaFree(&arena);
}

static void test_scalar_empty_and_dynamic(void **state) {
  (void)state;
  AccyArena arena = {0};
  AccySlot scalar = make_slot(&arena, ACCY_BIT(AccyRoleInput), NULL, 0);
  assert_int_equal(scalar.elements, 1);
  const int64_t empty_dims[] = {0, 5}, dynamic_dims[] = {ACCY_DYNAMIC, 5};
  AccySlot empty = make_slot(&arena, ACCY_BIT(AccyRoleInput), empty_dims, 2);
  assert_true(empty.has_static_size);
  assert_int_equal(empty.bytes, 0);
  AccySlot dynamic = make_slot(&arena, ACCY_BIT(AccyRoleInput), dynamic_dims, 2);
  assert_false(dynamic.has_static_size || dynamic.layout.static_layout);
  assert_null(dynamic.layout.strides);
  assert_true(accySlotVerify(&dynamic, 0, NULL));
  accyArenaFree(&arena);
}

static void test_defaults(void **state) {
  (void)state;
  static const struct {
    AccyRole role;
    AccySpace space;
    AccyAccess access;
    AccyTransfer transfer;
  } rows[] = {
      {AccyRoleInput, AccySpaceDeviceGlobal, AccyAccessReadOnly, AccyTransferHostToDevice},
      {AccyRoleOutput, AccySpaceDeviceGlobal, AccyAccessWriteOnly, AccyTransferDeviceToHost},
      {AccyRoleConstant, AccySpaceDeviceConstant, AccyAccessReadOnly, AccyTransferNone},
      {AccyRoleTemporary, AccySpaceDeviceGlobal, AccyAccessReadWrite, AccyTransferNone},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccySlot slot = {.roles = ACCY_BIT(rows[i].role)};
    accySlotSetDefaults(&slot);
    assert_int_equal(slot.space, rows[i].space);
    assert_int_equal(slot.access, rows[i].access);
    assert_int_equal(slot.transfer, rows[i].transfer);
  }
}

static void test_records(void **state) {
  (void)state;
  AccyStatus status = {0};
  assert_true(accySlotCheckRecords(3, 3, 3, NULL));
  assert_false(accySlotCheckRecords(3, ACCY_NO_SLOT, 3, &status));
  assert_int_equal(status.code, AccyStatusCodeMissingMemorySpaceAssignment);
  assert_false(accySlotCheckRecords(3, 3, ACCY_NO_SLOT, &status));
  assert_int_equal(status.code, AccyStatusCodeMissingLayoutAssignment);
  assert_false(accySlotCheckRecords(3, 4, 3, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_false(accySlotCheckRecords(3, 3, 4, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
}

static void test_constants(void **state) {
  (void)state;
  AccyArena arena = {0};
  const int64_t dims[] = {2};
  const uint8_t bytes[8] = {0};
  AccyStatus status = {0};
  AccySlot slot = make_slot(&arena, ACCY_BIT(AccyRoleConstant), dims, 1);
  assert_false(accySlotVerify(&slot, 8, &status));
  slot.constant = bytes;
  assert_true(accySlotVerify(&slot, 8, &status));
  assert_false(accySlotVerify(&slot, 7, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_non_null(strstr(status.message, "has 7 bytes, not 8"));
  slot.roles = ACCY_BIT(AccyRoleTemporary);
  assert_false(accySlotVerify(&slot, 8, &status));
  accyArenaFree(&arena);
}

static void test_overflow(void **state) {
  (void)state;
  AccyArena arena = {0};
  const int64_t huge[] = {(int64_t)1 << 40, (int64_t)1 << 40}, large[] = {1, ((int64_t)1 << 62)}, negative[] = {-2};
  AccyLayout layout;
  assert_false(accyLayoutMakeRowMajor(&arena, huge, 2, 4, &layout, NULL));
  AccySlot slot = {.dtype = AccyDtypeF64};
  assert_true(accyLayoutMakeRowMajor(&arena, large, 2, 8, &slot.layout, NULL));
  AccyStatus status = {0};
  assert_false(accySlotComplete(&slot, &status)); // 2^62 elements of 8 bytes
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  slot.layout.dims = (int64_t *)negative;
  slot.layout.rank = 1;
  assert_false(accySlotComplete(&slot, &status));
  accyArenaFree(&arena);
}

static void test_verify(void **state) {
  (void)state;
  AccyArena arena = {0};
  const int64_t dims[] = {2, 3};
  AccySlot good = make_slot(&arena, ACCY_BIT(AccyRoleTemporary), dims, 2), slot = good;
  slot.elements = 5;
  assert_false(accySlotVerify(&slot, 0, NULL));
  slot = good;
  slot.layout_fingerprint ^= 1;
  assert_false(accySlotVerify(&slot, 0, NULL));
  slot = good;
  slot.layout.alignment = 3;
  assert_false(accySlotVerify(&slot, 0, NULL));
  slot = good;
  slot.dtype = (AccyDtype)77;
  assert_false(accySlotVerify(&slot, 0, NULL));
  uint32_t twice[] = {1, 1};
  slot = good;
  slot.layout.minor_to_major = twice;
  assert_false(accySlotVerify(&slot, 0, NULL));
  accyArenaFree(&arena);
}

// ---- Fingerprints ---------------------------------------------------------------------------------------------------

static void test_fingerprint_is_stable(void **state) {
  (void)state;
  AccyArena arena = {0};
  const int64_t dims[] = {8};
  AccySlot slot = make_slot(&arena, ACCY_BIT(AccyRoleInput), dims, 1);
  // A golden value: it may never change, since plans that were exported carry it.
  assert_int_equal(slot.layout_fingerprint, accyLayoutFingerprint(AccySpaceDeviceGlobal, &slot.layout));
  assert_int_equal(slot.layout_fingerprint, 0x6ec98239add7256fu);
  AccySlot other = slot;
  other.id = 99;
  other.dtype = AccyDtypeI32;
  assert_true(accySlotComplete(&other, NULL));
  assert_int_equal(other.layout_fingerprint, slot.layout_fingerprint);
  accyArenaFree(&arena);
}

// Hashed as docs/planner.md says, in its order, from the tag on.
static void test_fingerprint_begins_with_its_tag(void **state) {
  (void)state;
  AccyArena arena = {0};
  const int64_t dims[] = {4, 8};
  AccySlot slot = make_slot(&arena, ACCY_BIT(AccyRoleInput), dims, 2);
  for (int has_strides = 0; has_strides < 2; ++has_strides) {
    // space, kind, rank, dims, whether there are strides, strides, order, alignment, contiguous, static
    const uint64_t with[] = {AccySpaceDeviceGlobal, AccyLayoutKindRowMajor, 2, 4, 8, 1, 8, 1, 1, 0, 4, 1, 1},
                   without[] = {AccySpaceDeviceGlobal, AccyLayoutKindRowMajor, 2, 4, 8, 0, 1, 0, 4, 1, 1};
    AccyHash hash = accyHashStart();
    accyHashText(&hash, "accy.artifact.layout", 20);
    for (size_t i = 0; has_strides && i < sizeof(with) / sizeof(with[0]); ++i)
      accyHashNumber(&hash, with[i]);
    for (size_t i = 0; !has_strides && i < sizeof(without) / sizeof(without[0]); ++i)
      accyHashNumber(&hash, without[i]);
    AccyLayout layout = slot.layout;
    layout.strides = has_strides ? layout.strides : NULL;
    assert_true(accyLayoutFingerprint(AccySpaceDeviceGlobal, &layout) == accyHashFinish(&hash));
  }
  const uint64_t fingerprints[] = {17, 4};
  AccyHash hash = accyHashStart();
  accyHashText(&hash, "accy.artifact.input_layouts", 27);
  accyHashNumber(&hash, 2);
  accyHashNumber(&hash, 17);
  accyHashNumber(&hash, 4);
  assert_true(accyInputLayoutsFingerprint(fingerprints, 2) == accyHashFinish(&hash));
  const AccyHash zero = {0}; // whose mixed value is 0: a fingerprint is not
  assert_true(accyHashFinish(&zero) != 0);
  accyArenaFree(&arena);
}

static void test_fingerprint_sees_each_field(void **state) {
  (void)state;
  AccyArena arena = {0};
  const int64_t dims[] = {8, 4};
  AccyLayout base;
  assert_true(accyLayoutMakeRowMajor(&arena, dims, 2, 4, &base, NULL));
  int64_t other_dims[] = {4, 8}, other_strides[] = {1, 8};
  uint32_t other_order[] = {0, 1};
  uint64_t seen[10];
  uint32_t count = 0;
  seen[count++] = accyLayoutFingerprint(AccySpaceDeviceGlobal, &base);
  seen[count++] = accyLayoutFingerprint(AccySpaceDeviceConstant, &base);
  AccyLayout changed[8];
  for (int i = 0; i < 8; ++i)
    changed[i] = base;
  changed[0].kind = AccyLayoutKindStrided;
  changed[1].dims = other_dims;
  changed[2].strides = other_strides;
  changed[3].strides = NULL;
  changed[4].minor_to_major = other_order;
  changed[5].alignment = 16;
  changed[6].contiguous = false;
  changed[7].static_layout = false;
  for (int i = 0; i < 8; ++i)
    seen[count++] = accyLayoutFingerprint(AccySpaceDeviceGlobal, &changed[i]);
  for (uint32_t i = 0; i < count; ++i) {
    assert_int_not_equal(seen[i], 0);
    for (uint32_t j = 0; j < i; ++j)
      assert_int_not_equal(seen[i], seen[j]);
  }
  const uint64_t ab[] = {1, 2}, ba[] = {2, 1};
  assert_int_not_equal(accyInputLayoutsFingerprint(ab, 2), accyInputLayoutsFingerprint(ba, 2));
  assert_int_not_equal(accyInputLayoutsFingerprint(ab, 1), accyInputLayoutsFingerprint(ab, 2));
  assert_int_not_equal(accyInputLayoutsFingerprint(NULL, 0), 0);
  accyArenaFree(&arena);
}

// ---- Entry names ----------------------------------------------------------------------------------------------------

static void assert_entry_name(const AccyEntryNameRequest *request, const char *expected) {
  char name[ACCY_NAME_CAPACITY];
  accyEntryName(request, name);
  assert_string_equal(name, expected);
}

static void test_entry_names(void **state) {
  (void)state;
  const char *ops[] = {"add", "mul"}, *reshape[] = {"reshape"}, *odd[] = {"my.op__x", "_y_"};
  AccyEntryNameRequest request = {.kind = AccyKernelKindElementwise, .op_names = ops, .op_count = 1};
  assert_entry_name(&request, "accy_choir_elementwise_add_0");
  request.vectorized = true;
  assert_entry_name(&request, "accy_choir_elementwise_add_0_v4");
  request.vectorized = false;
  request.op_count = 2;
  assert_entry_name(&request, "accy_choir_elementwise_add_mul_0");
  request.op_names = odd;
  assert_entry_name(&request, "accy_choir_elementwise_my_op_x_y_0");
  request = (AccyEntryNameRequest){.kind = AccyKernelKindShape, .op_names = reshape, .op_count = 1};
  assert_entry_name(&request, "accy_choir_shape_reshape_0");
  request = (AccyEntryNameRequest){.kind = AccyKernelKindDotGeneral, .dtype = AccyDtypeF32, .m = 16, .n = 16, .k = 16};
  assert_entry_name(&request, "accy_choir_dot_general_f32_16x16x16_0");
  request = (AccyEntryNameRequest){.kind = AccyKernelKindReduction, .dtype = AccyDtypeI32, .kernel_id = 7};
  request.reduction = AccyReductionKindSum;
  request.reduction_rank = 2;
  request.reduction_axis = 1;
  assert_entry_name(&request, "accy_choir_reduction_sum_rank2_axis1_i32_7");
}

static void test_long_entry_names(void **state) {
  (void)state;
  const char *ops[100];
  for (int i = 0; i < 100; ++i)
    ops[i] = i % 2 ? "multiply" : "add";
  AccyEntryNameRequest request = {.kind = AccyKernelKindElementwise, .op_names = ops, .op_count = 100};
  request.kernel_id = UINT32_MAX;
  request.vectorized = true;
  char name[ACCY_NAME_CAPACITY], other[ACCY_NAME_CAPACITY];
  accyEntryName(&request, name);
  assert_true(strlen(name) < 128);
  assert_non_null(strstr(name, "_4294967295_v4"));
  assert_null(strstr(name, "__"));
  ops[99] = "divide"; // far beyond what the name shows
  accyEntryName(&request, other);
  assert_string_not_equal(name, other);
}

static bool is_identifier(const char *name) {
  for (const char *c = name; *c; ++c) {
    bool is_letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z'), is_digit = *c >= '0' && *c <= '9';
    if (!is_letter && *c != '_' && (!is_digit || c == name))
      return false;
  }
  return *name != 0;
}

// However many operations there are and whatever they are called, names are identifiers, and no two are the same.
static void test_all_names_are_identifiers(void **state) {
  (void)state;
  enum { most_ops = 64 };
  static const char *const words[] = {"add", "my.op", "1st", "select-if", "ge\xc3\xb6", "mul"};
  static char names[2 * most_ops][ACCY_NAME_CAPACITY];
  const char *ops[most_ops];
  for (uint32_t i = 0; i < most_ops; ++i)
    ops[i] = words[i % 6];
  for (uint32_t i = 0; i < 2 * most_ops; ++i) {
    AccyEntryNameRequest request = {.kind = AccyKernelKindElementwise, .op_names = ops, .op_count = 1 + i / 2};
    request.vectorized = i % 2;
    accyEntryName(&request, names[i]);
    assert_true(is_identifier(names[i]) && strlen(names[i]) < 128);
    assert_memory_equal(names[i], "accy_choir_elementwise_add", 26);
    for (uint32_t j = 0; j < i; ++j)
      assert_string_not_equal(names[i], names[j]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_row_major),
      cmocka_unit_test(test_scalar_empty_and_dynamic),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_records),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_verify),
      cmocka_unit_test(test_fingerprint_is_stable),
      cmocka_unit_test(test_fingerprint_begins_with_its_tag),
      cmocka_unit_test(test_fingerprint_sees_each_field),
      cmocka_unit_test(test_entry_names),
      cmocka_unit_test(test_long_entry_names),
      cmocka_unit_test(test_all_names_are_identifiers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
