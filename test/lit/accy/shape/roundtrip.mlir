// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that move or repeat elements print and parse again as they were.

// RUN: accy-opt %s | FileCheck %s
// RUN: accy-opt %s | accy-opt | FileCheck %s
// RUN: accy-opt %s -mlir-print-op-generic | accy-opt | FileCheck %s

// CHECK-LABEL: func.func @shape
func.func @shape(%a: tensor<2x3xf32>, %s: tensor<f32>, %e: tensor<0x3xf32>) -> tensor<3x2xf32> {
  // CHECK: accy.broadcast %{{.*}} dims = [1, 2] : tensor<2x3xf32> -> tensor<4x2x3xf32>
  %0 = accy.broadcast %a dims = [1, 2] : tensor<2x3xf32> -> tensor<4x2x3xf32>
  // CHECK: accy.broadcast %{{.*}} dims = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = accy.broadcast %a dims = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  // CHECK: accy.broadcast %{{.*}} dims = [] : tensor<f32> -> tensor<0x5xf32>
  %2 = accy.broadcast %s dims = [] : tensor<f32> -> tensor<0x5xf32>
  // CHECK: accy.reshape %{{.*}} : tensor<2x3xf32> -> tensor<1x6xf32>
  %3 = accy.reshape %a : tensor<2x3xf32> -> tensor<1x6xf32>
  // CHECK: accy.reshape %{{.*}} : tensor<0x3xf32> -> tensor<7x0xf32>
  %4 = accy.reshape %e : tensor<0x3xf32> -> tensor<7x0xf32>
  // CHECK: accy.transpose %{{.*}} permutation = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %5 = accy.transpose %a permutation = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  // CHECK: accy.transpose %{{.*}} permutation = [] : tensor<f32> -> tensor<f32>
  %6 = accy.transpose %s permutation = [] : tensor<f32> -> tensor<f32>
  // CHECK: accy.slice %{{.*}} start = [0, 0] limit = [2, 3] strides = [1, 2] : tensor<2x3xf32> -> tensor<2x2xf32>
  %7 = accy.slice %a start = [0, 0] limit = [2, 3] strides = [1, 2] : tensor<2x3xf32> -> tensor<2x2xf32>
  // CHECK: accy.slice %{{.*}} start = [2, 1] limit = [2, 2] strides = [1, 9] : tensor<2x3xf32> -> tensor<0x1xf32>
  %8 = accy.slice %a start = [2, 1] limit = [2, 2] strides = [1, 9] : tensor<2x3xf32> -> tensor<0x1xf32>
  // CHECK: accy.pad %{{.*}}, %{{.*}} low = [1, -1] high = [0, 4] interior = [2, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<5x6xf32>
  %9 = accy.pad %a, %s low = [1, -1] high = [0, 4] interior = [2, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<5x6xf32>
  // CHECK: accy.pad %{{.*}}, %{{.*}} low = [1, 0] high = [1, 0] interior = [5, 0] : tensor<0x3xf32>, tensor<f32> -> tensor<2x3xf32>
  %10 = accy.pad %e, %s low = [1, 0] high = [1, 0] interior = [5, 0] : tensor<0x3xf32>, tensor<f32> -> tensor<2x3xf32>
  // CHECK: accy.concatenate %{{.*}}, %{{.*}} dim = 0 : tensor<2x3xf32>, tensor<0x3xf32> -> tensor<2x3xf32>
  %11 = accy.concatenate %a, %e dim = 0 : tensor<2x3xf32>, tensor<0x3xf32> -> tensor<2x3xf32>
  // CHECK: accy.concatenate %{{.*}} dim = 1 : tensor<2x3xf32> -> tensor<2x9xf32>
  %12 = accy.concatenate %a, %a, %a dim = 1 : tensor<2x3xf32> -> tensor<2x9xf32>
  // CHECK: accy.reverse %{{.*}} dims = [0, 1] : tensor<2x3xf32>
  %13 = accy.reverse %a dims = [0, 1] : tensor<2x3xf32>
  %i = accy.constant dense<[[1, 0, -7, 9]]> : tensor<1x4xi16>
  // CHECK: accy.gather %{{.*}}, %{{.*}} dim = 1 : tensor<2x3xf32>, tensor<1x4xi16> -> tensor<2x1x4xf32>
  %14 = accy.gather %a, %i dim = 1 : tensor<2x3xf32>, tensor<1x4xi16> -> tensor<2x1x4xf32>
  %j = accy.constant dense<1> : tensor<ui64>
  // CHECK: accy.gather %{{.*}}, %{{.*}} dim = 0 : tensor<2x3xf32>, tensor<ui64> -> tensor<3xf32>
  %15 = accy.gather %a, %j dim = 0 : tensor<2x3xf32>, tensor<ui64> -> tensor<3xf32>
  %k = accy.constant dense<0> : tensor<0xi32>
  // CHECK: accy.gather %{{.*}}, %{{.*}} dim = 0 : tensor<0x3xf32>, tensor<0xi32> -> tensor<0x3xf32>
  %16 = accy.gather %e, %k dim = 0 : tensor<0x3xf32>, tensor<0xi32> -> tensor<0x3xf32>
  accy.return %5 : tensor<3x2xf32>
}
