// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a WebAssembly bundle in Node and compares: node run.mjs DIR --input=F … --expect=F … [--rtol=X] [--atol=X]
// Exit codes as accy-run's: 0 all is well; 1 an output differs or something is at fault; 2 the command line is wrong.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { loadBundle } from './bundle.mjs';
import { parseNpy } from './npy.mjs';
import { compareElements, elementsOf } from './tensor.mjs';

// A number that is neither negative nor infinite, or null.
function parseTolerance(text) {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}

function parseOptions(words) {
  const options = { folder: null, inputs: [], expected: [], rtol: 1e-5, atol: 1e-8 };
  for (const word of words) {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(word) ?? [];
    if (name === 'input') options.inputs.push(value);
    else if (name === 'expect') options.expected.push(value);
    else if (['rtol', 'atol'].includes(name) && parseTolerance(value) !== null) options[name] = parseTolerance(value);
    else if (!word.startsWith('--') && options.folder === null) options.folder = word;
    else return null;
  }
  return options.folder === null ? null : options;
}

// NumPy has no bf16: its bits are stored as uint16.
const storedAs = (dtype) => (dtype === 'bf16' ? 'u16' : dtype);

// Writes a line to standard output; fails where that does. The event of the error needs a listener, or ends the process.
process.stdout.on('error', () => {});
function print(line) {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => {
      if (error) reject(new Error(`standard output cannot be written: ${error.message}`));
      else resolve();
    });
  });
}

async function readFileAsNpy(name) {
  const file = new Uint8Array(await readFile(name));
  try {
    return parseNpy(file);
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

// The bytes of a .npy file that must hold a tensor of the slot's type.
async function readTensor(name, slot) {
  const { dtype, shape, bytes } = await readFileAsNpy(name);
  const isSame = dtype === storedAs(slot.dtype) && shape.length === slot.dims.length;
  if (!isSame || shape.some((extent, i) => extent !== slot.dims[i]))
    throw new Error(`${name} holds ${dtype}[${shape}]; wanted is ${slot.dtype}[${slot.dims}]`);
  return bytes;
}

async function compareOutput(i, name, slot, bytes, options) {
  const expected = elementsOf(slot.dtype, await readTensor(name, slot));
  const { equal, mismatches, first, maxAbsoluteError, maxRelativeError } =
    compareElements(slot.dtype, elementsOf(slot.dtype, bytes), expected, options);
  if (!equal)
    throw new Error(`output ${i} differs from ${name} in ${mismatches} of ${expected.length} elements, first at ` +
                    `${first.index}: ${first.actual}, expected ${first.expected}`);
  await print(`output ${i} agrees: max absolute error ${maxAbsoluteError.toPrecision(6)}, ` +
              `max relative error ${maxRelativeError.toPrecision(6)}`);
}

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (!options) {
    console.error('usage: node run.mjs DIR --input=F … --expect=F … [--rtol=X] [--atol=X]');
    return 2;
  }
  const read = async (name) => new Uint8Array(await readFile(path.join(options.folder, name)));
  const { plan, slots, run, close } = await loadBundle(read);
  if (options.inputs.length > plan.inputs.length || options.expected.length > plan.outputs.length)
    throw new Error(`${plan.function} has ${plan.inputs.length} inputs and ${plan.outputs.length} outputs`);
  const inputs = await Promise.all(options.inputs.map((name, i) => readTensor(name, slots.get(plan.inputs[i]))));
  const { outputs } = await run(inputs);
  for (const [i, name] of options.expected.entries())
    await compareOutput(i, name, slots.get(plan.outputs[i]), outputs[i], options);
  close();
  return 0;
}

main().then((code) => { process.exitCode = code; }).catch((error) => {
  console.error(`run.mjs: error: ${error.message}`);
  process.exitCode = 1;
});
