// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of the tests for WebGPU: those of kernels.c. Workgroups of 8.

@group(0) @binding(0) var<storage, read> left: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read_write> sum: array<f32>;
@group(0) @binding(3) var<storage, read> count: array<u32>;

@compute @workgroup_size(8)
fn accy_test_add(@builtin(global_invocation_id) thread: vec3<u32>) {
  if (thread.x < count[0]) {
    sum[thread.x] = left[thread.x] + right[thread.x];
  }
}

@group(0) @binding(0) var<storage, read> addend: array<f32>;
@group(0) @binding(1) var<storage, read_write> total: array<f32>;
@group(0) @binding(2) var<storage, read> total_count: array<u32>;

@compute @workgroup_size(8)
fn accy_test_accumulate(@builtin(global_invocation_id) thread: vec3<u32>) {
  if (thread.x < total_count[0]) {
    total[thread.x] += addend[thread.x];
  }
}
