// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements, comparisons and .npy files.

import assert from 'node:assert/strict';
import test from 'node:test';

import { parseNpy } from '../../../../runtime/web/npy.mjs';
import { compareElements, elementsOf } from '../../../../runtime/web/tensor.mjs';

const bytesOf = (array) => new Uint8Array(array.buffer);
const tolerances = { rtol: 1e-3, atol: 1e-6 };

test('16-bit floats', () => {
  const bits = new Uint16Array([0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x8000]);
  const half = elementsOf('f16', bytesOf(bits));
  assert.deepEqual([...half], [1, -2, 2 ** -24, 65504, Infinity, -Infinity, NaN, -0]);
  const brain = elementsOf('bf16', bytesOf(new Uint16Array([0x3f80, 0xc000, 0x7f80, 0xff80, 0x7fc0, 0x0001])));
  assert.deepEqual([...brain], [1, -2, Infinity, -Infinity, NaN, 2 ** -133]);
});

test('elements at an odd place', () => {
  const bytes = new Uint8Array(13);
  new DataView(bytes.buffer).setFloat32(5, 1.5, true);
  assert.deepEqual([...elementsOf('f32', bytes.subarray(5, 9))], [1.5]);
});

test('floats agree within the tolerance, as NaN, and as the same infinity', () => {
  const result = compareElements('f32', [1.0005, NaN, Infinity, 0], [1, NaN, Infinity, 0], tolerances);
  assert.ok(result.equal && result.maxAbsoluteError > 4e-4 && result.first === null);
  for (const [actual, expected] of [[1.01, 1], [NaN, 1], [1, NaN], [Infinity, -Infinity], [1e30, Infinity]])
    assert.equal(compareElements('f32', [actual], [expected], tolerances).mismatches, 1, `${actual} for ${expected}`);
});

test('integers must be equal, those of 64 bits exactly', () => {
  assert.ok(!compareElements('i32', [1000001], [1000000], tolerances).equal);
  const result = compareElements('i64', [0n, 2n ** 53n + 1n], [0n, 2n ** 53n], tolerances);
  assert.deepEqual(result.first, { index: 1, actual: '9007199254740993', expected: '9007199254740992' });
});

test('.npy files', () => {
  const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
  const file = Uint8Array.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0, ...Buffer.from(header),
                                0, 0, 128, 63, 0, 0, 0, 64]);
  const { dtype, shape, bytes } = parseNpy(file);
  assert.deepEqual([dtype, shape, [...elementsOf(dtype, bytes)]], ['f32', [2, 1], [1, 2]]);
  assert.throws(() => parseNpy(file.subarray(0, file.length - 1)), /cut short/);
  assert.throws(() => parseNpy(new Uint8Array(20)), /no .npy file/);
});
