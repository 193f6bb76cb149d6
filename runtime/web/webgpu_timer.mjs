// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long each launch takes on the device, where the device can tell: two time stamps for each, written at the begin
// and the end of its pass. Browsers round them, many to 0.1 ms.

const stampBytes = 8;
const nanosecondsInMillisecond = 1e6;
const mostStamps = 4096; // that a query set of WebGPU holds

/// The feature that a device must have been asked for.
export const timerFeature = 'timestamp-query';

/// A timer of `count` launches. `writes(i)` is what the pass of launch i is begun with, `resolve(encoder)` ends the
/// commands of a run, and `read()` gives milliseconds by launch afterwards; null where the device cannot tell.
export function makeTimer(device, count) {
  if (!device.features.has(timerFeature) || count === 0 || 2 * count > mostStamps)
    return { writes: () => undefined, resolve: () => {}, read: async () => null };
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * count }), size = 2 * count * stampBytes;
  const resolved = device.createBuffer({ size, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const resolve = (encoder) => {
    encoder.resolveQuerySet(querySet, 0, 2 * count, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, staging, 0, size);
  };
  const read = async () => {
    await staging.mapAsync(GPUMapMode.READ);
    const stamps = new BigUint64Array(staging.getMappedRange().slice(0));
    staging.unmap();
    const nanoseconds = Array.from({ length: count }, (_, i) => Number(stamps[2 * i + 1] - stamps[2 * i]));
    return nanoseconds.map((value) => value / nanosecondsInMillisecond);
  };
  const writes = (i) => ({ querySet, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 });
  return { writes, resolve, read };
}
