// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a bundle of WebAssembly modules in any JavaScript engine.
//
// Every slot has its place in one memory for the whole run; the memory plan's arenas are blocks of it. A module that
// imports its memory works there. One that has a memory of its own is given copies, and its output is copied back.

import { checkInputs, describeArgument } from './plan.mjs';
import { readModule } from './wasm_binary.mjs';

const pageBytes = 65536;
const alignment = 16;

// Hands out addresses from `base` on.
function allocator(base) {
  let end = base;
  const place = (bytes) => {
    const address = end;
    end += Math.ceil(Math.max(bytes, 1) / alignment) * alignment;
    return address;
  };
  return { place, end: () => end };
}

// The address of each slot.
function placeSlots({ plan }, space) {
  const addresses = new Map(), arenas = new Map();
  const allocations = new Map(plan.memory.allocations.map((allocation) => [allocation.id, allocation]));
  for (const { space: name, offset, bytes } of allocations.values())
    arenas.set(name, Math.max(arenas.get(name) ?? 0, offset + bytes));
  for (const [name, bytes] of arenas) arenas.set(name, space.place(bytes));
  for (const { slot, allocation: id } of plan.memory.assignments) {
    const allocation = allocations.get(id);
    addresses.set(slot, arenas.get(allocation.space) + allocation.offset);
  }
  for (const slot of plan.slots) if (!addresses.has(slot.id)) addresses.set(slot.id, space.place(slot.bytes));
  return addresses;
}

// A scalar as JavaScript passes it: 64-bit integers as BigInt.
function passScalar({ kind, bits }) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits, true);
  const readers = {
    i32: () => view.getInt32(0, true), u32: () => view.getInt32(0, true), i64: () => view.getBigInt64(0, true),
    u64: () => view.getBigInt64(0, true), f32: () => view.getFloat32(0, true), f64: () => view.getFloat64(0, true),
  };
  return readers[kind]();
}

async function compile(payloads) {
  const modules = new Map();
  for (const [path, bytes] of payloads) {
    try {
      modules.set(path, { path, module: await WebAssembly.compile(bytes), ...readModule(bytes) });
    } catch (error) {
      throw new Error(`${path}: ${error.message}`);
    }
  }
  return modules;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

// What the function is called with: { address, bytes } for a buffer, { value } for a scalar. Counts get a place too.
function layOutArguments(kernel, { slots }, addresses, space, counts) {
  return kernel.arguments.map(describeArgument).map((argument) => {
    if ('kind' in argument) return { value: passScalar(argument) };
    if ('slot' in argument) return { address: addresses.get(argument.slot), bytes: slots.get(argument.slot).bytes };
    const place = { address: space.place(4), bytes: 4 };
    counts.push({ ...place, value: argument.count });
    return place;
  });
}

async function instantiate({ module, path }, memory) {
  const imports = {};
  for (const { module: name, name: field, kind } of WebAssembly.Module.imports(module))
    if (kind === 'memory') imports[name] = { [field]: memory };
  try {
    return await WebAssembly.instantiate(module, imports);
  } catch (error) {
    throw new Error(`${path}: ${error.message}`);
  }
}

function findExport({ exports }, { path }, name, wanted) {
  if (!(exports[name] instanceof wanted)) throw new Error(`${path} exports no ${name}, or another thing of that name`);
  return exports[name];
}

// A function that runs the launch in the shared memory. Modules' data lie at the same addresses, and are written when
// an instance is made: a module that has any gets a new one for each launch.
async function launchInPlace(launch, compiled, memory) {
  const instance = compiled.hasData ? null : await instantiate(compiled, memory);
  const values = launch.values.map(({ address, value }) => address ?? value);
  return async () => {
    const current = instance ?? await instantiate(compiled, memory);
    findExport(current, launch, launch.entry, Function)(...values);
  };
}

// A function that runs the launch in the module's own memory. What shares an address has one copy, of the longest: an
// empty value may lie where another is.
async function launchOnCopies(launch, compiled, memory) {
  const instance = await instantiate(compiled, memory);
  const entry = findExport(instance, launch, launch.entry, Function);
  const ownMemory = findExport(instance, launch, 'memory', WebAssembly.Memory);
  const base = findExport(instance, launch, '__heap_base', WebAssembly.Global).value;
  const space = allocator(Math.ceil(base / alignment) * alignment), copies = new Map();
  for (const { address, bytes } of launch.values)
    if (address !== undefined && bytes > (copies.get(address)?.bytes ?? -1)) copies.set(address, { own: space.place(bytes), bytes });
  const missing = space.end() - ownMemory.buffer.byteLength;
  if (missing > 0) ownMemory.grow(Math.ceil(missing / pageBytes));
  const values = launch.values.map(({ address, value }) => (address === undefined ? value : copies.get(address).own));
  return async () => {
    const own = new Uint8Array(ownMemory.buffer), shared = new Uint8Array(memory.buffer);
    for (const [address, { own: begin, bytes }] of copies) own.set(shared.subarray(address, address + bytes), begin);
    entry(...values);
    const { own: begin, bytes } = copies.get(launch.output);
    shared.set(own.subarray(begin, begin + bytes), launch.output);
  };
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

/// Loads a bundle: gives { device, run, close } as bundle.mjs describes.
export async function openWasm(bundle) {
  const { plan, slots } = bundle;
  const modules = await compile(bundle.payloads);
  const pages = [...modules.values()].map(({ importedPages }) => importedPages ?? 0);
  const space = allocator(Math.max(0, ...pages) * pageBytes), counts = [];
  const addresses = placeSlots(bundle, space);
  const launches = bundle.launches.map((kernel) => ({
    entry: kernel.entry, path: kernel.payload.path, fill: kernel.output_fill,
    output: addresses.get(kernel.output), outputBytes: slots.get(kernel.output).bytes,
    values: layOutArguments(kernel, bundle, addresses, space, counts),
  }));
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(space.end() / pageBytes)) });
  const view = new Uint8Array(memory.buffer);
  for (const { address, value } of counts) new DataView(memory.buffer).setUint32(address, value, true);
  for (const [slot, bytes] of bundle.constants) view.set(bytes, addresses.get(slot));
  for (const launch of launches) {
    const compiled = modules.get(launch.path);
    launch.call = await (compiled.importedPages === null ? launchOnCopies : launchInPlace)(launch, compiled, memory);
  }

  const run = async (inputs) => {
    checkInputs(bundle, inputs);
    plan.inputs.forEach((id, i) => view.set(inputs[i], addresses.get(id)));
    const stamps = [performance.now()];
    for (const { entry, fill, output, outputBytes, call } of launches) {
      if (fill !== null) new Uint32Array(memory.buffer, output, Math.ceil(outputBytes / 4)).fill(fill);
      await call().catch((error) => { throw new Error(`${entry}: ${error.message}`); });
      stamps.push(performance.now());
    }
    const launchMilliseconds = launches.map((_, i) => stamps[i + 1] - stamps[i]);
    const read = (id) => view.slice(addresses.get(id), addresses.get(id) + slots.get(id).bytes);
    return { outputs: plan.outputs.map(read), milliseconds: stamps[launches.length] - stamps[0], launchMilliseconds };
  };
  return { device: 'WebAssembly', run, close: () => {} };
}
