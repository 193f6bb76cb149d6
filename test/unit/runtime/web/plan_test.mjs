// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading bundles: what is wrong with a plan is said, whatever it is.

import assert from 'node:assert/strict';
import test from 'node:test';

import { loadBundle } from '../../../../runtime/web/bundle.mjs';
import { layoutFingerprint } from '../../../../runtime/web/layout_fingerprint.mjs';
import { describeArgument } from '../../../../runtime/web/plan.mjs';
import { files, makePlan, module } from './sample_bundle.mjs';

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

// A change of the plan, and what is said of it. That all is refused that the reader in C refuses is
// agreement_test.mjs's to show.
const kernelOf = (plan) => plan.kernels[0];
const faults = [
  ['is no JSON', () => '{', /plan.json: /],
  ['is of another version', (plan) => { plan.version = 2; }, /version 2 is not known; this reads version 1/],
  ['is null', () => 'null', /version undefined is not known/],
  ['is of a format that no engine runs', (plan) => {
    plan.format = 'cuda_ptx';
    kernelOf(plan).payload.kind = 'text';
  }, /the bundle holds cuda_ptx; this runs/],
  ['has an unknown key', (plan) => { plan.target.colour = 1; }, /target.colour is no key of a plan/],
  ['lacks a key', (plan) => { delete plan.target.name; }, /target.name is missing/],
  ['names an absent slot', (plan) => { plan.outputs = [7]; }, /outputs\[0\] names slot 7/],
  ['has an input that is none', (plan) => { plan.inputs = [2]; }, /inputs\[0\] names slot 2, which is no input/],
  ['has a slot twice', (plan) => { plan.slots[1].id = 0; }, /slots\[0\].id is 0, which another slot has, too/],
  ['has bytes that dims do not make', (plan) => { plan.slots[0].bytes = null; }, /bytes is null; dims and dtype make 8/],
  ['has another layout than its fingerprint', (plan) => { plan.slots[0].strides = [2]; }, /is not that of the layout/],
  ['has a slot of unknown size', (plan) => {
    const { fingerprint, ...row } = { ...plan.slots[2], dims: [null], elements: null, bytes: null };
    plan.slots.push({ ...row, id: 3, fingerprint: layoutFingerprint(row) });
  }, /slots\[3\].bytes is null: only static shapes/],
  ['has a constant that is not there', (plan) => { plan.slots[1].constant = null; }, /is absent, but the slot is a/],
  ['names a file outside', (plan) => { plan.slots[1].constant = '../x'; }, /'..\/x', which does not name a file inside/],
  ['has a grid of nothing', (plan) => { kernelOf(plan).geometry.grid[1] = 0; }, /geometry.grid has an extent of 0/],
  ['does not pass the output', (plan) => { kernelOf(plan).arguments.pop(); }, /has 1 elements; inputs, output, .* make 2/],
  ['has another output than its arguments', (plan) => { kernelOf(plan).output = 0; },
   /arguments\[1\] must be \{"buffer":0\}/],
  ['has other inputs than its arguments', (plan) => { kernelOf(plan).inputs = [1]; },
   /arguments\[0\] must be \{"buffer":1\}/],
  ['counts other arguments', (plan) => { kernelOf(plan).argument_count = 3; }, /is 3; there are 2 arguments/],
  ['has too small an allocation', (plan) => { plan.memory.allocations[0].bytes = 4; }, /less than its bytes/],
  ['has an allocation in another space', (plan) => { plan.memory.allocations[0].space = 'host'; }, /another space/],
  ['has a crooked allocation', (plan) => { plan.memory.allocations[0].offset = 4; }, /offset is not aligned/],
  ['aliases an input that lies elsewhere', (plan) => { kernelOf(plan).aliased_input = 0; }, /another allocation/],
  ['has another payload than it says', (plan) => { kernelOf(plan).payload.bytes = 5; }, /plan.json says 5/],
  ['asks for a scratch buffer', (plan) => { kernelOf(plan).scratch_fill = 0; }, /names no scratch buffer/],
];
for (const [what, change, message] of faults)
  test(`a plan that ${what}`, () => {
    const plan = makePlan();
    return assert.rejects(load(change(plan) ?? plan), message);
  });

test('a call that fails names the kernel', async () => {
  const plan = makePlan();
  Object.assign(plan.kernels[0], { inputs: [], arguments: [{ buffer: 2 }, { scalar: { i64: '0x0000000000000001' } }] });
  const { run } = await load(plan);
  await assert.rejects(run([new Uint8Array(8)]), /kernel: Cannot convert/);
});

test('a bundle of WGSL where there is no WebGPU', () => {
  const plan = makePlan(), text = '@compute @workgroup_size(1) fn kernel() {}';
  Object.assign(plan, { format: 'webgpu_wgsl' });
  Object.assign(plan.kernels[0].payload, { kind: 'text', bytes: text.length });
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
