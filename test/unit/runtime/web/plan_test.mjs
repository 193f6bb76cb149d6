// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading bundles: what is wrong with a plan is said, whatever it is.

import assert from 'node:assert/strict';
import test from 'node:test';

import { loadBundle } from '../../../../runtime/web/bundle.mjs';
import { describeArgument } from '../../../../runtime/web/plan.mjs';

// A WebAssembly module with a memory and `kernel`, a function of two addresses that does nothing.
const name = (text) => [text.length, ...Buffer.from(text)];
const module = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 6, 1, 0x60, 2, 0x7f, 0x7f, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1,
  6, 6, 1, 0x7f, 0, 0x41, 0, 0x0b,
  7, 33, 3, ...name('kernel'), 0, 0, ...name('memory'), 2, 0, ...name('__heap_base'), 3, 0, 10, 4, 1, 2, 0, 0x0b]);

const slot = (id, constant = null) => ({ id, dtype: 'f32', dims: [2], bytes: 8, constant });

const makePlan = () => ({
  version: 1, format: 'webassembly_module', function: 'main', inputs: [0], outputs: [2, 1],
  target: { threadgroup: { shared_memory_bytes: 0 } }, slots: [slot(0), slot(1, 'constant.1.bin'), slot(2)],
  kernels: [{
    entry: 'kernel', kind: 'elementwise', payload: { path: 'kernel.wasm', bytes: module.length },
    arguments: [{ buffer: 0 }, { buffer: 2 }], output: 2,
    geometry: { grid: [1, 1, 1], threadgroup: [1, 1, 1], shared_bytes: 0 }, output_fill: null, scratch_fill: null,
  }],
  memory: {
    allocations: [{ id: 0, space: 'device_global', offset: 0, bytes: 8 }], assignments: [{ slot: 2, allocation: 0 }],
  },
});

const files = { 'kernel.wasm': module, 'constant.1.bin': Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]) };

const load = (plan, others = files) => loadBundle(async (path) => {
  if (path === 'plan.json') return new TextEncoder().encode(typeof plan === 'string' ? plan : JSON.stringify(plan));
  if (!others[path]) throw new Error(`${path} is absent`);
  return others[path];
});

test('a bundle that is sound runs', async () => {
  const { run } = await load(makePlan());
  const { outputs } = await run([new Uint8Array(8)]);
  assert.deepEqual(outputs.map((bytes) => [...bytes]), [[0, 0, 0, 0, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7, 8]]);
  await assert.rejects(run([]), /0 inputs are given; main takes 1/);
  await assert.rejects(run([new Uint8Array(7)]), /input 0 has 7 bytes; main takes 8/);
});

const faults = [
  ['is no JSON', () => '{', /plan.json: /],
  ['is of another version', (plan) => ({ ...plan, version: 2 }), /version 2 is not known; this reads version 1/],
  ['is null', () => 'null', /version undefined is not known/],
  ['is of another format', (plan) => ({ ...plan, format: 'cuda_ptx' }), /the bundle holds cuda_ptx; this runs/],
  ['names an absent slot', (plan) => ({ ...plan, outputs: [7] }), /outputs\[0\] names slot 7/],
  ['has a slot of unknown size', (plan) => (plan.slots[0].bytes = null, plan), /slots\[0\].bytes is no count/],
  ['has a grid of nothing', (plan) => (plan.kernels[0].geometry.grid[1] = 0, plan), /grid is not three extents/],
  ['does not pass the output', (plan) => (plan.kernels[0].arguments.pop(), plan), /arguments do not have the output/],
  ['has too small an allocation', (plan) => (plan.memory.allocations[0].bytes = 4, plan), /less than its bytes/],
  ['has another payload than it says', (plan) => (plan.kernels[0].payload.bytes = 5, plan), /plan.json says 5/],
  ['asks for a scratch buffer', (plan) => (plan.kernels[0].scratch_fill = 0, plan), /names no scratch buffer/],
];
for (const [what, change, message] of faults)
  test(`a plan that ${what}`, () => assert.rejects(load(change(makePlan())), message));

test('a call that fails names the kernel', async () => {
  const plan = makePlan();
  plan.kernels[0].arguments[0] = { scalar: { i64: 1 } };
  const { run } = await load(plan);
  await assert.rejects(run([new Uint8Array(8)]), /kernel: Cannot convert/);
});

test('a bundle of WGSL where there is no WebGPU', () => {
  const plan = makePlan(), text = '@compute @workgroup_size(1) fn kernel() {}';
  Object.assign(plan, { format: 'webgpu_wgsl' });
  plan.kernels[0].payload.bytes = text.length;
  const payloads = { ...files, 'kernel.wasm': new TextEncoder().encode(text) };
  return assert.rejects(load(plan, payloads), /there is no WebGPU here/);
});

test('files that are absent or damaged', async () => {
  await assert.rejects(load(makePlan(), {}), /kernel.wasm is absent/);
  const damaged = module.slice();
  damaged[0] = 1;
  await assert.rejects(load(makePlan(), { ...files, 'kernel.wasm': damaged }), /kernel.wasm: /);
});

// All keys and elements of a value, as paths.
function* paths(value, path = []) {
  if (value === null || typeof value !== 'object') return;
  for (const key of Object.keys(value)) {
    yield [...path, key];
    yield* paths(value[key], [...path, key]);
  }
}

test('a key that is gone or has another value is named, or does no harm', async () => {
  for (const path of paths(makePlan())) {
    for (const value of [undefined, null, 'x', [], {}, -1, 0.5, 1e300, 3]) {
      const plan = makePlan(), key = path[path.length - 1];
      const parent = path.slice(0, -1).reduce((part, step) => part[step], plan);
      parent[key] = value;
      // What fails, fails with a message of ours: not because the loader reads what is not there.
      await load(plan).then(({ run }) => run([new Uint8Array(8)])).catch((error) => {
        const isOurs = error.constructor === Error || error instanceof RangeError;
        assert.ok(isOurs, `${path.join('.')} = ${JSON.stringify(value)}: ${error.stack}`);
      });
    }
  }
});

test('arguments', () => {
  assert.deepEqual(describeArgument({ buffer: 3 }), { slot: 3 });
  assert.deepEqual(describeArgument({ count_buffer: 8 }), { count: 8 });
  assert.deepEqual(describeArgument({ count: 8 }), { kind: 'u32', bits: 8n });
  assert.deepEqual(describeArgument({ runtime_scalar: { i32: -1 } }), { kind: 'i32', bits: 2n ** 64n - 1n });
  assert.deepEqual(describeArgument({ scalar: { f64: '0x3ff0000000000000' } }),
                   { kind: 'f64', bits: 0x3ff0000000000000n });
});
