// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The example's kernels for WebGPU. Buffers are the bindings 0, 1, … of group 0; all scalars follow one another in the
// uniform buffer at the next binding, four bytes each. Bindings are given to buffers for each entry point anew.

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

struct CountAndFactor {
  count: u32,
  factor: f32,
}
@group(0) @binding(2) var<uniform> scalars: CountAndFactor;

fn scale(i: u32) {
  if (i < scalars.count) {
    output[i] = input[i] * scalars.factor;
  }
}

// Four threadgroups, which go through the elements together. The count is the element count, the factor a static
// argument.
@compute @workgroup_size(64)
fn example_scale(@builtin(global_invocation_id) thread: vec3<u32>) {
  for (var i = thread.x; i < scalars.count; i += 4 * 64) {
    scale(i);
  }
}

// As many threadgroups as the elements need. Count and factor are runtime scalars.
@compute @workgroup_size(64)
fn example_scale_derived(@builtin(global_invocation_id) thread: vec3<u32>) {
  scale(thread.x);
}

// Works in place: binding 0, the operand whose buffer the result takes, is left out, since WebGPU does not bind a buffer
// twice where it is written.
@group(0) @binding(1) var<storage, read> addend: array<f32>;
@group(0) @binding(2) var<storage, read_write> sum: array<f32>;
@group(0) @binding(3) var<uniform> count: vec4<u32>;

@compute @workgroup_size(64)
fn example_accumulate(@builtin(global_invocation_id) thread: vec3<u32>) {
  for (var i = thread.x; i < count.x; i += 4 * 64) {
    sum[i] += addend[i];
  }
}
