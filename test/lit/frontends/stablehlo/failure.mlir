// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A failure leaves the module as it was: neither converted by half nor without its attributes.

// RUN: not accy-opt %s --stablehlo-to-accy --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// CHECK: error: 'stablehlo.popcnt' is not supported
// CHECK: module attributes {mhlo.num_partitions = 1 : i32} {
// CHECK: "stablehlo.add"
// CHECK-NEXT: "stablehlo.popcnt"
// CHECK-NEXT: "stablehlo.negate"
// CHECK-NOT: accy.
module attributes {mhlo.num_partitions = 1 : i32} {
  func.func @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %1 = "stablehlo.popcnt"(%0) : (tensor<4xi32>) -> tensor<4xi32>
    %2 = "stablehlo.negate"(%1) : (tensor<4xi32>) -> tensor<4xi32>
    return %2 : tensor<4xi32>
  }
}
