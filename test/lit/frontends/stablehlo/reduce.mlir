// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions.

// RUN: accy-opt %s --stablehlo-to-accy --symbol-dce | FileCheck %s

// A start value that does not change the result is dropped.
// CHECK-LABEL: func.func @sum
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce sum %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: return %[[R]]
func.func @sum(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @sum_negative_zero
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce sum %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: return %[[R]]
func.func @sum_negative_zero(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<-0.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @sum_bf16
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce sum %arg0 dims = [1] : tensor<2x3xbf16> -> tensor<2xbf16>
// CHECK-NEXT: return %[[R]]
func.func @sum_bf16(%arg0: tensor<2x3xbf16>) -> tensor<2xbf16> {
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<bf16>}> : () -> tensor<bf16>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    "stablehlo.return"(%2) : (tensor<bf16>) -> ()
  }) : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2xbf16>
  return %1 : tensor<2xbf16>
}

// Another one is combined with the result.
// CHECK-LABEL: func.func @sum_from_one
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce sum %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<f32> -> tensor<2xf32>
// CHECK-NEXT: %[[C:.+]] = accy.add %[[B]], %[[R]] : tensor<2xf32>
// CHECK-NEXT: return %[[C]]
func.func @sum_from_one(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The body may take its arguments in either order.
// CHECK-LABEL: func.func @prod
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce prod %arg0 dims = [1] : tensor<2x3xf16> -> tensor<2xf16>
// CHECK-NEXT: return %[[R]]
func.func @prod(%arg0: tensor<2x3xf16>) -> tensor<2xf16> {
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f16>}> : () -> tensor<f16>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %2 = "stablehlo.multiply"(%b, %a) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%2) : (tensor<f16>) -> ()
  }) : (tensor<2x3xf16>, tensor<f16>) -> tensor<2xf16>
  return %1 : tensor<2xf16>
}

// CHECK-LABEL: func.func @prod_from_zero
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce prod %arg0 dims = [1] : tensor<2x3xf64> -> tensor<2xf64>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<f64> -> tensor<2xf64>
// CHECK-NEXT: %[[C:.+]] = accy.mul %[[B]], %[[R]] : tensor<2xf64>
// CHECK-NEXT: return %[[C]]
func.func @prod_from_zero(%arg0: tensor<2x3xf64>) -> tensor<2xf64> {
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = "stablehlo.multiply"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%2) : (tensor<f64>) -> ()
  }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>
  return %1 : tensor<2xf64>
}

// CHECK-LABEL: func.func @max
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce max %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: return %[[R]]
func.func @max(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @max_from_lowest_finite
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce max %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<f32> -> tensor<2xf32>
// CHECK-NEXT: %[[C:.+]] = accy.max %[[B]], %[[R]] : tensor<2xf32>
// CHECK-NEXT: return %[[C]]
func.func @max_from_lowest_finite(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<-3.40282347E+38> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @max_from_nan
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce max %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<f32> -> tensor<2xf32>
// CHECK-NEXT: %[[C:.+]] = accy.max %[[B]], %[[R]] : tensor<2xf32>
// CHECK-NEXT: return %[[C]]
func.func @max_from_nan(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @min
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce min %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: return %[[R]]
func.func @min(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.minimum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @min_from_lowest
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce min %arg0 dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<f32> -> tensor<2xf32>
// CHECK-NEXT: %[[C:.+]] = accy.min %[[B]], %[[R]] : tensor<2xf32>
// CHECK-NEXT: return %[[C]]
func.func @min_from_lowest(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "stablehlo.minimum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @max_i32
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce max %arg0 dims = [1] : tensor<2x3xi32> -> tensor<2xi32>
// CHECK-NEXT: return %[[R]]
func.func @max_i32(%arg0: tensor<2x3xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%2) : (tensor<i32>) -> ()
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @max_i8_from_zero
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce max %arg0 dims = [1] : tensor<2x3xi8> -> tensor<2xi8>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<i8> -> tensor<2xi8>
// CHECK-NEXT: %[[C:.+]] = accy.max %[[B]], %[[R]] : tensor<2xi8>
// CHECK-NEXT: return %[[C]]
func.func @max_i8_from_zero(%arg0: tensor<2x3xi8>) -> tensor<2xi8> {
  %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i8>}> : () -> tensor<i8>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<i8>, tensor<i8>) -> tensor<i8>
    "stablehlo.return"(%2) : (tensor<i8>) -> ()
  }) : (tensor<2x3xi8>, tensor<i8>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}

// CHECK-LABEL: func.func @max_ui8
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce max %arg0 dims = [1] : tensor<2x3xui8> -> tensor<2xui8>
// CHECK-NEXT: return %[[R]]
func.func @max_ui8(%arg0: tensor<2x3xui8>) -> tensor<2xui8> {
  %0 = "stablehlo.constant"() <{value = dense<0> : tensor<ui8>}> : () -> tensor<ui8>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    "stablehlo.return"(%2) : (tensor<ui8>) -> ()
  }) : (tensor<2x3xui8>, tensor<ui8>) -> tensor<2xui8>
  return %1 : tensor<2xui8>
}

// CHECK-LABEL: func.func @min_i64
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce min %arg0 dims = [1] : tensor<2x3xi64> -> tensor<2xi64>
// CHECK-NEXT: return %[[R]]
func.func @min_i64(%arg0: tensor<2x3xi64>) -> tensor<2xi64> {
  %0 = "stablehlo.constant"() <{value = dense<9223372036854775807> : tensor<i64>}> : () -> tensor<i64>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %2 = "stablehlo.minimum"(%a, %b) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%2) : (tensor<i64>) -> ()
  }) : (tensor<2x3xi64>, tensor<i64>) -> tensor<2xi64>
  return %1 : tensor<2xi64>
}

// CHECK-LABEL: func.func @min_ui64
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce min %arg0 dims = [1] : tensor<2x3xui64> -> tensor<2xui64>
// CHECK-NEXT: return %[[R]]
func.func @min_ui64(%arg0: tensor<2x3xui64>) -> tensor<2xui64> {
  %0 = "stablehlo.constant"() <{value = dense<18446744073709551615> : tensor<ui64>}> : () -> tensor<ui64>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<ui64>, %b: tensor<ui64>):
    %2 = "stablehlo.minimum"(%a, %b) : (tensor<ui64>, tensor<ui64>) -> tensor<ui64>
    "stablehlo.return"(%2) : (tensor<ui64>) -> ()
  }) : (tensor<2x3xui64>, tensor<ui64>) -> tensor<2xui64>
  return %1 : tensor<2xui64>
}

// CHECK-LABEL: func.func @min_ui16_from_signed_highest
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce min %arg0 dims = [1] : tensor<2x3xui16> -> tensor<2xui16>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<ui16> -> tensor<2xui16>
// CHECK-NEXT: %[[C:.+]] = accy.min %[[B]], %[[R]] : tensor<2xui16>
// CHECK-NEXT: return %[[C]]
func.func @min_ui16_from_signed_highest(%arg0: tensor<2x3xui16>) -> tensor<2xui16> {
  %0 = "stablehlo.constant"() <{value = dense<32767> : tensor<ui16>}> : () -> tensor<ui16>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %2 = "stablehlo.minimum"(%a, %b) : (tensor<ui16>, tensor<ui16>) -> tensor<ui16>
    "stablehlo.return"(%2) : (tensor<ui16>) -> ()
  }) : (tensor<2x3xui16>, tensor<ui16>) -> tensor<2xui16>
  return %1 : tensor<2xui16>
}

// CHECK-LABEL: func.func @and_i32
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce and %arg0 dims = [1] : tensor<2x3xi32> -> tensor<2xi32>
// CHECK-NEXT: return %[[R]]
func.func @and_i32(%arg0: tensor<2x3xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = "stablehlo.and"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%2) : (tensor<i32>) -> ()
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @and_ui8
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce and %arg0 dims = [1] : tensor<2x3xui8> -> tensor<2xui8>
// CHECK-NEXT: return %[[R]]
func.func @and_ui8(%arg0: tensor<2x3xui8>) -> tensor<2xui8> {
  %0 = "stablehlo.constant"() <{value = dense<255> : tensor<ui8>}> : () -> tensor<ui8>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %2 = "stablehlo.and"(%a, %b) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    "stablehlo.return"(%2) : (tensor<ui8>) -> ()
  }) : (tensor<2x3xui8>, tensor<ui8>) -> tensor<2xui8>
  return %1 : tensor<2xui8>
}

// CHECK-LABEL: func.func @or_i32
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce or %arg0 dims = [1] : tensor<2x3xi32> -> tensor<2xi32>
// CHECK-NEXT: return %[[R]]
func.func @or_i32(%arg0: tensor<2x3xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = "stablehlo.or"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%2) : (tensor<i32>) -> ()
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @or_i32_from_one
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce or %arg0 dims = [1] : tensor<2x3xi32> -> tensor<2xi32>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<i32> -> tensor<2xi32>
// CHECK-NEXT: %[[C:.+]] = accy.or %[[B]], %[[R]] : tensor<2xi32>
// CHECK-NEXT: return %[[C]]
func.func @or_i32_from_one(%arg0: tensor<2x3xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = "stablehlo.or"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%2) : (tensor<i32>) -> ()
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @all
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce and %arg0 dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
// CHECK-NEXT: return %[[R]]
func.func @all(%arg0: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = "stablehlo.and"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// CHECK-LABEL: func.func @any
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce or %arg0 dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
// CHECK-NEXT: return %[[R]]
func.func @any(%arg0: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = "stablehlo.or"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// CHECK-LABEL: func.func @any_from_true
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce or %arg0 dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
// CHECK-NEXT: %[[B:.+]] = accy.broadcast %[[START]] dims = [] : tensor<i1> -> tensor<2xi1>
// CHECK-NEXT: %[[C:.+]] = accy.or %[[B]], %[[R]] : tensor<2xi1>
// CHECK-NEXT: return %[[C]]
func.func @any_from_true(%arg0: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = "stablehlo.or"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// On i1, addition and maximum are `or`, multiplication and minimum are `and`.
// CHECK-LABEL: func.func @add_i1
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce or %arg0 dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
// CHECK-NEXT: return %[[R]]
func.func @add_i1(%arg0: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = "stablehlo.add"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// CHECK-LABEL: func.func @max_i1
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce or %arg0 dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
// CHECK-NEXT: return %[[R]]
func.func @max_i1(%arg0: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = "stablehlo.maximum"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// CHECK-LABEL: func.func @multiply_i1
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce and %arg0 dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
// CHECK-NEXT: return %[[R]]
func.func @multiply_i1(%arg0: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = "stablehlo.multiply"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// CHECK-LABEL: func.func @min_i1
// CHECK: %[[START:.+]] = accy.constant
// CHECK-NEXT: %[[R:.+]] = accy.reduce and %arg0 dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
// CHECK-NEXT: return %[[R]]
func.func @min_i1(%arg0: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %2 = "stablehlo.minimum"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// A start value that is no constant.
// CHECK-LABEL: func.func @start_argument
// CHECK-NEXT: %0 = accy.reduce sum %arg0 dims = [0, 1] : tensor<2x3xf32> -> tensor<f32>
// CHECK-NEXT: %1 = accy.add %arg1, %0 : tensor<f32>
func.func @start_argument(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
