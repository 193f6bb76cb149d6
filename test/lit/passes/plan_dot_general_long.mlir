// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt %s --accy-compile=target=cuda:sm_90 | FileCheck %s

// Where a contraction is so long that a plan has no number for the bytes of a block's operands, one thread an element
// has it, whose tiles are smaller; of more rows and columns there are larger blocks, of which the smaller still fit.

// CHECK-LABEL: choir.program @elements
// CHECK: input_tile_bytes = 2560000000
// CHECK: strategy = "dot_general"
func.func @elements(%a: tensor<128x20000000xf32>, %b: tensor<20000000x128xf32>) -> tensor<128x128xf32> {
  %r = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<128x20000000xf32>, tensor<20000000x128xf32> -> tensor<128x128xf32>
  return %r : tensor<128x128xf32>
}

// CHECK-LABEL: choir.program @blocks
// CHECK: input_tile_bytes = 2252800000
// CHECK: choir.dot_general_block = {columns = 64 : i64, rows = 64 : i64
func.func @blocks(%a: tensor<1536x2200000xf64>, %b: tensor<2200000x1536xf64>) -> tensor<1536x1536xf64> {
  %r = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<1536x2200000xf64>, tensor<2200000x1536xf64> -> tensor<1536x1536xf64>
  return %r : tensor<1536x1536xf64>
}
