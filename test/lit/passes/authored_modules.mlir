// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t/one | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t/one/plan.json
// RUN: accy-opt %s --accy-compile=targets=cuda,wasm --accy-export=dir=%t | FileCheck %s --check-prefix=TWICE
// A program as text says the same.
// RUN: accy-opt %s --accy-compile=target=vulkan | accy-opt --accy-plan --accy-emit --accy-plan-memory | FileCheck %s
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-bufferize | FileCheck %s --check-prefix=ADOPTED

// Kernels of the user's own stand in any number of gpu.modules, whatever these are named: as Accy names its own, or its
// kernels, or the modules that it takes such a name from.

// CHECK-NOT: {{^}}  gpu.module
// CHECK: choir.program @main
// CHECK: gpu.module @mine
// CHECK: gpu.module @authored_0
// CHECK-NEXT: gpu.func @in_kernels
// CHECK: gpu.module @authored_1
// CHECK-NEXT: gpu.func @in_choir
// CHECK: gpu.module @empty
// CHECK-NEXT: }
// CHECK: gpu.module @authored_2
// CHECK-NEXT: gpu.func @last
// CHECK: gpu.module @kernels
// CHECK-NEXT: gpu.func @accy_choir_elementwise_neg_0
// CHECK-COUNT-6: choir.artifact @
// CHECK-NOT: choir.artifact @

// PLAN: "entry":{{[[:space:]]*}}"accy_choir_elementwise_neg_0"
// PLAN: "entry":{{[[:space:]]*}}"first"
// PLAN: "entry":{{[[:space:]]*}}"second"
// PLAN: "entry":{{[[:space:]]*}}"in_kernels"
// PLAN: "entry":{{[[:space:]]*}}"in_choir"
// PLAN: "entry":{{[[:space:]]*}}"last"

// TWICE: module @cuda
// TWICE-COUNT-6: choir.artifact @
// TWICE: module @wasm
// TWICE-COUNT-6: choir.artifact @

// ADOPTED-NOT: {{^}}  gpu.module
// ADOPTED: choir.program @main
// ADOPTED-COUNT-5: {{^}}    gpu.module
// ADOPTED-NOT: gpu.module
gpu.module @mine {
  gpu.func @first(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
  gpu.func @second(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
gpu.module @kernels {
  gpu.func @in_kernels(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
gpu.module @accy_choir_elementwise_neg_0 {
  gpu.func @in_choir(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
gpu.module @empty {
}
// What it is for and how it is launched, as gpu spells it, may be said besides.
gpu.module @authored_0 [#nvvm.target<chip = "sm_90">] {
  gpu.func @last(%a: memref<8xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 1, 1, 1>, choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
