// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in SPIR-V, ELF objects and WebAssembly modules. Payloads are taken for hostile: nothing beyond them is read.
#include "bundle/elf_symbols.h"
#include "bundle/entry_point.h"
#include "bundle/spirv.h"

#include <string.h>

// ---- SPIR-V ---------------------------------------------------------------------------------------------------------

bool accySpirvHasEntry(const AccyPayload *payload, const char *entry) {
  AccySpirvReader reader;
  AccySpirvInstruction instruction;
  if (!accySpirvReaderBegin(payload->data, payload->bytes, &reader))
    return false;
  // OpEntryPoint: execution model, id, name, interface.
  enum { NameWord = 3 };
  size_t size = strlen(entry) + 1;
  while (accySpirvReaderNext(&reader, &instruction)) {
    if (instruction.opcode != AccySpirvOpEntryPoint || instruction.wordCount <= NameWord)
      continue;
    const char *name = (const char *)instruction.words + NameWord * sizeof(uint32_t);
    if (size <= (instruction.wordCount - NameWord) * sizeof(uint32_t) && memcmp(name, entry, size) == 0)
      return true;
  }
  return false;
}

// ---- ELF ------------------------------------------------------------------------------------------------------------

typedef struct SymbolSearch {
  const char *name;
  bool found;
} SymbolSearch;

static void compare_symbol(const AccyElfSymbol *symbol, void *userData) {
  SymbolSearch *search = userData;
  search->found |= symbol->isGlobal && !symbol->isUndefined && strcmp(symbol->name, search->name) == 0;
}

bool accyElfHasEntry(const AccyPayload *payload, const char *entry) {
  SymbolSearch search = {.name = entry};
  return accyElfVisitSymbols(payload->data, payload->bytes, compare_symbol, &search) && search.found;
}

// ---- WebAssembly ----------------------------------------------------------------------------------------------------

/// The rest of a module or of one of its parts.
typedef struct Bytes {
  const unsigned char *at, *end;
} Bytes;

/// An unsigned number in LEB128.
static bool read_number(Bytes *bytes, uint32_t *out) {
  uint64_t value = 0;
  for (int shift = 0; shift < 35 && bytes->at < bytes->end; shift += 7) {
    unsigned char byte = *bytes->at++;
    value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte & 0x80)
      continue;
    *out = (uint32_t)value;
    return value <= UINT32_MAX;
  }
  return false;
}

/// As many bytes as the number before them says.
static bool read_part(Bytes *bytes, Bytes *out) {
  uint32_t length;
  if (!read_number(bytes, &length) || length > (size_t)(bytes->end - bytes->at))
    return false;
  *out = (Bytes){bytes->at, bytes->at + length};
  bytes->at += length;
  return true;
}

static bool exports_function(Bytes exports, const char *entry) {
  uint32_t count, index;
  size_t length = strlen(entry);
  Bytes name;
  if (!read_number(&exports, &count))
    return false;
  for (; count > 0 && read_part(&exports, &name) && exports.at < exports.end; --count) {
    bool is_function = *exports.at++ == 0;
    if (!read_number(&exports, &index))
      return false;
    if (is_function && (size_t)(name.end - name.at) == length && memcmp(name.at, entry, length) == 0)
      return true;
  }
  return false;
}

bool accyWasmHasEntry(const AccyPayload *payload, const char *entry) {
  enum { ExportSection = 7 };
  static const unsigned char start[] = {0, 'a', 's', 'm', 1, 0, 0, 0};
  if (payload->bytes < sizeof start || memcmp(payload->data, start, sizeof start) != 0)
    return false;
  const unsigned char *data = payload->data;
  Bytes module = {data + sizeof start, data + payload->bytes}, section;
  while (module.at < module.end) {
    unsigned char kind = *module.at++;
    if (!read_part(&module, &section))
      return false;
    if (kind == ExportSection)
      return exports_function(section, entry);
  }
  return false;
}
