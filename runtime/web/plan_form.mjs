// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether plan.json is what docs/plan.schema.json describes, key by key, as bundle/plan_form.c reads it. A form is a
// function of a value and of where it is, which fails when the value is not of that form.

import { names } from './plan_names.mjs';

const knownVersion = 1;

export function fail(where, what) {
  throw new Error(`plan.json: ${where} ${what}`);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

const check = (holds, what) => (value, where) => holds(value) || fail(where, what);

const whole = (least, most) =>
  check((value) => Number.isInteger(value) && value >= least && value <= most, `is no integer from ${least} to ${most}`);

const bytesOf = (text) => new TextEncoder().encode(text).length;
const isText = (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
const text = (most) => check((value) => isText(value) && bytesOf(value) <= most,
                             `is no text of at most ${most} bytes, none of them NUL`);

const flag = check((value) => typeof value === 'boolean', 'is neither true nor false');
const bits = check((value) => typeof value === 'string' && /^0x[0-9a-f]{16}$/.test(value),
                   'is no text of "0x" and 16 hexadecimal digits');

// A file of the bundle and of nothing else.
const isInside = (path) => !path.includes('\\') && path.split('/').every((part) => !['', '.', '..'].includes(part));
const path = (value, where) => {
  text(255)(value, where);
  if (!isInside(value)) fail(where, `is '${value}', which does not name a file inside the bundle`);
};

const nullable = (form) => (value, where) => value === null || form(value, where);

const name = (kind) => (value, where) =>
  names[kind].includes(value) || fail(where, `is ${JSON.stringify(value)}, which is no ${kind}`);

const list = (form, { least = 0, most = Infinity } = {}) => (value, where) => {
  if (!Array.isArray(value)) fail(where, 'is no array');
  if (value.length < least || value.length > most)
    fail(where, `has ${value.length} elements, not ${least === most ? least : `${least} to ${most}`}`);
  value.forEach((element, i) => form(element, `${where}[${i}]`));
};

const set = (kind) => (value, where) => {
  list(name(kind))(value, where);
  if (new Set(value).size !== value.length) fail(where, 'has a name twice');
};

// Keys that are optional may be absent; no others may be there.
const object = (required, optional = {}) => (value, where) => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) fail(where, 'is no object');
  const at = (key) => (where ? `${where}.${key}` : key), forms = { ...required, ...optional };
  for (const key of Object.keys(value)) if (!Object.hasOwn(forms, key)) fail(at(key), 'is no key of a plan');
  for (const [key, form] of Object.entries(forms)) {
    if (Object.hasOwn(value, key)) form(value[key], at(key));
    else if (Object.hasOwn(required, key)) fail(at(key), 'is missing');
  }
};

// One of the forms, by the only key of an object.
const oneOf = (forms) => (value, where) => {
  const key = Object.keys(value ?? {})[0];
  if (!Object.hasOwn(forms, key ?? '')) fail(where, `is no object of one of the keys ${Object.keys(forms).join(', ')}`);
  object({ [key]: forms[key] })(value, where);
};

//===----------------------------------------------------------------------===//
// The parts of a plan
//===----------------------------------------------------------------------===//

const u32 = whole(0, 2 ** 32 - 1), u53 = whole(0, 2 ** 53), three = list(u32, { least: 3, most: 3 });

const target = object({
  family: text(31), name: text(31), architecture: text(31),
  memory: object({
    shared_bytes_per_threadgroup: u32, constant_bytes: u32, min_buffer_alignment: u32, unified: flag,
    host_visible: flag,
  }),
  subgroup: object({ supported: flag, size_min: u32, size_max: u32, operations: set('subgroup_operation') }),
  threadgroup: object({
    max_threads: u32, max_threads_per_dim: three, max_grid_per_dim: three, max_blocks: three, shared_memory_bytes: u32,
  }),
  bindings: object({ max_buffers: u32, max_buffer_bytes: u53 }),
  dtypes: set('dtype'), layouts: set('layout_support'), runtime: set('runtime_feature'), features: set('feature'),
  formats: set('format'),
}, { max_loop_steps: u32 });

const slot = object({
  id: u32, role: set('role'), dtype: name('dtype'), space: name('space'), access: name('access'),
  transfer: name('transfer'), layout: name('layout_kind'), dims: list(nullable(u53), { most: 64 }),
  strides: nullable(list(whole(-(2 ** 53), 2 ** 53))), minor_to_major: list(u32), elements: nullable(u53),
  bytes: nullable(u53), alignment: u32, contiguous: flag, static: flag, fingerprint: bits, constant: nullable(path),
});

const scalar = oneOf({
  i32: whole(-(2 ** 31), 2 ** 31 - 1), u32, i64: bits, u64: bits, f32: bits, f64: bits,
});
const argument = oneOf({ buffer: u32, count_buffer: u32, count: u32, runtime_scalar: scalar, scalar });

const geometry = object({ grid: three, threadgroup: three, shared_bytes: u32 });
const tile = nullable(object({
  kind: name('tile_kind'), m: u53, n: u53, k: u53, batch: u53, input_dtype: name('dtype'), output_dtype: name('dtype'),
  input_tile_bytes: u32, output_tile_bytes: u32, scratch_memory_bytes: u32, reduction_kind: name('reduction_kind'),
  reduction_rank: u32, reduction_axis: u32, reduction_extent: u53,
}));

const gridAxis = (value, where) =>
  (Object.hasOwn(value ?? {}, 'divisor') ? object({ scalar_index: u32, divisor: u32 }) : object({ extent: u32 }))(
    value, where);

const spirv = object({
  version: text(7), capabilities: list(text(Infinity), { most: 32 }), extensions: list(text(Infinity), { most: 32 }),
});

const kernel = object({
  id: u32, work_item: u32, kind: name('kernel_kind'), source: name('kernel_source'), launch_kind: name('launch_kind'),
  entry: text(127), payload: object({ kind: name('payload_kind'), path, bytes: u53 }, { spirv }),
  arguments: list(argument), argument_count: u32, element_count: u53, count_argument: name('count_argument'),
  required: object({ dtypes: set('dtype'), features: set('feature'), subgroup: set('subgroup_operation') }),
  inputs: list(u32), output: nullable(u32),
  resources: object({
    static_read_bytes: u53, static_write_bytes: u53, static_total_bytes: u53, static_bytes_complete: flag,
    op_count: u32, external_input_value_count: u32, external_operand_count: u32, chain_operand_count: u32,
    element_count: u53, element_size: u32, estimated_element_ops: u53, ops_per_kib: u53,
  }),
  geometry, class: name('resource_class'), subgroup_size: nullable(u32), subgroup_aligned: flag,
  fixed_threadgroup: flag, tile,
  candidates: list(object({ geometry, score: u53, est_bytes: u53, est_ops: u53, tile }), { least: 1, most: 8 }),
  output_fill: nullable(u32), scratch_fill: nullable(u32), body_fingerprint: bits,
}, {
  kernel_call_launch: object({ grid: list(gridAxis, { least: 3, most: 3 }), threadgroup: three, shared_bytes: u32 }),
  aliased_input: u32,
});

const memory = object({
  strategy: name('memory_strategy'),
  allocations: list(object({ id: u32, space: name('space'), offset: u53, bytes: u53, alignment: u32 })),
  assignments: list(object({ slot: u32, allocation: u32 })),
  total_bytes: u53, allocated_bytes: u53, peak_bytes: u53,
}, {
  arenas: list(object({ space: name('space'), arena_bytes: u53, peak_bytes: u53, least_bytes: u53 })),
});

const plan = object({
  version: whole(knownVersion, knownVersion), backend: name('backend'), format: name('format'), target,
  function: text(127), slots: list(slot), inputs: list(u32), outputs: list(u32), kernels: list(kernel), memory,
});

/// Fails with a message that names the key at fault unless the value has the form of a plan.
export function checkForm(value) {
  if (value?.version !== knownVersion)
    throw new Error(`plan.json: version ${value?.version} is not known; this reads version ${knownVersion}`);
  plan(value, '');
}
