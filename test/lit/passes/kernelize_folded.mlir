// RUN: accy-opt %s --accy-kernelize | FileCheck %s
// RUN: accy-opt %s --accy-kernelize | FileCheck %s --check-prefix=NARROW

// More threadgroups than the target's grid has along x become rows of a grid of two dimensions; fewer do not.

// CHECK: gpu.func @wide
// CHECK-SAME: choir.geometry = {grid = array<i64: 32768, 2, 1>, threadgroup = array<i64: 64, 1, 1>}
// CHECK-DAG: %[[ROW:.*]] = gpu.block_id y
// CHECK-DAG: %[[ROWS:.*]] = arith.addi %{{.*}}, %[[ROW]]
// CHECK-DAG: %[[WIDTH:.*]] = gpu.grid_dim x
// CHECK-DAG: %[[BEFORE:.*]] = arith.muli %[[ROWS]], %[[WIDTH]]
// CHECK-DAG: %[[COLUMN:.*]] = gpu.block_id x
// CHECK: arith.addi %[[BEFORE]], %[[COLUMN]]
// NARROW: gpu.func @narrow
// NARROW-SAME: choir.geometry = {grid = array<i64: 65535, 1, 1>, threadgroup = array<i64: 64, 1, 1>}
// NARROW-NOT: block_id y
// NARROW: gpu.return
choir.program @main attributes {target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan"}} {
  %0 = choir.slot 0 input : memref<4194241xf32>
  %1 = choir.slot 1 output : memref<4194241xf32>
  %2 = choir.slot 2 input : memref<4194240xf32>
  %3 = choir.slot 3 output : memref<4194240xf32>
  choir.kernel @wide id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<4194241xf32>):
    %s = accy.neg %x : tensor<4194241xf32>
    choir.yield %s : tensor<4194241xf32>
  }
  choir.kernel @narrow id = 1 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<4194240xf32>):
    %s = accy.neg %x : tensor<4194240xf32>
    choir.yield %s : tensor<4194240xf32>
  }
  choir.launch @wide %0, %1 id = 0 : memref<4194241xf32>
  choir.launch @narrow %2, %3 id = 1 : memref<4194240xf32>
  choir.return %1, %3 : memref<4194241xf32>, memref<4194240xf32>
}
