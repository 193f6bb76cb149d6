// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private functions are inlined where they are called, and are no programs of their own; nothing else is simplified.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=cuda --accy-export=dir=%t/bundle | FileCheck %s
// RUN: ls %t/bundle | FileCheck %s --check-prefix=FILES
// RUN: not accy-opt %S/inputs/recursion.mlir --accy-compile=target=cuda 2>&1 | FileCheck %s --check-prefix=RECURSION

// CHECK-NOT: choir.program @{{square|twice|unused}}
// CHECK: choir.program @main
// CHECK: choir.launch @accy_choir_elementwise_mul_mul_add_add_0_v4
// CHECK-NOT: choir.program

// One public function goes into the folder itself.
// FILES: accy_choir_elementwise_mul_mul_add_add_0_v4.ptx
// FILES: plan.json

// RECURSION: error: 'func.call' op cannot be scheduled: calls are inlined first

func.func private @square(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.mul %a, %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
func.func private @twice(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @square(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = func.call @square(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = accy.add %0, %1 : tensor<8xf32>
  func.return %2 : tensor<8xf32>
}
func.func private @unused(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @twice(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = accy.add %0, %a : tensor<8xf32>
  accy.return %1 : tensor<8xf32>
}
