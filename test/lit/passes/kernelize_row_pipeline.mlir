// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DEFINE: %{target} =
// DEFINE: %{prepare} = accy-opt --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-assign-targets=target=%{target} --accy-fuse-rows --accy-outline-kernels --accy-legalize %s
// REDEFINE: %{target} = cuda
// RUN: %{prepare} --accy-kernelize | FileCheck %s
// RUN: %{prepare} --accy-kernelize=strategy=row_pipeline | FileCheck %s --check-prefix=MEMORY
// RUN: %{prepare} --accy-kernelize=strategies=generic | FileCheck %s --check-prefix=MEMORY
// RUN: %{prepare} --accy-kernelize --accy-plan | FileCheck %s --check-prefix=PLAN
// RUN: %{prepare} --accy-kernelize | sed 's/threadgroups = [0-9]*/threadgroups = 0/' | not accy-opt --accy-plan 2>&1 | FileCheck %s --check-prefix=MALFORMED
// RUN: %{prepare} --accy-kernelize | sed 's/choir.row_pipeline = /choir.rows = /' | not accy-opt --accy-plan 2>&1 | FileCheck %s --check-prefix=MALFORMED
// A kernel whose element of one row depends on another row's fold, as no pass makes it.
// RUN: %{prepare} | sed '/program @rows/,/choir.return/s/accy.broadcast %\(.*\) dims = \[0\]/accy.broadcast %\1 dims = [1]/' | not accy-opt --accy-kernelize 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %{prepare} | sed '/program @rows/,/choir.return/s/accy.broadcast %\(.*\) dims = \[0\]/accy.broadcast %\1 dims = [1]/' | not accy-opt --accy-kernelize=strategy=row_pipeline 2>&1 | FileCheck %s --check-prefix=FORCED

// Rows of 64: vectors of four, one for each of 16 threads. The parts of a row lie in one subgroup, whose exchanges
// give the outcome to all of them. Each element is loaded once.

// CHECK-LABEL: choir.program @rows
// CHECK: choir.kernel @accy_choir_row_pipeline_reduce_broadcast_sub_reduce_broadcast_mul_0 {{.*}}subgroup = ["shuffle"]{{.*}}strategy = "row_pipeline_subgroup"
// CHECK: gpu.func @{{.*}}(%[[X:arg[0-9]+]]: memref<4096xf32>, %{{arg[0-9]+}}: memref<4096xf32>, %{{arg[0-9]+}}: memref<1xi32>) kernel attributes {choir.buffer_alignment = array<i64: 16, 16, 0>, choir.row_pipeline = {threadgroups = 8 : i64, threads = 128 : i64}}
// CHECK-COUNT-4: memref.load %[[X]]
// CHECK-NOT: memref.load
// CHECK-COUNT-4: gpu.shuffle xor
// CHECK-NOT: memref.load
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-4: gpu.shuffle xor
// CHECK-NOT: memref.load
// CHECK: scf.if
// CHECK-COUNT-4: memref.store
// CHECK: gpu.return

// In memory: the tree of each fold, and a place for what it gives.

// MEMORY-LABEL: choir.program @rows
// MEMORY: strategy = "row_pipeline"
// MEMORY: gpu.func {{.*}}workgroup(%[[A:arg[0-9]+]] : memref<128xf32, #gpu.address_space<workgroup>>, %[[B:arg[0-9]+]] : memref<8xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<128xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>)
// MEMORY-NOT: gpu.shuffle
// MEMORY: memref.store %{{.*}}, %[[A]]
// MEMORY-COUNT-4: gpu.barrier
// MEMORY: memref.store %{{.*}}, %[[B]]
// MEMORY: gpu.barrier
// MEMORY: memref.load %[[B]]
// MEMORY-LABEL: choir.program @long

// PLAN: choir.launch @accy_choir_row_pipeline_reduce_broadcast_sub_reduce_broadcast_mul_0 {{.*}}geometry = {grid = array<i64: 8, 1, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 128, 1, 1>}{{.*}}fixed_threadgroup = true
// MALFORMED: error: 'gpu.func' op has no 'choir.row_pipeline' with threadgroups and threads of 1 to 2^32-1 [InvalidArtifact]
// OTHER: error: 'choir.kernel' op has no strategy for target {{.*}} that fits it [UnsupportedOperation]
// FORCED: error: 'choir.kernel' op is not what strategy 'row_pipeline' can build: choose another, or none, for target {{.*}} [UnsupportedOperation]
func.func @rows(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %m = accy.reduce max %x dims = [1] : tensor<64x64xf32> -> tensor<64xf32>
  %b = accy.broadcast %m dims = [0] : tensor<64xf32> -> tensor<64x64xf32>
  %d = accy.sub %x, %b : tensor<64x64xf32>
  %s = accy.reduce sum %d dims = [1] : tensor<64x64xf32> -> tensor<64xf32>
  %t = accy.broadcast %s dims = [0] : tensor<64xf32> -> tensor<64x64xf32>
  %r = accy.mul %d, %t : tensor<64x64xf32>
  accy.return %r : tensor<64x64xf32>
}

// Long rows: as many threads as there are, and what they do not keep they load anew, in loops. The last accesses, which
// not every thread has, are those of the row's end where they lie beyond it.

// CHECK-LABEL: choir.program @long
// CHECK: gpu.func @{{.*}}(%[[X:arg[0-9]+]]: memref<120003xf32>, {{.*}}choir.row_pipeline = {threadgroups = 3 : i64, threads = 1024 : i64}}
// CHECK: scf.for %{{.*}} = %c0 to %c39
// CHECK: memref.load %[[X]]
// CHECK: arith.cmpi ult, %[[I:[0-9]+]], %c40001
// CHECK: arith.minui %[[I]], %c40000
// CHECK: memref.load %[[X]]
// CHECK: arith.select
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %c0 to %c39
// CHECK: memref.load %[[X]]
// CHECK: scf.if
// CHECK: memref.store
func.func @long(%x: tensor<3x40001xf32>) -> tensor<3x40001xf32> {
  %m = accy.reduce max %x dims = [1] : tensor<3x40001xf32> -> tensor<3xf32>
  %b = accy.broadcast %m dims = [0] : tensor<3xf32> -> tensor<3x40001xf32>
  %d = accy.sub %x, %b : tensor<3x40001xf32>
  accy.return %d : tensor<3x40001xf32>
}
