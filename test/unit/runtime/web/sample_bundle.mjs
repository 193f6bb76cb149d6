// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small bundle of WebAssembly, for tests to load, change and run.

import { layoutFingerprint } from '../../../../runtime/web/layout_fingerprint.mjs';

const name = (text) => [text.length, ...Buffer.from(text)];

/// A WebAssembly module with a memory and `kernel`, a function of two addresses that does nothing.
export const module = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 6, 1, 0x60, 2, 0x7f, 0x7f, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1,
  6, 6, 1, 0x7f, 0, 0x41, 0, 0x0b,
  7, 33, 3, ...name('kernel'), 0, 0, ...name('memory'), 2, 0, ...name('__heap_base'), 3, 0, 10, 4, 1, 2, 0, 0x0b]);

const slot = (id, role, constant = null) => {
  const row = {
    id, role: [role], dtype: 'f32', space: 'device_global', access: 'read_write', transfer: 'none', layout: 'row_major',
    dims: [2], strides: [1], minor_to_major: [0], elements: 2, bytes: 8, alignment: 4, contiguous: true, static: true,
    constant,
  };
  return { ...row, fingerprint: layoutFingerprint(row) };
};

const target = {
  family: '', name: 'simd128', architecture: 'wasm32',
  memory: {
    shared_bytes_per_threadgroup: 0, constant_bytes: 0, min_buffer_alignment: 16, unified: true, host_visible: true,
  },
  subgroup: { supported: false, size_min: 0, size_max: 0, operations: [] },
  threadgroup: {
    max_threads: 1, max_threads_per_dim: [1, 1, 1], max_grid_per_dim: [1, 1, 1], max_blocks: [1, 1, 1],
    shared_memory_bytes: 0,
  },
  bindings: { max_buffers: 8, max_buffer_bytes: 1024 },
  dtypes: ['f32'], layouts: ['row_major'], runtime: [], features: [], formats: ['webassembly_module'],
};

const makeGeometry = () => ({ grid: [1, 1, 1], threadgroup: [1, 1, 1], shared_bytes: 0 });

const makeKernel = () => ({
  id: 0, work_item: 0, kind: 'elementwise', source: 'tensor', launch_kind: 'generic', entry: 'kernel',
  payload: { kind: 'bytes', path: 'kernel.wasm', bytes: module.length },
  arguments: [{ buffer: 0 }, { buffer: 2 }], argument_count: 2, element_count: 2, count_argument: 'none',
  required: { dtypes: [], features: [], subgroup: [] }, inputs: [0], output: 2,
  resources: {
    static_read_bytes: 8, static_write_bytes: 8, static_total_bytes: 16, static_bytes_complete: true, op_count: 1,
    external_input_value_count: 1, external_operand_count: 1, chain_operand_count: 0, element_count: 2, element_size: 4,
    estimated_element_ops: 2, ops_per_kib: 128,
  },
  geometry: makeGeometry(), class: 'memory_bound', subgroup_size: null, subgroup_aligned: false,
  fixed_threadgroup: false, tile: null,
  candidates: [{ geometry: makeGeometry(), score: 0, est_bytes: 16, est_ops: 2, tile: null }],
  output_fill: null, scratch_fill: null, body_fingerprint: '0x0000000000000001',
});

/// A plan that may be changed: an input, a constant and an output of two f32, and a kernel from the first to the last.
export const makePlan = () => structuredClone({
  version: 1, backend: 'wasm', format: 'webassembly_module', target, function: 'main',
  slots: [slot(0, 'input'), slot(1, 'constant', 'constant.1.bin'), slot(2, 'output')], inputs: [0], outputs: [2, 1],
  kernels: [makeKernel()],
  memory: {
    strategy: 'pack', allocations: [{ id: 0, space: 'device_global', offset: 0, bytes: 8, alignment: 16 }],
    assignments: [{ slot: 2, allocation: 0 }], total_bytes: 8, allocated_bytes: 8, peak_bytes: 8,
  },
});

/// The other files of the bundle.
export const files = { 'kernel.wasm': module, 'constant.1.bin': Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]) };
