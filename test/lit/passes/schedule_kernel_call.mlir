// RUN: accy-opt %s -split-input-file --accy-schedule | FileCheck %s

// The reader of %t would be computed in the kernel of its only user, after the call has overwritten %t.
// CHECK-LABEL: func.func @reads_before
// CHECK: %[[T:.*]] = choir.work_item
// CHECK: accy.mul
// CHECK: %[[OLD:.*]] = choir.work_item
// CHECK: accy.neg
// CHECK: %[[NEW:.*]] = choir.work_item %[[T]]
// CHECK: accy.kernel_call
// CHECK: choir.work_item %[[OLD]], %[[NEW]]
// CHECK: accy.add
func.func @reads_before(%a: tensor<8xf32>) -> tensor<8xf32> {
  %t = accy.mul %a, %a : tensor<8xf32>
  %old = accy.neg %t : tensor<8xf32>
  %new = accy.kernel_call "increment" %t version = 1 effects = ["readwrite"] alias = 0 : tensor<8xf32> -> tensor<8xf32>
  %sum = accy.add %old, %new : tensor<8xf32>
  accy.return %sum : tensor<8xf32>
}

// -----

// Without the effect nothing keeps them apart.
// CHECK-LABEL: func.func @reads_only
// CHECK: accy.mul
// CHECK: choir.work_item
// CHECK: accy.kernel_call
// CHECK: choir.work_item
// CHECK: accy.neg
// CHECK: accy.add
func.func @reads_only(%a: tensor<8xf32>) -> tensor<8xf32> {
  %t = accy.mul %a, %a : tensor<8xf32>
  %old = accy.neg %t : tensor<8xf32>
  %new = accy.kernel_call "increment" %t version = 1 : tensor<8xf32> -> tensor<8xf32>
  %sum = accy.add %old, %new : tensor<8xf32>
  accy.return %sum : tensor<8xf32>
}

// -----

// What is read-only is copied first: an argument, a constant.
// CHECK-LABEL: func.func @copies
// CHECK: choir.work_item %arg0
// CHECK: accy.reshape
// CHECK: choir.work_item
// CHECK: accy.reshape
// CHECK: choir.work_item
// CHECK: accy.kernel_call
func.func @copies(%a: tensor<2xf32>) -> tensor<2xf32> {
  %k = accy.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = accy.kernel_call "swap" %a, %k version = 1 effects = ["write", "readwrite"] : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  accy.return %r : tensor<2xf32>
}
