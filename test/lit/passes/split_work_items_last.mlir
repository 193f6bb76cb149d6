// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-split-work-items=max-buffers=5 | FileCheck %s

// The last operand of a concatenation alone reads more than the rest leaves room for.
// CHECK: choir.program @main
// CHECK: choir.work_item
// CHECK: accy.mul
// CHECK: choir.work_item
// CHECK: accy.concatenate
func.func @main(%x: tensor<2xf32>, %a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) -> tensor<4xf32> {
  %0 = accy.add %a, %b : tensor<2xf32>
  %1 = accy.mul %0, %c : tensor<2xf32>
  %2 = accy.concatenate %x, %1 dim = 0 : tensor<2xf32>, tensor<2xf32> -> tensor<4xf32>
  accy.return %2 : tensor<4xf32>
}
