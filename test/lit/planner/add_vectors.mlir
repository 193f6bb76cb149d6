// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of the sum of two vectors of 8 elements by the best strategy on cuda: a kernel of vectors of four, whose body
// planning leaves as it is.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=cuda --accy-export=dir=%t/bundle -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/bundle/plan.json
// RUN: grep -o 'body_fingerprint = "0x[0-9a-f]*"' %t/planned.mlir > %t/first
// RUN: accy-opt %t/planned.mlir --accy-plan | grep -o 'body_fingerprint = "0x[0-9a-f]*"' > %t/again
// RUN: diff %t/first %t/again

// CHECK: "kernels": [{
// CHECK: "entry": "accy_choir_elementwise_add_0_v4"
// CHECK: "element_count": 8,
// CHECK-NOT: "entry"
// CHECK: "body_fingerprint": "0x{{[0-9a-f]+}}"
// CHECK-NOT: "entry"
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
