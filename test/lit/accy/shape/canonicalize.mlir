// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operations: those that move nothing, two that become one, and those on constants.

// RUN: accy-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @move_nothing(
// CHECK-NEXT: accy.return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0 :
func.func @move_nothing(%a: tensor<1x3xf32>, %s: tensor<f32>) -> (tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>) {
  %0 = accy.broadcast %a dims = [0, 1] : tensor<1x3xf32> -> tensor<1x3xf32>
  %1 = accy.reshape %a : tensor<1x3xf32> -> tensor<1x3xf32>
  %2 = accy.transpose %a permutation = [0, 1] : tensor<1x3xf32> -> tensor<1x3xf32>
  %3 = accy.slice %a start = [0, 0] limit = [1, 3] strides = [5, 1] : tensor<1x3xf32> -> tensor<1x3xf32>
  %4 = accy.pad %a, %s low = [0, 0] high = [0, 0] interior = [7, 0] : tensor<1x3xf32>, tensor<f32> -> tensor<1x3xf32>
  %5 = accy.concatenate %a dim = 1 : tensor<1x3xf32> -> tensor<1x3xf32>
  %6 = accy.reverse %a dims = [0] : tensor<1x3xf32>
  %7 = accy.reverse %a dims = [1] : tensor<1x3xf32>
  %8 = accy.reverse %7 dims = [1] : tensor<1x3xf32>
  %9 = accy.reverse %a dims = [] : tensor<1x3xf32>
  accy.return %0, %1, %2, %3, %4, %5, %6, %8, %9 : tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>
}

// The same type, but not the same elements.
// CHECK-LABEL: func.func @move_something(
// CHECK: accy.broadcast %arg0 dims = [1, 0]
// CHECK: accy.transpose %arg0 permutation = [1, 0]
// CHECK: accy.pad %arg0, %arg1 low = [1, 0] high = [-1, 0]
// CHECK: accy.reverse %arg0 dims = [0]
// CHECK: accy.reverse %{{.*}} dims = [1]
func.func @move_something(%a: tensor<3x3xf32>, %s: tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = accy.broadcast %a dims = [1, 0] : tensor<3x3xf32> -> tensor<3x3xf32>
  %1 = accy.transpose %a permutation = [1, 0] : tensor<3x3xf32> -> tensor<3x3xf32>
  %2 = accy.pad %a, %s low = [1, 0] high = [-1, 0] interior = [0, 0] : tensor<3x3xf32>, tensor<f32> -> tensor<3x3xf32>
  %3 = accy.reverse %a dims = [0] : tensor<3x3xf32>
  %4 = accy.reverse %3 dims = [1] : tensor<3x3xf32>
  accy.return %0, %1, %2, %4 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}

// CHECK-LABEL: func.func @two_as_one(
// CHECK-DAG: %[[R:.*]] = accy.reshape %arg0 : tensor<2x3xf32> -> tensor<3x2xf32>
// CHECK-DAG: %[[T:.*]] = accy.transpose %arg1 permutation = [2, 0, 1] : tensor<2x3x4xf32> -> tensor<4x2x3xf32>
// CHECK-DAG: %[[B:.*]] = accy.broadcast %arg0 dims = [2, 1] : tensor<2x3xf32> -> tensor<5x3x2xf32>
// CHECK-NEXT: accy.return %[[R]], %[[T]], %[[B]]
func.func @two_as_one(%a: tensor<2x3xf32>, %b: tensor<2x3x4xf32>) -> (tensor<3x2xf32>, tensor<4x2x3xf32>, tensor<5x3x2xf32>) {
  %0 = accy.reshape %a : tensor<2x3xf32> -> tensor<6xf32>
  %1 = accy.reshape %0 : tensor<6xf32> -> tensor<3x2xf32>
  %2 = accy.transpose %b permutation = [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %3 = accy.transpose %2 permutation = [1, 2, 0] : tensor<3x4x2xf32> -> tensor<4x2x3xf32>
  %4 = accy.broadcast %a dims = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %5 = accy.broadcast %4 dims = [1, 2] : tensor<3x2xf32> -> tensor<5x3x2xf32>
  accy.return %1, %3, %5 : tensor<3x2xf32>, tensor<4x2x3xf32>, tensor<5x3x2xf32>
}

// Chains that undo themselves leave nothing.
// CHECK-LABEL: func.func @undone(
// CHECK-NEXT: accy.return %arg0, %arg0
func.func @undone(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = accy.transpose %a permutation = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = accy.transpose %0 permutation = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  %2 = accy.reshape %a : tensor<2x3xf32> -> tensor<6xf32>
  %3 = accy.reshape %2 : tensor<6xf32> -> tensor<2x3xf32>
  accy.return %1, %3 : tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @concatenate_empty(
// CHECK-NEXT: %[[C:.*]] = accy.concatenate %arg0, %arg0 dim = 0 : tensor<2x3xf32> -> tensor<4x3xf32>
// CHECK-NEXT: accy.return %[[C]], %arg0, %arg1
func.func @concatenate_empty(%a: tensor<2x3xf32>, %e: tensor<0x3xf32>) -> (tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) {
  %0 = accy.concatenate %a, %e, %a dim = 0 : tensor<2x3xf32>, tensor<0x3xf32>, tensor<2x3xf32> -> tensor<4x3xf32>
  %1 = accy.concatenate %e, %a dim = 0 : tensor<0x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %2 = accy.concatenate %e dim = 0 : tensor<0x3xf32> -> tensor<0x3xf32>
  accy.return %0, %1, %2 : tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>
}

// CHECK-LABEL: func.func @constant_broadcast()
// CHECK-NEXT: accy.constant dense<{{\[\[}}[true, true], [false, false{{\]\]}}, {{\[\[}}true, true], [false, false{{\]\]}}]> : tensor<2x2x2xi1>
// CHECK-NEXT: accy.return
func.func @constant_broadcast() -> tensor<2x2x2xi1> {
  %c0 = accy.constant dense<[[true, false]]> : tensor<1x2xi1>
  %0 = accy.broadcast %c0 dims = [2, 1] : tensor<1x2xi1> -> tensor<2x2x2xi1>
  accy.return %0 : tensor<2x2x2xi1>
}

// CHECK-LABEL: func.func @constant_reshape()
// CHECK-NEXT: accy.constant dense<{{\[\[}}1, 2], [3, 4], [5, 6{{\]\]}}> : tensor<3x2xi32>
// CHECK-NEXT: accy.return
func.func @constant_reshape() -> tensor<3x2xi32> {
  %c0 = accy.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = accy.reshape %c0 : tensor<2x3xi32> -> tensor<3x2xi32>
  accy.return %0 : tensor<3x2xi32>
}

// CHECK-LABEL: func.func @constant_transpose()
// CHECK-NEXT: accy.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6{{\]\]}}> : tensor<3x2xi32>
// CHECK-NEXT: accy.return
func.func @constant_transpose() -> tensor<3x2xi32> {
  %c0 = accy.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = accy.transpose %c0 permutation = [1, 0] : tensor<2x3xi32> -> tensor<3x2xi32>
  accy.return %0 : tensor<3x2xi32>
}

// CHECK-LABEL: func.func @constant_slice()
// CHECK-NEXT: accy.constant dense<{{\[\[}}4, 6{{\]\]}}> : tensor<1x2xi32>
// CHECK-NEXT: accy.return
func.func @constant_slice() -> tensor<1x2xi32> {
  %c0 = accy.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = accy.slice %c0 start = [1, 0] limit = [2, 3] strides = [1, 2] : tensor<2x3xi32> -> tensor<1x2xi32>
  accy.return %0 : tensor<1x2xi32>
}

// CHECK-LABEL: func.func @constant_pad()
// CHECK-NEXT: accy.constant dense<{{\[\[}}9, 9, 9], [2, 3, 9], [9, 9, 9{{\]\]}}> : tensor<3x3xi32>
// CHECK-NEXT: accy.return
func.func @constant_pad() -> tensor<3x3xi32> {
  %c0 = accy.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c1 = accy.constant dense<9> : tensor<i32>
  %0 = accy.pad %c0, %c1 low = [1, -1] high = [-1, 1] interior = [1, 0] : tensor<2x3xi32>, tensor<i32> -> tensor<3x3xi32>
  accy.return %0 : tensor<3x3xi32>
}

// CHECK-LABEL: func.func @constant_concatenate()
// CHECK-NEXT: accy.constant dense<{{\[\[}}1, 2, 3, 7, 1, 2, 3], [4, 5, 6, 7, 4, 5, 6{{\]\]}}> : tensor<2x7xi32>
// CHECK-NEXT: accy.return
func.func @constant_concatenate() -> tensor<2x7xi32> {
  %c0 = accy.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c1 = accy.constant dense<7> : tensor<2x1xi32>
  %0 = accy.concatenate %c0, %c1, %c0 dim = 1 : tensor<2x3xi32>, tensor<2x1xi32>, tensor<2x3xi32> -> tensor<2x7xi32>
  accy.return %0 : tensor<2x7xi32>
}

// CHECK-LABEL: func.func @constant_reverse()
// CHECK-NEXT: accy.constant dense<{{\[\[}}6, 5, 4], [3, 2, 1{{\]\]}}> : tensor<2x3xi32>
// CHECK-NEXT: accy.return
func.func @constant_reverse() -> tensor<2x3xi32> {
  %c0 = accy.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = accy.reverse %c0 dims = [0, 1] : tensor<2x3xi32>
  accy.return %0 : tensor<2x3xi32>
}

// A splat stays one at any size.
// CHECK-LABEL: func.func @splat_broadcast()
// CHECK-NEXT: accy.constant dense<1.500000e+00> : tensor<1000x2000xbf16>
// CHECK-NEXT: accy.return
func.func @splat_broadcast() -> tensor<1000x2000xbf16> {
  %c0 = accy.constant dense<1.5> : tensor<1000xbf16>
  %0 = accy.broadcast %c0 dims = [0] : tensor<1000xbf16> -> tensor<1000x2000xbf16>
  accy.return %0 : tensor<1000x2000xbf16>
}

// CHECK-LABEL: func.func @splat_reshape()
// CHECK-NEXT: accy.constant dense<1.500000e+00> : tensor<2000000xbf16>
// CHECK-NEXT: accy.return
func.func @splat_reshape() -> tensor<2000000xbf16> {
  %c0 = accy.constant dense<1.5> : tensor<1000x2000xbf16>
  %0 = accy.reshape %c0 : tensor<1000x2000xbf16> -> tensor<2000000xbf16>
  accy.return %0 : tensor<2000000xbf16>
}

// CHECK-LABEL: func.func @splat_transpose()
// CHECK-NEXT: accy.constant dense<1.500000e+00> : tensor<2000x1000xbf16>
// CHECK-NEXT: accy.return
func.func @splat_transpose() -> tensor<2000x1000xbf16> {
  %c0 = accy.constant dense<1.5> : tensor<1000x2000xbf16>
  %0 = accy.transpose %c0 permutation = [1, 0] : tensor<1000x2000xbf16> -> tensor<2000x1000xbf16>
  accy.return %0 : tensor<2000x1000xbf16>
}

// CHECK-LABEL: func.func @splat_slice()
// CHECK-NEXT: accy.constant dense<1.500000e+00> : tensor<1000x1999xbf16>
// CHECK-NEXT: accy.return
func.func @splat_slice() -> tensor<1000x1999xbf16> {
  %c0 = accy.constant dense<1.5> : tensor<1000x2000xbf16>
  %0 = accy.slice %c0 start = [0, 0] limit = [1000, 1999] strides = [1, 1] : tensor<1000x2000xbf16> -> tensor<1000x1999xbf16>
  accy.return %0 : tensor<1000x1999xbf16>
}

// CHECK-LABEL: func.func @splat_pad()
// CHECK-NEXT: accy.constant dense<1.500000e+00> : tensor<1001x2000xbf16>
// CHECK-NEXT: accy.return
func.func @splat_pad() -> tensor<1001x2000xbf16> {
  %c0 = accy.constant dense<1.5> : tensor<1000x2000xbf16>
  %c1 = accy.constant dense<1.5> : tensor<bf16>
  %0 = accy.pad %c0, %c1 low = [1, 0] high = [0, 0] interior = [0, 0] : tensor<1000x2000xbf16>, tensor<bf16> -> tensor<1001x2000xbf16>
  accy.return %0 : tensor<1001x2000xbf16>
}

// CHECK-LABEL: func.func @splat_concatenate()
// CHECK-NEXT: accy.constant dense<1.500000e+00> : tensor<2000x2000xbf16>
// CHECK-NEXT: accy.return
func.func @splat_concatenate() -> tensor<2000x2000xbf16> {
  %c0 = accy.constant dense<1.5> : tensor<1000x2000xbf16>
  %0 = accy.concatenate %c0, %c0 dim = 0 : tensor<1000x2000xbf16> -> tensor<2000x2000xbf16>
  accy.return %0 : tensor<2000x2000xbf16>
}

// CHECK-LABEL: func.func @splat_reverse()
// CHECK-NEXT: accy.constant dense<1.500000e+00> : tensor<1000x2000xbf16>
// CHECK-NEXT: accy.return
func.func @splat_reverse() -> tensor<1000x2000xbf16> {
  %c0 = accy.constant dense<1.5> : tensor<1000x2000xbf16>
  %0 = accy.reverse %c0 dims = [0] : tensor<1000x2000xbf16>
  accy.return %0 : tensor<1000x2000xbf16>
}

// Neither splat nor small.
// CHECK-LABEL: func.func @large()
// CHECK: accy.broadcast
func.func @large() -> tensor<513x2xi8> {
  %0 = accy.constant dense<[1, 2]> : tensor<2xi8>
  %1 = accy.broadcast %0 dims = [1] : tensor<2xi8> -> tensor<513x2xi8>
  accy.return %1 : tensor<513x2xi8>
}

// A gather whose result nothing uses goes; one of constants stays.
// CHECK-LABEL: func.func @gather(
// CHECK: %[[G:.*]] = accy.gather %arg0, %{{.*}} dim = 1
// CHECK-NEXT: accy.return %[[G]]
func.func @gather(%a: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %i = accy.constant dense<[0, 1, 2, 1]> : tensor<4xi32>
  %0 = accy.gather %a, %i dim = 1 : tensor<2x3xf32>, tensor<4xi32> -> tensor<2x4xf32>
  %1 = accy.gather %a, %i dim = 0 : tensor<2x3xf32>, tensor<4xi32> -> tensor<4x3xf32>
  accy.return %0 : tensor<2x4xf32>
}
