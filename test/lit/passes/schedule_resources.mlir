// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a work item reads counts once, however often it is read; operands count each time.
// RUN: accy-opt %s --accy-schedule | FileCheck %s

// CHECK-LABEL: func.func @square_and_add
// CHECK: kind = elementwise
// CHECK-SAME: chain_operand_count = 1
// CHECK-SAME: element_count = 8
// CHECK-SAME: element_size = 4
// CHECK-SAME: estimated_element_ops = 16
// CHECK-SAME: external_input_value_count = 1
// CHECK-SAME: external_operand_count = 3
// CHECK-SAME: op_count = 2
// CHECK-SAME: static_bytes_complete = true
// CHECK-SAME: static_read_bytes = 32
// CHECK-SAME: static_total_bytes = 64
// CHECK-SAME: static_write_bytes = 32
func.func @square_and_add(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.mul %x, %x : tensor<8xf32>
  %1 = accy.add %0, %x : tensor<8xf32>
  accy.return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @product
// CHECK: kind = dot_general
// CHECK-SAME: estimated_element_ops = 240
// CHECK-SAME: static_read_bytes = 216
// CHECK-SAME: static_write_bytes = 160
func.func @product(%x: tensor<2x4x3xf32>, %y: tensor<2x3x5xf32>) -> tensor<2x4x5xf32> {
  %0 = accy.dot_general %x, %y lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<2x4x3xf32>, tensor<2x3x5xf32> -> tensor<2x4x5xf32>
  accy.return %0 : tensor<2x4x5xf32>
}
