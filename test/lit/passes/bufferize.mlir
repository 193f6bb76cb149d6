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

// -----

// Attributes of the caller's own stay, however many they are.
// CHECK-LABEL: choir.program @attributes {
// CHECK: choir.work_item {{.*}} id = 0 kind = elementwise attributes {a00 = 0 : i64, a01 = 1 : i64, a02 = 2 : i64, a03 = 3 : i64, a04 = 4 : i64, a05 = 5 : i64, a06 = 6 : i64, a07 = 7 : i64, a08 = 8 : i64, a09 = 9 : i64, a10 = 10 : i64, a11 = 11 : i64, a12 = 12 : i64, a13 = 13 : i64, a14 = 14 : i64, a15 = 15 : i64, a16 = 16 : i64, z = "last"} {
func.func @attributes(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = choir.work_item %a id = 0 kind = elementwise attributes {a00 = 0, a01 = 1, a02 = 2, a03 = 3, a04 = 4, a05 = 5, a06 = 6, a07 = 7, a08 = 8, a09 = 9, a10 = 10, a11 = 11, a12 = 12, a13 = 13, a14 = 14, a15 = 15, a16 = 16, z = "last"} {
  ^bb0(%x: tensor<4xf32>):
    %r = accy.neg %x : tensor<4xf32>
    choir.yield %r : tensor<4xf32>
  } : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
