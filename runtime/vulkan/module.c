// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking into a SPIR-V module, before a driver that trusts it does.
#include "runtime/vulkan/module.h"

#include "bundle/spirv.h"
#include "runtime/error.h"

#include <inttypes.h>
#include <string.h>

// From the SPIR-V specification.
enum { ModelGLCompute = 5, ModeLocalSize = 17 };

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
  if (words < 4 || accySpirvWord(instruction, 1) != ModelGLCompute)
    return;
  const char *name = (const char *)instruction + 3 * sizeof(uint32_t);
  size_t capacity = (words - 3) * sizeof(uint32_t);
  size_t length = strlen(facts->entry);
  if (length >= capacity || memcmp(name, facts->entry, length + 1) != 0)
    return;
  facts->hasEntry = true;
  facts->entryId = accySpirvWord(instruction, 2);
}

// OpExecutionMode: entry point, mode, literals.
static bool read_execution_mode(const char *path, const void *instruction, size_t words, ModuleFacts *facts,
                                AccyRuntimeError *error) {
  if (words < 4 || !facts->hasEntry || accySpirvWord(instruction, 1) != facts->entryId)
    return true;
  uint32_t mode = accySpirvWord(instruction, 2);
  const char *name;
  if (!accyVulkanFeaturesAllowMode(facts->features, mode, accySpirvWord(instruction, 3), &name))
    return accyRuntimeFail(error, "%s: needs SPIR-V's execution mode %s %" PRIu32 ", which the device does not offer",
                           path, name, accySpirvWord(instruction, 3));
  if (words < 6 || mode != ModeLocalSize)
    return true;
  facts->hasLocalSize = true;
  for (size_t i = 0; i < 3; ++i)
    facts->localSize[i] = accySpirvWord(instruction, 3 + i);
  return true;
}

// Functions do not nest; the entry point's must be among them. OpFunction: type, id, control, function type.
static bool read_function(const void *instruction, size_t words, bool begins, ModuleFacts *facts) {
  if (facts->inFunction == begins || (begins && words < 5))
    return false;
  facts->inFunction = begins;
  facts->hasFunction |= begins && facts->hasEntry && accySpirvWord(instruction, 2) == facts->entryId;
  return true;
}

static bool read_instruction(const AccyDeviceCode *code, const AccySpirvInstruction *instruction, ModuleFacts *facts,
                             AccyRuntimeError *error) {
  const void *words = instruction->words;
  size_t count = instruction->wordCount;
  switch (instruction->opcode) {
  case AccySpirvOpCapability:
    return count >= 2 && check_capability(code->path, accySpirvWord(words, 1), facts->features, error);
  case AccySpirvOpEntryPoint:
    read_entry_point(words, count, facts);
    return true;
  case AccySpirvOpExecutionMode:
    return read_execution_mode(code->path, words, count, facts, error);
  case AccySpirvOpFunction:
  case AccySpirvOpFunctionEnd:
    return read_function(words, count, instruction->opcode == AccySpirvOpFunction, facts);
  default:
    return true;
  }
}

static bool read_module(const AccyDeviceCode *code, ModuleFacts *facts, AccyRuntimeError *error) {
  AccySpirvReader reader;
  AccySpirvInstruction instruction;
  if (!accySpirvReaderBegin(code->data, code->bytes, &reader))
    return accyRuntimeFail(error, "%s: not a SPIR-V module", code->path);
  AccyRuntimeError reason;
  accyRuntimeFail(&reason, "%s: the SPIR-V module is cut off or damaged", code->path);
  while (accySpirvReaderNext(&reader, &instruction))
    if (!read_instruction(code, &instruction, facts, &reason))
      return accyRuntimeFail(error, "%s", reason.message);
  if (reader.isDamaged)
    return accyRuntimeFail(error, "%s", reason.message);
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
