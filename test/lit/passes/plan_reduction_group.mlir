// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DEFINE: %{prepare} = accy-opt --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-outline-kernels --accy-legalize=target=cuda:sm_90
// RUN: %{prepare} %s --accy-kernelize=strategy=reduction_group --accy-plan | FileCheck %s
// RUN: %{prepare} %s --accy-kernelize=strategy=reduction_group | sed 's/output_threads = [0-9]*/output_threads = 0/' | not accy-opt --accy-plan 2>&1 | FileCheck %s --check-prefix=MALFORMED

// Rows of 520: vectors of four, 4 rows a threadgroup; 2 accesses a thread, and one more for the first two of a row. The
// input's slot lies as the vectors need it, and the tile says what memory the threads share.

// CHECK: choir.slot 0 input {layout = {alignment = 16
// CHECK: choir.slot 1 output {layout = {alignment = 4
// CHECK: choir.launch @accy_choir_reduction_sum_rank2_axis1_f32_0 {{.*}}geometry = {grid = array<i64: 10000, 1, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 256, 1, 1>}{{.*}}scratch_memory_bytes = 1024 : i64}}], {{.*}}fixed_threadgroup = true
// CHECK: strategy = "reduction_group"
// CHECK: gpu.func @accy_choir_reduction_sum_rank2_axis1_f32_0(%arg0: memref<20800000xf32>, %arg1: memref<40000xf32>, %arg2: memref<1xi32>) workgroup(%[[M:.*]] : memref<256xf32, #gpu.address_space<workgroup>>) kernel attributes {choir.buffer_alignment = array<i64: 16, 0, 0>, choir.reduction_group = {output_threads = 64 : i64, threads = 256 : i64}}
// CHECK: scf.for %{{.*}} = %c0 to %c2
// CHECK-COUNT-4: memref.load %arg0
// CHECK: arith.cmpi ult, %{{.*}}, %c2 :
// CHECK: memref.store %{{.*}}, %[[M]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[M]]
// CHECK: arith.addf
// CHECK-COUNT-5: gpu.barrier
// CHECK: memref.store %{{.*}}, %arg1
// MALFORMED: error: 'gpu.func' op has a 'choir.reduction_group' without threads and output_threads of 1 to 2^32-1 [InvalidArtifact]
func.func @rows(%x: tensor<40000x520xf32>) -> tensor<40000xf32> {
  %r = accy.reduce sum %x dims = [1] : tensor<40000x520xf32> -> tensor<40000xf32>
  return %r : tensor<40000xf32>
}
