// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads a bundle on the engine for its format.

import { readBundle } from './plan.mjs';
import { openWasm } from './wasm.mjs';
import { openWebgpu } from './webgpu.mjs';

const engines = { webassembly_module: openWasm, webgpu_wgsl: openWebgpu };

/// Loads the bundle whose files `read(path)` gives as bytes. Gives { plan, slots, launches, device, run,
/// close }:
///   device: the name of what it runs on;
///   run(inputs): runs it on the inputs' bytes, in the order of the plan's inputs, and gives { outputs, milliseconds,
///     launchMilliseconds }: the outputs' bytes likewise, the time from the first launch to the end of the last, and
///     that of each launch, null where the device cannot tell;
///   close(): lets go of the device.
/// Fails, as `run` does, with a message that names what is wrong.
export async function loadBundle(read) {
  const bundle = await readBundle(read);
  const open = engines[bundle.plan.format];
  if (!open) throw new Error(`the bundle holds ${bundle.plan.format}; this runs ${Object.keys(engines).join(' and ')}`);
  return { plan: bundle.plan, slots: bundle.slots, launches: bundle.launches, ...await open(bundle) };
}
