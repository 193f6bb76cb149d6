// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement of slots in WebGPU's buffers: random plans, and the cases that matter.

import assert from 'node:assert/strict';
import test from 'node:test';

import { placeSlots } from '../../../../runtime/web/webgpu_placement.mjs';

const space = 'device_global';

// A plan of slots with one allocation each: [offset, bytes].
function makePlan(ranges, others = []) {
  const slots = [...ranges.map(([, bytes], id) => ({ id, bytes })),
                 ...others.map((bytes, i) => ({ id: ranges.length + i, bytes }))];
  const allocations = ranges.map(([offset, bytes], id) => ({ id, space, offset, bytes }));
  return { slots, memory: { allocations, assignments: ranges.map((_, id) => ({ slot: id, allocation: id })) } };
}

const uses = (slots, writes) => slots.map((slot) => ({ slot, writes }));
const launch = (reads, writes) => ({ entry: 'kernel', uses: [...uses(reads, false), ...uses(writes, true)] });

test('what shares memory in the arena shares a buffer', () => {
  const plan = makePlan([[0, 1024], [1024, 512], [0, 768]]);
  const { buffers, places } = placeSlots(plan, [launch([0], [1]), launch([1], [2])], 256);
  assert.deepEqual(buffers, [1024, 512]);
  assert.deepEqual([0, 1, 2].map((slot) => places.get(slot).buffer), [0, 1, 0]);
});

test('what a kernel reads and what it writes lie in different buffers', () => {
  // Slot 2 lies over both others, which one kernel reads and writes.
  const launches = [launch([], [2]), launch([2], [2 + 1]), launch([0], [1])];
  const { places } = placeSlots(makePlan([[0, 256], [256, 256], [0, 512]], [64]), launches, 256);
  assert.notEqual(places.get(0).buffer, places.get(1).buffer);
  assert.ok(places.get(2).buffer === places.get(0).buffer || places.get(2).buffer === places.get(1).buffer);
});

test('an allocation at an offset that does not suit the device has a buffer where it begins', () => {
  const { buffers, places } = placeSlots(makePlan([[0, 400], [20, 40]]), [], 256);
  assert.deepEqual(buffers, [400, 48]);
  assert.deepEqual(places.get(1), { buffer: 1, offset: 0, size: 48 });
});

test('slots without an allocation, and empty ones, have a buffer of at least 16 bytes', () => {
  const { buffers } = placeSlots(makePlan([], [0, 1, 16, 17]), [], 256);
  assert.deepEqual(buffers, [16, 16, 16, 32]);
});

test('allocations of different spaces never share a buffer', () => {
  const plan = makePlan([[0, 64], [0, 64]]);
  plan.memory.allocations[1].space = 'device_constant';
  assert.equal(placeSlots(plan, [], 256).buffers.length, 2);
});

test('an input and an output in one allocation are refused when both are used', () => {
  const plan = makePlan([[0, 64]], [64]);
  plan.memory.assignments.push({ slot: 1, allocation: 0 });
  assert.throws(() => placeSlots(plan, [launch([0], [1])], 256), /two buffers that share memory/);
  assert.equal(placeSlots(plan, [launch([], [1])], 256).buffers.length, 1);
});

// A generator of numbers below 1 that is the same everywhere.
function makeRandom(seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

test('random plans: no buffer is read and written, live slots stay apart, no more memory than one each', () => {
  for (let seed = 1; seed <= 300; ++seed) {
    const random = makeRandom(seed), pick = (count) => Math.floor(random() * count), unit = seed % 3 ? 256 : 4;
    // A chain of kernels, each of which writes the next slot and reads some of the last three; slots of a distance of
    // four or more may overlap, others are kept apart by lanes.
    const ranges = Array.from({ length: 12 }, (_, i) =>
      [((i % 4) * 64 + pick(32)) * unit, (1 + pick(32)) * unit - pick(4)]);
    const readsOf = (i) => [1, 2, 3].map((back) => i - back).filter((slot) => slot >= 0 && random() < 0.7);
    const launches = ranges.map((_, i) => launch(readsOf(i), [i]));
    const { buffers, places } = placeSlots(makePlan(ranges), launches, 256);
    for (const { uses } of launches) {
      const at = (writes) => uses.filter((use) => use.writes === writes).map(({ slot }) => places.get(slot).buffer);
      assert.ok(!at(false).some((buffer) => at(true).includes(buffer)), `seed ${seed}`);
    }
    for (const { buffer, offset, size } of places.values()) {
      assert.equal(offset % 256, 0);
      assert.ok(offset + size <= buffers[buffer]);
    }
    for (let i = 0; i < ranges.length; ++i) {
      for (let j = i + 1; j < Math.min(i + 4, ranges.length); ++j) {
        const a = places.get(i), b = places.get(j);
        const apart = a.buffer !== b.buffer || a.offset + a.size <= b.offset || b.offset + b.size <= a.offset;
        assert.ok(apart, `seed ${seed}: slots ${i} and ${j}`);
      }
    }
  }
});
