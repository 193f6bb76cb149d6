// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DEFINE: %{prepare} = accy-opt --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-outline-kernels
// RUN: %{prepare} %s --accy-legalize=target=cuda:sm_90 --accy-kernelize --accy-plan | FileCheck %s
// RUN: %{prepare} %s --accy-legalize=target=webgpu --accy-kernelize --accy-plan | FileCheck %s --check-prefix=WEBGPU
// RUN: %{prepare} %s --accy-legalize=target=vulkan --accy-kernelize | FileCheck %s --check-prefix=BASELINE
// RUN: %{prepare} %s --accy-legalize=target=cuda:sm_90 --accy-kernelize=strategies=generic | FileCheck %s --check-prefix=BASELINE
// RUN: %{prepare} %s --accy-legalize=target=cuda:sm_90 --accy-kernelize | sed 's/{columns = 128/{columns = 0/' | not accy-opt --accy-plan 2>&1 | FileCheck %s --check-prefix=MALFORMED

// Vulkan's baseline has no threadgroup memory.
// BASELINE-NOT: dot_general_block

// Products are fused with their sums where the target can.
// Enough blocks of 128 x 128: a thread has 8 x 8 sums. Vectors of the left operand go down a line of the contraction.
// CHECK: choir.slot 0 input {layout = {alignment = 16
// CHECK: geometry = {grid = array<i64: 16, 32, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 16, 16, 1>}{{.*}}input_tile_bytes = 20480 : i64, k = 20 : i64, kind = "dot_general", m = 128 : i64, n = 128 : i64, {{.*}}output_tile_bytes = 65536 : i64, {{.*}}scratch_memory_bytes = 16896 : i64}}], {{.*}}features = ["fused_multiply_add"], fixed_threadgroup = true
// CHECK: strategy = "dot_general_block"
// CHECK: gpu.func {{.*}}workgroup(%[[A:.*]] : memref<2112xf32, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<2112xf32, #gpu.address_space<workgroup>>) kernel attributes {choir.buffer_alignment = array<i64: 16, 16, 16>, choir.dot_general_block = {columns = 128 : i64, rows = 128 : i64, threads = 16 : i64}}
// CHECK-COUNT-4: memref.load %arg0
// CHECK-COUNT-4: memref.load %arg1
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %c0 to %c3
// CHECK-COUNT-8: memref.load %arg
// CHECK-COUNT-8: memref.load %[[A]]
// CHECK-COUNT-8: memref.load %[[B]]
// CHECK-COUNT-64: math.fma
// CHECK: gpu.barrier
// CHECK-COUNT-64: memref.store %{{.*}}, %arg2
// CHECK-NOT: memref.store

// Two stages of it are more than WebGPU's memory.
// WEBGPU-NOT: math.fma
// WEBGPU: choir.dot_general_block = {columns = 64 : i64, rows = 64 : i64, threads = 16 : i64}
// WEBGPU-NOT: math.fma
// MALFORMED: error: 'gpu.func' op has a 'choir.dot_general_block' without rows, columns and threads of 1 to 2^32-1 [InvalidArtifact]
func.func @large(%a: tensor<4096x20xf32>, %b: tensor<20x2048xf32>) -> tensor<4096x2048xf32> {
  %r = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4096x20xf32>, tensor<20x2048xf32> -> tensor<4096x2048xf32>
  return %r : tensor<4096x2048xf32>
}

// Too few columns for blocks.
// CHECK: strategy = "dot_general"
func.func @narrow(%a: tensor<4096x20xf32>, %b: tensor<20x8xf32>) -> tensor<4096x8xf32> {
  %r = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4096x20xf32>, tensor<20x8xf32> -> tensor<4096x8xf32>
  return %r : tensor<4096x8xf32>
}
