// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a bundle of WebAssembly modules in any JavaScript engine. Reading files is the caller's: `read(path)` gives the
// bytes of a file of the bundle, so that pages fetch and programs read.

/// Loads the bundle: its plan and compiled modules. Fails with a message that names what is wrong.
export async function loadBundle(read) {
  const plan = JSON.parse(new TextDecoder().decode(await read('plan.json')));
  if (plan.version !== 1) throw new Error(`plan.json: version ${plan.version} is not known; this reads version 1`);
  if (plan.format !== 'webassembly_module') throw new Error(`the bundle holds ${plan.format}, not WebAssembly modules`);
  const modules = new Map();
  for (const kernel of plan.kernels)
    modules.set(kernel.id, await WebAssembly.compile(await read(kernel.payload.path)));
  const constants = new Map();
  for (const slot of plan.slots)
    if (slot.constant !== null) constants.set(slot.id, new Uint8Array(await read(slot.constant)));
  return { plan, modules, constants };
}

const alignment = 16;
const roundUp = (value) => Math.ceil(value / alignment) * alignment;

// Lays the kernel's buffers out from `base` on: address and bytes of each argument that is one.
function layOutArguments(kernel, bufferOf, base) {
  let address = roundUp(base);
  const places = kernel.arguments.map((argument) => {
    let bytes = null;
    if ('buffer' in argument) bytes = bufferOf(argument.buffer);
    else if ('count_buffer' in argument) bytes = new Uint8Array(new Uint32Array([argument.count_buffer]).buffer);
    if (bytes === null) return null;
    const place = { address, bytes, slot: argument.buffer };
    address += roundUp(Math.max(bytes.length, 1));
    return place;
  });
  return { places, end: address };
}

function growTo(memory, end) {
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
}

// A scalar argument as JavaScript passes it: 64-bit integers as BigInt; floats are given by their bits.
function scalarOf(argument) {
  const [kind, value] = Object.entries(argument.scalar ?? argument.runtime_scalar)[0];
  const bits = new DataView(new ArrayBuffer(8));
  bits.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
  const readers = {
    i32: () => bits.getInt32(0, true), u32: () => bits.getInt32(0, true), i64: () => bits.getBigInt64(0, true),
    u64: () => bits.getBigInt64(0, true), f32: () => bits.getFloat32(0, true), f64: () => bits.getFloat64(0, true),
  };
  return readers[kind]();
}

// Fills the output with a pattern of 32 bits where the plan asks for it.
function fillOutput(kernel, bytes) {
  if (kernel.output_fill === null) return;
  const words = new Uint32Array(bytes.length / 4).fill(kernel.output_fill);
  bytes.set(new Uint8Array(words.buffer));
}

async function runKernel(kernel, module, bufferOf) {
  const { exports } = await WebAssembly.instantiate(module, {});
  const { places, end } = layOutArguments(kernel, bufferOf, exports.__heap_base.value);
  growTo(exports.memory, end);
  const memory = new Uint8Array(exports.memory.buffer);
  fillOutput(kernel, bufferOf(kernel.output));
  for (const place of places) if (place) memory.set(place.bytes, place.address);
  exports[kernel.entry](...kernel.arguments.map((argument, i) => (places[i] ? places[i].address : scalarOf(argument))));
  const output = bufferOf(kernel.output);
  const written = places.find((place) => place && place.slot === kernel.output);
  output.set(memory.subarray(written.address, written.address + output.length));
}

/// Runs the bundle on the inputs' bytes, in the order of the plan's inputs; gives the outputs' bytes likewise.
export async function runBundle({ plan, modules, constants }, inputs) {
  if (inputs.length !== plan.inputs.length)
    throw new Error(`${inputs.length} inputs are given; ${plan.function} takes ${plan.inputs.length}`);
  const buffers = new Map(constants);
  const slotOf = new Map(plan.slots.map((slot) => [slot.id, slot]));
  plan.inputs.forEach((id, i) => {
    if (inputs[i].length !== slotOf.get(id).bytes)
      throw new Error(`input ${i} has ${inputs[i].length} bytes; ${plan.function} takes ${slotOf.get(id).bytes}`);
    buffers.set(id, inputs[i]);
  });
  const bufferOf = (id) => {
    if (!buffers.has(id)) buffers.set(id, new Uint8Array(slotOf.get(id).bytes));
    return buffers.get(id);
  };
  for (const kernel of plan.kernels) await runKernel(kernel, modules.get(kernel.id), bufferOf);
  return plan.outputs.map(bufferOf);
}
