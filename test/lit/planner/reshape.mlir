// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of a reshape of 2x4 elements to 8 on vulkan.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile="target=vulkan strategies=generic" --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --input-file=%t/bundle/plan.json

// CHECK: "entry": "accy_choir_shape_reshape_0"
// CHECK: "argument_count": 3,
// CHECK: "static_read_bytes": 32,
// CHECK-NEXT: "static_write_bytes": 32,
// CHECK-NEXT: "static_total_bytes": 64,
// CHECK: "estimated_element_ops": 8,
// CHECK: "grid": [1, 1, 1],
// CHECK-NEXT: "threadgroup": [8, 1, 1],
// CHECK: "class": "memory_bound",
// CHECK: "fixed_threadgroup": true,
// CHECK: "candidates": [{
// CHECK: "est_bytes": 64,
// CHECK-NEXT: "est_ops": 8,
// CHECK-NOT: "entry"
func.func @main(%a: tensor<2x4xf32>) -> tensor<8xf32> {
  %0 = accy.reshape %a : tensor<2x4xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
