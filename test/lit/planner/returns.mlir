// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func.return and accy.return end a function alike: the same plan comes of both.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=cuda --accy-export=dir=%t/accy -o /dev/null
// RUN: sed s/accy.return/func.return/ %s | accy-opt - --accy-compile=target=cuda --accy-export=dir=%t/func -o /dev/null
// RUN: diff -r %t/accy %t/func
// RUN: FileCheck %s < %t/func/plan.json

// Outputs are in the order of the operands; what is returned twice, or is an input, is there, too.
// CHECK: "inputs": [0, 1],
// CHECK-NEXT: "outputs": [2, 0, 2, 1],
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = accy.add %a, %b : tensor<8xf32>
  accy.return %0, %a, %0, %b : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
