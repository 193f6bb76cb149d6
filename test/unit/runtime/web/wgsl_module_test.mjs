// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading what a WGSL module says of itself.

import assert from 'node:assert/strict';
import test from 'node:test';

import { readWgslModule } from '../../../../runtime/web/wgsl_module.mjs';

const entry = (text, name = 'main') => readWgslModule(text).entries.get(name);

test('buffers, their access and the workgroup of an entry point', () => {
  const { bindings, workgroup } = entry(`
    @group(0) @binding(0) var<storage, read> a: array<f32>;
    @binding(1) @group(0) var<storage, read_write> b: array<f32>;
    @group(0) @binding(2u) var < uniform > c: vec4<u32>;
    @group(0)@binding(3)var<storage>d:array<u32>;
    @compute @workgroup_size(8, 4u) fn main() { b[0] = a[0] + f32(c.x) + f32(d[0]); }`);
  assert.deepEqual([...bindings], [[0, 'read-only-storage'], [1, 'storage'], [2, 'uniform'], [3, 'read-only-storage']]);
  assert.deepEqual(workgroup, [8, 4, 1]);
});

test('only what the entry point uses, also through functions, and not members of the same name', () => {
  const text = `
    @group(0) @binding(0) var<storage, read> left: array<f32>;
    @group(0) @binding(0) var<storage, read_write> right: array<f32>;
    @group(0) @binding(1) var<uniform> both: S;
    struct S { left: u32 }
    fn deeper() -> f32 { return left[0]; }
    fn helper() -> f32 { if (true) { return deeper(); } return 0.0; }
    @compute @workgroup_size(1) fn first() { let x = helper(); }
    @compute @workgroup_size(1) fn second() { right[both. left] = 0.0; }`;
  assert.deepEqual([...entry(text, 'first').bindings], [[0, 'read-only-storage']]);
  assert.deepEqual([...entry(text, 'second').bindings], [[0, 'storage'], [1, 'uniform']]);
});

test('functions that call each other end', () => {
  assert.ok(entry('fn a() { b(); } fn b() { a(); } @compute @workgroup_size(1) fn main() { a(); }'));
});

test('comments are no code', () => {
  const { bindings } = entry(`
    // @group(0) @binding(0) var<storage, read> a: array<f32>;
    /* @group(0) @binding(1) var<storage, read> a: /* nested */ array<f32>; */
    @group(0) /* between */ @binding(2) var<storage, read> a: array<f32>; // a
    @compute @workgroup_size(1) fn main() { _ = a[0]; }`);
  assert.deepEqual([...bindings.keys()], [2]);
});

test('enabled extensions are features', () => {
  const { features } = readWgslModule('enable f16, subgroups; enable other;\nconst enabled = 1;');
  assert.deepEqual(features, ['shader-f16', 'subgroups', 'other']);
});

test('a workgroup of expressions is unknown; functions that are no entry points are not listed', () => {
  const text = 'override n: u32; fn helper() {} @compute @workgroup_size(n, 1) fn main() {}';
  assert.equal(entry(text).workgroup, null);
  assert.deepEqual([...readWgslModule(text).entries.keys()], ['main']);
});

test('what cannot be bound is refused', () => {
  const variable = (group, binding, name) => `@group(${group}) @binding(${binding}) var<uniform> ${name}: u32;`;
  const main = '@compute @workgroup_size(1) fn main() { _ = a + b; }';
  assert.throws(() => readWgslModule(variable(1, 0, 'a')), /buffer a is at @group\(1\)/);
  assert.throws(() => readWgslModule(variable(0, 'n', 'a')), /@binding\(n\), which is no number/);
  assert.throws(() => readWgslModule(variable(0, 0, 'a') + variable(0, 0, 'b') + main), /main uses two buffers/);
});

test('text that ends early does not hang', () => {
  for (const text of ['', 'fn', 'fn main', '@compute @workgroup_size(1) fn main() { {', '/*', '/* /* */', '//'])
    readWgslModule(text);
});
