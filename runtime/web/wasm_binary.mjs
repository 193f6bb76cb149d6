// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the JavaScript interface of WebAssembly does not tell of a module: how large a memory it must be given, and
// whether it writes data into it. Read off the binary format (WebAssembly Core Specification 2.0, section 5.5).

const sectionIds = { import: 2, data: 11 };
const kinds = { function: 0, table: 1, memory: 2, global: 3 };
const headerBytes = 8;

// Reads on from `at`. The engine has validated the module, so that every length holds.
function reader(bytes, at, end) {
  const byte = () => bytes[at++];
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const part = byte();
      value += (part & 0x7f) * 2 ** shift;
      if (part < 0x80) return value;
    }
  };
  const skip = (count) => { at += count; };
  const limits = () => {
    const hasMaximum = byte() & 1, minimum = number();
    if (hasMaximum) number();
    return minimum;
  };
  return { byte, number, skip, limits, position: () => at, done: () => at >= end };
}

// The fewest pages of the memory among the imports; null when none is one.
function readImports(section) {
  let pages = null;
  for (let count = section.number(); count > 0; --count) {
    section.skip(section.number()); // the module's name
    section.skip(section.number()); // the import's
    const kind = section.byte();
    if (kind === kinds.function) section.number();
    else if (kind === kinds.table) section.skip(1), section.limits();
    else if (kind === kinds.memory) pages = section.limits();
    else if (kind === kinds.global) section.skip(2);
  }
  return pages;
}

/// Gives { importedPages, hasData } of a module that has been compiled: the fewest pages of the memory that it imports,
/// null when it imports none, and whether an instance writes data into its memory when it is made.
export function readModule(bytes) {
  const file = reader(bytes, headerBytes, bytes.length), facts = { importedPages: null, hasData: false };
  while (!file.done()) {
    const id = file.byte(), size = file.number();
    if (id === sectionIds.import) facts.importedPages = readImports(reader(bytes, file.position(), bytes.length));
    if (id === sectionIds.data) facts.hasData = true;
    file.skip(size);
  }
  return facts;
}
