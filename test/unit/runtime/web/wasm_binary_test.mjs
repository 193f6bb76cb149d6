// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading what a WebAssembly module says of its memory. The modules are written byte by byte.

import assert from 'node:assert/strict';
import test from 'node:test';

import { readModule } from '../../../../runtime/web/wasm_binary.mjs';

const name = (text) => [text.length, ...Buffer.from(text)];
const section = (id, bytes) => [id, bytes.length, ...bytes];
const makeModule = (...sections) => Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);

const functionType = section(1, [1, 0x60, 0, 0]);
const memoryImport = (...limits) => [...name('env'), ...name('memory'), 2, ...limits];
const data = section(11, [1, 0, 0x41, 0, 0x0b, 1, 42]);

function check(bytes, facts) {
  assert.ok(WebAssembly.validate(bytes));
  assert.deepEqual(readModule(bytes), facts);
}

test('a module without a memory', () => check(makeModule(), { importedPages: null, hasData: false }));

test('a memory of its own, with data', () =>
  check(makeModule(section(5, [1, 0, 3]), data), { importedPages: null, hasData: true }));

test('an imported memory', () =>
  check(makeModule(section(2, [1, ...memoryImport(0, 2)])), { importedPages: 2, hasData: false }));

test('an imported memory with a maximum, of many pages, and data', () => {
  const imports = section(2, [1, ...memoryImport(1, 0xac, 0x02, 0x80, 0x80, 0x04)]);
  check(makeModule(imports, data), { importedPages: 300, hasData: true });
});

test('among imports of other kinds', () => {
  const imports = [4, ...name('a'), ...name('f'), 0, 0, ...name('a'), ...name('t'), 1, 0x70, 1, 1, 9,
                   ...name('a'), ...name('g'), 3, 0x7f, 0, ...memoryImport(0, 5)];
  check(makeModule(functionType, section(2, imports)), { importedPages: 5, hasData: false });
});
