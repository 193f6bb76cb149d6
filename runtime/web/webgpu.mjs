// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a bundle of WGSL modules on WebGPU.
//
// A kernel's buffers are bound in group 0: the i-th buffer among its arguments at binding i, its scalars, four bytes
// each in the order of the arguments, in one uniform buffer at the binding after the last buffer. A binding that the
// entry point does not use is not bound; an input whose memory the output takes must be left out so.

import { checkInputs, describeArgument } from './plan.mjs';
import { readWgslModule } from './wgsl_module.mjs';
import { collectNeeds, nameAdapter, requestAdapter, requestDevice } from './webgpu_device.mjs';
import { placeSlots } from './webgpu_placement.mjs';
import { makeTimer } from './webgpu_timer.mjs';

// A device that asks for no better has this one.
const storageAlignment = 256;
const roundUp = (bytes, unit) => Math.ceil(bytes / unit) * unit;

//===----------------------------------------------------------------------===//
// Kernels as the plan and their modules describe them
//===----------------------------------------------------------------------===//

function readModules({ payloads }) {
  const modules = new Map();
  for (const [path, bytes] of payloads) {
    const text = new TextDecoder().decode(bytes);
    try {
      modules.set(path, { text, ...readWgslModule(text) });
    } catch (error) {
      throw new Error(`${path}: ${error.message}`);
    }
  }
  return modules;
}

// Gives the buffers that the kernel's entry point uses.
function findEntry({ entry, geometry, payload }, { entries }) {
  if (!entries.has(entry)) throw new Error(`${payload.path} has no compute entry point ${entry}`);
  const { bindings, workgroup } = entries.get(entry);
  if (workgroup && workgroup.some((extent, i) => extent !== geometry.threadgroup[i]))
    throw new Error(`${entry} has workgroups of ${workgroup.join('×')}; it was planned for ` +
                    geometry.threadgroup.join('×'));
  return bindings;
}

function packScalars(entry, scalars) {
  return Uint32Array.from(scalars, ({ kind, bits }) => {
    if (kind.endsWith('64')) throw new Error(`${entry} takes a scalar of type ${kind}, which WGSL does not have`);
    return Number(bits & 0xffffffffn);
  });
}

// What is bound where: { binding, type } and one of slot, count, scalars.
function layOutBindings(kernel, module) {
  const { entry, arguments: list } = kernel, bindings = findEntry(kernel, module);
  const described = list.map(describeArgument), scalars = described.filter((argument) => 'kind' in argument);
  const buffers = described.filter((argument) => !('kind' in argument));
  const given = scalars.length ? [...buffers, { scalars: packScalars(entry, scalars) }] : buffers;
  for (const binding of bindings.keys())
    if (binding >= given.length)
      throw new Error(`${entry} uses @binding(${binding}); its arguments have ${given.length}`);
  return given.map((source, binding) => ({ ...source, binding, type: bindings.get(binding) }))
    .filter(({ type }) => type !== undefined);
}

const usesOf = (bindings) => bindings.filter(({ slot }) => slot !== undefined)
  .map(({ slot, type }) => ({ slot, writes: type === 'storage' }));

//===----------------------------------------------------------------------===//
// Making it on the device
//===----------------------------------------------------------------------===//

// Runs the work; fails as it does, or with what the device had to say of it.
async function checked(device, what, work) {
  const filters = ['validation', 'out-of-memory', 'internal'];
  for (const filter of filters) device.pushErrorScope(filter);
  const [outcome] = await Promise.allSettled([work()]);
  const errors = await Promise.all(filters.map(() => device.popErrorScope()));
  if (outcome.status === 'rejected') throw outcome.reason;
  const failure = errors.find((error) => error !== null);
  if (failure) throw new Error(`${what}: ${failure.message}`);
  return outcome.value;
}

// A message of any severity is a failure: kernels come from a compiler, which should have known.
async function compileModule(device, path, code) {
  const module = device.createShaderModule({ label: path, code });
  const { messages } = await module.getCompilationInfo();
  const lines = messages.map(({ type, message, lineNum, linePos }) =>
    `${path}:${lineNum}:${linePos}: ${type}: ${message}`);
  if (lines.length) throw new Error(lines.join('\n'));
  return module;
}

function makeBuffer(device, size, usage, contents = null) {
  const buffer = device.createBuffer({ size: roundUp(size, 4), usage, mappedAtCreation: contents !== null });
  if (contents !== null) {
    const bytes = new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength);
    new Uint8Array(buffer.getMappedRange()).set(bytes);
    buffer.unmap();
  }
  return buffer;
}

async function makePipeline(device, { entry }, module, bindings) {
  const layout = device.createBindGroupLayout({
    entries: bindings.map(({ binding, type }) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } })),
  });
  const pipeline = await device.createComputePipelineAsync({
    label: entry,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: entry },
  });
  return { layout, pipeline };
}

function makeBindGroup(device, layout, bindings, resourceOf) {
  const resource = ({ slot, count, scalars }) => {
    if (slot !== undefined) return resourceOf(slot);
    const contents = scalars ?? new Uint32Array([count, 0, 0, 0]);
    const usage = scalars ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE;
    return { buffer: makeBuffer(device, roundUp(contents.byteLength, 16), usage, contents) };
  };
  const entries = bindings.map((row) => ({ binding: row.binding, resource: resource(row) }));
  return device.createBindGroup({ layout, entries });
}

// A command that fills the output with a pattern of 32 bits, by a copy from a buffer that holds nothing else.
function makeFill(device, pattern, { buffer, offset, size }) {
  if (pattern === null) return () => {};
  if (pattern === 0) return (encoder) => encoder.clearBuffer(buffer, offset, size);
  const source = makeBuffer(device, size, GPUBufferUsage.COPY_SRC, new Uint32Array(size / 4).fill(pattern));
  return (encoder) => encoder.copyBufferToBuffer(source, 0, buffer, offset, size);
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

async function makeLaunches(device, bundle, modules, bindingsOf, resourceOf) {
  const compiled = new Map();
  for (const [path, { text }] of modules) compiled.set(path, await compileModule(device, path, text));
  return Promise.all(bundle.launches.map(async (kernel) => {
    const bindings = bindingsOf.get(kernel);
    const { layout, pipeline } = await makePipeline(device, kernel, compiled.get(kernel.payload.path), bindings);
    return {
      pipeline, grid: kernel.geometry.grid, group: makeBindGroup(device, layout, bindings, resourceOf),
      fill: makeFill(device, kernel.output_fill, resourceOf(kernel.output)),
    };
  }));
}

function encodeLaunches(device, launches, timer) {
  const encoder = device.createCommandEncoder();
  launches.forEach(({ pipeline, grid, group, fill }, i) => {
    fill(encoder);
    const pass = encoder.beginComputePass({ timestampWrites: timer.writes(i) });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(...grid);
    pass.end();
  });
  timer.resolve(encoder);
  return encoder.finish();
}

// Copies a tensor to the device; copies are of whole words.
function writeSlot(device, { buffer, offset }, bytes) {
  const words = new Uint8Array(roundUp(bytes.length, 4));
  words.set(bytes);
  device.queue.writeBuffer(buffer, offset, words);
}

async function readSlot(device, { buffer, offset, size }, bytes) {
  const staging = makeBuffer(device, size, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, offset, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const result = new Uint8Array(staging.getMappedRange().slice(0, bytes));
  staging.destroy();
  return result;
}

// Makes buffers and launches: { resourceOf, launches, timer }, resourceOf(slot) being what a binding takes.
async function loadOn(device, bundle, modules, bindingsOf, placement) {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffers = placement.buffers.map((size) => makeBuffer(device, size, usage));
  const resourceOf = (slot) => {
    const { buffer, offset, size } = placement.places.get(slot);
    return { buffer: buffers[buffer], offset, size };
  };
  for (const [slot, bytes] of bundle.constants) writeSlot(device, resourceOf(slot), bytes);
  const launches = await makeLaunches(device, bundle, modules, bindingsOf, resourceOf);
  return { resourceOf, launches, timer: makeTimer(device, launches.length) };
}

async function runOn(device, { plan, slots }, { resourceOf, launches, timer }, inputs) {
  plan.inputs.forEach((id, i) => writeSlot(device, resourceOf(id), inputs[i]));
  await device.queue.onSubmittedWorkDone();
  const start = performance.now();
  device.queue.submit([encodeLaunches(device, launches, timer)]);
  await device.queue.onSubmittedWorkDone();
  const milliseconds = performance.now() - start;
  const outputs = await Promise.all(plan.outputs.map((id) => readSlot(device, resourceOf(id), slots.get(id).bytes)));
  return { outputs, milliseconds, launchMilliseconds: await timer.read() };
}

/// Loads a bundle: gives { device, run, close } as bundle.mjs describes.
export async function openWebgpu(bundle) {
  const modules = readModules(bundle), bindingsOf = new Map();
  for (const kernel of bundle.launches)
    bindingsOf.set(kernel, layOutBindings(kernel, modules.get(kernel.payload.path)));
  const uses = bundle.launches.map((kernel) => ({ entry: kernel.entry, uses: usesOf(bindingsOf.get(kernel)) }));
  const placement = placeSlots(bundle.plan, uses, storageAlignment);
  const adapter = await requestAdapter();
  const device = await requestDevice(adapter, collectNeeds(bundle, modules, placement));
  const lost = device.lost.then(({ message }) => { throw new Error(`the device was lost: ${message}`); });
  lost.catch(() => {}); // it is raced against whatever is under way
  const guarded = (what, work) => Promise.race([checked(device, what, work), lost]);
  const close = () => device.destroy();
  try {
    const loaded = await guarded('loading', () => loadOn(device, bundle, modules, bindingsOf, placement));
    const run = async (inputs) => {
      checkInputs(bundle, inputs);
      return guarded('running', () => runOn(device, bundle, loaded, inputs));
    };
    return { device: nameAdapter(adapter), run, close };
  } catch (error) {
    close();
    throw error;
  }
}
