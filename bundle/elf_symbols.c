// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See elf_symbols.h.
#include "bundle/elf_symbols.h"

#include <elf.h>
#include <string.h>

// The bytes of an object, or of one of its parts.
typedef struct Bytes {
  const char *data;
  size_t size;
} Bytes;

static bool read_at(Bytes bytes, size_t offset, void *out, size_t size) {
  if (offset > bytes.size || size > bytes.size - offset)
    return false;
  memcpy(out, bytes.data + offset, size);
  return true;
}

static bool read_section(Bytes object, const Elf64_Ehdr *header, size_t index, Elf64_Shdr *out) {
  return index < header->e_shnum &&
         read_at(object, header->e_shoff + index * sizeof(Elf64_Shdr), out, sizeof(Elf64_Shdr));
}

static bool section_bytes(Bytes object, const Elf64_Shdr *section, Bytes *out) {
  if (section->sh_offset > object.size || section->sh_size > object.size - section->sh_offset)
    return false;
  *out = (Bytes){object.data + section->sh_offset, section->sh_size};
  return true;
}

typedef void (*Visit)(const AccyElfSymbol *symbol, void *userData);

static bool visit_table(Bytes symbols, Bytes names, Visit visit, void *userData) {
  // Symbol 0 is the null symbol.
  for (size_t offset = sizeof(Elf64_Sym); offset < symbols.size; offset += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    if (!read_at(symbols, offset, &symbol, sizeof symbol))
      return false;
    if (symbol.st_name >= names.size || !memchr(names.data + symbol.st_name, '\0', names.size - symbol.st_name))
      return false;
    const AccyElfSymbol visited = {names.data + symbol.st_name, symbol.st_shndx == SHN_UNDEF,
                                   ELF64_ST_BIND(symbol.st_info) != STB_LOCAL};
    visit(&visited, userData);
  }
  return true;
}

bool accyElfVisitSymbols(const void *data, size_t size, Visit visit, void *userData) {
  Bytes object = {data, size};
  Elf64_Ehdr header;
  if (!read_at(object, 0, &header, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
    return false;
  for (size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section, nameSection;
    if (!read_section(object, &header, i, &section))
      return false;
    if (section.sh_type != SHT_SYMTAB)
      continue;
    Bytes symbols, names;
    if (!read_section(object, &header, section.sh_link, &nameSection) || !section_bytes(object, &section, &symbols) ||
        !section_bytes(object, &nameSection, &names) || !visit_table(symbols, names, visit, userData))
      return false;
  }
  return true;
}
