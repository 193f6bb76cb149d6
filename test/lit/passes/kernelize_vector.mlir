// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-layouts --accy-outline-kernels --accy-legalize=target=cuda --accy-kernelize | FileCheck %s
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-layouts --accy-outline-kernels --accy-legalize=target=cuda --accy-kernelize=strategies=generic | FileCheck %s --check-prefix=GENERIC
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-layouts --accy-outline-kernels --accy-legalize=target=vulkan --accy-kernelize | FileCheck %s --check-prefix=GENERIC
// RUN: not accy-opt %s --accy-schedule --accy-bufferize --accy-assign-layouts --accy-outline-kernels --accy-legalize=target=vulkan --accy-kernelize=strategy=elementwise_vector 2>&1 | FileCheck %s --check-prefix=FORCED
// RUN: not accy-opt %s --accy-schedule --accy-bufferize --accy-outline-kernels --accy-legalize=target=cuda --accy-kernelize 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// A thread computes four neighbours and then stores them; the kernel, its function and the launch have a name that says so.
// Its buffers begin at multiples of 16.
// CHECK-LABEL: choir.program @four
// CHECK: choir.slot 0 input {layout = {alignment = 16
// CHECK: choir.slot 1 input {layout = {alignment = 16
// CHECK: choir.slot 2 output {layout = {alignment = 16
// CHECK: choir.launch @accy_choir_elementwise_add_0_v4
// CHECK: choir.kernel @accy_choir_elementwise_add_0_v4 {{.*}}strategy = "elementwise_vector"
// CHECK: gpu.func @accy_choir_elementwise_add_0_v4{{.*}}choir.buffer_alignment = array<i64: 16, 16, 16, 0>, choir.vector_count = 2
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c4
// CHECK: arith.cmpi ult, %[[FIRST]]
// CHECK-NOT: memref.store
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]]
// CHECK: memref.load %{{.*}}[%[[SECOND]]]
// CHECK-COUNT-4: memref.store
// CHECK-NOT: memref.store
// GENERIC-NOT: _v4
// UNKNOWN: error: {{.*}}has no layout: run accy-assign-layouts first [MissingLayoutAssignment]
// FORCED: error: {{.*}}is not what strategy 'elementwise_vector' can build
func.func @four(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A scalar is read element by element and may lie anywhere.
// CHECK-LABEL: choir.program @scalar
// CHECK: choir.slot 0 input {layout = {alignment = 16
// CHECK: choir.slot 1 input {layout = {alignment = 4
// CHECK: choir.slot 2 output {layout = {alignment = 16
func.func @scalar(%a: tensor<8xf32>, %b: tensor<f32>) -> tensor<8xf32> {
  %0 = accy.broadcast %b dims = [] : tensor<f32> -> tensor<8xf32>
  %1 = accy.add %a, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Seven elements are no vectors of four, bytes are not 32 bits, and nothing is gained where no input lies as the output.
// CHECK-LABEL: choir.program @seven
// CHECK-NOT: _v4
// CHECK-LABEL: choir.program @others
// CHECK-NOT: _v4
func.func @seven(%a: tensor<7xf32>) -> tensor<7xf32> {
  %0 = accy.neg %a : tensor<7xf32>
  return %0 : tensor<7xf32>
}
func.func @others(%a: tensor<8xi1>, %b: tensor<f32>) -> (tensor<8xi1>, tensor<8xf32>) {
  %0 = accy.not %a : tensor<8xi1>
  %1 = accy.broadcast %b dims = [] : tensor<f32> -> tensor<8xf32>
  %2 = accy.neg %1 : tensor<8xf32>
  return %0, %2 : tensor<8xi1>, tensor<8xf32>
}
