// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compile-time arithmetic against the compiler's own: every f16 and bf16 value there and back, f32 operations against
// the machine's, i8 operations over all pairs.

#include "dialects/accy/scalar.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const AccyScalarType f16 = {AccyElementFloat, 16, 10}, bf16 = {AccyElementFloat, 16, 7},
                            f32 = {AccyElementFloat, 32, 23}, f64 = {AccyElementFloat, 64, 52},
                            i8 = {AccyElementSignedInteger, 8, 0}, ui8 = {AccyElementUnsigned, 8, 0},
                            i64 = {AccyElementSignedInteger, 64, 0}, ui64 = {AccyElementUnsigned, 64, 0};

static uint64_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float bits_float(uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

// A fixed sequence of bit patterns.
static uint64_t next_random(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  uint64_t mixed = *state ^ (*state >> 29);
  return mixed * UINT64_C(0xBF58476D1CE4E5B9) >> 11;
}

static void test_narrow_floats_there_and_back(void **state) {
  (void)state;
  const AccyScalarType types[] = {f16, bf16};
  for (size_t t = 0; t < 2; ++t)
    for (uint64_t bits = 0; bits < 65536; ++bits) {
      double value = accyScalarToDouble(types[t], bits);
      if (!isnan(value))
        assert_int_equal(accyScalarFromDouble(types[t], value), bits);
    }
  assert_true(accyScalarToDouble(f16, 0x3C01) == 1 + ldexp(1, -10));
  assert_true(accyScalarToDouble(f16, 0x0001) == ldexp(1, -24));
  assert_true(accyScalarToDouble(bf16, 0x3F81) == 1 + ldexp(1, -7));
}

#ifdef __FLT16_MANT_DIG__
// The compiler's own conversion, value by value through all of f32's upper bits.
static void test_f16_rounding(void **state) {
  (void)state;
  for (uint64_t high = 0; high < 65536; ++high)
    for (uint64_t low = 0; low < 5; ++low) {
      static const uint64_t ends[] = {0x0000, 0x1000, 0x0FFF, 0x1001, 0xFFFF};
      float value = bits_float(high << 16 | ends[low]);
      if (isnan(value))
        continue;
      _Float16 narrow = (_Float16)value;
      uint16_t expected;
      memcpy(&expected, &narrow, sizeof expected);
      assert_int_equal(accyScalarFromDouble(f16, value), expected);
    }
}
#endif

static void test_f32_operations(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int i = 0; i < 200000; ++i) {
    uint64_t a = next_random(&seed) & UINT32_MAX, b = next_random(&seed) & UINT32_MAX, out;
    float x = bits_float(a), y = bits_float(b);
    const struct {
      AccyOpcode opcode;
      float expected;
    } cases[] = {
        {AccyOp_add, x + y}, {AccyOp_sub, x - y}, {AccyOp_mul, x * y}, {AccyOp_div, x / y}, {AccyOp_rem, fmodf(x, y)}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
      assert_true(accyScalarBinary(cases[k].opcode, f32, a, b, &out));
      if (isnan(cases[k].expected))
        assert_int_equal(out, 0x7FC00000);
      else
        assert_int_equal(out, float_bits(cases[k].expected));
    }
    if (!isnan(x))
      assert_int_equal(accyScalarConvert(f64, f32, accyScalarConvert(f32, f64, a)), a);
  }
}

static void test_integers_to_floats(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = next_random(&seed) << 11 ^ next_random(&seed);
    bits >>= next_random(&seed) % 64;
    double wide = (double)(int64_t)bits;
    uint64_t expected;
    memcpy(&expected, &wide, sizeof expected);
    assert_int_equal(accyScalarConvert(i64, f32, bits), float_bits((float)(int64_t)bits));
    assert_int_equal(accyScalarConvert(ui64, f32, bits), float_bits((float)bits));
    assert_int_equal(accyScalarConvert(i64, f64, bits), expected);
  }
}

static int wrap_i8(int value) {
  return (int)(int8_t)(uint8_t)value;
}

static void expect_i8(AccyOpcode opcode, int a, int b, int expected) {
  uint64_t out = 0;
  assert_true(accyScalarBinary(opcode, i8, (uint8_t)a, (uint8_t)b, &out));
  if (accyScalarToInteger(i8, out) != wrap_i8(expected))
    fail_msg("%s of %d and %d", accyOpGetDefinition(opcode)->mnemonic, a, b);
}

static void test_i8_operations(void **state) {
  (void)state;
  for (int a = -128; a < 128; ++a)
    for (int b = -128; b < 128; ++b) {
      unsigned amount = (uint8_t)b;
      expect_i8(AccyOp_add, a, b, a + b);
      expect_i8(AccyOp_sub, a, b, a - b);
      expect_i8(AccyOp_mul, a, b, a * b);
      expect_i8(AccyOp_div, a, b, b == 0 ? -1 : a / b);
      expect_i8(AccyOp_rem, a, b, b == 0 ? a : a % b);
      expect_i8(AccyOp_max, a, b, a > b ? a : b);
      expect_i8(AccyOp_min, a, b, a < b ? a : b);
      expect_i8(AccyOp_shl, a, b, amount < 8 ? (int)((unsigned)a << amount) : 0);
      expect_i8(AccyOp_shr, a, b, a >> (amount < 8 ? amount : 7));
      uint64_t out;
      assert_true(accyScalarBinary(AccyOp_div, ui8, (uint8_t)a, (uint8_t)b, &out));
      assert_int_equal(out, b == 0 ? 255 : (uint8_t)a / (uint8_t)b);
      assert_true(accyScalarBinary(AccyOp_shr, ui8, (uint8_t)a, (uint8_t)b, &out));
      assert_int_equal(out, amount < 8 ? (uint8_t)a >> amount : 0);
    }
}

static void test_transcendental_functions_stay(void **state) {
  (void)state;
  static const AccyOpcode opcodes[] = {AccyOp_exp,  AccyOp_expm1, AccyOp_log,      AccyOp_log1p,
                                       AccyOp_sqrt, AccyOp_rsqrt, AccyOp_sin,      AccyOp_cos,
                                       AccyOp_tan,  AccyOp_tanh,  AccyOp_logistic, AccyOp_erf};
  uint64_t out;
  for (size_t i = 0; i < sizeof opcodes / sizeof opcodes[0]; ++i)
    assert_false(accyScalarUnary(opcodes[i], false, f32, float_bits(1), &out));
  assert_false(accyScalarBinary(AccyOp_pow, f32, float_bits(1), float_bits(1), &out));
  assert_false(accyScalarBinary(AccyOp_pow, i8, 1, 1, &out));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_narrow_floats_there_and_back),
#ifdef __FLT16_MANT_DIG__
      cmocka_unit_test(test_f16_rounding),
#endif
      cmocka_unit_test(test_f32_operations),
      cmocka_unit_test(test_integers_to_floats),
      cmocka_unit_test(test_i8_operations),
      cmocka_unit_test(test_transcendental_functions_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
