// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not accy-opt %s --accy-compile=targets=cuda:sm_90,vulkan:llvmpipe,metal:m1,webgpu,cpu,wasm:simd128 2>&1 | FileCheck %s

// What a target cannot do is refused at the operation, for each target by its name, before anything is lowered. Where
// threadgroups exist a barrier is none of it.

// CHECK: error: kernel 'prints' cannot be lowered to cuda_ptx for target 'cuda:sm_90': 'gpu.printf': kernels hold gpu.block_id, {{.*}} only: write it with these [UnsupportedOperation]
// CHECK: error: kernel 'prints' cannot be lowered to vulkan_spirv for target 'vulkan:llvmpipe': 'gpu.printf':
// CHECK: error: kernel 'prints' cannot be lowered to metal_msl for target 'metal:m1': 'gpu.printf':
// CHECK: error: kernel 'prints' cannot be lowered to webgpu_wgsl for target 'webgpu': 'gpu.printf':
// CHECK: error: kernel 'prints' cannot be lowered to cpu_machine_code for target 'cpu': 'gpu.printf':
// CHECK: error: kernel 'waits' cannot be lowered to cpu_machine_code for target 'cpu': 'gpu.barrier': the format's entry points run the threads of a threadgroup one after the other, so that none can wait for another: write the kernel without, or compile it for a GPU [CapabilityMismatch]
// CHECK: error: kernel 'prints' cannot be lowered to webassembly_module for target 'wasm:simd128': 'gpu.printf':
// CHECK: error: kernel 'waits' cannot be lowered to webassembly_module for target 'wasm:simd128': 'gpu.barrier':
// CHECK-NOT: error:
gpu.module @mine {
  gpu.func @prints(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf32>
    gpu.printf "%f", %x : f32
    gpu.return
  }
  gpu.func @waits(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.barrier
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
