// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of the sums of the rows of 16x16 elements, each output by one thread.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile="target=cuda strategies=generic" --accy-export=dir=%t/cuda -o /dev/null
// RUN: FileCheck %s --check-prefixes=PLAN,CUDA < %t/cuda/plan.json
// RUN: accy-opt %s --accy-compile="target=vulkan strategies=generic" --accy-export=dir=%t/vulkan -o /dev/null
// RUN: FileCheck %s --check-prefixes=PLAN,VULKAN < %t/vulkan/plan.json

// PLAN: "entry": "accy_choir_reduction_sum_rank2_axis1_f32_0"
// PLAN: "element_count": 16,
// PLAN: "static_read_bytes": 1024,
// PLAN-NEXT: "static_write_bytes": 64,
// PLAN-NEXT: "static_total_bytes": 1088,
// PLAN: "grid": [1, 1, 1],
// CUDA-NEXT: "threadgroup": [32, 1, 1],
// VULKAN-NEXT: "threadgroup": [64, 1, 1],
// CUDA: "m": 32,
// VULKAN: "m": 64,
// PLAN-NEXT: "n": 16,
// PLAN-NEXT: "k": 1,
// CUDA: "input_tile_bytes": 2048,
// CUDA-NEXT: "output_tile_bytes": 128,
// VULKAN: "input_tile_bytes": 4096,
// VULKAN-NEXT: "output_tile_bytes": 256,
// PLAN: "candidates": [{
// CUDA: "est_bytes": 2176,
// CUDA-NEXT: "est_ops": 512,
// VULKAN: "est_bytes": 4352,
// VULKAN-NEXT: "est_ops": 1024,
// PLAN-NOT: "entry"
func.func @main(%a: tensor<16x16xf32>) -> tensor<16xf32> {
  %0 = accy.reduce sum %a dims = [1] : tensor<16x16xf32> -> tensor<16xf32>
  accy.return %0 : tensor<16xf32>
}
