// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each slot lies in buffers of the device.
//
// The memory plan gives temporaries offsets in one arena. WebGPU lets a dispatch use a buffer, the whole of it, either
// for reading only or for writing: an arena that is one buffer could never be read and written by one kernel. So the
// arena becomes several buffers, each a *group* of allocations, such that no kernel reads one and writes another of the
// same group. Inside a group allocations keep their distances in the arena, which the plan has shown to be safe.
// An allocation joins a group only where it gains something, memory that an earlier one of the group has held; since
// such two are never alive at once, a conflict is rare and the groups together are seldom larger than the arena.

// Bindings are whole words, and at least what the largest element type of an array, a vector of 16 bytes, needs.
const granularity = 16;
const bindingSize = (bytes) => Math.max(granularity, Math.ceil(bytes / granularity) * granularity);

// The pairs of allocations that one kernel reads and writes, as a function of two ids.
function findConflicts(launches, allocationOf) {
  const pairs = new Set();
  for (const { entry, uses } of launches) {
    const ids = (wanted) => uses.filter(({ writes }) => writes === wanted).map(({ slot }) => allocationOf.get(slot))
      .filter((id) => id !== undefined);
    for (const read of ids(false)) {
      for (const written of ids(true)) {
        if (read === written)
          throw new Error(`${entry} uses two buffers that share memory, one to be written: leave out the input's`);
        pairs.add(`${read} ${written}`).add(`${written} ${read}`);
      }
    }
  }
  return (a, b) => pairs.has(`${a} ${b}`);
}

// Puts the allocations into groups { space, begin, end, members }, in the plan's order, which is that of first use.
function groupAllocations(allocations, conflict, alignment) {
  const groups = [];
  for (const { id, space, offset, bytes } of allocations) {
    const end = offset + bindingSize(bytes);
    let group = groups.find((candidate) =>
      candidate.space === space && offset < candidate.end && candidate.begin < end &&
      (offset - candidate.begin) % alignment === 0 && !candidate.members.some((member) => conflict(member, id)));
    if (!group) groups.push(group = { space, begin: offset, end, members: [] });
    group.members.push(id);
    group.begin = Math.min(group.begin, offset);
    group.end = Math.max(group.end, end);
  }
  return groups;
}

/// Places every slot of the plan. `launches` are { entry, uses }, a use being { slot, writes }; a binding's offset in
/// its buffer is a multiple of `alignment`. Gives { buffers, places }: the size of each buffer, and { buffer, offset,
/// size } of each slot, all in bytes and multiples of 16.
export function placeSlots(plan, launches, alignment) {
  const allocations = new Map(plan.memory.allocations.map((allocation) => [allocation.id, allocation]));
  const allocationOf = new Map(plan.memory.assignments.map(({ slot, allocation }) => [slot, allocation]));
  const groups = groupAllocations(allocations.values(), findConflicts(launches, allocationOf), alignment);
  const buffers = groups.map(({ begin, end }) => end - begin);
  const places = new Map();
  for (const slot of plan.slots) {
    const id = allocationOf.get(slot.id), size = bindingSize(slot.bytes);
    const buffer = id === undefined ? buffers.push(size) - 1 : groups.findIndex(({ members }) => members.includes(id));
    const offset = id === undefined ? 0 : allocations.get(id).offset - groups[buffer].begin;
    places.set(slot.id, { buffer, offset, size });
  }
  return { buffers, places };
}
