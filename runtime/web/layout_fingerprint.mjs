// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fingerprint of a slot's layout, as planner/fingerprint.c makes it: FNV-1a of its parts, mixed as by MurmurHash3.

import { names } from './plan_names.mjs';

const wrap = (value) => BigInt.asUintN(64, value);
const dynamic = -1;

function hashBytes(state, bytes) {
  for (const byte of bytes) state = wrap((state ^ BigInt(byte)) * 0x100000001b3n);
  return state;
}

function hashNumber(state, number) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, wrap(BigInt(number)), true);
  return hashBytes(state, new Uint8Array(bytes.buffer));
}

function finish(state) {
  const mix = (value, factor) => wrap((value ^ (value >> 33n)) * factor);
  const value = mix(mix(state, 0xff51afd7ed558ccdn), 0xc4ceb9fe1a85ec53n);
  return (value ^ (value >> 33n)) || 1n;
}

/// The fingerprint, as plan.json writes it.
export function layoutFingerprint(slot) {
  const tag = new TextEncoder().encode('accy.artifact.layout');
  const numbers = [
    names.space.indexOf(slot.space), names.layout_kind.indexOf(slot.layout), slot.dims.length,
    ...slot.dims.map((extent) => extent ?? dynamic), Number(slot.strides !== null), ...slot.strides ?? [],
    ...slot.minor_to_major, slot.alignment, Number(slot.contiguous), Number(slot.static),
  ];
  const state = numbers.reduce(hashNumber, hashBytes(hashNumber(0xcbf29ce484222325n, tag.length), tag));
  return `0x${finish(state).toString(16).padStart(16, '0')}`;
}
