// RUN: accy-opt %s --accy-schedule=max-inputs=40 --accy-bufferize --accy-split-work-items=max-buffers=6 | FileCheck %s
// RUN: accy-opt %s --accy-schedule=max-inputs=40 --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-split-work-items=max-buffers=6 | FileCheck %s --check-prefix=RECORDS
// RUN: accy-opt %s --accy-schedule=max-inputs=40 --accy-bufferize -o %t.whole
// RUN: accy-opt %t.whole --accy-split-work-items=max-buffers=11 | cmp - %t.whole
// RUN: accy-opt %t.whole --accy-assign-targets=target=webgpu --accy-split-work-items | FileCheck %s --check-prefix=TARGET
// RUN: not accy-opt %t.whole --accy-split-work-items 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not accy-opt %t.whole --accy-split-work-items=max-buffers=4 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not accy-opt %t.whole --accy-split-work-items=max-buffers=-1 2>&1 | FileCheck %s --check-prefix=FEW

// Kernels of at most four inputs. A concatenation of seven joins no more of them than it must.
// CHECK: choir.program @concatenate
// CHECK: %[[OUT:.*]] = choir.slot 7 output : memref<14xf32>
// CHECK: %[[JOINED:.*]] = choir.slot 8 temporary : memref<8xf32>
// CHECK: choir.work_item %0, %1, %2, %3, %[[JOINED]] id = 1 kind = shape
// CHECK: %[[V:.*]] = accy.concatenate %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} dim = 0 : tensor<2xf32> -> tensor<8xf32>
// CHECK-NEXT: choir.yield %[[V]]
// CHECK: choir.work_item %4, %5, %6, %[[JOINED]], %[[OUT]] id = 0 kind = shape
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>, %[[C:.*]]: tensor<2xf32>, %[[D:.*]]: tensor<8xf32>):
// CHECK-NEXT: accy.concatenate %[[D]], %[[A]], %[[B]], %[[C]] dim = 0

// Other operations lose the operand that is computed from most inputs; what is computed from it is not computed again.
// CHECK: choir.program @sum
// CHECK: %[[PART:.*]] = choir.slot {{[0-9]+}} temporary : memref<2xf32>
// CHECK: choir.work_item %0, %1, %2, %3, %[[PART]] id = 1 kind = elementwise
// CHECK-COUNT-3: accy.add
// CHECK-NOT: accy.add
// CHECK: choir.yield
// CHECK: choir.work_item %4, %[[PART]], %{{.*}} id = 0 kind = elementwise
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<2xf32>, %[[P:.*]]: tensor<2xf32>):
// CHECK-NEXT: %[[S:.*]] = accy.add %[[P]], %[[X]]
// CHECK-NEXT: accy.mul %[[S]], %[[P]]

// A reduction of what is concatenated stays one; the kind of each part is that of its body.
// CHECK: choir.program @reduce
// CHECK: kind = elementwise
// CHECK: accy.neg
// CHECK: accy.concatenate
// CHECK: choir.yield
// CHECK: kind = reduction
// CHECK: accy.concatenate
// CHECK: accy.reduce

// RECORDS: choir.slot 8 temporary {layout = {alignment = 4 : i64, kind = "row_major", minor_to_major = array<i64: 0>, strides = array<i64: 1>}, memory = {access = "read_write", space = "device_global", transfer = "none"}} : memref<8xf32>

// With what WebGPU allows, eight, the sum stays whole.
// TARGET: choir.program @concatenate
// TARGET: choir.slot {{[0-9]+}} temporary
// TARGET: choir.program @sum
// TARGET-NOT: temporary
// TARGET: choir.return
// NONE: error: 'choir.program' op has no target: give accy-assign-targets
// FEW: error: {{.*}}max-buffers
func.func @concatenate(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>) -> tensor<14xf32> {
  %0 = accy.concatenate %a0, %a1, %a2, %a3, %a4, %a5, %a6 dim = 0 : tensor<2xf32> -> tensor<14xf32>
  accy.return %0 : tensor<14xf32>
}
func.func @sum(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) -> tensor<2xf32> {
  %0 = accy.add %a0, %a1 : tensor<2xf32>
  %1 = accy.add %0, %a2 : tensor<2xf32>
  %2 = accy.add %1, %a3 : tensor<2xf32>
  %3 = accy.add %2, %a4 : tensor<2xf32>
  %4 = accy.mul %3, %2 : tensor<2xf32>
  accy.return %4 : tensor<2xf32>
}
func.func @reduce(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>, %a7: tensor<2xf32>) -> tensor<f32> {
  %n = accy.neg %a0 : tensor<2xf32>
  %0 = accy.concatenate %n, %a1, %a2, %a3, %a4, %a5, %a6, %a7 dim = 0 : tensor<2xf32> -> tensor<16xf32>
  %1 = accy.reduce sum %0 dims = [0] : tensor<16xf32> -> tensor<f32>
  accy.return %1 : tensor<f32>
}
