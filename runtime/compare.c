// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of tensors, as numpy.allclose does it for floating point; integers must be equal.
#include "runtime/error.h"
#include "runtime/tensor.h"

#include <math.h>
#include <string.h>

static double decode_f16(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double magnitude = exponent == 31  ? (fraction != 0 ? (double)NAN : (double)INFINITY)
                     : exponent == 0 ? ldexp(fraction, -24)
                                     : ldexp(fraction + 1024, exponent - 25);
  return bits >> 15 ? -magnitude : magnitude;
}

static double decode_bf16(uint16_t bits) {
  uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, sizeof value);
  return (double)value;
}

// Reads one element of a C type, which may lie anywhere.
#define LOAD(type, name)                                                                                               \
  type name;                                                                                                           \
  memcpy(&name, data, sizeof name)

static double element_value(AccyDtype dtype, const void *data) {
#define CASE(row, type)                                                                                                \
  case row: {                                                                                                          \
    LOAD(type, value);                                                                                                 \
    return (double)value;                                                                                              \
  }
  switch (dtype) {
    CASE(AccyDtypeI1, uint8_t)
    CASE(AccyDtypeI8, int8_t)
    CASE(AccyDtypeI16, int16_t)
    CASE(AccyDtypeI32, int32_t)
    CASE(AccyDtypeI64, int64_t)
    CASE(AccyDtypeU8, uint8_t)
    CASE(AccyDtypeU16, uint16_t)
    CASE(AccyDtypeU32, uint32_t)
    CASE(AccyDtypeU64, uint64_t)
    CASE(AccyDtypeF32, float)
    CASE(AccyDtypeF64, double)
  case AccyDtypeF16: {
    LOAD(uint16_t, bits);
    return decode_f16(bits);
  }
  case AccyDtypeBf16: {
    LOAD(uint16_t, bits);
    return decode_bf16(bits);
  }
  default:
    return (double)NAN;
  }
#undef CASE
}

static bool is_floating_point(AccyDtype dtype) {
  return dtype == AccyDtypeF16 || dtype == AccyDtypeBf16 || dtype == AccyDtypeF32 || dtype == AccyDtypeF64;
}

static bool close_enough(double actual, double expected, double relative, double absolute) {
  if (isnan(actual) || isnan(expected))
    return isnan(actual) && isnan(expected);
  if (isinf(actual) || isinf(expected))
    return actual == expected;
  return fabs(actual - expected) <= absolute + relative * fabs(expected);
}

// Pairs with a NaN or an infinity have no error to speak of.
static void measure(double actual, double expected, AccyTensorComparison *comparison) {
  if (!isfinite(actual) || !isfinite(expected))
    return;
  double difference = fabs(actual - expected);
  comparison->max_absolute_error = fmax(comparison->max_absolute_error, difference);
  if (expected != 0)
    comparison->max_relative_error = fmax(comparison->max_relative_error, difference / fabs(expected));
}

static void unravel(const AccyTensor *tensor, size_t position, int64_t *index) {
  for (int32_t i = tensor->rank - 1; i >= 0; --i) {
    index[i] = (int64_t)(position % (size_t)tensor->dims[i]);
    position /= (size_t)tensor->dims[i];
  }
}

static bool check_types(const AccyTensor *actual, const AccyTensor *expected, AccyRuntimeError *error) {
  size_t bytes = (size_t)actual->rank * sizeof *actual->dims;
  if (actual->dtype == expected->dtype && actual->rank == expected->rank &&
      memcmp(actual->dims, expected->dims, bytes) == 0)
    return true;
  char actual_type[ACCY_TENSOR_TYPE_LENGTH], expected_type[ACCY_TENSOR_TYPE_LENGTH];
  accyTensorFormatType(actual->dtype, actual->rank, actual->dims, actual_type, sizeof actual_type);
  accyTensorFormatType(expected->dtype, expected->rank, expected->dims, expected_type, sizeof expected_type);
  return accyRuntimeFail(error, "the types differ: %s against the expected %s", actual_type, expected_type);
}

static bool is_tolerance(double value) {
  return isfinite(value) && value >= 0;
}

bool accyTensorCompare(const AccyTensor *actual, const AccyTensor *expected, double relativeTolerance,
                       double absoluteTolerance, AccyTensorComparison *outComparison, AccyRuntimeError *error) {
  if (!is_tolerance(relativeTolerance) || !is_tolerance(absoluteTolerance))
    return accyRuntimeFail(error, "a tolerance is negative, infinite or not a number");
  if (!accyTensorCheck(actual, error) || !accyTensorCheck(expected, error) || !check_types(actual, expected, error))
    return false;
  AccyTensorComparison comparison = {.equal = true};
  size_t size = accyDtypeByteSize(actual->dtype);
  bool exact = !is_floating_point(actual->dtype);
  for (size_t i = 0; i < actual->elements; ++i) {
    const char *left = (const char *)actual->data + i * size, *right = (const char *)expected->data + i * size;
    double value = element_value(actual->dtype, left), wanted = element_value(expected->dtype, right);
    measure(value, wanted, &comparison);
    bool agree =
        exact ? memcmp(left, right, size) == 0 : close_enough(value, wanted, relativeTolerance, absoluteTolerance);
    if (agree)
      continue;
    ++comparison.mismatches;
    if (!comparison.equal)
      continue;
    comparison.equal = false;
    comparison.first_actual = value;
    comparison.first_expected = wanted;
    unravel(actual, i, comparison.first_index);
  }
  *outComparison = comparison;
  return true;
}
