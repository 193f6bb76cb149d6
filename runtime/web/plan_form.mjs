// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether plan.json is what docs/plan.schema.json describes, as far as running it needs: engines may then rely on it.

const knownVersion = 1;

// 'count' is an integer that is not negative; a trailing ? allows null; [form] is an array; keys that are not listed
// are not looked at.
const form = {
  format: 'text', function: 'text', inputs: ['count'], outputs: ['count'],
  target: { threadgroup: { shared_memory_bytes: 'count' } },
  slots: [{ id: 'count', dtype: 'text', dims: ['count'], bytes: 'count', constant: 'text?' }],
  kernels: [{
    entry: 'text', kind: 'text', payload: { path: 'text', bytes: 'count' }, arguments: ['argument'], output: 'count?',
    geometry: { grid: ['count'], threadgroup: ['count'], shared_bytes: 'count' },
    output_fill: 'count?', scratch_fill: 'count?',
  }],
  memory: {
    allocations: [{ id: 'count', space: 'text', offset: 'count', bytes: 'count' }],
    assignments: [{ slot: 'count', allocation: 'count' }],
  },
};

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const scalarKinds = ['i32', 'u32', 'i64', 'u64', 'f32', 'f64'];

function isScalar(value) {
  const entries = Object.entries(value ?? {});
  if (entries.length !== 1 || !scalarKinds.includes(entries[0][0])) return false;
  return Number.isSafeInteger(entries[0][1]) || /^0x[0-9a-f]{1,16}$/.test(entries[0][1]);
}

const argumentForms = {
  buffer: isCount, count_buffer: isCount, count: isCount, runtime_scalar: isScalar, scalar: isScalar,
};

function isArgument(value) {
  const entries = Object.entries(value ?? {});
  return entries.length === 1 && Boolean(argumentForms[entries[0][0]]?.(entries[0][1]));
}

const leaves = {
  count: isCount,
  text: (value) => typeof value === 'string',
  argument: isArgument,
};

function fail(where, what) {
  throw new Error(`plan.json: ${where} ${what}`);
}

function checkForm(value, wanted, where) {
  if (typeof wanted === 'string') {
    const name = wanted.replace('?', '');
    if (!(wanted.endsWith('?') && value === null) && !leaves[name](value)) fail(where, `is no ${name}`);
  } else if (Array.isArray(wanted)) {
    if (!Array.isArray(value)) fail(where, 'is no array');
    value.forEach((element, i) => checkForm(element, wanted[0], `${where}[${i}]`));
  } else {
    if (value === null || typeof value !== 'object') fail(where, 'is no object');
    for (const [key, inner] of Object.entries(wanted)) checkForm(value[key], inner, where ? `${where}.${key}` : key);
  }
}

// Every slot and allocation that is named is there, and what is assigned fits.
function checkReferences({ slots, inputs, outputs, kernels, memory }) {
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
  const allocationOf = new Map(memory.allocations.map((allocation) => [allocation.id, allocation]));
  const needSlot = (id, where) => slotOf.has(id) || fail(where, `names slot ${id}, which the plan does not have`);
  inputs.forEach((id, i) => needSlot(id, `inputs[${i}]`));
  outputs.forEach((id, i) => needSlot(id, `outputs[${i}]`));
  kernels.forEach(({ output, arguments: list, geometry }, i) => {
    if (output === null) return; // its buffers are the caller's
    needSlot(output, `kernels[${i}].output`);
    if (!list.some(({ buffer }) => buffer === output)) fail(`kernels[${i}].arguments`, 'do not have the output');
    list.forEach(({ buffer }, j) => buffer === undefined || needSlot(buffer, `kernels[${i}].arguments[${j}]`));
    for (const key of ['grid', 'threadgroup'])
      if (geometry[key].length !== 3 || geometry[key].includes(0))
        fail(`kernels[${i}].geometry.${key}`, 'is not three extents');
  });
  memory.assignments.forEach(({ slot, allocation }, i) => {
    const where = `memory.assignments[${i}]`;
    needSlot(slot, where);
    if (!allocationOf.has(allocation)) fail(where, `names allocation ${allocation}, which the plan does not have`);
    if (allocationOf.get(allocation).bytes < slotOf.get(slot).bytes)
      fail(where, 'puts a slot into less than its bytes');
  });
}

/// Parses the text of plan.json. Fails with a message that names the key at fault.
export function parsePlan(text) {
  let plan;
  try {
    plan = JSON.parse(text);
  } catch (error) {
    throw new Error(`plan.json: ${error.message}`);
  }
  if (plan?.version !== knownVersion)
    throw new Error(`plan.json: version ${plan?.version} is not known; this reads version ${knownVersion}`);
  checkForm(plan, form, '');
  checkReferences(plan);
  return plan;
}
