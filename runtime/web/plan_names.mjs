// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names that plan.json has for what it enumerates, as include/accy-c/Enums.h has them, in its order.

export const names = {
  backend: ['cuda', 'vulkan', 'metal', 'webgpu', 'cpu', 'wasm'],
  format: ['cuda_ptx', 'vulkan_spirv', 'metal_msl', 'webgpu_wgsl', 'cpu_machine_code', 'cpu_object',
           'webassembly_module'],
  dtype: ['i1', 'i8', 'i16', 'i32', 'i64', 'u8', 'u16', 'u32', 'u64', 'f16', 'bf16', 'f32', 'f64'],
  role: ['input', 'output', 'constant', 'temporary'],
  space: ['device_global', 'device_constant', 'threadgroup_shared', 'host'],
  access: ['read_only', 'write_only', 'read_write'],
  transfer: ['none', 'host_to_device', 'device_to_host', 'both'],
  layout_kind: ['row_major', 'strided', 'broadcast', 'tiled', 'vectorized', 'opaque'],
  layout_support: ['row_major', 'compact_strides', 'broadcast_strides', 'tiled', 'vectorized', 'opaque'],
  kernel_kind: ['elementwise', 'shape', 'dot_general', 'reduction', 'row_pipeline', 'flash_attention', 'scan',
                'iterate', 'kernel_call'],
  kernel_source: ['tensor', 'kernel_call', 'choir_kernel'],
  launch_kind: ['authored', 'generic', 'dot_general', 'reduction', 'kernel_call'],
  payload_kind: ['none', 'bytes', 'words_u32', 'text'],
  count_argument: ['none', 'scalar_u32', 'device_buffer_u32'],
  resource_class: ['unknown', 'memory_bound', 'balanced', 'compute_weighted'],
  tile_kind: ['none', 'dot_general', 'reduction', 'elementwise_rank2'],
  reduction_kind: ['none', 'sum', 'max', 'min', 'prod', 'and', 'or', 'argmax', 'argmin'],
  feature: ['atomic_i32', 'atomic_u32', 'atomic_index', 'atomic_f32_add_device', 'atomic_f32_add_shared', 'async_copy',
            'dynamic_shared_memory', 'f16_arithmetic', 'bf16_arithmetic', 'fused_multiply_add', 'storage_8bit',
            'storage_16bit', 'simd128', 'matrix_f16_m16n8k16', 'matrix_bf16_m16n8k16', 'matrix_tf32_m16n8k8',
            'matrix_f64_m8n8k4', 'warpgroup_matrix_f16_m64', 'simdgroup_matrix_m8n8k8', 'bulk_copy',
            'signed_zero_inf_nan_preserve', 'round_to_nearest_even', 'denormal_preserve'],
  subgroup_operation: ['shuffle', 'ballot', 'vote', 'arithmetic', 'scan'],
  runtime_feature: ['streams', 'events', 'timeline_events'],
  memory_strategy: ['reuse', 'pack'],
};

/// The kind of payload that each format has.
export const payloadKinds = {
  cuda_ptx: 'text', vulkan_spirv: 'words_u32', metal_msl: 'text', webgpu_wgsl: 'text', cpu_machine_code: 'bytes',
  cpu_object: 'bytes', webassembly_module: 'bytes',
};

/// The bytes of an element of each dtype.
export const dtypeBytes = {
  i1: 1, i8: 1, i16: 2, i32: 4, i64: 8, u8: 1, u16: 2, u32: 4, u64: 8, f16: 2, bf16: 2, f32: 4, f64: 8,
};
