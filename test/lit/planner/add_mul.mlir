// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of (a + b) * c of 8 elements, one element a thread: two operations in one kernel.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{target} =
// DEFINE: %{compile} = accy-opt %s --accy-compile="target=%{target} strategies=generic" --accy-export=dir=%t/bundle -o /dev/null
// DEFINE: %{plan} = FileCheck %s --input-file=%t/bundle/plan.json

// REDEFINE: %{target} = cuda
// RUN: %{compile}
// RUN: %{plan} --check-prefixes=PLAN,CUDA
// RUN: FileCheck %s --check-prefix=PTX < %t/bundle/accy_choir_elementwise_add_mul_0.ptx
// REDEFINE: %{target} = vulkan
// RUN: %{compile}
// RUN: %{plan} --check-prefix=PLAN
// REDEFINE: %{target} = metal
// RUN: %{compile}
// RUN: %{plan} --check-prefix=PLAN
// RUN: FileCheck %s --check-prefix=MSL < %t/bundle/accy_choir_elementwise_add_mul_0.metal

// PLAN: "entry": "accy_choir_elementwise_add_mul_0"
// PLAN: "argument_count": 5,
// CUDA: "static_read_bytes": 96,
// CUDA-NEXT: "static_write_bytes": 32,
// CUDA-NEXT: "static_total_bytes": 128,
// PLAN: "op_count": 2,
// PLAN-NEXT: "external_input_value_count": 3,
// PLAN-NEXT: "external_operand_count": 3,
// PLAN-NEXT: "chain_operand_count": 1,
// PLAN: "estimated_element_ops": 16,
// PLAN-NEXT: "ops_per_kib": 128
// CUDA: "candidates": [{
// CUDA: "est_bytes": 512,
// CUDA-NEXT: "est_ops": 64,
// PLAN-NOT: "entry"

// PTX: mul.{{(rn\.)?}}f32
// MSL: {{ \* }}
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  %1 = accy.mul %0, %c : tensor<8xf32>
  accy.return %1 : tensor<8xf32>
}
