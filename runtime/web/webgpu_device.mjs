// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device with the features and limits that a plan needs, or the reason why there is none.

import { timerFeature } from './webgpu_timer.mjs';

// What no kernel states but the target that it was planned for: taken as far as the adapter has it.
const sharedMemory = 'maxComputeWorkgroupStorageSize';

// Collects needs: the first kernel, or buffer, that needs a feature, or the most of a limit, is remembered.
function collector() {
  const features = new Map(), limits = new Map();
  return {
    features, limits,
    feature: (name, who) => features.has(name) || features.set(name, who),
    limit: (name, value, who) => value > (limits.get(name)?.value ?? 0) && limits.set(name, { value, who }),
  };
}

// Features are those that the module enables. The plan's `required` is what the kernel computes with, which the module
// may do in another way: 16-bit floats need no shader-f16 where they are computed as f32 and rounded.
function addKernel(needs, { entry, geometry }, { features, entries }) {
  for (const name of features) needs.feature(name, entry);
  const threads = geometry.threadgroup.reduce((product, extent) => product * extent, 1);
  needs.limit('maxComputeInvocationsPerWorkgroup', threads, entry);
  'XYZ'.split('').forEach((axis, i) => needs.limit(`maxComputeWorkgroupSize${axis}`, geometry.threadgroup[i], entry));
  needs.limit('maxComputeWorkgroupsPerDimension', Math.max(...geometry.grid), entry);
  needs.limit(sharedMemory, geometry.shared_bytes, entry);
  const storage = [...entries.get(entry).bindings.values()].filter((type) => type !== 'uniform').length;
  needs.limit('maxStorageBuffersPerShaderStage', storage, entry);
}

/// The features and limits that the bundle's kernels need, each with who needs it. `modules` are the kernels' modules
/// by payload path, buffers and places those that placeSlots gives.
export function collectNeeds({ plan, launches }, modules, { buffers, places }) {
  const needs = collector();
  for (const kernel of launches) addKernel(needs, kernel, modules.get(kernel.payload.path));
  for (const size of buffers) needs.limit('maxBufferSize', size, 'a buffer of the plan');
  for (const [slot, { size }] of places) needs.limit('maxStorageBufferBindingSize', size, `slot ${slot}`);
  const { threadgroup, subgroup } = plan.target;
  return { ...needs, subgroup, wishes: new Map([[sharedMemory, threadgroup.shared_memory_bytes]]) };
}

/// The adapter's name as a person would say it.
export function nameAdapter({ info }) {
  const parts = [info?.vendor, info?.architecture, info?.device, info?.description].filter(Boolean);
  return parts.length ? parts.join(' ') : 'an adapter without a name';
}

export async function requestAdapter() {
  if (!globalThis.navigator?.gpu)
    throw new Error('there is no WebGPU here: it takes a browser that has it, and a page from localhost or over https');
  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter) throw new Error('the browser offers no WebGPU adapter');
  return adapter;
}

function requireLimits(adapter, { limits, wishes }) {
  const required = {};
  for (const [name, { value, who }] of limits) {
    if (adapter.limits[name] < value)
      throw new Error(`${who} needs ${name} of ${value}; ${nameAdapter(adapter)} has ${adapter.limits[name]}`);
    required[name] = value;
  }
  for (const [name, value] of wishes)
    required[name] = Math.max(required[name] ?? 0, Math.min(value, adapter.limits[name]));
  return required;
}

// A kernel planned for subgroups of certain sizes is wrong with others. A profile without sizes says nothing of them, as
// that of a kernel call whose author knows.
function checkSubgroups(adapter, { features, subgroup }) {
  const { subgroupMinSize: least, subgroupMaxSize: greatest } = adapter.info;
  const fewest = subgroup.size_min, most = subgroup.size_max || fewest;
  if (!features.has('subgroups') || most === 0) return;
  if (!(least >= fewest && greatest <= most))
    throw new Error(`${features.get('subgroups')} was planned for subgroups of ${fewest} to ${most} threads; ` +
                    `${nameAdapter(adapter)} has ${least} to ${greatest}`);
}

/// Makes a device that meets the needs. Fails with what the adapter lacks, and which kernel needs it.
export async function requestDevice(adapter, needs) {
  for (const [name, who] of needs.features)
    if (!adapter.features.has(name))
      throw new Error(`${who} needs the feature ${name}, which ${nameAdapter(adapter)} does not have`);
  checkSubgroups(adapter, needs);
  const requiredLimits = requireLimits(adapter, needs);
  const wished = [timerFeature].filter((name) => adapter.features.has(name));
  return adapter.requestDevice({ requiredFeatures: [...needs.features.keys(), ...wished], requiredLimits });
}
