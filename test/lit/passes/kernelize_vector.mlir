// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-outline-kernels --accy-legalize=target=cuda --accy-kernelize | FileCheck %s
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-outline-kernels --accy-legalize=target=cuda --accy-kernelize=strategies=generic | FileCheck %s --check-prefix=GENERIC
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-outline-kernels --accy-legalize=target=vulkan --accy-kernelize | FileCheck %s --check-prefix=GENERIC
// RUN: not accy-opt %s --accy-schedule --accy-bufferize --accy-outline-kernels --accy-legalize=target=vulkan --accy-kernelize=strategy=elementwise_vector 2>&1 | FileCheck %s --check-prefix=FORCED

// A thread computes four neighbours; the kernel, its function and the launch have a name that says so.
// CHECK-LABEL: choir.program @four
// CHECK: choir.launch @accy_choir_elementwise_add_0_v4
// CHECK: choir.kernel @accy_choir_elementwise_add_0_v4 {{.*}}strategy = "elementwise_vector"
// CHECK: gpu.func @accy_choir_elementwise_add_0_v4{{.*}}choir.vector_count = 2
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c4
// CHECK: arith.cmpi ult, %[[FIRST]]
// CHECK: memref.store
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]]
// CHECK: memref.load %{{.*}}[%[[SECOND]]]
// CHECK-COUNT-3: memref.store
// CHECK-NOT: memref.store
// GENERIC-NOT: _v4
// FORCED: error: {{.*}}is not what strategy 'elementwise_vector' can build
func.func @four(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
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
