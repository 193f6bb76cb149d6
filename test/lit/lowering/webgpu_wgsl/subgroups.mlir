// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt %s --accy-compile=target=webgpu:subgroups --accy-export=dir=%t -o /dev/null
// RUN: FileCheck %s --input-file=%t/accy_choir_reduction_sum_rank2_axis1_f32_0.wgsl
// RUN: accy-opt %s --accy-compile=target=webgpu:default-limits --accy-export=dir=%t.none -o /dev/null
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.none/accy_choir_reduction_sum_rank2_axis1_f32_0.wgsl

// The extension is enabled where threads exchange values, and only there; they are then numbered by their subgroups.

// CHECK: {{^}}enable subgroups;
// CHECK: fn accy_choir_reduction_sum_rank2_axis1_f32_0(@builtin(workgroup_id) group: vec3<u32>, @builtin(subgroup_id) subgroup: u32, @builtin(subgroup_size) subgroup_threads: u32, @builtin(subgroup_invocation_id) lane: u32)
// CHECK: let v[[T:[0-9]+]] = subgroup * subgroup_threads + lane;
// CHECK: let v[[A:[0-9]+]] = subgroupShuffleXor(v[[V:[0-9]+]], 2u);
// CHECK: v[[V]] + v[[A]]
// CHECK: subgroupShuffleXor(v{{[0-9]+}}, 1u);
// CHECK: workgroupBarrier();
// NONE-NOT: subgroup
// NONE: workgroupBarrier();
// NONE-NOT: subgroup
func.func @main(%x: tensor<37x4096xf32>) -> tensor<37xf32> {
  %r = accy.reduce sum %x dims = [1] : tensor<37x4096xf32> -> tensor<37xf32>
  accy.return %r : tensor<37xf32>
}
