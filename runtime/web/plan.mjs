// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bundle as read: its plan, payloads and constants, and what every engine asks of them.

import { checkForm, fail } from './plan_form.mjs';
import { verifyPlan } from './plan_verify.mjs';

/// Parses the bytes of plan.json. Fails with a message that names the key at fault, as accyBundleRead does; but a key
/// that is there twice is not seen, which JSON.parse does not tell.
export function parsePlan(bytes) {
  let plan;
  try {
    plan = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`plan.json: ${error.message}`);
  }
  checkForm(plan);
  verifyPlan(plan);
  return plan;
}

// What can be described but not run, as the runtime in C refuses it when it loads.
function checkRunnable({ slots, inputs, outputs }, launches) {
  slots.forEach(({ bytes }, i) => bytes === null && fail(`slots[${i}].bytes`, 'is null: only static shapes can be run'));
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
  for (const [where, ids] of Object.entries({ inputs, outputs }))
    ids.forEach((id, i) => slotOf.get(id).layout === 'row_major' ||
                fail(`${where}[${i}]`, `has layout ${slotOf.get(id).layout}; only row_major can be read and written`));
  const scratch = launches.find((kernel) => kernel.scratch_fill !== null);
  if (scratch) throw new Error(`${scratch.entry} asks for a scratch fill, but the plan names no scratch buffer`);
}

/// Reads a bundle. `read(path)` gives the bytes of one of its files, so that pages fetch and programs read.
/// Gives { plan, slots, launches, payloads, constants }: slots by id, the kernels that the plan launches, payloads by
/// path and constants by slot. Fails with a message that names what is wrong.
export async function readBundle(read) {
  const plan = parsePlan(await read('plan.json'));
  // Kernels without an output are for others to launch: the plan does not know their buffers.
  const launches = plan.kernels.filter((kernel) => kernel.output !== null);
  checkRunnable(plan, launches);
  const payloads = new Map(), constants = new Map();
  for (const { payload } of launches) {
    const bytes = payloads.get(payload.path) ?? await read(payload.path);
    payloads.set(payload.path, checkLength(bytes, payload.path, payload.bytes));
  }
  for (const { id, constant, bytes } of plan.slots)
    if (constant !== null) constants.set(id, checkLength(await read(constant), constant, bytes));
  return { plan, slots: new Map(plan.slots.map((slot) => [slot.id, slot])), launches, payloads, constants };
}

function checkLength(bytes, path, expected) {
  if (bytes.length !== expected) throw new Error(`${path} has ${bytes.length} bytes; plan.json says ${expected}`);
  return bytes;
}

/// Fails unless the inputs are as many, and have as many bytes, as the function takes.
export function checkInputs({ plan, slots }, inputs) {
  if (inputs.length !== plan.inputs.length)
    throw new Error(`${inputs.length} inputs are given; ${plan.function} takes ${plan.inputs.length}`);
  plan.inputs.forEach((id, i) => {
    const { bytes } = slots.get(id);
    if (inputs[i].length !== bytes)
      throw new Error(`input ${i} has ${inputs[i].length} bytes; ${plan.function} takes ${bytes}`);
  });
}

/// What an argument of a kernel is: { slot } for a slot's buffer, { count } for a buffer of one u32, or
/// { kind, bits } for a scalar, whose bits are a BigInt of 64 bits.
export function describeArgument(argument) {
  if ('buffer' in argument) return { slot: argument.buffer };
  if ('count_buffer' in argument) return { count: argument.count_buffer };
  if ('count' in argument) return { kind: 'u32', bits: BigInt(argument.count) };
  const [kind, value] = Object.entries(argument.runtime_scalar ?? argument.scalar)[0];
  return { kind, bits: BigInt.asUintN(64, BigInt(value)) };
}
