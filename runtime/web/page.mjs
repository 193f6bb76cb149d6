// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a page that accy-run writes does: runs a bundle on the inputs that it holds, compares, and shows what came of it.
// See runtime/web/template.html for where the parts lie. The bundle is the one at the URL that follows `?bundle=` in the
// page's address, else the one where the page was told that it lies, else the one that the page holds.
//
// For programs the result is `accyResult` of the window, a promise that is kept, never broken, and the text of the
// element `accy-result`, as JSON:
//   { passed, error, device, function, format, kernels, outputs, milliseconds }
//   error: null, or why there is no result. outputs: for each { dtype, dims, sample, comparison }: the first elements
//   and, where a result is expected, how it compares. kernels: for each { entry, kind, grid, threadgroup,
//   milliseconds }, the least over all runs, null where the device cannot tell. milliseconds: those of each run.

import { loadBundle } from './bundle.mjs';
import { fetchBundle } from './fetch_bundle.mjs';
import { compareElements, elementsOf } from './tensor.mjs';

const sampleSize = 8;
const sampleDigits = 6;

//===----------------------------------------------------------------------===//
// What the page holds
//===----------------------------------------------------------------------===//

const decode = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function readFiles(kind) {
  const elements = document.querySelectorAll(`script[data-accy-${kind}]`);
  return new Map([...elements].map((element) => [element.getAttribute(`data-accy-${kind}`), element.textContent]));
}

function heldBundle() {
  const files = readFiles('file');
  return async (path) => {
    if (!files.has(path)) throw new Error(`the page does not hold ${path}`);
    return decode(files.get(path));
  };
}

// Browsers let no page from the disk fetch anything, and do not say so.
function bundleAt(address) {
  const read = fetchBundle(address, document.baseURI);
  return (path) => read(path).catch((error) => {
    const advice = location.protocol !== 'file:' ? '' : '; a page that is opened from the disk cannot fetch: open it ' +
      'from a server (python3 -m http.server), or write it with --embed-bundle';
    throw new Error(error.message + advice);
  });
}

function readPage() {
  const options = JSON.parse(document.getElementById('accy-options').textContent);
  const address = new URLSearchParams(location.search).get('bundle') || options.bundle;
  const tensors = (kind) => [...readFiles(kind).values()].map(decode);
  return {
    read: address ? bundleAt(address) : heldBundle(), inputs: tensors('input'), expected: tensors('expected'), options,
  };
}

//===----------------------------------------------------------------------===//
// Running it
//===----------------------------------------------------------------------===//

const isWhole = (value) => typeof value === 'bigint' || Number.isInteger(value);
const shorten = (value) => String(isWhole(value) ? value : Number(value.toPrecision(sampleDigits)));

function describeOutput({ dtype, dims }, bytes, expected, options) {
  const elements = elementsOf(dtype, bytes);
  const comparison = expected ? compareElements(dtype, elements, elementsOf(dtype, expected), options) : null;
  return { dtype, dims, sample: Array.from(elements.subarray(0, sampleSize), shorten), comparison };
}

const leastOf = (values) => (values.includes(null) ? null : Math.min(...values));

// Runs the bundle once for its outputs and `runs` times more for its times.
async function runOften({ run }, inputs, runs) {
  const results = [await run(inputs)];
  for (let i = 0; i < runs; ++i) {
    const { milliseconds, launchMilliseconds } = await run(inputs);
    results.push({ milliseconds, launchMilliseconds });
  }
  return results;
}

async function runPage() {
  const { read, inputs, expected, options } = readPage();
  const bundle = await loadBundle(read);
  const { plan, slots, launches, device } = bundle;
  const results = await runOften(bundle, inputs, options.runs).finally(bundle.close);
  const kernels = launches.map(({ entry, kind, geometry: { grid, threadgroup } }, i) => {
    const times = results.map(({ launchMilliseconds }) => launchMilliseconds?.[i] ?? null);
    return { entry, kind, grid, threadgroup, milliseconds: leastOf(times) };
  });
  const outputs = results[0].outputs.map((bytes, i) =>
    describeOutput(slots.get(plan.outputs[i]), bytes, expected[i], options));
  return {
    passed: outputs.every(({ comparison }) => comparison?.equal ?? true), error: null, device, function: plan.function,
    format: plan.format, kernels, outputs, milliseconds: results.map(({ milliseconds }) => milliseconds),
  };
}

//===----------------------------------------------------------------------===//
// Showing it
//===----------------------------------------------------------------------===//

function element(name, text, ...children) {
  const node = document.createElement(name);
  if (text !== null) node.textContent = text;
  node.append(...children);
  return node;
}

function table(headings, rows) {
  const line = (cell, values) => element('tr', null, ...values.map((value) => element(cell, String(value))));
  return element('table', null, line('th', headings), ...rows.map((row) => line('td', row)));
}

function describeComparison(comparison) {
  if (!comparison) return 'not compared';
  const errors = `greatest absolute error ${comparison.maxAbsoluteError.toPrecision(3)}, ` +
                 `relative ${comparison.maxRelativeError.toPrecision(3)}`;
  if (comparison.equal) return `as expected: ${errors}`;
  const { index, actual, expected } = comparison.first;
  return `${comparison.mismatches} elements differ, the first at ${index}: ${actual}, expected ${expected}; ${errors}`;
}

function describeTimes(milliseconds) {
  const [first, ...others] = milliseconds.map((value) => value.toFixed(3));
  const sorted = milliseconds.slice(1).sort((a, b) => a - b);
  if (others.length === 0) return `The run took ${first} ms.`;
  const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  return `The first run took ${first} ms; ${others.length} more took ${middle.toFixed(3)} ms (median), ` +
         `${sorted[0].toFixed(3)} ms (least).`;
}

const outputRow = ({ dtype, dims, sample, comparison }, i) =>
  [i, `${dtype}[${dims}]`, sample.join(', '), describeComparison(comparison)];

const kernelRow = ({ entry, kind, grid, threadgroup, milliseconds }) =>
  [entry, kind, grid.join('×'), threadgroup.join('×'), milliseconds === null ? '–' : milliseconds.toFixed(3)];

function show(result) {
  const compared = result.outputs?.some(({ comparison }) => comparison);
  const verdict = result.error ? 'failed' : !result.passed ? 'differs' : compared ? 'passed' : 'ran';
  document.documentElement.dataset.status = verdict;
  document.title = `${result.function ?? 'Accy'}: ${verdict}`;
  const place = document.getElementById('accy-report');
  place.replaceChildren(element('p', verdict));
  place.firstChild.className = 'verdict';
  if (result.error) {
    place.append(element('pre', result.error));
    return;
  }
  place.append(
    element('p', `${result.function} (${result.format}) on ${result.device}. ${describeTimes(result.milliseconds)}`),
    element('h2', 'Outputs'),
    table(['output', 'type', 'first elements', 'result'], result.outputs.map(outputRow)),
    element('h2', 'Kernels'),
    table(['kernel', 'kind', 'grid', 'threadgroup', 'least ms'], result.kernels.map(kernelRow)));
}

/// Runs and shows; gives the result.
export async function main() {
  const result = await runPage().catch((error) => ({ passed: false, error: error.message }));
  document.getElementById('accy-result').textContent = JSON.stringify(result);
  show(result);
  return result;
}
