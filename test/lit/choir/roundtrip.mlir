// RUN: accy-opt %s | accy-opt | FileCheck %s
// RUN: accy-opt %s --mlir-print-op-generic | accy-opt | FileCheck %s

// CHECK-LABEL: func.func @on_tensors
// CHECK: choir.work_item %arg0, %arg1 id = 0 kind = elementwise attributes {resources = {}} {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<i1>):
// CHECK-NEXT: accy.neg %[[A]]
// CHECK-NEXT: choir.yield
// CHECK-NEXT: } : tensor<4xf32>, tensor<i1> -> tensor<4xf32>
func.func @on_tensors(%a: tensor<4xf32>, %b: tensor<i1>) -> tensor<4xf32> {
  %0 = choir.work_item %a, %b id = 0 kind = elementwise attributes {resources = {}} {
  ^bb0(%x: tensor<4xf32>, %y: tensor<i1>):
    %z = accy.neg %x : tensor<4xf32>
    choir.yield %z : tensor<4xf32>
  } : tensor<4xf32>, tensor<i1> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: choir.program @main attributes {target = {backend = "cpu"}} {
// CHECK-NEXT: %[[I:.*]] = choir.slot 0 input {layout = {kind = "row_major"}} : memref<4xf32>
// CHECK-NEXT: %[[K:.*]] = choir.slot 1 constant value = dense<1.000000e+00> : tensor<4xf32> : memref<4xf32>
// CHECK-NEXT: %[[T:.*]] = choir.slot 2 temporary : memref<4xf32>
// CHECK-NEXT: %[[O:.*]] = choir.slot 3 output : memref<4xf32>
// CHECK-NEXT: choir.work_item %[[I]], %[[K]], %[[T]] id = 0 kind = elementwise {
// CHECK: } : memref<4xf32>
// CHECK: choir.launch @kernel %[[T]], %[[O]] id = 1 {plan = {}} : memref<4xf32>
// CHECK: choir.kernel @kernel id = 1 kind = elementwise attributes {work_item = 1 : i64} {
// CHECK: choir.kernel @lowered id = 2 kind = shape {
// CHECK-NEXT: }
// CHECK: choir.artifact @kernel format = cuda_ptx payload = "text"
// CHECK: choir.artifact @lowered format = vulkan_spirv payload = dense<[1, 2]> : tensor<2xi32>
// CHECK: choir.artifact @lowered format = cpu_object payload = dense<[1, 2]> : tensor<2xi8>
// CHECK: choir.return %[[O]], %[[I]] : memref<4xf32>
choir.program @main attributes {target = {backend = "cpu"}} {
  %0 = choir.slot 0 input {layout = {kind = "row_major"}} : memref<4xf32>
  %1 = choir.slot 1 constant value = dense<1.0> : tensor<4xf32> : memref<4xf32>
  %2 = choir.slot 2 temporary : memref<4xf32>
  %3 = choir.slot 3 output : memref<4xf32>
  choir.work_item %0, %1, %2 id = 0 kind = elementwise {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    %z = accy.add %x, %y : tensor<4xf32>
    choir.yield %z : tensor<4xf32>
  } : memref<4xf32>
  choir.launch @kernel %2, %3 id = 1 {plan = {}} : memref<4xf32>
  choir.kernel @kernel id = 1 kind = elementwise attributes {work_item = 1 : i64} {
  ^bb0(%x: tensor<4xf32>):
    %z = accy.neg %x : tensor<4xf32>
    choir.yield %z : tensor<4xf32>
  }
  choir.kernel @lowered id = 2 kind = shape {
  }
  choir.artifact @kernel format = cuda_ptx payload = "text"
  choir.artifact @lowered format = vulkan_spirv payload = dense<[1, 2]> : tensor<2xi32>
  choir.artifact @lowered format = cpu_object payload = dense<[1, 2]> : tensor<2xi8>
  choir.return %3, %0 : memref<4xf32>
}

// A program may have nothing in it.
// CHECK-LABEL: choir.program @empty {
// CHECK-NEXT: choir.return
choir.program @empty {
  choir.return
}
