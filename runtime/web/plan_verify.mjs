// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a plan of the right form holds together: what bundle/arguments_form.c, planner/slot.c and
// planner/plan_verify.c check of one that is read.

import { layoutFingerprint } from './layout_fingerprint.mjs';
import { fail } from './plan_form.mjs';
import { dtypeBytes, payloadKinds } from './plan_names.mjs';

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

function checkLayout({ dims, strides, minor_to_major: order, alignment }, where) {
  if (order.length !== dims.length || order.some((_, dim) => !order.includes(dim)))
    fail(`${where}.minor_to_major`, 'is no order of the dimensions');
  if (strides !== null && strides.length !== dims.length) fail(`${where}.strides`, 'is not as long as dims');
  if (!Number.isInteger(Math.log2(alignment))) fail(`${where}.alignment`, 'is no power of two');
}

function checkSize({ dims, dtype, elements, bytes }, where) {
  const isStatic = !dims.includes(null);
  const product = dims.reduce((count, extent) => count * BigInt(extent ?? 0), 1n);
  const expected = isStatic ? [product, product * BigInt(dtypeBytes[dtype])] : [null, null];
  [['elements', elements], ['bytes', bytes]].forEach(([key, given], i) => {
    if ((given === null ? null : BigInt(given)) !== expected[i])
      fail(`${where}.${key}`, `is ${given}; dims and dtype make ${expected[i]}`);
  });
}

function checkSlot(slot, where) {
  checkLayout(slot, where);
  checkSize(slot, where);
  if (slot.fingerprint !== layoutFingerprint(slot)) fail(`${where}.fingerprint`, 'is not that of the layout');
  if (slot.role.includes('constant') !== (slot.constant !== null))
    fail(`${where}.constant`, slot.constant === null ? 'is absent, but the slot is a constant'
      : 'is there, but the slot is no constant');
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

function checkPayload({ entry, payload: { kind, bytes } }, format, where) {
  if (entry === '') fail(`${where}.entry`, 'is empty');
  if (kind !== payloadKinds[format]) fail(`${where}.payload.kind`, `is ${kind}; ${format} takes ${payloadKinds[format]}`);
  if (bytes === 0) fail(`${where}.payload.bytes`, 'is 0');
  if (kind === 'words_u32' && bytes % 4) fail(`${where}.payload.bytes`, 'is no multiple of 4');
}

const countKeys = { scalar_u32: 'count', device_buffer_u32: 'count_buffer' };

// The arguments that the kernel's other keys ask for. Scalars stand in `arguments` alone: those that the caller may
// change first.
function expectedArguments({ inputs, output, count_argument: count, element_count: elements, arguments: given }) {
  const buffers = [...inputs, ...output === null ? [] : [output]].map((buffer) => ({ buffer }));
  const counts = count === 'none' ? [] : [{ [countKeys[count]]: elements }];
  const scalars = (key) => given.filter((argument) => Object.hasOwn(argument, key));
  return [...buffers, ...counts, ...scalars('runtime_scalar'), ...scalars('scalar')];
}

function checkArguments(kernel, where) {
  const { arguments: given, argument_count: count, output, count_argument: countArgument } = kernel;
  if (countArgument !== 'none' && kernel.element_count >= 2 ** 32)
    fail(`${where}.element_count`, 'passes the 32 bits of the count argument');
  const expected = expectedArguments(kernel);
  if (given.length !== expected.length)
    fail(`${where}.arguments`,
         `has ${given.length} elements; inputs, output, count_argument and scalars make ${expected.length}`);
  expected.forEach((argument, i) => {
    const text = JSON.stringify(argument);
    if (JSON.stringify(given[i]) !== text)
      fail(`${where}.arguments[${i}]`, `must be ${text}: arguments are inputs, output, element count, scalars, in order`);
  });
  // The caller of a kernel without an output knows its buffers; the plan does not.
  if (output === null ? count < given.length : count !== given.length)
    fail(`${where}.argument_count`, `is ${count}; there are ${given.length} arguments`);
}

function checkGeometry({ grid, threadgroup }, where) {
  for (const [key, extents] of Object.entries({ grid, threadgroup }))
    if (extents.includes(0)) fail(`${where}.${key}`, 'has an extent of 0');
}

function checkKernel(kernel, format, needSlot, where) {
  checkPayload(kernel, format, where);
  checkArguments(kernel, where);
  kernel.inputs.forEach((id, i) => needSlot(id, `${where}.inputs[${i}]`));
  if (kernel.output !== null) needSlot(kernel.output, `${where}.output`);
  checkGeometry(kernel.geometry, `${where}.geometry`);
  kernel.candidates.forEach(({ geometry }, i) => checkGeometry(geometry, `${where}.candidates[${i}].geometry`));
  if (kernel.aliased_input !== undefined && kernel.aliased_input >= kernel.inputs.length)
    fail(`${where}.aliased_input`, `is ${kernel.aliased_input}; there are ${kernel.inputs.length} inputs`);
  if (kernel.aliased_input !== undefined && kernel.output === null)
    fail(`${where}.aliased_input`, 'is given, but there is no output to take its buffer');
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

function checkAssignment(slot, allocation, where) {
  if (allocation.bytes < slot.bytes) fail(where, 'puts a slot into less than its bytes');
  if (allocation.space !== slot.space) fail(where, 'puts a slot into another space than its own');
  if (allocation.alignment % slot.alignment) fail(where, 'puts a slot where it is not aligned');
}

function checkMemory({ allocations, assignments }, slotOf, needSlot) {
  const allocationOf = new Map(allocations.toReversed().map((allocation) => [allocation.id, allocation]));
  allocations.forEach((allocation, i) => {
    const { id, offset, alignment } = allocation;
    if (alignment === 0 || offset % alignment) fail(`memory.allocations[${i}].offset`, 'is not aligned');
    if (allocationOf.get(id) !== allocation) fail(`memory.allocations[${i}].id`, `is ${id}, which another has, too`);
  });
  const assigned = new Set();
  assignments.forEach(({ slot, allocation }, i) => {
    const where = `memory.assignments[${i}]`;
    if (assigned.has(slot)) fail(where, `assigns slot ${slot}, which is assigned already`);
    assigned.add(slot);
    needSlot(slot, where);
    if (!allocationOf.has(allocation)) fail(where, `names allocation ${allocation}, which the plan does not have`);
    checkAssignment(slotOf.get(slot), allocationOf.get(allocation), where);
  });
}

// What is said of the arenas, which plans of older writers do not, is so.
function checkArenas({ allocations, arenas = [] }) {
  const seen = new Set();
  arenas.forEach(({ space, arena_bytes: bytes, peak_bytes: peak, least_bytes: least }, i) => {
    const where = `memory.arenas[${i}]`;
    if (seen.has(space)) fail(where, `is of ${space}, as another is`);
    seen.add(space);
    const ends = allocations.filter((allocation) => allocation.space === space).map(({ offset, bytes }) => offset + bytes);
    if (bytes !== Math.max(0, ...ends)) fail(`${where}.arena_bytes`, 'is not where its allocations end');
    if (peak > least || least > bytes) fail(where, 'has bytes that are not in the order of peak, least and arena');
  });
}

// Outputs that take the buffer of an input have its allocation.
function checkAliases({ kernels, memory: { assignments } }) {
  const placeOf = new Map(assignments.toReversed().map(({ slot, allocation }) => [slot, allocation]));
  kernels.forEach(({ aliased_input: alias, inputs, output }, i) => {
    if (alias !== undefined && assignments.length && placeOf.get(inputs[alias]) !== placeOf.get(output))
      fail(`kernels[${i}].aliased_input`, 'has another allocation than the output that takes its buffer');
  });
}

/// Fails with a message that names the key at fault unless the plan holds together.
export function verifyPlan(plan) {
  const { slots, inputs, outputs, kernels, memory, format } = plan;
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
  const needSlot = (id, where) => slotOf.has(id) || fail(where, `names slot ${id}, which the plan does not have`);
  slots.forEach((slot, i) => {
    checkSlot(slot, `slots[${i}]`);
    if (slotOf.get(slot.id) !== slot) fail(`slots[${i}].id`, `is ${slot.id}, which another slot has, too`);
  });
  inputs.forEach((id, i) => {
    needSlot(id, `inputs[${i}]`);
    if (!slotOf.get(id).role.includes('input')) fail(`inputs[${i}]`, `names slot ${id}, which is no input`);
  });
  outputs.forEach((id, i) => needSlot(id, `outputs[${i}]`));
  kernels.forEach((kernel, i) => checkKernel(kernel, format, needSlot, `kernels[${i}]`));
  checkMemory(memory, slotOf, needSlot);
  checkArenas(memory);
  checkAliases(plan);
}
