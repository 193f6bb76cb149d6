// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of windows.

// RUN: accy-opt %s --stablehlo-to-accy --symbol-dce --split-input-file | FileCheck %s

// Windows of maxima may overlap: five elements are two windows of three, which are two of two. The last step takes the
// windows that the stride keeps.
// CHECK-LABEL: func.func @max_of_five
// CHECK: %[[A:.+]] = accy.slice %arg0 start = [0] limit = [10] strides = [1] : tensor<11xf32> -> tensor<10xf32>
// CHECK-NEXT: %[[B:.+]] = accy.slice %arg0 start = [1] limit = [11] strides = [1] : tensor<11xf32> -> tensor<10xf32>
// CHECK-NEXT: %[[TWO:.+]] = accy.max %[[A]], %[[B]] : tensor<10xf32>
// CHECK-NEXT: %[[A:.+]] = accy.slice %[[TWO]] start = [0] limit = [9] strides = [1] : tensor<10xf32> -> tensor<9xf32>
// CHECK-NEXT: %[[B:.+]] = accy.slice %[[TWO]] start = [1] limit = [10] strides = [1] : tensor<10xf32> -> tensor<9xf32>
// CHECK-NEXT: %[[THREE:.+]] = accy.max %[[A]], %[[B]] : tensor<9xf32>
// CHECK-NEXT: %[[A:.+]] = accy.slice %[[THREE]] start = [0] limit = [7] strides = [3] : tensor<9xf32> -> tensor<3xf32>
// CHECK-NEXT: %[[B:.+]] = accy.slice %[[THREE]] start = [2] limit = [9] strides = [3] : tensor<9xf32> -> tensor<3xf32>
// CHECK-NEXT: %[[FIVE:.+]] = accy.max %[[A]], %[[B]] : tensor<3xf32>
// CHECK-NEXT: return %[[FIVE]]
func.func @max_of_five(%arg0: tensor<11xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 5>, window_strides = array<i64: 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<11xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// Those of sums may not: five elements are two windows of two, and an element. Windows of more steps than one apart.
// CHECK-LABEL: func.func @sum_of_five
// CHECK: %[[A:.+]] = accy.slice %arg0 start = [0] limit = [9] strides = [1]
// CHECK-NEXT: %[[B:.+]] = accy.slice %arg0 start = [2] limit = [11] strides = [1]
// CHECK-NEXT: %[[TWO:.+]] = accy.add %[[A]], %[[B]] : tensor<9xf32>
// CHECK-NEXT: %[[A:.+]] = accy.slice %[[TWO]] start = [0] limit = [5] strides = [1]
// CHECK-NEXT: %[[B:.+]] = accy.slice %[[TWO]] start = [4] limit = [9] strides = [1]
// CHECK-NEXT: %[[FOUR:.+]] = accy.add %[[A]], %[[B]] : tensor<5xf32>
// CHECK-NEXT: %[[A:.+]] = accy.slice %[[FOUR]] start = [0] limit = [3] strides = [1]
// CHECK-NEXT: %[[B:.+]] = accy.slice %arg0 start = [8] limit = [11] strides = [1]
// CHECK-NEXT: %[[FIVE:.+]] = accy.add %[[A]], %[[B]] : tensor<3xf32>
// CHECK-NEXT: return %[[FIVE]]
func.func @sum_of_five(%arg0: tensor<11xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 5>, window_dilations = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<11xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// Padding, also between elements and negative, is of the start value, which is combined with each window as well. That
// it was broadcast to what it is does not hide it.
// CHECK-LABEL: func.func @padded
// CHECK: %[[START:.+]] = accy.broadcast
// CHECK-NEXT: %[[P:.+]] = accy.pad %arg0, %[[START]] low = [0, -1] high = [2, 0] interior = [0, 1] : tensor<2x3xi32>, tensor<i32> -> tensor<4x4xi32>
// CHECK-NEXT: accy.slice %[[P]] start = [0, 0] limit = [4, 3] strides = [1, 2]
// CHECK-NEXT: accy.slice %[[P]] start = [0, 1] limit = [4, 4] strides = [1, 2]
// CHECK-NEXT: %[[R:.+]] = accy.mul {{.+}} : tensor<4x2xi32>
// CHECK-NEXT: return %[[R]]
func.func @padded(%arg0: tensor<2x3xi32>) -> tensor<4x2xi32> {
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
  %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 2>, padding = dense<[[0, 2], [-1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = "stablehlo.multiply"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%3) : (tensor<i32>) -> ()
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<4x2xi32>
  return %2 : tensor<4x2xi32>
}

// -----

// CHECK-LABEL: func.func @from_one
// CHECK: %[[ONE:.+]] = accy.constant
// CHECK-NEXT: accy.slice
// CHECK-NEXT: accy.slice
// CHECK-NEXT: %[[R:.+]] = accy.max
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[ONE]] dims = [] : tensor<f32> -> tensor<2xf32>
// CHECK-NEXT: %[[C:.+]] = accy.max %[[B]], %[[R]]
// CHECK-NEXT: return %[[C]]
func.func @from_one(%arg0: tensor<3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// A window that fits nowhere, and one that takes all as it is.
// CHECK-LABEL: func.func @none
// CHECK: %[[NONE:.+]] = accy.slice %arg0 start = [0, 0] limit = [2, 0] strides = [1, 1] : tensor<2x3xi1> -> tensor<2x0xi1>
// CHECK-NEXT: return %[[NONE]], %arg0
func.func @none(%arg0: tensor<2x3xi1>, %arg1: tensor<i1>) -> (tensor<2x0xi1>, tensor<2x3xi1>) {
  %0 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 1, 4>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %3 = "stablehlo.add"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%3) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2x0xi1>
  %2 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %3 = "stablehlo.or"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%3) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2x3xi1>
  return %1, %2 : tensor<2x0xi1>, tensor<2x3xi1>
}
