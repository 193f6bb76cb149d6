// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt %s --accy-compile=target=cuda | FileCheck %s
// RUN: not accy-opt %s --accy-compile=target=vulkan 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: sed 's/i64: 64/i64: 48/' %s | not accy-opt --accy-compile=target=cuda 2>&1 | FileCheck %s --check-prefix=PART

// The contract of an authored kernel says that its threads exchange values, and its launch has whole subgroups.

// CHECK: gpu.func @user_swap
// CHECK-SAME: subgroup = ["shuffle"], subgroup_aligned = true, subgroup_size = 32
// LACKS: subgroup operation
// LACKS-SAME: [CapabilityMismatch]
// PART: no launch has whole subgroups of 32 threads
gpu.module @authored {
  gpu.func @user_swap(%a: memref<64xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 64, 1, 1>}} {
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<64xf32>
    %y, %valid = gpu.shuffle xor %x, %one, %width : f32
    memref.store %y, %a[%i] : memref<64xf32>
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
