// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DEFINE: %{target} =
// DEFINE: %{prepare} = accy-opt --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-outline-kernels --accy-legalize=target=%{target} %s
// REDEFINE: %{target} = vulkan:llvmpipe
// RUN: %{prepare} --accy-kernelize | FileCheck %s
// RUN: %{prepare} --accy-kernelize=strategy=reduction_group | FileCheck %s --check-prefix=OTHER
// RUN: %{prepare} --accy-kernelize=strategies=generic | FileCheck %s --check-prefix=GENERIC
// RUN: not %{prepare} --accy-kernelize=strategy=reduction_subgroup 2>&1 | FileCheck %s --check-prefix=FORCED
// REDEFINE: %{target} = webgpu:default-limits
// RUN: %{prepare} --accy-kernelize | FileCheck %s --check-prefix=OTHER

// A profile whose subgroups have other operations only.

// RUN: sed '/"shuffle",/d' %S/inputs/profile.json > %t.json
// REDEFINE: %{target} = %t.json
// RUN: %{prepare} --accy-kernelize | FileCheck %s --check-prefix=OTHER
// REDEFINE: %{target} = %S/inputs/profile.json
// RUN: %{prepare} --accy-kernelize | FileCheck %s --check-prefix=FILE
// FILE: subgroup = ["shuffle"]

// OTHER-NOT: gpu.shuffle
// OTHER-NOT: subgroup = ["shuffle"]
// OTHER: strategy = "reduction_group"
// OTHER-NOT: gpu.shuffle
// OTHER-NOT: subgroup = ["shuffle"]

// GENERIC-NOT: gpu.shuffle
// GENERIC-NOT: subgroup = ["shuffle"]

// Rows: the parts of each 4 threads, the fewest that a subgroup has on this target, are joined by two exchanges, then
// those that are left, through memory. What the strategy needs joins what the program needs. The threads are
// whole subgroups of the largest size.

// CHECK-LABEL: choir.program @rows
// CHECK: choir.kernel {{.*}}legalization = {dtypes = ["f32"], features = [], status = "legal", subgroup = ["shuffle"]}{{.*}}strategy = "reduction_subgroup"
// CHECK: gpu.func {{.*}}workgroup(%[[M:.*]] : memref<4xf32, #gpu.address_space<workgroup>>){{.*}}choir.reduction_group = {output_threads = 8 : i64, threads = 16 : i64}
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK-NOT: gpu.barrier
// CHECK: %[[A:.*]], %{{.*}} = gpu.shuffle xor %[[V:.*]], %[[TWO]], %[[FOUR]] : f32
// CHECK: arith.addf %[[V]], %[[A]]
// CHECK: gpu.shuffle xor %{{.*}}, %[[ONE]], %[[FOUR]] : f32
// CHECK: memref.store %{{.*}}, %[[M]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[M]]
// CHECK: gpu.shuffle xor %{{.*}}, %[[ONE]], %[[FOUR]] : f32
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
func.func @rows(%x: tensor<2x8xf32>) -> tensor<2xf32> {
  %r = accy.reduce sum %x dims = [1] : tensor<2x8xf32> -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// Bits are exchanged as words.

// CHECK-LABEL: choir.program @bits
// CHECK: strategy = "reduction_subgroup"
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK: gpu.shuffle {{.*}} : i32
// CHECK: arith.trunci %{{.*}} : i32 to i1
func.func @bits(%x: tensor<7x300xi1>) -> tensor<7xi1> {
  %r = accy.reduce or %x dims = [1] : tensor<7x300xi1> -> tensor<7xi1>
  return %r : tensor<7xi1>
}

// Neighbouring outputs of columns are wider than a subgroup: no two threads of an output are in one.

// CHECK-LABEL: choir.program @columns
// CHECK: subgroup = []{{.*}}strategy = "reduction_group"
// CHECK-NOT: gpu.shuffle
// FORCED: error: 'choir.kernel' op is not what strategy 'reduction_subgroup' can build: choose another, or none, for target {{.*}} [UnsupportedOperation]
func.func @columns(%x: tensor<500x50000xf32>) -> tensor<50000xf32> {
  %r = accy.reduce sum %x dims = [0] : tensor<500x50000xf32> -> tensor<50000xf32>
  return %r : tensor<50000xf32>
}
