// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions in WGSL that kernels call; see functions.h.
//
// They look at bits where a number may be NaN, infinite, subnormal or -0: implementations of WGSL may take it that
// there is no such number, and may take subnormals for 0.

#include "lowering/webgpu_wgsl/functions.h"

#include <string.h>

#define SET(function) (UINT32_C(1) << AccyWgsl##function)

static const struct {
  const char *name;
  AccyWgslFunctionSet calls;
  const char *text;
} rows[AccyWgslFunctionCount] = {
    [AccyWgslIsNan] = {"is_nan", 0,
                       "fn is_nan(x: f32) -> bool {\n"
                       "  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;\n"
                       "}\n"},
    [AccyWgslOrdered] = {"ordered", 0,
                         "fn ordered(x: f32) -> i32 {\n"
                         "  let bits = bitcast<i32>(x);\n"
                         "  return bits ^ ((bits >> 31u) & 0x7fffffffi);\n"
                         "}\n"},
    [AccyWgslMaximum] = {"maximum", SET(IsNan) | SET(Ordered),
                         "fn maximum(x: f32, y: f32) -> f32 {\n"
                         "  let number = select(y, x, ordered(x) > ordered(y));\n"
                         "  return select(select(number, y, is_nan(y)), x, is_nan(x));\n"
                         "}\n"},
    [AccyWgslMinimum] = {"minimum", SET(IsNan) | SET(Ordered),
                         "fn minimum(x: f32, y: f32) -> f32 {\n"
                         "  let number = select(y, x, ordered(x) < ordered(y));\n"
                         "  return select(select(number, y, is_nan(y)), x, is_nan(x));\n"
                         "}\n"},
    [AccyWgslMaximumNumber] = {"maximum_number", SET(IsNan) | SET(Ordered),
                               "fn maximum_number(x: f32, y: f32) -> f32 {\n"
                               "  let number = select(y, x, ordered(x) > ordered(y));\n"
                               "  return select(select(number, x, is_nan(y)), y, is_nan(x));\n"
                               "}\n"},
    [AccyWgslMinimumNumber] = {"minimum_number", SET(IsNan) | SET(Ordered),
                               "fn minimum_number(x: f32, y: f32) -> f32 {\n"
                               "  let number = select(y, x, ordered(x) < ordered(y));\n"
                               "  return select(select(number, x, is_nan(y)), y, is_nan(x));\n"
                               "}\n"},
    [AccyWgslF16ToF32] = {"f16_to_f32", 0,
                          "fn f16_to_f32(half: u32) -> f32 {\n"
                          "  let magnitude = half & 0x7fffu;\n"
                          "  let rebias = select(0x38000000u, 0x70000000u, magnitude >= 0x7c00u);\n"
                          "  let subnormal = bitcast<u32>(f32(magnitude) * 0x1p-24f);\n"
                          "  let bits = select((magnitude << 13u) + rebias, subnormal, magnitude < 0x400u);\n"
                          "  return bitcast<f32>(bits | ((half & 0x8000u) << 16u));\n"
                          "}\n"},
    [AccyWgslF32ToF16] = {"f32_to_f16", 0,
                          "fn f32_to_f16(x: f32) -> u32 {\n"
                          "  let bits = bitcast<u32>(x);\n"
                          "  let sign = (bits >> 16u) & 0x8000u;\n"
                          "  let magnitude = bits & 0x7fffffffu;\n"
                          "  if magnitude > 0x7f800000u {\n"
                          "    return sign | 0x7e00u;\n"
                          "  }\n"
                          "  if magnitude >= 0x477ff000u {\n"
                          "    return sign | 0x7c00u;\n"
                          "  }\n"
                          "  if magnitude >= 0x38800000u {\n"
                          "    let rebased = magnitude - 0x38000000u;\n"
                          "    return sign | ((rebased + 0xfffu + ((rebased >> 13u) & 1u)) >> 13u);\n"
                          "  }\n"
                          "  let shift = min(126u - (magnitude >> 23u), 25u);\n"
                          "  let significand = (magnitude & 0x7fffffu) | 0x800000u;\n"
                          "  let half = (1u << (shift - 1u)) - 1u + ((significand >> shift) & 1u);\n"
                          "  return sign | ((significand + half) >> shift);\n"
                          "}\n"},
    [AccyWgslF32ToBf16] = {"f32_to_bf16", SET(IsNan),
                           "fn f32_to_bf16(x: f32) -> u32 {\n"
                           "  let bits = bitcast<u32>(x);\n"
                           "  let rounded = (bits + 0x7fffu + ((bits >> 16u) & 1u)) >> 16u;\n"
                           "  return select(rounded, (bits >> 16u) | 0x40u, is_nan(x));\n"
                           "}\n"},
    [AccyWgslSignedToF32] = {"signed_to_f32", 0,
                             "fn signed_to_f32(x: i32) -> f32 {\n"
                             "  return f32(x >> 16u) * 65536.0f + f32(x & 0xffffi);\n"
                             "}\n"},
    [AccyWgslUnsignedToF32] = {"unsigned_to_f32", 0,
                               "fn unsigned_to_f32(x: u32) -> f32 {\n"
                               "  return f32(x >> 16u) * 65536.0f + f32(x & 0xffffu);\n"
                               "}\n"},
    [AccyWgslMultiplyHigh] = {"multiply_high", 0,
                              "fn multiply_high(x: u32, y: u32) -> u32 {\n"
                              "  let low = (x & 0xffffu) * (y & 0xffffu);\n"
                              "  let middle = (x >> 16u) * (y & 0xffffu) + (low >> 16u);\n"
                              "  let other = (x & 0xffffu) * (y >> 16u) + (middle & 0xffffu);\n"
                              "  return (x >> 16u) * (y >> 16u) + (middle >> 16u) + (other >> 16u);\n"
                              "}\n"},
    [AccyWgslMultiplyHighSigned] = {"multiply_high_signed", SET(MultiplyHigh),
                                    "fn multiply_high_signed(x: u32, y: u32) -> u32 {\n"
                                    "  let negative_x = select(0u, y, (x >> 31u) != 0u);\n"
                                    "  let negative_y = select(0u, x, (y >> 31u) != 0u);\n"
                                    "  return multiply_high(x, y) - negative_x - negative_y;\n"
                                    "}\n"},
    [AccyWgslCeilDivide] = {"ceil_divide", 0,
                            "fn ceil_divide(x: u32, y: u32) -> u32 {\n"
                            "  return x / y + select(0u, 1u, x % y != 0u);\n"
                            "}\n"},
    [AccyWgslCeilDivideSigned] = {"ceil_divide_signed", 0,
                                  "fn ceil_divide_signed(x: i32, y: i32) -> i32 {\n"
                                  "  return x / y + select(0i, 1i, (x % y != 0i) & ((x < 0i) == (y < 0i)));\n"
                                  "}\n"},
    [AccyWgslFloorDivideSigned] = {"floor_divide_signed", 0,
                                   "fn floor_divide_signed(x: i32, y: i32) -> i32 {\n"
                                   "  return x / y - select(0i, 1i, (x % y != 0i) & ((x < 0i) != (y < 0i)));\n"
                                   "}\n"},
};

const char *accyWgslCall(AccyWgslFunctionSet *set, AccyWgslFunction function) {
  *set |= UINT32_C(1) << function | rows[function].calls;
  return rows[function].name;
}

bool accyWgslIsFunctionName(const char *name, size_t length) {
  for (int i = 0; i < AccyWgslFunctionCount; ++i)
    if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
      return true;
  return false;
}

void accyWgslWriteFunctions(AccyWgslFunctionSet set, AccyTextBuffer *text) {
  for (int i = 0; i < AccyWgslFunctionCount; ++i)
    if (set & UINT32_C(1) << i)
      accyTextBufferPrint(text, "\n%s", rows[i].text);
}
