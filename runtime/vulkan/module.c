// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking into a SPIR-V module, before a driver that trusts it does.
#include "runtime/vulkan/module.h"

#include "runtime/error.h"

#include <inttypes.h>
#include <string.h>

// From the SPIR-V specification; the module's header has five words, and an instruction's first word is its length and
// its operation.
enum {
  HeaderWords = 5,
  Magic = 0x07230203,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpFunction = 54,
  OpFunctionEnd = 56,
  ModelGLCompute = 5,
  ModeLocalSize = 17,
};

typedef struct ModuleFacts {
  const char *entry;
  const AccyVulkanFeatures *features;
  uint32_t entryId;
  bool hasEntry;
  bool hasFunction;
  bool inFunction;
  bool hasLocalSize;
  uint32_t localSize[3];
} ModuleFacts;

static uint32_t word_at(const void *data, size_t index) {
  uint32_t word;
  memcpy(&word, (const char *)data + index * sizeof word, sizeof word);
  return word;
}

static bool check_capability(const char *path, uint32_t capability, const AccyVulkanFeatures *features,
                             AccyRuntimeError *error) {
  const char *name;
  if (accyVulkanFeaturesAllow(features, capability, &name))
    return true;
  if (!name)
    return accyRuntimeFail(error, "%s: needs SPIR-V capability %" PRIu32 ", which this runtime does not know", path,
                           capability);
  return accyRuntimeFail(error, "%s: needs SPIR-V capability %s, which the device does not offer", path, name);
}

// OpEntryPoint: execution model, id, name, interface. The name is a zero-terminated string within the instruction.
static void read_entry_point(const void *instruction, size_t words, ModuleFacts *facts) {
  if (words < 4 || word_at(instruction, 1) != ModelGLCompute)
    return;
  const char *name = (const char *)instruction + 3 * sizeof(uint32_t);
  size_t capacity = (words - 3) * sizeof(uint32_t);
  size_t length = strlen(facts->entry);
  if (length >= capacity || memcmp(name, facts->entry, length + 1) != 0)
    return;
  facts->hasEntry = true;
  facts->entryId = word_at(instruction, 2);
}

// OpExecutionMode: entry point, mode, literals.
static bool read_execution_mode(const char *path, const void *instruction, size_t words, ModuleFacts *facts,
                                AccyRuntimeError *error) {
  if (words < 4 || !facts->hasEntry || word_at(instruction, 1) != facts->entryId)
    return true;
  uint32_t mode = word_at(instruction, 2);
  const char *name;
  if (!accyVulkanFeaturesAllowMode(facts->features, mode, word_at(instruction, 3), &name))
    return accyRuntimeFail(error, "%s: needs SPIR-V's execution mode %s %" PRIu32 ", which the device does not offer",
                           path, name, word_at(instruction, 3));
  if (words < 6 || mode != ModeLocalSize)
    return true;
  facts->hasLocalSize = true;
  for (size_t i = 0; i < 3; ++i)
    facts->localSize[i] = word_at(instruction, 3 + i);
  return true;
}

// Functions do not nest; the entry point's must be among them. OpFunction: type, id, control, function type.
static bool read_function(const void *instruction, size_t words, bool begins, ModuleFacts *facts) {
  if (facts->inFunction == begins || (begins && words < 5))
    return false;
  facts->inFunction = begins;
  facts->hasFunction |= begins && facts->hasEntry && word_at(instruction, 2) == facts->entryId;
  return true;
}

static bool read_module(const AccyDeviceCode *code, ModuleFacts *facts, AccyRuntimeError *error) {
  size_t count = code->bytes / sizeof(uint32_t);
  if (code->bytes % sizeof(uint32_t) || count < HeaderWords || word_at(code->data, 0) != Magic)
    return accyRuntimeFail(error, "%s: not a SPIR-V module", code->path);
  for (size_t at = HeaderWords; at < count;) {
    uint32_t head = word_at(code->data, at);
    size_t words = head >> 16;
    uint32_t operation = head & 0xffff;
    const void *instruction = (const char *)code->data + at * sizeof(uint32_t);
    bool whole = words != 0 && words <= count - at;
    if (whole && (operation == OpFunction || operation == OpFunctionEnd))
      whole = read_function(instruction, words, operation == OpFunction, facts);
    if (!whole)
      return accyRuntimeFail(error, "%s: the SPIR-V module is cut off or damaged at word %zu", code->path, at);
    switch (operation) {
    case OpCapability:
      if (words < 2 || !check_capability(code->path, word_at(instruction, 1), facts->features, error))
        return false;
      break;
    case OpEntryPoint:
      read_entry_point(instruction, words, facts);
      break;
    case OpExecutionMode:
      if (!read_execution_mode(code->path, instruction, words, facts, error))
        return false;
      break;
    }
    at += words;
  }
  if (facts->inFunction || (facts->hasEntry && !facts->hasFunction))
    return accyRuntimeFail(error, "%s: the SPIR-V module is cut off", code->path);
  return true;
}

bool accyVulkanModuleCheck(const AccyDeviceCode *code, const AccyDeviceLaunch *launch,
                           const AccyVulkanFeatures *features, AccyRuntimeError *error) {
  ModuleFacts facts = {.entry = launch->entry, .features = features};
  if (!read_module(code, &facts, error))
    return false;
  if (!facts.hasEntry)
    return accyRuntimeFail(error, "%s: has no compute entry point %s", code->path, launch->entry);
  if (!facts.hasLocalSize || memcmp(facts.localSize, launch->threadgroup, sizeof facts.localSize) != 0)
    return accyRuntimeFail(error,
                           "%s: local size %" PRIu32 "x%" PRIu32 "x%" PRIu32 " of %s is not the planned threadgroup "
                           "%" PRIu32 "x%" PRIu32 "x%" PRIu32,
                           code->path, facts.localSize[0], facts.localSize[1], facts.localSize[2], launch->entry,
                           launch->threadgroup[0], launch->threadgroup[1], launch->threadgroup[2]);
  return true;
}
