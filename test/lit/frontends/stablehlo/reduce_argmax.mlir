// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The largest or smallest value and its index.

// RUN: accy-opt %s --stablehlo-to-accy | FileCheck %s

// The index is the lowest of those at which the value is, or at which there is NaN.
// CHECK-LABEL: func.func @argmax
// CHECK: %[[I:.+]] = accy.iota dim = 1 : tensor<2x3xi32>
// CHECK: %[[MAX:.+]] = accy.reduce max %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[MAX]] dims = [0] : tensor<2xf32> -> tensor<2x3xf32>
// CHECK-NEXT: %[[EQ:.+]] = accy.compare eq %arg0, %[[B]] : tensor<2x3xf32>
// CHECK-NEXT: %[[NAN:.+]] = accy.compare ne %arg0, %arg0 : tensor<2x3xf32>
// CHECK-NEXT: %[[OR:.+]] = accy.or %[[EQ]], %[[NAN]] : tensor<2x3xi1>
// CHECK-NEXT: %[[LAST:.+]] = accy.constant dense<2> : tensor<i32>
// CHECK-NEXT: %[[LASTS:.+]] = accy.broadcast %[[LAST]] dims = [] : tensor<i32> -> tensor<2x3xi32>
// CHECK-NEXT: %[[S:.+]] = accy.select %[[OR]], %[[I]], %[[LASTS]] : tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi32>
// CHECK-NEXT: %[[R:.+]] = accy.reduce min %[[S]] dims = [1] : tensor<2x3xi32> -> tensor<2xi32>
// CHECK-NEXT: return %[[MAX]], %[[R]]
func.func @argmax(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %3#0, %3#1 : tensor<2xf32>, tensor<2xi32>
}

// Integers are never NaN.
// CHECK-LABEL: func.func @argmin
// CHECK: %[[I:.+]] = accy.iota dim = 0 : tensor<2x3xui64>
// CHECK: %[[MIN:.+]] = accy.reduce min %arg0 dims = [0] : tensor<2x3xi8> -> tensor<3xi8>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[MIN]] dims = [1] : tensor<3xi8> -> tensor<2x3xi8>
// CHECK-NEXT: %[[EQ:.+]] = accy.compare eq %arg0, %[[B]] : tensor<2x3xi8>
// CHECK-NEXT: %[[LAST:.+]] = accy.constant dense<1> : tensor<ui64>
// CHECK-NEXT: %[[LASTS:.+]] = accy.broadcast %[[LAST]]
// CHECK-NEXT: %[[S:.+]] = accy.select %[[EQ]], %[[I]], %[[LASTS]]
// CHECK-NEXT: %[[R:.+]] = accy.reduce min %[[S]] dims = [0] : tensor<2x3xui64> -> tensor<3xui64>
// CHECK-NEXT: return %[[R]]
func.func @argmin(%arg0: tensor<2x3xi8>, %arg1: tensor<2x3xui64>, %arg2: tensor<i8>, %arg3: tensor<ui64>) -> tensor<3xui64> {
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x3xui64>
  %1 = "stablehlo.constant"() <{value = dense<127> : tensor<i8>}> : () -> tensor<i8>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<ui64>}> : () -> tensor<ui64>
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 0>}> ({
  ^bb0(%v: tensor<i8>, %i: tensor<ui64>, %w: tensor<i8>, %j: tensor<ui64>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<i8>, tensor<i8>) -> tensor<i8>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<ui64>, tensor<ui64>) -> tensor<ui64>
    "stablehlo.return"(%s, %t) : (tensor<i8>, tensor<ui64>) -> ()
  }) : (tensor<2x3xi8>, tensor<2x3xui64>, tensor<i8>, tensor<ui64>) -> (tensor<3xi8>, tensor<3xui64>)
  return %3#1 : tensor<3xui64>
}
