// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See spirv.h.
#include "bundle/spirv.h"

#include <stdio.h>
#include <string.h>

enum { HeaderWords = 5, Magic = 0x07230203 };

typedef struct CapabilityRow {
  uint32_t number;
  const char *name;
} CapabilityRow;

static const CapabilityRow capability_rows[] = {
#define ROW(name, number) {number, #name},
    ACCY_SPIRV_CAPABILITY_ROWS(ROW)
#undef ROW
};

const char *accySpirvCapabilityName(uint32_t capability) {
  for (size_t i = 0; i < sizeof capability_rows / sizeof *capability_rows; ++i)
    if (capability_rows[i].number == capability)
      return capability_rows[i].name;
  return NULL;
}

uint32_t accySpirvWord(const void *words, size_t index) {
  uint32_t word;
  memcpy(&word, (const char *)words + index * sizeof word, sizeof word);
  return word;
}

bool accySpirvReaderBegin(const void *data, size_t bytes, AccySpirvReader *outReader) {
  size_t count = bytes / sizeof(uint32_t);
  if (bytes % sizeof(uint32_t) || count < HeaderWords || accySpirvWord(data, 0) != Magic)
    return false;
  *outReader = (AccySpirvReader){.data = data, .count = count, .at = HeaderWords};
  return true;
}

bool accySpirvReaderNext(AccySpirvReader *reader, AccySpirvInstruction *outInstruction) {
  if (reader->at == reader->count || reader->isDamaged)
    return false;
  uint32_t head = accySpirvWord(reader->data, reader->at);
  size_t length = head >> 16;
  reader->isDamaged = length == 0 || length > reader->count - reader->at;
  if (reader->isDamaged)
    return false;
  *outInstruction = (AccySpirvInstruction){
      .opcode = head & 0xffff,
      .wordCount = length,
      .words = (const char *)reader->data + reader->at * sizeof(uint32_t),
  };
  reader->at += length;
  return true;
}

// A literal string from the word on; null when it does not end within the instruction.
static const char *literal(const AccySpirvInstruction *instruction, size_t word) {
  const char *text = (const char *)instruction->words + word * sizeof(uint32_t);
  return memchr(text, '\0', (instruction->wordCount - word) * sizeof(uint32_t)) ? text : NULL;
}

bool accySpirvReadFacts(const void *data, size_t bytes, AccySpirvFacts *outFacts) {
  AccySpirvReader reader;
  AccySpirvInstruction instruction;
  if (!accySpirvReaderBegin(data, bytes, &reader))
    return false;
  AccySpirvFacts facts = {0};
  uint32_t version = accySpirvWord(data, 1);
  snprintf(facts.version, sizeof facts.version, "%u.%u", version >> 16 & 0xff, version >> 8 & 0xff);
  // Capabilities come first in a module, extensions after them, and then instructions of other kinds.
  while (accySpirvReaderNext(&reader, &instruction)) {
    if (instruction.opcode != AccySpirvOpCapability && instruction.opcode != AccySpirvOpExtension)
      break;
    if (instruction.wordCount < 2 || facts.capabilityCount == AccySpirvMaxFacts ||
        facts.extensionCount == AccySpirvMaxFacts)
      return false;
    if (instruction.opcode == AccySpirvOpCapability)
      facts.capabilities[facts.capabilityCount++] = accySpirvWord(instruction.words, 1);
    else if (!(facts.extensions[facts.extensionCount++] = literal(&instruction, 1)))
      return false;
  }
  *outFacts = facts;
  return !reader.isDamaged;
}
