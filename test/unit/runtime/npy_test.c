// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of runtime/npy.c and runtime/npy_header.c.
#define _GNU_SOURCE
#include "test/unit/runtime/testing.h"

#include "accy-c/Runtime.h"
#include "runtime/npy_header.h"

#include <fcntl.h>
#include <sys/stat.h>

// A file of the given version with this header text and this many bytes 1, 2, 3, … of data.
static const char *make_file(int version, const char *header, size_t data_bytes) {
  unsigned char bytes[4096] = ACCY_NPY_MAGIC;
  size_t length = strlen(header), at = ACCY_NPY_MAGIC_LENGTH;
  bytes[at++] = (unsigned char)version;
  bytes[at++] = 0;
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes[at++] = (unsigned char)(length >> 8 * i);
  memcpy(bytes + at, header, length);
  at += length;
  for (size_t i = 0; i < data_bytes; ++i)
    bytes[at++] = (unsigned char)(i + 1);
  const char *path = test_path("x.npy");
  write_test_file(path, bytes, at);
  return path;
}

static AccyTensor read_good(const char *path) {
  AccyRuntimeError error;
  AccyTensor tensor;
  ASSERT_OK(accyTensorReadNpy(path, &tensor, &error), error);
  return tensor;
}

static void expect_error(const char *path, const char *part) {
  AccyRuntimeError error = {""};
  AccyTensor tensor = {.rank = 7};
  assert_false(accyTensorReadNpy(path, &tensor, &error));
  assert_int_equal(tensor.rank, 7);
  ASSERT_CONTAINS(error.message, path);
  ASSERT_CONTAINS(error.message, part);
}

static void round_trip(AccyDtype dtype, int32_t rank, const int64_t *dims) {
  AccyRuntimeError error;
  AccyTensor tensor;
  ASSERT_OK(accyTensorCreate(dtype, rank, dims, &tensor, &error), error);
  for (size_t i = 0; i < tensor.bytes; ++i)
    ((unsigned char *)tensor.data)[i] = dtype == AccyDtypeI1 ? i % 2 : (unsigned char)(i * 37);
  const char *path = test_path("round.npy");
  ASSERT_OK(accyTensorWriteNpy(&tensor, path, &error), error);
  AccyTensor back = read_good(path);
  assert_int_equal(back.dtype, dtype);
  assert_int_equal(back.rank, rank);
  for (int32_t i = 0; i < rank; ++i)
    assert_int_equal(back.dims[i], dims[i]);
  assert_int_equal(back.bytes, tensor.bytes);
  assert_memory_equal(back.data, tensor.data, tensor.bytes ? tensor.bytes : 1);
  accyTensorDestroy(&back);
  accyTensorDestroy(&tensor);
}

static void every_dtype_and_shape_round_trips(void **state) {
  (void)state;
  static const int64_t shapes[][4] = {{0}, {1}, {5}, {3, 4}, {2, 0, 3}, {2, 3, 1, 2}};
  static const int32_t ranks[] = {1, 1, 1, 2, 3, 4};
  for (int dtype = 0; dtype < AccyDtypeCount; ++dtype) {
    round_trip((AccyDtype)dtype, 0, NULL);
    for (int i = 0; i < 6; ++i)
      round_trip((AccyDtype)dtype, ranks[i], shapes[i]);
  }
  int64_t ones[ACCY_TENSOR_MAX_RANK];
  for (int i = 0; i < ACCY_TENSOR_MAX_RANK; ++i)
    ones[i] = 1;
  round_trip(AccyDtypeF32, ACCY_TENSOR_MAX_RANK, ones);
}

static void data_starts_at_a_multiple_of_64(void **state) {
  (void)state;
  AccyTensor tensor = {.dtype = AccyDtypeF32, .rank = ACCY_TENSOR_MAX_RANK};
  for (int i = 0; i < ACCY_TENSOR_MAX_RANK; ++i)
    tensor.dims[i] = INT64_MAX;
  char header[ACCY_NPY_HEADER_CAPACITY];
  assert_int_equal(accyNpyHeaderFormat(&tensor, header) % 64, 0);
}

static void every_version_and_spacing_is_read(void **state) {
  (void)state;
  static const char *const headers[] = {
      "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n",
      "{'shape':(2,),'fortran_order':False,'descr':'<i4'}",
      "{ \"descr\" : \"<i4\" , \"shape\" : ( 2L , ) , \"fortran_order\" : False , }   \n",
  };
  for (int version = 1; version <= 3; ++version)
    for (int i = 0; i < 3; ++i) {
      AccyTensor tensor = read_good(make_file(version, headers[i], 8));
      assert_int_equal(tensor.dtype, AccyDtypeI32);
      assert_int_equal(tensor.rank, 1);
      assert_int_equal(((int32_t *)tensor.data)[1], 0x08070605);
      accyTensorDestroy(&tensor);
    }
}

static void fortran_order_is_transposed(void **state) {
  (void)state;
  AccyTensor tensor = read_good(make_file(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", 6));
  static const unsigned char expected[] = {1, 3, 5, 2, 4, 6};
  assert_memory_equal(tensor.data, expected, sizeof expected);
  accyTensorDestroy(&tensor);
  tensor = read_good(make_file(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 0), }", 0));
  accyTensorDestroy(&tensor);
  tensor = read_good(make_file(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (), }", 4));
  accyTensorDestroy(&tensor);
}

static void booleans_become_zero_or_one(void **state) {
  (void)state;
  AccyTensor tensor = read_good(make_file(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", 3));
  static const unsigned char expected[] = {1, 1, 1};
  assert_memory_equal(tensor.data, expected, sizeof expected);
  accyTensorDestroy(&tensor);
}

static void the_marker_makes_bf16(void **state) {
  (void)state;
  static const int64_t dims[] = {2};
  round_trip(AccyDtypeBf16, 1, dims);
  assert_int_equal(access(test_path("round.npy.bf16"), F_OK), 0);
  // A later file of another dtype is not to be taken for bf16.
  round_trip(AccyDtypeU16, 1, dims);
  assert_int_not_equal(access(test_path("round.npy.bf16"), F_OK), 0);
}

// A marker holds nothing, so that one that is there is one, whatever it is; and streams have none.
static void markers_are_beside_what_can_be_read(void **state) {
  (void)state;
  count_test_files(true);
  static const int64_t dims[] = {2};
  assert_int_equal(symlink("target.npy", test_path("round.npy")), 0);
  round_trip(AccyDtypeBf16, 1, dims);
  AccyTensor tensor = read_good(test_path("target.npy")); // by its own name as by the link's
  assert_int_equal(tensor.dtype, AccyDtypeBf16);
  round_trip(AccyDtypeU16, 1, dims);
  assert_int_equal(count_test_files(false), 2);

  const char *other = test_path("other"), *marker = test_path("round.npy.bf16"), *pipe = test_path("pipe");
  write_test_file(other, "other", 5);
  assert_int_equal(symlink("other", marker), 0);
  round_trip(AccyDtypeBf16, 1, dims);
  struct stat facts;
  assert_int_equal(stat(other, &facts), 0);
  assert_int_equal(facts.st_size, 5);

  assert_int_equal(mkfifo(pipe, 0600), 0);
  int end = open(pipe, O_RDWR | O_NONBLOCK), files = count_test_files(false);
  AccyRuntimeError error;
  ASSERT_OK(accyTensorWriteNpy(&tensor, pipe, &error), error);
  assert_int_equal(count_test_files(false), files);
  close(end);
  accyTensorDestroy(&tensor);
}

typedef struct BadFile {
  int version;
  const char *header;
  size_t data_bytes;
  const char *message;
} BadFile;

static void bad_files_are_refused(void **state) {
  (void)state;
  static const BadFile rows[] = {
      {4, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", 8, "version 4.0"},
      {0, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", 8, "version 0.0"},
      {1, "{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }", 8, "big-endian"},
      {1, "{'descr': '|i4', 'fortran_order': False, 'shape': (2,), }", 8, "not supported"},
      {1, "{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }", 16, "not supported"},
      {1, "{'descr': '<U3', 'fortran_order': False, 'shape': (2,), }", 24, "not supported"},
      {1, "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", 24, "not supported"},
      {1, "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,), }", 8, "structured"},
      {1, "{'descr': '<i4', 'fortran_order': 0, 'shape': (2,), }", 8, "fortran_order"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': 2, }", 8, "tuple"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2), }", 8, "tuple"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,, ), }", 8, "integer"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (-2,), }", 8, "integer"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,), }", 8, "integer"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (9000000000000000000,), }", 8, "more elements"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", 8, "more elements"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (1099511627776,), }", 8, "cut off"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", 8, "cut off"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }", 8, "only 4"},
      {1, "{'descr': '<i4', 'fortran_order': False, }", 8, "no 'shape'"},
      {1, "{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (2,)}", 8, "twice"},
      {1, "{'colour': 1, 'descr': '<i4', 'fortran_order': False, 'shape': (2,)}", 8, "unknown key"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)} x", 8, "after its dictionary"},
      {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)", 0, "not a dictionary"},
      {1, "[1]", 8, "not a dictionary"},
      {1, "{'descr", 0, "not a dictionary"},
      {1, "", 0, "not a dictionary"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    expect_error(make_file(rows[i].version, rows[i].header, rows[i].data_bytes), rows[i].message);
}

static void too_many_dimensions_are_refused(void **state) {
  (void)state;
  char header[1024] = "{'descr': '<i4', 'fortran_order': False, 'shape': (";
  for (int i = 0; i < ACCY_TENSOR_MAX_RANK + 1; ++i)
    strcat(header, "1, ");
  expect_error(make_file(1, strcat(header, "), }"), 4), "more than 64");
}

static void other_files_are_refused(void **state) {
  (void)state;
  expect_error(test_path("absent.npy"), "No such file");
  expect_error(test_folder, "");
  const char *path = test_path("x.npy");
  write_test_file(path, "", 0);
  expect_error(path, "not a .npy file");
  const char *pipe = test_path("other_pipe");
  assert_int_equal(mkfifo(pipe, 0600), 0);
  expect_error(pipe, "not a regular file");
  write_test_file(path, "\x93NUMPZ\1\0", 8);
  expect_error(path, "not a .npy file");
  write_test_file(path, "\x93NUMPY\2\0\xff\xff\xff\xff{", 13);
  expect_error(path, "claims 4294967295 bytes");
  write_test_file(path, "\x93NUMPY\1\0\x10", 9);
  expect_error(path, "ends within its header");
}

// Any prefix and any changed byte ends in a tensor or in an error, never in a crash.
static void mutations_never_crash(void **state) {
  (void)state;
  const char *path = make_file(1, "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }\n", 24);
  unsigned char good[256], bytes[256];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t length = fread(good, 1, sizeof good, file);
  fclose(file);
  for (size_t cut = 0; cut < length; ++cut) {
    write_test_file(path, good, cut);
    expect_error(path, "");
  }
  static const unsigned char changes[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
  size_t accepted = 0;
  for (size_t i = 0; i < length; ++i)
    for (size_t j = 0; j < sizeof changes; ++j) {
      memcpy(bytes, good, length);
      bytes[i] ^= changes[j];
      write_test_file(path, bytes, length);
      AccyTensor tensor;
      AccyRuntimeError error;
      if (!accyTensorReadNpy(path, &tensor, &error))
        continue;
      ++accepted;
      accyTensorDestroy(&tensor);
    }
  // The unchanged file, and changes of data bytes, are good.
  assert_true(accepted >= length + 24 * 4);
}

static void failed_writes_leave_nothing(void **state) {
  (void)state;
  count_test_files(true);
  AccyRuntimeError error;
  AccyTensor tensor;
  ASSERT_OK(accyTensorCreate(AccyDtypeF32, 0, NULL, &tensor, &error), error);
  assert_false(accyTensorWriteNpy(&tensor, test_path("absent/x.npy"), &error));
  ASSERT_CONTAINS(error.message, "No such file");
  // A folder cannot be replaced by a file.
  assert_false(accyTensorWriteNpy(&tensor, test_folder, &error));
  assert_int_equal(count_test_files(false), 0);
  accyTensorDestroy(&tensor);
}

static void sizes_are_checked(void **state) {
  (void)state;
  AccyRuntimeError error;
  AccyTensor tensor;
  static const int64_t negative[] = {-1}, huge[] = {INT64_MAX, INT64_MAX}, empty[] = {INT64_MAX, INT64_MAX, 0};
  assert_false(accyTensorCreate(AccyDtypeF32, 1, negative, &tensor, &error));
  assert_false(accyTensorCreate(AccyDtypeF32, 2, huge, &tensor, &error));
  assert_false(accyTensorCreate(AccyDtypeF32, -1, NULL, &tensor, &error));
  assert_false(accyTensorCreate(AccyDtypeF32, ACCY_TENSOR_MAX_RANK + 1, NULL, &tensor, NULL));
  static const unsigned strange[] = {AccyDtypeCount, 77, UINT32_MAX};
  for (size_t i = 0; i < sizeof strange / sizeof *strange; ++i) {
    assert_false(accyTensorCreate((AccyDtype)strange[i], 0, NULL, &tensor, &error));
    ASSERT_CONTAINS(error.message, "is no dtype");
  }
  ASSERT_OK(accyTensorCreate(AccyDtypeF32, 3, empty, &tensor, &error), error);
  assert_int_equal(tensor.elements, 0);
  accyTensorDestroy(&tensor);
  char text[16];
  accyTensorFormatType(AccyDtypeBf16, 2, huge, text, sizeof text);
  assert_string_equal(text, "bf16[9223372036");
}

// What a caller has put together by hand is checked before it is read from.
static void tensors_that_do_not_hold_together_are_refused(void **state) {
  (void)state;
  static const int64_t dims[] = {2};
  AccyRuntimeError error;
  AccyTensor good;
  ASSERT_OK(accyTensorCreate(AccyDtypeF32, 1, dims, &good, &error), error);
  for (int fault = 0; fault < 7; ++fault) {
    AccyTensor bad = good;
    bad.dtype = fault == 0 ? (AccyDtype)77 : bad.dtype;
    bad.rank = fault == 1 ? ACCY_TENSOR_MAX_RANK + 1 : fault == 2 ? -1 : bad.rank;
    bad.dims[0] = fault == 3 ? -2 : bad.dims[0];
    bad.elements += fault == 4;
    bad.bytes += fault == 5;
    bad.data = fault == 6 ? NULL : bad.data;
    AccyTensorComparison comparison;
    assert_false(accyTensorWriteNpy(&bad, test_path("bad.npy"), &error));
    ASSERT_CONTAINS(error.message, "bad.npy: ");
    assert_false(accyTensorCompare(&bad, &good, 0, 0, &comparison, &error));
    assert_false(accyTensorCompare(&good, &bad, 0, 0, &comparison, &error));
  }
  assert_int_not_equal(access(test_path("bad.npy"), F_OK), 0);
  accyTensorDestroy(&good);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_dtype_and_shape_round_trips),
      cmocka_unit_test(data_starts_at_a_multiple_of_64),
      cmocka_unit_test(every_version_and_spacing_is_read),
      cmocka_unit_test(fortran_order_is_transposed),
      cmocka_unit_test(booleans_become_zero_or_one),
      cmocka_unit_test(the_marker_makes_bf16),
      cmocka_unit_test(markers_are_beside_what_can_be_read),
      cmocka_unit_test(bad_files_are_refused),
      cmocka_unit_test(too_many_dimensions_are_refused),
      cmocka_unit_test(other_files_are_refused),
      cmocka_unit_test(mutations_never_crash),
      cmocka_unit_test(failed_writes_leave_nothing),
      cmocka_unit_test(sizes_are_checked),
      cmocka_unit_test(tensors_that_do_not_hold_together_are_refused),
  };
  return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
