// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loader in JavaScript refuses the plans that the reader in C refuses: the sample plan, edited in every place.
// Arguments: bundle-print-sample, bundle-read-plans, docs/plan.schema.json.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import test from 'node:test';

import { layoutFingerprint } from '../../../../runtime/web/layout_fingerprint.mjs';
import { readBundle } from '../../../../runtime/web/plan.mjs';
import { dtypeBytes, names, payloadKinds } from '../../../../runtime/web/plan_names.mjs';

const [printSample, readPlans, schemaPath] = process.argv.slice(2);
const sample = JSON.parse(execFileSync(printSample, { encoding: 'utf8' }));

// The sample without the slot of unknown size, which no kernel has: what it is not about is whether a plan can be run.
const runnable = JSON.stringify({ ...sample.plan, slots: sample.plan.slots.filter(({ bytes }) => bytes !== null) });
const makePlan = () => JSON.parse(runnable);

// The sizes of the sample's files.
const sizes = new Map([...sample.plan.slots.filter(({ constant }) => constant !== null).map((s) => [s.constant, s.bytes]),
                       ...sample.plan.kernels.map(({ payload }) => [payload.path, payload.bytes])]);

async function verdict(text, encode = (text) => new TextEncoder().encode(text)) {
  try {
    await readBundle(async (path) => {
      if (path === 'plan.json') return encode(text);
      if (!sizes.has(path)) throw new Error(`${path} is absent`);
      return new Uint8Array(sizes.get(path));
    });
    return 'ok';
  } catch (error) {
    assert.equal(error.constructor, Error, `${error.stack}\n${text}`);
    return error.message;
  }
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

function* paths(value, path = []) {
  if (value === null || typeof value !== 'object') return;
  for (const key of Object.keys(value)) {
    yield [...path, key];
    yield* paths(value[key], [...path, key]);
  }
}

const isNumber = (value) => typeof value === 'number';

// What a value is replaced by: other types, numbers beside it and at the ends of their ranges, other names of its kind.
function replacements(value) {
  const others = [null, 'x', '', '../x', true, [], {}, [value], -1, 0.5, 0, 1, 2, 3, 2 ** 32, 2 ** 53 + 2];
  if (isNumber(value)) others.push(value + 1, value - 1, value * 2, value + 4);
  if (typeof value === 'boolean') others.push(!value);
  if (typeof value === 'string') {
    others.push(`${value}x`, value.toUpperCase(), value.replace(/.$/, '0'), `${value}\0`, `${value}\ud800`, `${value}é`);
    for (const list of Object.values(names)) if (list.includes(value)) others.push(...list);
  }
  if (Array.isArray(value)) {
    others.push(value.slice(1), value.slice(0, -1), [...value, ...value], value.toReversed(), [...value, 0], [...value, null]);
    if (value.every((element) => typeof element === 'string')) others.push([...value, 'x'], [...value, ...value, 'input']);
  }
  return others.filter((other) => JSON.stringify(other) !== JSON.stringify(value));
}

function edit(path, change) {
  const plan = makePlan();
  change(path.slice(0, -1).reduce((part, step) => part[step], plan), path[path.length - 1]);
  return { what: `${path.join('.')}`, plan };
}

function* edits() {
  for (const path of paths(makePlan())) {
    const value = path.reduce((part, step) => part[step], makePlan());
    yield edit(path, (parent, key) => (Array.isArray(parent) ? parent.splice(key, 1) : delete parent[key]));
    for (const other of replacements(value)) yield edit(path, (parent, key) => { parent[key] = other; });
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      yield edit([...path, 'unknown'], (parent, key) => { parent[key] = 0; });
      yield edit([...path, 'toString'], (parent, key) => { parent[key] = 0; });
    }
  }
}

// Edits of two places, of which each alone would be seen.
const pairs = [
  ['an argument of another slot, and inputs that agree', (plan) => {
    plan.kernels[0].arguments[0] = { buffer: 3 };
    plan.kernels[0].inputs[0] = 3;
  }],
  ['an output that agrees with its argument', (plan) => {
    plan.kernels[0].arguments[2] = { buffer: 3 };
    plan.kernels[0].output = 3;
  }],
  ['a kernel that has lost its output', (plan) => {
    plan.kernels[0].output = null;
    plan.kernels[0].arguments.splice(2, 1);
  }],
  ['a kernel without an output that has more arguments than it says', (plan) => {
    plan.kernels[0].output = null;
    plan.kernels[0].arguments.splice(2, 1);
    plan.kernels[0].argument_count = 1;
  }],
  ['a slot and its allocation that moved', (plan) => {
    plan.slots[2].space = 'host';
    plan.memory.allocations.forEach((allocation) => { allocation.space = 'host'; });
  }],
  ['an aliased input with its allocation', (plan) => {
    plan.kernels[1].aliased_input = 0;
    const { assignments } = plan.memory, placeOf = (slot) => assignments.find((row) => row.slot === slot);
    placeOf(plan.kernels[1].output).allocation = placeOf(plan.kernels[1].inputs[0]).allocation;
  }],
  ['an aliased input with another allocation', (plan) => { plan.kernels[1].aliased_input = 0; }],
  ['an aliased input that is no temporary', (plan) => { plan.kernels[0].aliased_input = 0; }],
  ['an aliased input without an output', (plan) => {
    plan.kernels[1].aliased_input = 0;
    plan.kernels[1].output = null;
  }],
  ['an aliased input that is not there', (plan) => { plan.kernels[1].aliased_input = 2; }],
  ['an element count of more than 32 bits', (plan) => {
    plan.kernels[0].element_count = 2 ** 32;
    plan.kernels[0].arguments[3] = { count_buffer: 0 };
  }],
  ['an element count that agrees', (plan) => {
    plan.kernels[0].element_count = 7;
    plan.kernels[0].arguments[3] = { count_buffer: 7 };
  }],
  ['a count of another kind', (plan) => { plan.kernels[0].count_argument = 'scalar_u32'; }],
  ['a count of another kind that agrees', (plan) => {
    plan.kernels[0].count_argument = 'scalar_u32';
    plan.kernels[0].arguments[3] = { count: 256 };
  }],
  ['scalars in another order', (plan) => { plan.kernels[2].arguments.reverse(); }],
  ['two dims that changed places', (plan) => { plan.slots[0].dims = [8, 32]; }],
  ['facts of SPIR-V', (plan) => {
    plan.kernels[0].payload.spirv = { version: '1.3', capabilities: ['Shader'], extensions: [] };
  }],
  ['facts of SPIR-V that are none', (plan) => { plan.kernels[0].payload.spirv = { version: '1.3' }; }],
  ['a limit of loops', (plan) => { plan.target.max_loop_steps = 7; }],
  ['a limit of loops that is none', (plan) => { plan.target.max_loop_steps = null; }],
  ['a dim that is not known', (plan) => {
    plan.slots[0].dims[0] = null;
    plan.slots[0].elements = plan.slots[0].bytes = null;
  }],
  ['words that are none', (plan) => {
    plan.format = 'vulkan_spirv';
    for (const { payload } of plan.kernels) payload.kind = 'words_u32';
  }],
  ['an aliased input that is not there, and no memory', (plan) => {
    plan.kernels[1].aliased_input = 2;
    plan.memory.assignments = [];
  }],
  ...[['an order with a dimension twice', { minor_to_major: [1, 1] }],
      ['an order of other dimensions', { minor_to_major: [2, 1] }],
      ['an alignment that is no power of two', { alignment: 3 }],
      ['an alignment of nothing', { alignment: 0 }],
      ['other strides', { strides: [1, 16] }],
      ['another layout', { layout: 'tiled' }],
      ['an alignment beyond that of the allocation', { alignment: 2 ** 20 }],
      ['more dims than there may be', { dims: Array(65).fill(1), minor_to_major: Array(65).fill(0) }],
      ['bytes of another dtype', { dtype: 'f64' }]].map(([what, change]) => [`a layout that agrees: ${what}`, (plan) => {
    Object.assign(plan.slots[2], change);
    plan.slots[2].fingerprint = layoutFingerprint(plan.slots[2]);
  }]),
  ['the sample', () => {}],
];

// What the C reader takes, because it can be described, but neither runtime runs.
const notRunnable = /only static shapes can be run|only row_major can be read|names no scratch buffer/;

test('what the reader in C refuses is refused', async () => {
  const all = [...edits(), ...pairs.map(([what, change]) => {
    const plan = makePlan();
    change(plan);
    return { what, plan };
  })];
  const texts = all.map(({ plan }) => JSON.stringify(plan));
  const lines = execFileSync(readPlans, { input: `${texts.join('\n')}\n`, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const [ofSample, ...inC] = lines.trimEnd().split('\n');
  assert.deepEqual([ofSample, inC.length], ['ok', all.length]);
  const differences = [];
  for (const [i, { what }] of all.entries()) {
    const here = await verdict(texts[i]);
    if ((here === 'ok' || notRunnable.test(here)) === (inC[i] === 'ok')) continue;
    const value = what.includes(' ') ? '' : JSON.stringify(what.split('.').reduce((part, step) => part?.[step], all[i].plan));
    differences.push(`${what} = ${value}\n  in C: ${inC[i]}\n  here: ${here}`);
  }
  assert.deepEqual(differences, []);
  const refused = inC.filter((line) => line !== 'ok').length;
  assert.ok(refused > all.length / 4 && refused < all.length, `${refused} of ${all.length} are refused`);
});

test('what is not UTF-8 is refused', async () => {
  const plan = makePlan();
  plan.function = 'café';
  assert.equal(await verdict(JSON.stringify(plan)), 'ok');
  assert.match(await verdict(JSON.stringify(plan), (text) => Buffer.from(text, 'latin1')), /^plan\.json: .*utf-8/i);
});

test('the names are those of the planner', () => {
  const schema = JSON.parse(readFileSync(schemaPath, 'utf8')).$defs;
  const ofSchema = Object.fromEntries(Object.entries(schema).filter(([, row]) => row.enum).map(([key, row]) => [key, row.enum]));
  assert.deepEqual(names, ofSchema); // which is compared with the planner's own
  assert.deepEqual(Object.keys(payloadKinds), names.format);
  assert.deepEqual(Object.keys(dtypeBytes), names.dtype);
});
