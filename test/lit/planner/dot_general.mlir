// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of the product of two matrices of 16x16 elements, one element a thread.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{target} =
// DEFINE: %{compile} = accy-opt %s --accy-compile="%{target} strategies=generic" --accy-export=dir=%t/bundle -o /dev/null
// DEFINE: %{plan} = FileCheck %s --input-file=%t/bundle/plan.json

// REDEFINE: %{target} = target=cuda
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,CUDA
// REDEFINE: %{target} = target=vulkan
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,VULKAN
// REDEFINE: %{target} = target=cpu format=cpu_object
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,OBJECT

// It takes no element count.
// PLAN: "entry": "accy_choir_dot_general_f32_16x16x16_0"
// OBJECT: "buffer": 2
// OBJECT-NEXT: }, {
// OBJECT-NEXT: "scalar": {
// OBJECT-NEXT: "u32": 256
// OBJECT-NEXT: }
// OBJECT-NEXT: }, {
// OBJECT-NEXT: "scalar": {
// OBJECT-NEXT: "u32": 256
// OBJECT-NEXT: }
// OBJECT-NEXT: }, {
// OBJECT-NEXT: "scalar": {
// OBJECT-NEXT: "u32": 1
// OBJECT-NEXT: }
// OBJECT-NEXT: }, {
// OBJECT-NEXT: "scalar": {
// OBJECT-NEXT: "u32": 1
// OBJECT-NEXT: }
// OBJECT-NEXT: }, {
// OBJECT-NEXT: "scalar": {
// OBJECT-NEXT: "u32": 1
// OBJECT-NEXT: }
// OBJECT-NEXT: }, {
// OBJECT-NEXT: "scalar": {
// OBJECT-NEXT: "u32": 1
// OBJECT-NEXT: }
// OBJECT-NEXT: }, {
// OBJECT-NEXT: "scalar": {
// OBJECT-NEXT: "u32": 1
// OBJECT-NEXT: }
// OBJECT-NEXT: }],
// OBJECT-NEXT: "argument_count": 10,
// CUDA: "argument_count": 3,
// VULKAN: "argument_count": 3,
// PLAN-NEXT: "element_count": 256,
// PLAN-NEXT: "count_argument": "none",
// PLAN: "static_read_bytes": 2048,
// PLAN-NEXT: "static_write_bytes": 1024,
// PLAN-NEXT: "static_total_bytes": 3072,
// PLAN: "estimated_element_ops": 8192,
// CUDA: "grid": [1, 1, 1],
// CUDA-NEXT: "threadgroup": [16, 16, 1],
// VULKAN: "grid": [2, 2, 1],
// VULKAN-NEXT: "threadgroup": [8, 8, 1],
// OBJECT: "grid": [256, 1, 1],
// OBJECT-NEXT: "threadgroup": [1, 1, 1],
// PLAN: "class": "compute_weighted",
// PLAN-NEXT: "subgroup_size": null,
// PLAN-NEXT: "subgroup_aligned": false,
// PLAN-NEXT: "fixed_threadgroup": true,

// CUDA: "candidates": [{
// CUDA-NEXT: "geometry": {
// CUDA-NEXT: "grid": [1, 1, 1],
// CUDA-NEXT: "threadgroup": [16, 16, 1],
// CUDA-NEXT: "shared_bytes": 0
// CUDA-NEXT: },
// CUDA-NEXT: "score": 0,
// CUDA-NEXT: "est_bytes": 3072,
// CUDA-NEXT: "est_ops": 8192,
// CUDA-NEXT: "tile": {
// CUDA-NEXT: "kind": "dot_general",
// CUDA-NEXT: "m": 16,
// CUDA-NEXT: "n": 16,
// CUDA-NEXT: "k": 16,
// CUDA-NEXT: "batch": 1,
// CUDA-NEXT: "input_dtype": "f32",
// CUDA-NEXT: "output_dtype": "f32",
// CUDA-NEXT: "input_tile_bytes": 2048,
// CUDA-NEXT: "output_tile_bytes": 1024,
// CUDA: }, {
// CUDA-NEXT: "geometry": {
// CUDA-NEXT: "grid": [1, 2, 1],
// CUDA-NEXT: "threadgroup": [32, 8, 1],
// CUDA-NEXT: "shared_bytes": 0
// CUDA-NEXT: },
// CUDA-NEXT: "score": 1,
// CUDA-NEXT: "est_bytes": 3072,
// CUDA-NEXT: "est_ops": 8192,
// CUDA-NEXT: "tile": {
// CUDA-NEXT: "kind": "dot_general",
// CUDA-NEXT: "m": 8,
// CUDA-NEXT: "n": 32,
// CUDA-NEXT: "k": 16,
// CUDA-NEXT: "batch": 1,
// CUDA-NEXT: "input_dtype": "f32",
// CUDA-NEXT: "output_dtype": "f32",
// CUDA-NEXT: "input_tile_bytes": 2560,
// CUDA-NEXT: "output_tile_bytes": 1024,
// CUDA: }, {
// CUDA-NEXT: "geometry": {
// CUDA-NEXT: "grid": [2, 1, 1],
// CUDA-NEXT: "threadgroup": [8, 32, 1],
// CUDA-NEXT: "shared_bytes": 0
// CUDA-NEXT: },
// CUDA-NEXT: "score": 2,
// CUDA-NEXT: "est_bytes": 3072,
// CUDA-NEXT: "est_ops": 8192,
// CUDA-NEXT: "tile": {
// CUDA-NEXT: "kind": "dot_general",
// CUDA-NEXT: "m": 32,
// CUDA-NEXT: "n": 8,
// CUDA-NEXT: "k": 16,
// CUDA-NEXT: "batch": 1,
// CUDA-NEXT: "input_dtype": "f32",
// CUDA-NEXT: "output_dtype": "f32",
// CUDA-NEXT: "input_tile_bytes": 2560,
// CUDA-NEXT: "output_tile_bytes": 1024,
// CUDA: }, {
// CUDA-NEXT: "geometry": {
// CUDA-NEXT: "grid": [2, 2, 1],
// CUDA-NEXT: "threadgroup": [8, 8, 1],
// CUDA-NEXT: "shared_bytes": 0
// CUDA-NEXT: },
// CUDA-NEXT: "score": 3,
// CUDA-NEXT: "est_bytes": 768,
// CUDA-NEXT: "est_ops": 2048,
// CUDA-NEXT: "tile": {
// CUDA-NEXT: "kind": "dot_general",
// CUDA-NEXT: "m": 8,
// CUDA-NEXT: "n": 8,
// CUDA-NEXT: "k": 16,
// CUDA-NEXT: "batch": 1,
// CUDA-NEXT: "input_dtype": "f32",
// CUDA-NEXT: "output_dtype": "f32",
// CUDA-NEXT: "input_tile_bytes": 1024,
// CUDA-NEXT: "output_tile_bytes": 256,

// VULKAN: "candidates": [{
// VULKAN-NEXT: "geometry": {
// VULKAN-NEXT: "grid": [2, 2, 1],
// VULKAN-NEXT: "threadgroup": [8, 8, 1],
// VULKAN-NEXT: "shared_bytes": 0
// VULKAN-NEXT: },
// VULKAN-NEXT: "score": 0,
// VULKAN-NEXT: "est_bytes": 768,
// VULKAN-NEXT: "est_ops": 2048,
// VULKAN-NEXT: "tile": {
// VULKAN-NEXT: "kind": "dot_general",
// VULKAN-NEXT: "m": 8,
// VULKAN-NEXT: "n": 8,
// VULKAN-NEXT: "k": 16,
// VULKAN-NEXT: "batch": 1,
// VULKAN-NEXT: "input_dtype": "f32",
// VULKAN-NEXT: "output_dtype": "f32",
// VULKAN-NEXT: "input_tile_bytes": 1024,
// VULKAN-NEXT: "output_tile_bytes": 256,
// VULKAN: }, {
// VULKAN-NEXT: "geometry": {
// VULKAN-NEXT: "grid": [1, 2, 1],
// VULKAN-NEXT: "threadgroup": [16, 8, 1],
// VULKAN-NEXT: "shared_bytes": 0
// VULKAN-NEXT: },
// VULKAN-NEXT: "score": 1,
// VULKAN-NEXT: "est_bytes": 1536,
// VULKAN-NEXT: "est_ops": 4096,
// VULKAN-NEXT: "tile": {
// VULKAN-NEXT: "kind": "dot_general",
// VULKAN-NEXT: "m": 8,
// VULKAN-NEXT: "n": 16,
// VULKAN-NEXT: "k": 16,
// VULKAN-NEXT: "batch": 1,
// VULKAN-NEXT: "input_dtype": "f32",
// VULKAN-NEXT: "output_dtype": "f32",
// VULKAN-NEXT: "input_tile_bytes": 1536,
// VULKAN-NEXT: "output_tile_bytes": 512,
// VULKAN: }, {
// VULKAN-NEXT: "geometry": {
// VULKAN-NEXT: "grid": [2, 1, 1],
// VULKAN-NEXT: "threadgroup": [8, 16, 1],
// VULKAN-NEXT: "shared_bytes": 0
// VULKAN-NEXT: },
// VULKAN-NEXT: "score": 2,
// VULKAN-NEXT: "est_bytes": 1536,
// VULKAN-NEXT: "est_ops": 4096,
// VULKAN-NEXT: "tile": {
// VULKAN-NEXT: "kind": "dot_general",
// VULKAN-NEXT: "m": 16,
// VULKAN-NEXT: "n": 8,
// VULKAN-NEXT: "k": 16,
// VULKAN-NEXT: "batch": 1,
// VULKAN-NEXT: "input_dtype": "f32",
// VULKAN-NEXT: "output_dtype": "f32",
// VULKAN-NEXT: "input_tile_bytes": 1536,
// VULKAN-NEXT: "output_tile_bytes": 512,
// VULKAN: }, {
// VULKAN-NEXT: "geometry": {
// VULKAN-NEXT: "grid": [1, 1, 1],
// VULKAN-NEXT: "threadgroup": [16, 16, 1],
// VULKAN-NEXT: "shared_bytes": 0
// VULKAN-NEXT: },
// VULKAN-NEXT: "score": 3,
// VULKAN-NEXT: "est_bytes": 3072,
// VULKAN-NEXT: "est_ops": 8192,
// VULKAN-NEXT: "tile": {
// VULKAN-NEXT: "kind": "dot_general",
// VULKAN-NEXT: "m": 16,
// VULKAN-NEXT: "n": 16,
// VULKAN-NEXT: "k": 16,
// VULKAN-NEXT: "batch": 1,
// VULKAN-NEXT: "input_dtype": "f32",
// VULKAN-NEXT: "output_dtype": "f32",
// VULKAN-NEXT: "input_tile_bytes": 2048,
// VULKAN-NEXT: "output_tile_bytes": 1024,

// OBJECT: "candidates": [{
// OBJECT-NEXT: "geometry": {
// OBJECT-NEXT: "grid": [256, 1, 1],
// OBJECT-NEXT: "threadgroup": [1, 1, 1],
// OBJECT-NEXT: "shared_bytes": 0
// OBJECT-NEXT: },
// OBJECT-NEXT: "score": 0,
// OBJECT-NEXT: "est_bytes": 12,
// OBJECT-NEXT: "est_ops": 32,
// OBJECT-NEXT: "tile": {
// OBJECT-NEXT: "kind": "dot_general",
// OBJECT-NEXT: "m": 1,
// OBJECT-NEXT: "n": 1,
// OBJECT-NEXT: "k": 16,
// OBJECT-NEXT: "batch": 1,
// OBJECT-NEXT: "input_dtype": "f32",
// OBJECT-NEXT: "output_dtype": "f32",
// OBJECT-NEXT: "input_tile_bytes": 128,
// OBJECT-NEXT: "output_tile_bytes": 4,
// PLAN-NOT: "score"
// PLAN: "output_fill"
func.func @main(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<16x16xf32> -> tensor<16x16xf32>
  accy.return %0 : tensor<16x16xf32>
}
