// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which WebGPU adapters are taken for a plan whose kernels need subgroups.

import assert from 'node:assert/strict';
import test from 'node:test';

import { requestDevice } from '../../../../runtime/web/webgpu_device.mjs';

const makeAdapter = (least, greatest, features = ['subgroups']) => ({
  features: new Set(features), limits: {}, info: { vendor: 'test', subgroupMinSize: least, subgroupMaxSize: greatest },
  requestDevice: ({ requiredFeatures }) => requiredFeatures,
});

const makeNeeds = (least, greatest, features = [['subgroups', 'kernel']]) => ({
  features: new Map(features), limits: new Map(), wishes: new Map(),
  subgroup: { size_min: least, size_max: greatest },
});

test('subgroups of a size between those planned for', async () => {
  for (const [planned, has] of [[[4, 128], [4, 4]], [[4, 128], [32, 64]], [[32, 32], [32, 32]], [[8, 0], [8, 8]],
                                [[0, 0], [4, 128]]])
    assert.deepEqual(await requestDevice(makeAdapter(...has), makeNeeds(...planned)), ['subgroups']);
});

test('subgroups of other sizes, or of none that the adapter tells', async () => {
  for (const [planned, has] of [[[8, 128], [4, 8]], [[4, 32], [32, 64]], [[8, 0], [8, 16]], [[4, 128], []]])
    await assert.rejects(requestDevice(makeAdapter(...has), makeNeeds(...planned)), /kernel was planned for subgroups of/);
});

test('an adapter without subgroups', async () => {
  await assert.rejects(requestDevice(makeAdapter(4, 4, []), makeNeeds(4, 128)), /kernel needs the feature subgroups/);
  assert.deepEqual(await requestDevice(makeAdapter(undefined, undefined, []), makeNeeds(4, 128, [])), []);
});
