// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a WGSL module says of itself, which WebGPU does not: there is no reflection. A bind group layout must repeat the
// access of each buffer, a device must be asked for the features that a module enables before the module is made, and
// workgroups of another size than planned would compute something else.

const featuresOfExtensions = { f16: 'shader-f16', subgroups: 'subgroups' };

const attributesPattern = String.raw`((?:@\w+(?:\s*\([^)]*\))?\s*)*)`;
const spacePattern = String.raw`<\s*(storage|uniform)\s*(?:,\s*(\w+)\s*)?,?\s*>`;
const variablePattern = new RegExp(`${attributesPattern}\\bvar\\s*${spacePattern}\\s*(\\w+)`, 'g');
const functionPattern = new RegExp(`${attributesPattern}\\bfn\\s+(\\w+)`, 'g');

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

// The arguments of `@name(…)` among a declaration's attributes, as texts; null when it is not there.
function findAttribute(attributes, name) {
  const match = new RegExp(`@${name}\\b(?:\\s*\\(([^)]*)\\))?`).exec(attributes);
  return match && (match[1] ?? '').split(',').map((text) => text.trim()).filter((text) => text !== '');
}

const isLiteral = (text) => /^\d+[iu]?$/.test(text);

// The buffers that the module declares: { name, binding, type }, the type as bind group layouts spell it.
function readVariables(code) {
  return [...code.matchAll(variablePattern)].map(([, attributes, space, access, name]) => {
    const group = findAttribute(attributes, 'group')?.[0] ?? '';
    const binding = findAttribute(attributes, 'binding')?.[0] ?? '';
    if (!isLiteral(binding) || !isLiteral(group) || parseInt(group, 10) !== 0)
      throw new Error(`buffer ${name} is at @group(${group}) @binding(${binding}), which is no number in group 0`);
    const storage = access === 'read_write' ? 'storage' : 'read-only-storage';
    return { name, binding: parseInt(binding, 10), type: space === 'uniform' ? 'uniform' : storage };
  });
}

// The functions by name, each with its attributes and the words of its body, but for those that name members.
function readFunctions(code) {
  const functions = new Map();
  for (const match of code.matchAll(functionPattern)) {
    const begin = code.indexOf('{', match.index + match[0].length);
    let end = begin, depth = 0;
    do {
      depth += { '{': 1, '}': -1 }[code[end]] ?? 0;
      ++end;
    } while (depth > 0 && end < code.length);
    functions.set(match[2], { attributes: match[1], words: new Set(code.slice(begin, end).match(/(?<!\.\s*)\b\w+/g)) });
  }
  return functions;
}

// All words of a function and of those that it calls: what it may use.
function collectWords(functions, name) {
  const found = new Set(), waiting = [name];
  while (waiting.length) {
    for (const word of functions.get(waiting.pop()).words) {
      if (!found.has(word) && functions.has(word)) waiting.push(word);
      found.add(word);
    }
  }
  return found;
}

function describeEntry(name, functions, variables) {
  const words = collectWords(functions, name), bindings = new Map();
  for (const variable of variables.filter((candidate) => words.has(candidate.name))) {
    if (bindings.has(variable.binding)) throw new Error(`${name} uses two buffers at @binding(${variable.binding})`);
    bindings.set(variable.binding, variable.type);
  }
  const size = findAttribute(functions.get(name).attributes, 'workgroup_size');
  return { bindings, workgroup: size.every(isLiteral) ? [0, 1, 2].map((i) => parseInt(size[i] ?? '1', 10)) : null };
}

/// Reads a module's text. Gives { features, entries }: the WebGPU features that it enables, and for each compute entry
/// point { bindings, workgroup }: the type of each buffer that it uses, by binding, and its workgroup size, three
/// numbers or null where an expression gives it.
export function readWgslModule(text) {
  const code = withoutComments(text);
  const enabled = [...code.matchAll(/\benable\s+([^;]*);/g)].flatMap(([, names]) => names.split(','));
  const features = enabled.map((name) => name.trim()).filter((name) => name !== '')
    .map((name) => featuresOfExtensions[name] ?? name);
  const functions = readFunctions(code), variables = readVariables(code), entries = new Map();
  for (const [name, { attributes }] of functions)
    if (findAttribute(attributes, 'workgroup_size')) entries.set(name, describeEntry(name, functions, variables));
  return { features, entries };
}
