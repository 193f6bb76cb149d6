// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of a product of f16 into f32: refused where the profile lacks arithmetic on f16, compiled where it has it.
// RUN: rm -rf %t && mkdir %t
// RUN: not accy-opt %s --accy-compile=target=cuda -o %t/none 2>&1 | FileCheck %s --check-prefix=CUDA
// RUN: not accy-opt %s --accy-compile=target=vulkan -o %t/none 2>&1 | FileCheck %s --check-prefix=VULKAN
// RUN: not ls %t/none
// RUN: accy-opt %s --accy-compile=target=cuda:sm_90 --accy-export=dir=%t/cuda -o /dev/null
// RUN: FileCheck %s --input-file=%t/cuda/plan.json
// RUN: accy-opt %s --accy-compile=target=vulkan:llvmpipe --accy-export=dir=%t/vulkan -o /dev/null
// RUN: FileCheck %s --input-file=%t/vulkan/plan.json

// CUDA: dot_general_f16.mlir:[[#@LINE+9]]:8: error: 'accy.dot_general' op needs the feature f16_arithmetic; target 'cuda' has {{.*}} [CapabilityMismatch]
// VULKAN: dot_general_f16.mlir:[[#@LINE+8]]:8: error: 'accy.dot_general' op needs the feature f16_arithmetic; target 'vulkan' has {{.*}} [CapabilityMismatch]
// CHECK: "kind": "dot_general",
// CHECK: "dtypes": ["f16", "f32"],
// CHECK: "features": [{{.*}}"f16_arithmetic"
// CHECK: "tile": {
// CHECK: "input_dtype": "f16",
// CHECK-NEXT: "output_dtype": "f32",
func.func @main(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>) -> tensor<16x16xf32> {
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] accumulate = f32 : tensor<16x16xf16> -> tensor<16x16xf32>
  accy.return %0 : tensor<16x16xf32>
}
