// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a WGSL module says of itself, which WebGPU does not: there is no reflection. Bind group layouts must repeat the
// access of each buffer, a device must be asked for the features that a module enables before the module is made, and
// a workgroup of another size than planned would compute something else.

const featuresOfExtensions = { f16: 'shader-f16', subgroups: 'subgroups' };

function withoutComments(text) {
  let code = '', depth = 0;
  for (let i = 0; i < text.length; ++i) {
    const pair = text.slice(i, i + 2);
    if (pair === '/*' || (depth > 0 && pair === '*/')) {
      depth += pair === '/*' ? 1 : -1;
      code += ' ';
      ++i;
    } else if (depth === 0 && pair === '//') {
      while (i + 1 < text.length && text[i + 1] !== '\n') ++i;
    } else if (depth === 0) {
      code += text[i];
    }
  }
  return code;
}

// The arguments of `@name(…)` in a declaration's attributes: texts; null when it is not there.
function attribute(attributes, name) {
  const match = new RegExp(`@${name}\\b(?:\\s*\\(([^)]*)\\))?`).exec(attributes);
  return match && (match[1] ?? '').split(',').map((text) => text.trim()).filter((text) => text !== '');
}

const isLiteral = (text) => /^\d+[iu]?$/.test(text);

function readBindings(code) {
  const bindings = new Map();
  const declarations = /((?:@\w+(?:\s*\([^)]*\))?\s*)+)var\s*<\s*(storage|uniform)\s*(?:,\s*(\w+)\s*)?,?\s*>/g;
  for (const [, attributes, space, access] of code.matchAll(declarations)) {
    const group = attribute(attributes, 'group')?.[0], binding = attribute(attributes, 'binding')?.[0];
    if (group === undefined || binding === undefined || !isLiteral(binding) || parseInt(group, 10) !== 0)
      throw new Error(`the buffer at @group(${group}) @binding(${binding}) is not at a number in group 0`);
    const storage = access === 'read_write' ? 'storage' : 'read-only-storage';
    bindings.set(parseInt(binding, 10), space === 'uniform' ? 'uniform' : storage);
  }
  return bindings;
}

// The workgroup size of each entry point: three numbers, or null where an expression gives it.
function readEntries(code) {
  const entries = new Map();
  for (const [, attributes, name] of code.matchAll(/((?:@\w+(?:\s*\([^)]*\))?\s*)+)fn\s+(\w+)/g)) {
    const size = attribute(attributes, 'workgroup_size');
    if (attribute(attributes, 'compute') === null || size === null) continue;
    entries.set(name, size.every(isLiteral) ? [0, 1, 2].map((i) => parseInt(size[i] ?? '1', 10)) : null);
  }
  return entries;
}

/// Reads a module's text. Gives { features, bindings, entries }: the WebGPU features that it enables, the type of each
/// buffer by binding, as bind group layouts name it, and the workgroup size of each entry point.
export function readWgslModule(text) {
  const code = withoutComments(text);
  const enabled = [...code.matchAll(/\benable\s+([^;]*);/g)].flatMap(([, names]) => names.split(','));
  const features = enabled.map((name) => name.trim()).filter((name) => name !== '')
    .map((name) => featuresOfExtensions[name] ?? name);
  return { features, bindings: readBindings(code), entries: readEntries(code) };
}
