// RUN: accy-opt %s --accy-compile=target=cuda:sm_90 | FileCheck %s
// RUN: accy-opt %s --accy-compile=target=vulkan | FileCheck %s
// RUN: accy-opt %s --accy-compile=target=cpu | FileCheck %s
// RUN: accy-opt %s --accy-compile="target=cpu format=cpu_object" | FileCheck %s
// RUN: accy-opt %s --accy-compile=target=wasm | FileCheck %s
// RUN: accy-opt %s --accy-compile=target=metal | FileCheck %s

// Emitting again, or emitting kernels that were emitted one by one before, gives the same.
// RUN: accy-opt %s --accy-compile=target=cpu > %t.once
// RUN: accy-opt %t.once --accy-emit | cmp - %t.once
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=cuda:sm_90 --accy-export=dir=%t -o /dev/null
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --check-prefix=PLAN < %t/plan.json

// Kernels 0 and 2 differ in nothing but their names; 1 is another function, 3 has another shape.
// CHECK: choir.launch @accy_choir_shape_transpose_0 {{.*}}id = 0
// CHECK-NOT: artifact =
// CHECK: choir.launch @accy_choir_shape_reverse_1 {{.*}}id = 1
// CHECK-NOT: artifact =
// CHECK: choir.launch @accy_choir_shape_transpose_2 {{.*}}id = 2 {artifact = @accy_choir_shape_transpose_0
// CHECK: choir.launch @accy_choir_shape_transpose_3 {{.*}}id = 3
// CHECK-NOT: artifact =
// CHECK: gpu.func @accy_choir_shape_transpose_0
// CHECK: gpu.func @accy_choir_shape_transpose_2
// CHECK: choir.artifact @accy_choir_shape_transpose_0
// CHECK: choir.artifact @accy_choir_shape_reverse_1
// CHECK-NOT: choir.artifact @accy_choir_shape_transpose_2
// CHECK: choir.artifact @accy_choir_shape_transpose_3

// FILES: accy_choir_shape_reverse_1.ptx
// FILES-NEXT: accy_choir_shape_transpose_0.ptx
// FILES-NEXT: accy_choir_shape_transpose_3.ptx
// FILES-NEXT: plan.json

// Each kernel keeps its number and its slots, and says whose entry and payload it runs.
// PLAN: "id":	2,
// PLAN: "work_item":	2,
// PLAN: "entry":	"accy_choir_shape_transpose_0",
// PLAN: "path":	"accy_choir_shape_transpose_0.ptx",
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>) {
  %0 = accy.transpose %a permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %1 = accy.reverse %b dims = [0] : tensor<4x8xf32>
  %2 = accy.transpose %b permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %3 = accy.transpose %c permutation = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  accy.return %0, %1, %2, %3 : tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>
}
