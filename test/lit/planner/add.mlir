// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of the sum of two vectors of 8 elements, one element a thread: rows of docs/planner.md, section 9.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{target} =
// DEFINE: %{compile} = accy-opt %s --accy-compile="%{target} strategies=generic" --accy-export=dir=%t/bundle -o %t/ir
// DEFINE: %{plan} = FileCheck %s --input-file=%t/bundle/plan.json

// REDEFINE: %{target} = target=cuda
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,CUDA
// RUN: FileCheck %s --check-prefix=PTX < %t/bundle/accy_choir_elementwise_add_0.ptx
// RUN: FileCheck %s --check-prefix=IR < %t/ir
// REDEFINE: %{target} = target=vulkan
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,VULKAN
// RUN: od -A n -N 4 -t x4 %t/bundle/accy_choir_elementwise_add_0.spv | FileCheck %s --check-prefix=SPIRV
// REDEFINE: %{target} = target=metal
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,METAL
// RUN: FileCheck %s --check-prefix=MSL < %t/bundle/accy_choir_elementwise_add_0.metal
// REDEFINE: %{target} = target=cpu format=cpu_object
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,HOST
// RUN: od -A n -N 4 -t x1 %t/bundle/accy_choir_elementwise_add_0.o | FileCheck %s --check-prefix=ELF
// REDEFINE: %{target} = target=wasm
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,HOST
// RUN: od -A n -N 8 -t x1 %t/bundle/accy_choir_elementwise_add_0.wasm | FileCheck %s --check-prefix=MAGIC

// One kernel, named by its operation, and what it is made of; the element count comes in a buffer.
// PLAN: "kernels": [{
// PLAN: "source": "tensor"
// PLAN: "launch_kind": "generic"
// PLAN: "entry": "accy_choir_elementwise_add_0"
// CUDA: "kind": "text"
// VULKAN: "kind": "words_u32"
// METAL: "kind": "text"
// HOST: "kind": "bytes"
// PLAN: "arguments": [{
// PLAN-NEXT: "buffer": 0
// PLAN-NEXT: }, {
// PLAN-NEXT: "buffer": 1
// PLAN-NEXT: }, {
// PLAN-NEXT: "buffer": 2
// PLAN-NEXT: }, {
// PLAN-NEXT: "count_buffer": 8
// HOST-NEXT: }, {
// HOST-NEXT: "scalar": {
// HOST-NEXT: "u32": 8
// HOST-NEXT: }
// HOST-NEXT: }, {
// HOST-NEXT: "scalar": {
// HOST-NEXT: "u32": 1
// HOST-NEXT: }
// HOST-NEXT: }, {
// HOST-NEXT: "scalar": {
// HOST-NEXT: "u32": 1
// HOST-NEXT: }
// HOST-NEXT: }, {
// HOST-NEXT: "scalar": {
// HOST-NEXT: "u32": 1
// HOST-NEXT: }
// HOST-NEXT: }, {
// HOST-NEXT: "scalar": {
// HOST-NEXT: "u32": 8
// HOST-NEXT: }
// HOST-NEXT: }, {
// HOST-NEXT: "scalar": {
// HOST-NEXT: "u32": 1
// HOST-NEXT: }
// HOST-NEXT: }, {
// HOST-NEXT: "scalar": {
// HOST-NEXT: "u32": 1
// HOST-NEXT: }
// PLAN-NEXT: }],
// CUDA-NEXT: "argument_count": 4,
// VULKAN-NEXT: "argument_count": 4,
// METAL-NEXT: "argument_count": 4,
// HOST-NEXT: "argument_count": 11,
// PLAN-NEXT: "element_count": 8,
// PLAN-NEXT: "count_argument": "device_buffer_u32",
// PLAN: "static_read_bytes": 64,
// PLAN-NEXT: "static_write_bytes": 32,
// PLAN-NEXT: "static_total_bytes": 96,
// PLAN-NEXT: "static_bytes_complete": true,
// PLAN: "external_input_value_count": 2,
// PLAN: "estimated_element_ops": 8,

// A subgroup of 32 where there are subgroups, else as many threads as elements.
// PLAN: "grid": [1, 1, 1],
// CUDA-NEXT: "threadgroup": [32, 1, 1],
// METAL-NEXT: "threadgroup": [32, 1, 1],
// VULKAN-NEXT: "threadgroup": [8, 1, 1],
// HOST-NEXT: "threadgroup": [8, 1, 1],
// PLAN: "class": "memory_bound",
// HOST: "fixed_threadgroup": true,
// PLAN: "candidates": [{
// CUDA: "est_bytes": 384,
// CUDA-NEXT: "est_ops": 32,
// HOST: "score": 0,
// HOST-NEXT: "est_bytes": 96,
// HOST-NEXT: "est_ops": 8,
// HOST-NOT: "score"
// PLAN: "output_fill": null,
// PLAN-NEXT: "scratch_fill": null,
// PLAN-NOT: "entry"

// IR: choir.launch @accy_choir_elementwise_add_0
// IR-SAME: candidates = [{est_bytes = 384 : i64, est_ops = 32 : i64, geometry = {grid = array<i64: 1, 1, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 32, 1, 1>}, score = 0 : i64},
// IR-SAME: class = "memory_bound", count_argument = "device_buffer_u32", dtypes = ["f32"], element_count = 8
// IR-NOT: choir.launch
// PTX: .visible .entry accy_choir_elementwise_add_0(
// SPIRV: 07230203
// MSL: kernel void accy_choir_elementwise_add_0(
// MSL: {{thread_position_in_grid}}
// ELF: 7f 45 4c 46
// MAGIC: 00 61 73 6d 01 00 00 00
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
