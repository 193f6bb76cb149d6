// RUN: accy-opt %s --canonicalize --cse --symbol-dce | FileCheck %s

// What runs is not simplified away: equal slots, launches and kernels each have a meaning of their own.
// CHECK-LABEL: choir.program @main
// CHECK: choir.slot 0
// CHECK: choir.slot 1
// CHECK: choir.slot 2
// CHECK: choir.launch @k
// CHECK: choir.launch @k
// CHECK: choir.kernel @k
// CHECK: choir.artifact @k
choir.program @main {
  %0 = choir.slot 0 input : memref<4xf32>
  %1 = choir.slot 1 temporary : memref<4xf32>
  %2 = choir.slot 2 temporary : memref<4xf32>
  choir.launch @k %0, %1 id = 0 : memref<4xf32>
  choir.launch @k %0, %1 id = 0 : memref<4xf32>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%x: tensor<4xf32>):
    %z = accy.neg %x : tensor<4xf32>
    choir.yield %z : tensor<4xf32>
  }
  choir.artifact @k format = cuda_ptx payload = "text"
  choir.return
}

// A body is simplified as any other code.
// CHECK-LABEL: func.func @body
// CHECK: choir.work_item
// CHECK-NEXT: ^bb0
// CHECK-NEXT: choir.yield
func.func @body(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = choir.work_item %a id = 0 kind = elementwise {
  ^bb0(%x: tensor<4xf32>):
    %dead = accy.exp %x : tensor<4xf32>
    choir.yield %x : tensor<4xf32>
  } : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
