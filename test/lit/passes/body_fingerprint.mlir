// A body's fingerprint goes by what the body says: text round trips, other names and other locations leave it as it is.
// RUN: accy-opt %s --accy-assign-memory-spaces --accy-assign-layouts --accy-legalize=target=cuda --accy-kernelize --accy-plan > %t.once
// RUN: accy-opt %s --accy-assign-memory-spaces --accy-assign-layouts --accy-legalize=target=cuda --accy-kernelize --mlir-print-op-generic --mlir-print-debuginfo | accy-opt --accy-plan > %t.text
// RUN: accy-opt %s --accy-assign-memory-spaces --accy-assign-layouts --accy-legalize=target=cuda --accy-kernelize | accy-opt --accy-plan > %t.custom
// RUN: cat %t.once %t.text | FileCheck %s --check-prefix=TEXT
// RUN: diff %t.once %t.custom

// TEXT: choir.launch @first{{.*}}body_fingerprint = "[[FIRST:0x[0-9a-f]{16}]]"
// TEXT: choir.launch @scaled{{.*}}body_fingerprint = "[[SCALED:0x[0-9a-f]{16}]]"
// TEXT: choir.launch @first{{.*}}body_fingerprint = "[[FIRST]]"
// TEXT: choir.launch @scaled{{.*}}body_fingerprint = "[[SCALED]]"

// Two kernels with one body have one; another constant, operation, order of operands or type makes another.
// RUN: FileCheck %s --check-prefix=BODY < %t.once
// RUN: grep -o 'body_fingerprint = "[^"]*"' %t.once | sort -u | count 6
// BODY: choir.launch @first{{.*}}body_fingerprint = "[[SAME:0x[0-9a-f]{16}]]"
// BODY: choir.launch @second{{.*}}body_fingerprint = "[[SAME]]"
choir.program @main {
  %0 = choir.slot 0 input : memref<8xf32>
  %1 = choir.slot 1 input : memref<8xf32>
  %2 = choir.slot 2 input : memref<9xf32>
  %3 = choir.slot 3 output : memref<8xf32>
  %4 = choir.slot 4 output : memref<9xf32>
  choir.launch @first %0, %1, %3 id = 0 : memref<8xf32>
  choir.launch @second %0, %1, %3 id = 1 : memref<8xf32>
  choir.launch @turned %0, %1, %3 id = 2 : memref<8xf32>
  choir.launch @other %0, %1, %3 id = 3 : memref<8xf32>
  choir.launch @longer %2, %2, %4 id = 4 : memref<9xf32>
  choir.launch @scaled %0, %1, %3 id = 5 : memref<8xf32>
  choir.launch @rescaled %0, %1, %3 id = 6 : memref<8xf32>
  choir.kernel @first id = 0 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 8 : i64, element_size = 4 : i64, estimated_element_ops = 8 : i64, external_input_value_count = 2 : i64, external_operand_count = 2 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 64 : i64, static_total_bytes = 96 : i64, static_write_bytes = 32 : i64}, work_item = 0 : i64} {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %c = accy.sub %a, %b : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.kernel @second id = 1 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 8 : i64, element_size = 4 : i64, estimated_element_ops = 8 : i64, external_input_value_count = 2 : i64, external_operand_count = 2 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 64 : i64, static_total_bytes = 96 : i64, static_write_bytes = 32 : i64}, work_item = 1 : i64} {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %c = accy.sub %a, %b : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.kernel @turned id = 2 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 8 : i64, element_size = 4 : i64, estimated_element_ops = 8 : i64, external_input_value_count = 2 : i64, external_operand_count = 2 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 64 : i64, static_total_bytes = 96 : i64, static_write_bytes = 32 : i64}, work_item = 2 : i64} {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %c = accy.sub %b, %a : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.kernel @other id = 3 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 8 : i64, element_size = 4 : i64, estimated_element_ops = 8 : i64, external_input_value_count = 2 : i64, external_operand_count = 2 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 64 : i64, static_total_bytes = 96 : i64, static_write_bytes = 32 : i64}, work_item = 3 : i64} {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %c = accy.add %a, %b : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.kernel @longer id = 4 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 9 : i64, element_size = 4 : i64, estimated_element_ops = 9 : i64, external_input_value_count = 2 : i64, external_operand_count = 2 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 72 : i64, static_total_bytes = 108 : i64, static_write_bytes = 36 : i64}, work_item = 4 : i64} {
  ^bb0(%a: tensor<9xf32>, %b: tensor<9xf32>):
    %c = accy.sub %a, %b : tensor<9xf32>
    choir.yield %c : tensor<9xf32>
  }
  choir.kernel @scaled id = 5 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 8 : i64, element_size = 4 : i64, estimated_element_ops = 8 : i64, external_input_value_count = 2 : i64, external_operand_count = 2 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 64 : i64, static_total_bytes = 96 : i64, static_write_bytes = 32 : i64}, work_item = 5 : i64} {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %s = accy.constant dense<2.0> : tensor<8xf32>
    %d = accy.sub %a, %b : tensor<8xf32>
    %c = accy.mul %d, %s : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.kernel @rescaled id = 6 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 8 : i64, element_size = 4 : i64, estimated_element_ops = 8 : i64, external_input_value_count = 2 : i64, external_operand_count = 2 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 64 : i64, static_total_bytes = 96 : i64, static_write_bytes = 32 : i64}, work_item = 6 : i64} {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %s = accy.constant dense<3.0> : tensor<8xf32>
    %d = accy.sub %a, %b : tensor<8xf32>
    %c = accy.mul %d, %s : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.return %3, %4 : memref<8xf32>, memref<9xf32>
}
