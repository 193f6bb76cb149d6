// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DEFINE: %{prepare} = accy-opt --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-outline-kernels
// RUN: %{prepare} %s --accy-legalize=target=cuda:sm_90 --accy-kernelize --accy-plan | FileCheck %s
// RUN: %{prepare} %s --accy-legalize=target=cuda:sm_90 --accy-kernelize | sed 's/threads = 32 : i64}/threads = 16 : i64}/' | not accy-opt --accy-plan 2>&1 | FileCheck %s --check-prefix=PART

// A row of 16 f32 has vectors for 4 threads of a warp of 32; the launch has the whole of it and says so, and what the
// kernel asks of the target.

// CHECK: choir.launch {{.*}}geometry = {grid = array<i64: 1, 1, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 32, 1, 1>}
// CHECK-SAME: subgroup = ["shuffle"], subgroup_aligned = true, subgroup_size = 32
// CHECK: strategy = "reduction_subgroup"
// CHECK-NOT: workgroup(
// PART: error: 'choir.kernel' op on target 'cuda:sm_90': the kernel's threads exchange values within subgroups, and no launch has whole subgroups of 32 threads
// PART-SAME: [CapabilityMismatch]
func.func @row(%x: tensor<1x16xf32>) -> tensor<1xf32> {
  %r = accy.reduce sum %x dims = [1] : tensor<1x16xf32> -> tensor<1xf32>
  return %r : tensor<1xf32>
}
