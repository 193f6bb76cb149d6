// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, iota and shape operations.

// RUN: accy-opt %s --stablehlo-to-accy | FileCheck %s

// CHECK-LABEL: func.func @constants
// CHECK-NEXT: accy.constant dense<[1.000000e+00, 0x7FC00000]> : tensor<2xf32>
// CHECK-NEXT: accy.constant dense<-1.500000e+00> : tensor<3x4xbf16>
// CHECK-NEXT: accy.constant dense<[true, false, true]> : tensor<3xi1>
// CHECK-NEXT: accy.constant dense<true> : tensor<2xi1>
// CHECK-NEXT: accy.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: accy.constant dense<[255, 1]> : tensor<2xui8>
// CHECK-NEXT: accy.constant dense<-9223372036854775808> : tensor<i64>
// CHECK-NEXT: accy.constant dense<> : tensor<0xf64>
// CHECK-NEXT: accy.constant dense<6.550400e+04> : tensor<f16>
func.func @constants() -> (tensor<2xf32>, tensor<3x4xbf16>, tensor<3xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xui8>, tensor<i64>, tensor<0xf64>, tensor<f16>) {
  %0 = "stablehlo.constant"() <{value = dense<[1.0, 0x7FC00000]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = "stablehlo.constant"() <{value = dense<-1.5> : tensor<3x4xbf16>}> : () -> tensor<3x4xbf16>
  %2 = "stablehlo.constant"() <{value = dense<[true, false, true]> : tensor<3xi1>}> : () -> tensor<3xi1>
  %3 = "stablehlo.constant"() <{value = dense<true> : tensor<2xi1>}> : () -> tensor<2xi1>
  %4 = "stablehlo.constant"() <{value = dense<"0x0000803F00000040"> : tensor<2xf32>}> : () -> tensor<2xf32>
  %5 = "stablehlo.constant"() <{value = dense<[255, 1]> : tensor<2xui8>}> : () -> tensor<2xui8>
  %6 = "stablehlo.constant"() <{value = dense<-9223372036854775808> : tensor<i64>}> : () -> tensor<i64>
  %7 = "stablehlo.constant"() <{value = dense<> : tensor<0xf64>}> : () -> tensor<0xf64>
  %8 = "stablehlo.constant"() {value = dense<65504.0> : tensor<f16>} : () -> tensor<f16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2xf32>, tensor<3x4xbf16>, tensor<3xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xui8>, tensor<i64>, tensor<0xf64>, tensor<f16>
}

// CHECK-LABEL: func.func @iota
// CHECK-NEXT: %0 = accy.iota dim = 1 : tensor<2x3xi32>
func.func @iota() -> tensor<2x3xi32> {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// The second is written as older StableHLO does; the third puts new dimensions first.
// CHECK-LABEL: func.func @broadcast
// CHECK-NEXT: %0 = accy.broadcast %arg0 dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK-NEXT: %1 = accy.broadcast %0 dims = [1, 2] : tensor<2x3xf32> -> tensor<4x2x3xf32>
// CHECK-NEXT: %2 = accy.broadcast %1 dims = [2, 3, 4] : tensor<4x2x3xf32> -> tensor<5x6x4x2x3xf32>
func.func @broadcast(%arg0: tensor<3xf32>) -> tensor<5x6x4x2x3xf32> {
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %2 = "stablehlo.broadcast"(%1) <{broadcast_sizes = array<i64: 5, 6>}> : (tensor<4x2x3xf32>) -> tensor<5x6x4x2x3xf32>
  return %2 : tensor<5x6x4x2x3xf32>
}

// CHECK-LABEL: func.func @move
// CHECK-NEXT: %0 = accy.reshape %arg0 : tensor<2x3x4xf32> -> tensor<6x4xf32>
// CHECK-NEXT: %1 = accy.transpose %0 permutation = [1, 0] : tensor<6x4xf32> -> tensor<4x6xf32>
// CHECK-NEXT: %2 = accy.slice %1 start = [1, 0] limit = [3, 6] strides = [1, 2] : tensor<4x6xf32> -> tensor<2x3xf32>
// CHECK-NEXT: %3 = accy.pad %2, %arg1 low = [1, -1] high = [0, 2] interior = [1, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<4x4xf32>
// CHECK-NEXT: %4 = accy.concatenate %3, %3, %3 dim = 0 : tensor<4x4xf32> -> tensor<12x4xf32>
// CHECK-NEXT: %5 = accy.reverse %4 dims = [0, 1] : tensor<12x4xf32>
func.func @move(%arg0: tensor<2x3x4xf32>, %arg1: tensor<f32>) -> tensor<12x4xf32> {
  %0 = "stablehlo.reshape"(%arg0) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = "stablehlo.transpose"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %2 = "stablehlo.slice"(%1) <{limit_indices = array<i64: 3, 6>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 2>}> : (tensor<4x6xf32>) -> tensor<2x3xf32>
  %3 = "stablehlo.pad"(%2, %arg1) <{edge_padding_high = array<i64: 0, 2>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 1, 0>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  %4 = "stablehlo.concatenate"(%3, %3, %3) <{dimension = 0 : i64}> : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<12x4xf32>
  %5 = "stablehlo.reverse"(%4) <{dimensions = array<i64: 0, 1>}> : (tensor<12x4xf32>) -> tensor<12x4xf32>
  return %5 : tensor<12x4xf32>
}
