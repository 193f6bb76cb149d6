// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a WebAssembly bundle in Node and compares: node run.mjs DIR --input=F … --expect=F … [--rtol=X] [--atol=X]
// Exit codes as accy-run's: 0 all is well; 1 an output differs or something is at fault; 2 the command line is wrong.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { loadBundle, runBundle } from './bundle.mjs';
import { parseNpy } from './npy.mjs';

function parseOptions(words) {
  const options = { folder: null, inputs: [], expected: [], rtol: 1e-5, atol: 1e-8 };
  for (const word of words) {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(word) ?? [];
    if (name === 'input') options.inputs.push(value);
    else if (name === 'expect') options.expected.push(value);
    else if ((name === 'rtol' || name === 'atol') && value !== '' && !Number.isNaN(Number(value))) options[name] = Number(value);
    else if (!word.startsWith('--') && options.folder === null) options.folder = word;
    else return null;
  }
  return options.folder === null ? null : options;
}

const differs = (actual, expected, { rtol, atol }) =>
  !(Object.is(actual, expected) || actual === expected || (Number.isNaN(actual) && Number.isNaN(expected)) ||
    (typeof actual === 'number' && Math.abs(actual - expected) <= atol + rtol * Math.abs(expected)));

// Says how an output's bytes differ from what is expected; null when they agree.
function compare(bytes, expected, options) {
  const actual = new expected.data.constructor(bytes.buffer, bytes.byteOffset, expected.data.length);
  if (actual.byteLength !== bytes.length) return `it has ${bytes.length} bytes, expected are ${actual.byteLength}`;
  for (let i = 0; i < actual.length; ++i)
    if (differs(actual[i], expected.data[i], options)) return `element ${i} is ${actual[i]}, expected is ${expected.data[i]}`;
  return null;
}

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (!options) {
    console.error('usage: node run.mjs DIR --input=F … --expect=F … [--rtol=X] [--atol=X]');
    return 2;
  }
  const read = async (name) => new Uint8Array(await readFile(path.join(options.folder, name)));
  const readNpy = async (name) => parseNpy(new Uint8Array(await readFile(name)));
  const bundle = await loadBundle(read);
  const inputs = await Promise.all(options.inputs.map(readNpy));
  const outputs = await runBundle(bundle, inputs.map(({ data }) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
  if (options.expected.length > outputs.length)
    throw new Error(`${options.expected.length} outputs are expected; ${bundle.plan.function} has ${outputs.length}`);
  for (const [i, name] of options.expected.entries()) {
    const difference = compare(outputs[i], await readNpy(name), options);
    if (difference) throw new Error(`output ${i} differs from ${name}: ${difference}`);
    console.log(`output ${i} agrees`);
  }
  return 0;
}

main().then((code) => { process.exitCode = code; }).catch((error) => {
  console.error(`run.mjs: error: ${error.message}`);
  process.exitCode = 1;
});
