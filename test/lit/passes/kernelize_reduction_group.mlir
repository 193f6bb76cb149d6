// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-kernelize --split-input-file %s | FileCheck %s
// RUN: accy-opt --accy-kernelize=strategies=generic --split-input-file %s | FileCheck %s --check-prefix=GENERIC
// RUN: not accy-opt --accy-kernelize=strategy=reduction_group --split-input-file %s 2>&1 | FileCheck %s --check-prefix=FORCED

// GENERIC-NOT: gpu.barrier

// Columns: 32 neighbouring outputs a threadgroup; i1 are words in its memory.

// CHECK-LABEL: choir.program @columns
// CHECK: gpu.func @columns({{.*}}workgroup(%{{.*}} : memref<256xi32, #gpu.address_space<workgroup>>)
// CHECK: %[[T:.*]] = gpu.thread_id x
// CHECK: arith.divui %[[T]], %c32
// CHECK: arith.extui %{{.*}} : i1 to i32
choir.program @columns attributes {target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan:llvmpipe"}} {
  choir.kernel @columns id = 0 kind = reduction attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<1000x50000xi1>):
    %r = accy.reduce or %x dims = [0] : tensor<1000x50000xi1> -> tensor<50000xi1>
    choir.yield %r : tensor<50000xi1>
  }
  choir.return
}

// -----

// The baseline of Vulkan has no threadgroup memory.

// CHECK-LABEL: choir.program @without_memory
// CHECK: strategy = "reduction"
// FORCED: error: 'choir.kernel' op is not what strategy 'reduction_group' can build: choose another, or none, for target {{.*}} [UnsupportedOperation]
choir.program @without_memory attributes {target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan"}} {
  choir.kernel @kernel id = 0 kind = reduction attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<1000xf32>):
    %r = accy.reduce sum %x dims = [0] : tensor<1000xf32> -> tensor<f32>
    choir.yield %r : tensor<f32>
  }
  choir.return
}
