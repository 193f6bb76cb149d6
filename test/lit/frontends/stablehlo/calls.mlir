// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls, as JAX writes them, and operations that stand for calls; the pipeline inlines them.

// RUN: accy-opt %s --stablehlo-to-accy | FileCheck %s
// RUN: accy-opt %s --stablehlo-to-accy --inline --symbol-dce --canonicalize --cse | FileCheck %s --check-prefix=INLINED
// RUN: accy-opt %s --stablehlo-to-accy=clean-up=true | FileCheck %s --check-prefix=INLINED

// CHECK-LABEL: func.func public @main
// CHECK-NEXT: %0 = call @_where(%arg0, %arg1) : (tensor<4xi1>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %1 = accy.erf %0 : tensor<4xf32>
// CHECK-NEXT: %2 = accy.tan %1 : tensor<4xf32>
// CHECK-NEXT: %3:2 = call @chlo.twice.impl(%2) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT: %4 = accy.add %3#0, %3#1 : tensor<4xf32>
// CHECK-NEXT: return %4
// CHECK-LABEL: func.func private @_where
// CHECK: accy.select
// CHECK: func.func private @unused
// CHECK-NEXT: accy.neg

// INLINED-LABEL: func.func public @main
// INLINED-SAME: (%arg0: tensor<4xi1>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// INLINED-NEXT: %[[ZEROS:.+]] = accy.constant dense<0.000000e+00> : tensor<4xf32>
// INLINED-NEXT: %[[CHOSEN:.+]] = accy.select %arg0, %arg1, %[[ZEROS]]
// INLINED-NEXT: %[[ERF:.+]] = accy.erf %[[CHOSEN]]
// INLINED-NEXT: %[[TAN:.+]] = accy.tan %[[ERF]]
// INLINED-NEXT: %[[SUM:.+]] = accy.add %[[TAN]], %[[TAN]]
// INLINED-NEXT: return %[[SUM]]
// INLINED-NOT: func.func
func.func public @main(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @_where(%arg0, %arg1) : (tensor<4xi1>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.custom_call"(%0) <{call_target_name = "mhlo.erf", called_computations = []}> {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.custom_call"(%1) <{call_target_name = "mhlo.tan"}> : (tensor<4xf32>) -> tensor<4xf32>
  %3:2 = "stablehlo.composite"(%2) <{name = "chlo.twice", decomposition = @chlo.twice.impl, version = 1 : i32}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %4:2 = "stablehlo.optimization_barrier"(%3#0, %3#1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %5 = "stablehlo.add"(%4#0, %4#1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}
func.func private @_where(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
  %2 = "stablehlo.select"(%arg0, %arg1, %1) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  "stablehlo.return"(%2) : (tensor<4xf32>) -> ()
}
func.func private @chlo.twice.impl(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %arg0, %arg0 : tensor<4xf32>, tensor<4xf32>
}
func.func private @unused(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.negate"(%arg0) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
