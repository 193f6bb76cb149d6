// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of a call of a kernel from a registry, of two vectors of 8 elements on cuda.
// RUN: rm -rf %t && mkdir %t
// RUN: not accy-opt %s --accy-compile=target=cuda 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: accy-opt %s --accy-compile="target=cuda registry=%S/../passes/inputs/registry.json" --accy-export=dir=%t/bundle -o /dev/null
// RUN: cat %t/bundle/plan.json > %t/facts
// RUN: stat --printf='text of %%s bytes\n' %t/bundle/scale.ptx >> %t/facts
// RUN: FileCheck %s --input-file=%t/facts

// NONE: error: {{.*}}calls 'accy.custom.scale' version 1, and no kernel registry was given [UnsupportedOperation]
// CHECK: "source": "kernel_call",
// CHECK-NEXT: "launch_kind": "kernel_call",
// CHECK-NEXT: "entry": "scale",
// CHECK-NEXT: "payload": {
// CHECK-NEXT: "kind": "text",
// CHECK-NEXT: "path": "scale.ptx",
// CHECK-NEXT: "bytes": [[BYTES:[0-9]+]]
// CHECK: "buffer": 0
// CHECK: "buffer": 1
// CHECK: "buffer": 2
// CHECK: "count": 8
// CHECK: "scalar": {
// CHECK-NEXT: "u32": 7
// CHECK-NEXT: }
// CHECK-NEXT: }],
// CHECK-NEXT: "argument_count": 5,
// CHECK-NEXT: "element_count": 8,
// CHECK-NEXT: "count_argument": "scalar_u32",
// CHECK: "grid": [1, 1, 1],
// CHECK-NEXT: "threadgroup": [8, 1, 1],
// CHECK-NEXT: "shared_bytes": 2048
// CHECK: "fixed_threadgroup": true,
// CHECK: "candidates": [{
// CHECK: "grid": [1, 1, 1],
// CHECK-NEXT: "threadgroup": [8, 1, 1],
// CHECK-NEXT: "shared_bytes": 2048
// CHECK-NOT: "threadgroup"
// CHECK: text of [[BYTES]] bytes
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.kernel_call "accy.custom.scale" %a, %b version = 1 : tensor<8xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
