// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations that hand one operand on or put their constant to the right; CSE and DCE.

// RUN: accy-opt %s -canonicalize | FileCheck %s
// RUN: accy-opt %s -cse | FileCheck %s --check-prefix=CSE

// CHECK-LABEL: func.func @add_negative_zero(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @add_negative_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<-0.0> : tensor<4xf32>
  %0 = accy.add %x, %c : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @add_zero_i(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @add_zero_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.add %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @mul_one(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @mul_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.mul %x, %c : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mul_one_i(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @mul_one_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<1> : tensor<4xi32>
  %0 = accy.mul %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @max_least(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @max_least(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<0xFF800000> : tensor<4xf32>
  %0 = accy.max %x, %c : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @max_least_i(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @max_least_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-2147483648> : tensor<4xi32>
  %0 = accy.max %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @max_false(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi1>
func.func @max_false(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<false> : tensor<4xi1>
  %0 = accy.max %x, %c : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @min_greatest(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @min_greatest(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<0x7F800000> : tensor<4xf32>
  %0 = accy.min %x, %c : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @min_greatest_ui8(
// CHECK-NEXT: accy.return %arg0 : tensor<4xui8>
func.func @min_greatest_ui8(%x: tensor<4xui8>) -> tensor<4xui8> {
  %c = accy.constant dense<255> : tensor<4xui8>
  %0 = accy.min %x, %c : tensor<4xui8>
  accy.return %0 : tensor<4xui8>
}

// CHECK-LABEL: func.func @and_ones(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @and_ones(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-1> : tensor<4xi32>
  %0 = accy.and %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @and_true(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi1>
func.func @and_true(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<true> : tensor<4xi1>
  %0 = accy.and %x, %c : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @or_zero(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @or_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.or %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_false(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi1>
func.func @or_false(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<false> : tensor<4xi1>
  %0 = accy.or %x, %c : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @xor_zero(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @xor_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.xor %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @add_negative_zero_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @add_negative_zero_left(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<-0.0> : tensor<4xf32>
  %0 = accy.add %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @add_zero_i_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @add_zero_i_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.add %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @mul_one_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @mul_one_left(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.mul %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mul_one_i_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @mul_one_i_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<1> : tensor<4xi32>
  %0 = accy.mul %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @max_least_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @max_least_left(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<0xFF800000> : tensor<4xf32>
  %0 = accy.max %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @max_least_i_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @max_least_i_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-2147483648> : tensor<4xi32>
  %0 = accy.max %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @max_false_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi1>
func.func @max_false_left(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<false> : tensor<4xi1>
  %0 = accy.max %c, %x : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @min_greatest_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @min_greatest_left(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<0x7F800000> : tensor<4xf32>
  %0 = accy.min %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @min_greatest_ui8_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xui8>
func.func @min_greatest_ui8_left(%x: tensor<4xui8>) -> tensor<4xui8> {
  %c = accy.constant dense<255> : tensor<4xui8>
  %0 = accy.min %c, %x : tensor<4xui8>
  accy.return %0 : tensor<4xui8>
}

// CHECK-LABEL: func.func @and_ones_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @and_ones_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-1> : tensor<4xi32>
  %0 = accy.and %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @and_true_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi1>
func.func @and_true_left(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<true> : tensor<4xi1>
  %0 = accy.and %c, %x : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @or_zero_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @or_zero_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.or %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_false_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi1>
func.func @or_false_left(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<false> : tensor<4xi1>
  %0 = accy.or %c, %x : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @xor_zero_left(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @xor_zero_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.xor %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @sub_zero(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @sub_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<0.0> : tensor<4xf32>
  %0 = accy.sub %x, %c : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sub_zero_i(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @sub_zero_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.sub %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @div_one(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @div_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.div %x, %c : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @div_one_i(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @div_one_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<1> : tensor<4xi32>
  %0 = accy.div %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @shl_zero(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @shl_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.shl %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @shr_zero(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @shr_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.shr %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @mul_zero_i(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @mul_zero_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.mul %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @and_zero(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @and_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.and %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_ones(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<-1> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @or_ones(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-1> : tensor<4xi32>
  %0 = accy.or %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_true(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @or_true(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<true> : tensor<4xi1>
  %0 = accy.or %x, %c : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @max_greatest_i(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<2147483647> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @max_greatest_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<2147483647> : tensor<4xi32>
  %0 = accy.max %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @min_least_i(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<-2147483648> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @min_least_i(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-2147483648> : tensor<4xi32>
  %0 = accy.min %x, %c : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @mul_zero_i_left(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @mul_zero_i_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.mul %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @and_zero_left(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @and_zero_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<0> : tensor<4xi32>
  %0 = accy.and %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_ones_left(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<-1> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @or_ones_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-1> : tensor<4xi32>
  %0 = accy.or %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_true_left(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @or_true_left(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = accy.constant dense<true> : tensor<4xi1>
  %0 = accy.or %c, %x : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @max_greatest_i_left(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<2147483647> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @max_greatest_i_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<2147483647> : tensor<4xi32>
  %0 = accy.max %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @min_least_i_left(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<-2147483648> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @min_least_i_left(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<-2147483648> : tensor<4xi32>
  %0 = accy.min %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @max_same(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @max_same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.max %x, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @min_same(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @min_same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.min %x, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @and_same(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @and_same(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = accy.and %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_same(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi1>
func.func @or_same(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = accy.or %x, %x : tensor<4xi1>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @sub_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @sub_same(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = accy.sub %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @xor_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi32>
func.func @xor_same(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = accy.xor %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @neg_twice(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @neg_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.neg %x : tensor<4xf32>
  %1 = accy.neg %0 : tensor<4xf32>
  accy.return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @not_twice(
// CHECK-NEXT: accy.return %arg0 : tensor<4xi32>
func.func @not_twice(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = accy.not %x : tensor<4xi32>
  %1 = accy.not %0 : tensor<4xi32>
  accy.return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @abs_twice(
// CHECK-NEXT: %[[X:.*]] = accy.abs %arg0 : tensor<4xf32>
// CHECK-NEXT: accy.return %[[X]] : tensor<4xf32>
func.func @abs_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.abs %x : tensor<4xf32>
  %1 = accy.abs %0 : tensor<4xf32>
  accy.return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sign_twice(
// CHECK-NEXT: %[[X:.*]] = accy.sign %arg0 : tensor<4xf32>
// CHECK-NEXT: accy.return %[[X]] : tensor<4xf32>
func.func @sign_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.sign %x : tensor<4xf32>
  %1 = accy.sign %0 : tensor<4xf32>
  accy.return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @floor_twice(
// CHECK-NEXT: %[[X:.*]] = accy.floor %arg0 : tensor<4xf32>
// CHECK-NEXT: accy.return %[[X]] : tensor<4xf32>
func.func @floor_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.floor %x : tensor<4xf32>
  %1 = accy.floor %0 : tensor<4xf32>
  accy.return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @ceil_twice(
// CHECK-NEXT: %[[X:.*]] = accy.ceil %arg0 : tensor<4xf32>
// CHECK-NEXT: accy.return %[[X]] : tensor<4xf32>
func.func @ceil_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.ceil %x : tensor<4xf32>
  %1 = accy.ceil %0 : tensor<4xf32>
  accy.return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @round_twice(
// CHECK-NEXT: %[[X:.*]] = accy.round %arg0 ties = even : tensor<4xf32>
// CHECK-NEXT: accy.return %[[X]] : tensor<4xf32>
func.func @round_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.round %x ties = even : tensor<4xf32>
  %1 = accy.round %0 ties = even : tensor<4xf32>
  accy.return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @convert_same(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @convert_same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.convert %x : tensor<4xf32> -> tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @compare_eq_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @compare_eq_same(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = accy.compare eq %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_le_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @compare_le_same(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = accy.compare le %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_ge_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @compare_ge_same(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = accy.compare ge %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_ne_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @compare_ne_same(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = accy.compare ne %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_lt_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @compare_lt_same(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = accy.compare lt %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_gt_same(
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: accy.return %[[C]] : tensor<4xi1>
func.func @compare_gt_same(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = accy.compare gt %x, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @select_same(
// CHECK-NEXT: accy.return %arg1 : tensor<4xf32>
func.func @select_same(%p: tensor<4xi1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @select_true(
// CHECK-NEXT: accy.return %arg0 : tensor<4xf32>
func.func @select_true(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %p = accy.constant dense<true> : tensor<i1>
  %0 = accy.select %p, %x, %y : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @select_false(
// CHECK-NEXT: accy.return %arg1 : tensor<4xf32>
func.func @select_false(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %p = accy.constant dense<false> : tensor<4xi1>
  %0 = accy.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @add_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.add %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xf32>
func.func @add_constant_right(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.add %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mul_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.mul %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xf32>
func.func @mul_constant_right(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<2.0> : tensor<4xf32>
  %0 = accy.mul %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @max_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.max %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xf32>
func.func @max_constant_right(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.max %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @min_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.min %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xf32>
func.func @min_constant_right(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.min %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @and_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.and %arg0, %[[C]] : tensor<4xi32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi32>
func.func @and_constant_right(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<3> : tensor<4xi32>
  %0 = accy.and %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @or_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.or %arg0, %[[C]] : tensor<4xi32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi32>
func.func @or_constant_right(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<3> : tensor<4xi32>
  %0 = accy.or %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @xor_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.xor %arg0, %[[C]] : tensor<4xi32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi32>
func.func @xor_constant_right(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = accy.constant dense<3> : tensor<4xi32>
  %0 = accy.xor %c, %x : tensor<4xi32>
  accy.return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @sub_constant_stays(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.sub %[[C]], %arg0 : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xf32>
func.func @sub_constant_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.sub %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @compare_lt_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.compare gt %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi1>
func.func @compare_lt_constant_right(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.compare lt %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_le_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.compare ge %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi1>
func.func @compare_le_constant_right(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.compare le %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_gt_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.compare lt %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi1>
func.func @compare_gt_constant_right(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.compare gt %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_ge_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.compare le %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi1>
func.func @compare_ge_constant_right(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.compare ge %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_eq_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.compare eq %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi1>
func.func @compare_eq_constant_right(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.compare eq %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_ne_constant_right(
// CHECK: %[[C:.*]] = accy.constant
// CHECK-NEXT: %[[R:.*]] = accy.compare ne %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: accy.return %[[R]] : tensor<4xi1>
func.func @compare_ne_constant_right(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = accy.constant dense<1.0> : tensor<4xf32>
  %0 = accy.compare ne %c, %x : tensor<4xf32>
  accy.return %0 : tensor<4xi1>
}

// Not for floats: -0 + 0 is 0, NaN * 0 is NaN, NaN - NaN is NaN, NaN differs from itself.
// CHECK-LABEL: func.func @not_exact(
// CHECK: accy.add
// CHECK: accy.mul
// CHECK: accy.sub
// CHECK: accy.compare eq
// CHECK: accy.sub
func.func @not_exact(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<f32>) {
  %zero = accy.constant dense<0.0> : tensor<f32>
  %negative = accy.constant dense<-0.0> : tensor<f32>
  %0 = accy.add %x, %zero : tensor<f32>
  %1 = accy.mul %x, %zero : tensor<f32>
  %2 = accy.sub %x, %x : tensor<f32>
  %3 = accy.compare eq %x, %x : tensor<f32>
  %4 = accy.sub %x, %negative : tensor<f32>
  accy.return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<f32>
}

// CSE merges, also with operands exchanged where that is the same; DCE removes.
// CSE-LABEL: func.func @merge(
// CSE-NEXT: %[[S:.*]] = accy.add %arg0, %arg1
// CSE-NEXT: %[[D:.*]] = accy.sub %arg0, %arg1
// CSE-NEXT: %[[E:.*]] = accy.sub %arg1, %arg0
// CSE-NEXT: accy.return %[[S]], %[[S]], %[[D]], %[[E]]
// CHECK-LABEL: func.func @merge(
func.func @merge(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = accy.add %x, %y : tensor<f32>
  %1 = accy.add %y, %x : tensor<f32>
  %2 = accy.sub %x, %y : tensor<f32>
  %3 = accy.sub %y, %x : tensor<f32>
  %4 = accy.exp %x : tensor<f32>
  accy.return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
