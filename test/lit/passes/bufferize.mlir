// RUN: accy-opt %s -split-input-file --accy-bufferize | FileCheck %s
// RUN: accy-opt %s -split-input-file --accy-bufferize --accy-bufferize | FileCheck %s

// CHECK-LABEL: choir.program @main {
// CHECK-NEXT: %[[A:.*]] = choir.slot 0 input : memref<4x8xf32>
// CHECK-NEXT: %[[K:.*]] = choir.slot 1 constant value = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32> : memref<4xf32>
// CHECK-NEXT: %[[T:.*]] = choir.slot 2 temporary : memref<4xf32>
// CHECK-NEXT: choir.work_item %[[A]], %[[T]] id = 0 kind = reduction attributes {resources = {op_count = 1 : i64}} {
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<4x8xf32>):
// CHECK-NEXT:   %[[R:.*]] = accy.reduce sum %[[X]]
// CHECK-NEXT:   choir.yield %[[R]]
// CHECK-NEXT: } : memref<4x8xf32>, memref<4xf32>
// CHECK-NEXT: %[[O:.*]] = choir.slot 3 output : memref<4xf32>
// CHECK-NEXT: choir.work_item %[[T]], %[[K]], %[[O]] id = 1
// CHECK: choir.return %[[O]], %[[A]], %[[O]]
// CHECK-NOT: func.func
func.func @main(%a: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>) {
  %k = accy.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = choir.work_item %a id = 0 kind = reduction attributes {resources = {op_count = 1 : i64}} {
  ^bb0(%x: tensor<4x8xf32>):
    %r = accy.reduce sum %x dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
    choir.yield %r : tensor<4xf32>
  } : tensor<4x8xf32> -> tensor<4xf32>
  %1 = choir.work_item %0, %k id = 1 kind = elementwise {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    %r = accy.mul %x, %y : tensor<4xf32>
    choir.yield %r : tensor<4xf32>
  } : tensor<4xf32> -> tensor<4xf32>
  return %1, %a, %1 : tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>
}

// -----

// A declaration has nothing to bufferize.
// CHECK-LABEL: func.func private @outside
func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
