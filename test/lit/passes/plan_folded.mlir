// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt %s --accy-compile=target=webgpu:default-limits | FileCheck %s --check-prefix=BEST
// RUN: accy-opt %s --accy-compile="target=vulkan:desktop strategies=generic" | FileCheck %s --check-prefix=GENERIC
// RUN: accy-opt %s --accy-compile=target=metal:m1 | FileCheck %s --check-prefix=WIDE
// RUN: accy-opt %s --accy-compile="target=cuda:sm_90 strategies=generic" | FileCheck %s --check-prefix=TALL

// Kernels of more threadgroups than the grid has along a dimension have as many rows of them as it takes, and are
// planned for that alone; where the grid is wide enough, be it for larger threadgroups or other tiles only, they are what
// they are for a smaller problem.

// BEST: choir.launch @accy_choir_reduction_{{.*}} candidates = [{{{[^{]*}}geometry = {grid = array<i64: 58594, 8, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 64, 1, 1>}{{[^{]*}}tile = {{{[^}]*}}}}], {{.*}}fixed_threadgroup = true
// GENERIC: choir.launch @accy_choir_reduction_{{.*}}geometry = {grid = array<i64: 58594, 8, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 64, 1, 1>}
// WIDE: choir.launch @accy_choir_reduction_{{.*}}geometry = {grid = array<i64: 117188, 1, 1>
// WIDE-NOT: gpu.grid_dim
// WIDE: gpu.return
func.func @outputs(%a: tensor<30000000x2xi8>) -> tensor<30000000xi8> {
  %0 = accy.reduce max %a dims = [1] : tensor<30000000x2xi8> -> tensor<30000000xi8>
  accy.return %0 : tensor<30000000xi8>
}

// BEST: choir.launch @accy_choir_reduction_{{.*}}geometry = {grid = array<i64: 53334, 3, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 256, 1, 1>}
// BEST: choir.reduction_group = {output_threads = 64 : i64, threads = 256 : i64}
// GENERIC: choir.launch @accy_choir_reduction_{{.*}}geometry = {grid = array<i64: 10000, 1, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 64, 1, 1>}
func.func @shared(%a: tensor<640000x200xi8>) -> tensor<640000xi8> {
  %0 = accy.reduce max %a dims = [1] : tensor<640000x200xi8> -> tensor<640000xi8>
  accy.return %0 : tensor<640000xi8>
}

// BEST: choir.launch @accy_choir_row_pipeline_{{.*}}geometry = {grid = array<i64: 46875, 2, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 128, 1, 1>}
func.func @rows(%a: tensor<1500000x20xf32>) -> tensor<1500000x20xf32> {
  %m = accy.reduce max %a dims = [1] : tensor<1500000x20xf32> -> tensor<1500000xf32>
  %b = accy.broadcast %m dims = [0] : tensor<1500000xf32> -> tensor<1500000x20xf32>
  %r = accy.sub %a, %b : tensor<1500000x20xf32>
  accy.return %r : tensor<1500000x20xf32>
}

// BEST: choir.launch @accy_choir_dot_general_{{.*}}geometry = {grid = array<i64: 35000, 2, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 16, 16, 1>}
// BEST: choir.dot_general_block
// GENERIC: choir.launch @accy_choir_dot_general_{{.*}}geometry = {grid = array<i64: 35000, 2, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 16, 16, 1>}
// WIDE: choir.launch @accy_choir_dot_general_{{.*}}geometry = {grid = array<i64: 1, 1, 70000>
func.func @batches(%a: tensor<70000x16x16xf32>) -> tensor<70000x16x16xf32> {
  %0 = accy.dot_general %a, %a lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<70000x16x16xf32> -> tensor<70000x16x16xf32>
  accy.return %0 : tensor<70000x16x16xf32>
}

// BEST: choir.launch @accy_choir_reduction_{{.*}}geometry = {grid = array<i64: 19532, 1, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 256, 1, 1>}
// BEST-NOT: gpu.grid_dim
// BEST: gpu.return
func.func @larger_threadgroups(%a: tensor<5000000x2xi8>) -> tensor<5000000xi8> {
  %0 = accy.reduce max %a dims = [1] : tensor<5000000x2xi8> -> tensor<5000000xi8>
  accy.return %0 : tensor<5000000xi8>
}

// TALL: choir.launch @accy_choir_dot_general_{{.*}}1500000x16x1{{.*}}geometry = {grid = array<i64: 2, 46875, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 8, 32, 1>}
// TALL: gpu.func @accy_choir_dot_general_{{.*}}1500000x16x1
// TALL-NOT: gpu.grid_dim
// TALL: gpu.return
func.func @other_tiles(%a: tensor<1500000x1xf32>, %b: tensor<1x16xf32>) -> tensor<1500000x16xf32> {
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<1500000x1xf32>, tensor<1x16xf32> -> tensor<1500000x16xf32>
  accy.return %0 : tensor<1500000x16xf32>
}
