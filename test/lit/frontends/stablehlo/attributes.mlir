// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hints to other compilers are dropped; attributes of known dialects and locations stay.

// RUN: accy-opt %s --stablehlo-to-accy | FileCheck %s
// RUN: accy-opt %s --stablehlo-to-accy --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOCATIONS

// CHECK-NOT: {{mhlo|jax|stablehlo|sdy}}
// CHECK: module @jit_f attributes {llvm.data_layout = "e"} {
// CHECK-NOT: {{mhlo|jax|stablehlo|sdy}}
// CHECK: func.func public @main(%arg0: tensor<2xf32> {llvm.name = "x"}, %arg1: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NOT: {{mhlo|jax|stablehlo|sdy}}
// CHECK: call @g(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NOT: {{mhlo|jax|stablehlo|sdy}}
// CHECK: func.func private @g(%arg0: tensor<2xf32>) -> tensor<2xf32> {

// LOCATIONS: accy.add {{.*}} loc("model.py":7:3)
"builtin.module"() <{sym_name = "jit_f"}> ({
  "func.func"() <{arg_attrs = [{mhlo.sharding = "{replicated}", llvm.name = "x"}, {jax.buffer_donor = true}], function_type = (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>):
    %0 = "func.call"(%arg0) <{callee = @g}> {mhlo.frontend_attributes = {}} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = "stablehlo.add"(%0, %arg1) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("model.py":7:3)
    "func.return"(%1) : (tensor<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xf32>) -> tensor<2xf32>, res_attrs = [{}], sym_name = "g", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2xf32>):
    "func.return"(%arg0) : (tensor<2xf32>) -> ()
  }) {stablehlo.note = #stablehlo<precision HIGH>, sdy.mesh = 1 : i32} : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32, llvm.data_layout = "e"} : () -> ()
