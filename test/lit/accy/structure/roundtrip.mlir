// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant, iota, kernel_call and return print and parse again as they were.

// RUN: accy-opt %s | FileCheck %s
// RUN: accy-opt %s | accy-opt | FileCheck %s
// RUN: accy-opt %s -mlir-print-op-generic | accy-opt | FileCheck %s
// RUN: accy-opt %s -mlir-print-debuginfo | accy-opt -mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// CHECK-LABEL: func.func @none()
func.func @none() {
  // CHECK-NEXT: accy.return
  accy.return
}

// CHECK-LABEL: func.func @constant
func.func @constant() -> (tensor<2xf32>, tensor<i1>) {
  // CHECK: accy.constant dense<[1.000000e+00, 0x7FC00000]> : tensor<2xf32>
  %0 = accy.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  // CHECK: accy.constant dense<true> : tensor<i1>
  %1 = accy.constant dense<true> : tensor<i1>
  // CHECK: accy.iota dim = 1 : tensor<2x3xui16>
  %2 = accy.iota dim = 1 : tensor<2x3xui16>
  // CHECK: accy.return %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<i1>
  accy.return %0, %1 : tensor<2xf32>, tensor<i1>
}

// CHECK-LABEL: func.func @kernel_call
func.func @kernel_call(%a: tensor<4xf32>, %b: tensor<2xi32>) -> tensor<4xf32> {
  // CHECK: accy.kernel_call "make" version = 1 : tensor<4xf32>
  %0 = accy.kernel_call "make" version = 1 : tensor<4xf32>
  // CHECK: accy.kernel_call "scale" %{{.*}}, %{{.*}} version = 4294967295 scalars = [{bits = 1065353216 : i64, kind = "f32"}] effects = ["readwrite", "read"] alias = 0 : tensor<4xf32>, tensor<2xi32> -> tensor<4xf32>
  %1 = accy.kernel_call "scale" %a, %b version = 4294967295 scalars = [{bits = 1065353216 : i64, kind = "f32"}] effects = ["readwrite", "read"] alias = 0 : tensor<4xf32>, tensor<2xi32> -> tensor<4xf32>
  accy.return %1 : tensor<4xf32>
}

// Locations are kept.
// LOC-LABEL: func.func @located
func.func @located(%a: tensor<4xf32>) -> tensor<4xf32> {
  // LOC: accy.exp %{{.*}} : tensor<4xf32> loc([[EXP:#.*]])
  %0 = accy.exp %a : tensor<4xf32> loc("model.py":7:3)
  // LOC: accy.return %{{.*}} : tensor<4xf32> loc([[RETURN:#.*]])
  accy.return %0 : tensor<4xf32> loc(fused["end", "model.py":8:1])
}
// LOC-DAG: [[EXP]] = loc("model.py":7:3)
// LOC-DAG: [[RETURN]] = loc(fused[
