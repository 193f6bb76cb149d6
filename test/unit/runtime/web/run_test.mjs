// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// run.mjs as a program: what it says and returns for good and for bad command lines, files and outputs.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { files, makePlan } from './sample_bundle.mjs';

const program = fileURLToPath(new URL('../../../../runtime/web/run.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'accy-run-mjs-'));
test.after(() => rmSync(folder, { recursive: true }));

const fileOf = (name) => path.join(folder, name);
function writeNpy(name, descriptor, shape, data) {
  const header = `{'descr': '${descriptor}', 'fortran_order': False, 'shape': (${shape}), }\n`;
  const head = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]);
  writeFileSync(fileOf(name), Buffer.concat([head, Buffer.from(header), Buffer.from(data)]));
  return fileOf(name);
}

for (const [name, bytes] of Object.entries({ ...files, 'plan.json': JSON.stringify(makePlan()) }))
  writeFileSync(fileOf(name), bytes);
const zeros = writeNpy('zeros.npy', '<f4', '2,', Array(8).fill(0));
const ones = writeNpy('ones.npy', '<f4', '2,', [0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x3f]);
const short = writeNpy('short.npy', '<f4', '2,', Array(7).fill(0));
const long = writeNpy('long.npy', '<f4', '2,', Array(9).fill(0));
const other = writeNpy('other.npy', '<i4', '2,', Array(8).fill(0));

function run(words, stdout = 'pipe') {
  const result = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', stdio: ['ignore', stdout, 'pipe'] });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

const good = [folder, `--input=${zeros}`, `--expect=${zeros}`];

test('an output that agrees', () => {
  const { code, stdout, stderr } = run(good);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^output 0 agrees: max absolute error 0/);
});

for (const value of ['Infinity', '-Infinity', '1e999', 'NaN', '-1', '', ' ', '1x'])
  for (const option of ['rtol', 'atol'])
    test(`--${option}=${value} is no tolerance`, () => {
      const { code, stderr } = run([...good, `--${option}=${value}`]);
      assert.equal(code, 2);
      assert.match(stderr, /^usage: /);
    });

test('tolerances are used', () => {
  assert.equal(run([folder, `--input=${zeros}`, `--expect=${ones}`]).code, 1);
  assert.equal(run([folder, `--input=${zeros}`, `--expect=${ones}`, '--rtol=1e0']).code, 0);
  assert.equal(run([folder, `--input=${zeros}`, `--expect=${ones}`, '--atol=1']).code, 0);
});

for (const [file, message] of [[short, 'cut short'], [long, 'its shape needs 8'], [other, 'holds i32\\[2\\]'],
                               [fileOf('plan.json'), 'no .npy file'], [fileOf('absent.npy'), 'no such file']])
  for (const words of [[folder, `--input=${file}`], [folder, `--input=${zeros}`, `--expect=${file}`]])
    test(`a file that is refused is named: ${message}`, () => {
      const { code, stderr } = run(words);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^run.mjs: error: .*${message}`));
      assert.ok(stderr.includes(file));
    });

test('output that nobody can read is a failure', () => {
  const pipe = fileOf('pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK), writer = openSync(pipe, constants.O_WRONLY);
  closeSync(reader);
  const { code, stderr } = run(good, writer);
  closeSync(writer);
  assert.equal(code, 1);
  assert.match(stderr, /^run.mjs: error: standard output cannot be written: .*EPIPE/);
});

test('output to a device that is full is a failure', (t) => {
  // A node of our own: those of the system are not to be tried on.
  const full = fileOf('full');
  const made = spawnSync('mknod', [full, 'c', '1', '7']);
  let device = null;
  try {
    device = made.status === 0 ? openSync(full, constants.O_WRONLY) : null;
  } catch {
    device = null;
  }
  if (device === null) return t.skip('device nodes cannot be made here');
  const { code, stderr } = run(good, device);
  closeSync(device);
  assert.equal(code, 1);
  assert.match(stderr, /^run.mjs: error: standard output cannot be written: .*ENOSPC/);
});
