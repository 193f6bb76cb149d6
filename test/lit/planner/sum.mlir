// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of the sum of 256 elements, each output by one thread: of f32 on cuda and vulkan, and of i32.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{target} =
// DEFINE: %{type} = f32
// DEFINE: %{compile} = sed s/f32/%{type}/g %s | accy-opt - --accy-compile="target=%{target} strategies=generic" --accy-export=dir=%t/bundle -o /dev/null
// DEFINE: %{plan} = FileCheck %s --input-file=%t/bundle/plan.json

// REDEFINE: %{target} = cuda
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,CUDA
// REDEFINE: %{target} = vulkan
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,VULKAN
// REDEFINE: %{type} = i32
// RUN: %{compile}
// RUN: %{plan} --check-prefix=INTEGERS
// REDEFINE: %{target} = cuda
// RUN: %{compile}
// RUN: %{plan} --check-prefix=INTEGERS

// PLAN: "entry": "accy_choir_reduction_sum_rank1_axis0_f32_0"
// PLAN: "count_buffer": 1
// PLAN: "argument_count": 3,
// PLAN-NEXT: "element_count": 1,
// PLAN: "static_read_bytes": 1024,
// PLAN-NEXT: "static_write_bytes": 4,
// PLAN-NEXT: "static_total_bytes": 1028,
// PLAN: "estimated_element_ops": 256,
// PLAN: "grid": [1, 1, 1],
// CUDA-NEXT: "threadgroup": [32, 1, 1],
// VULKAN-NEXT: "threadgroup": [64, 1, 1],
// PLAN: "class": "memory_bound",
// CUDA: "fixed_threadgroup": false,
// VULKAN: "fixed_threadgroup": true,
// PLAN-NEXT: "tile": {
// PLAN-NEXT: "kind": "reduction",
// CUDA-NEXT: "m": 32,
// VULKAN-NEXT: "m": 64,
// PLAN-NEXT: "n": 256,
// PLAN-NEXT: "k": 0,
// CUDA: "input_tile_bytes": 32768,
// CUDA-NEXT: "output_tile_bytes": 128,
// VULKAN: "input_tile_bytes": 65536,
// VULKAN-NEXT: "output_tile_bytes": 256,
// PLAN: "reduction_kind": "sum",
// PLAN-NEXT: "reduction_rank": 1,
// PLAN-NEXT: "reduction_axis": 0,
// PLAN-NEXT: "reduction_extent": 256
// PLAN: "candidates": [{
// CUDA: "est_bytes": 32896,
// CUDA-NEXT: "est_ops": 8192,
// VULKAN: "est_bytes": 65792,
// VULKAN-NEXT: "est_ops": 16384,
// PLAN-NOT: "entry"

// INTEGERS: "entry": "accy_choir_reduction_sum_rank1_axis0_i32_0"
// INTEGERS: "required": {
// INTEGERS-NEXT: "dtypes": ["i32"],
func.func @main(%a: tensor<256xf32>) -> tensor<f32> {
  %0 = accy.reduce sum %a dims = [0] : tensor<256xf32> -> tensor<f32>
  accy.return %0 : tensor<f32>
}
