// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking up target profiles, and settling a module's profile and format. Spec: planner.md, section 2.
#include "accy-c/Target.h"

#include <stdio.h>
#include <string.h>

static void list_targets(AccyBackend backend, char *text, size_t capacity) {
  size_t used = 0;
  text[0] = 0;
  for (uint32_t i = 0; i < accyTargetBuiltinCount() && used < capacity; ++i) {
    const AccyTargetCapabilities *target = accyTargetBuiltin(i);
    if (target->backend == backend)
      used += (size_t)snprintf(text + used, capacity - used, "%s%s", used ? ", " : "", target->name);
  }
}

bool accyTargetProfileLookup(const char *text, size_t length, AccyTargetProfile *outProfile, AccyStatus *status) {
  const char *colon = memchr(text, ':', length);
  size_t backend_length = colon ? (size_t)(colon - text) : length;
  AccyBackend backend;
  if (!accyBackendParse(text, backend_length, &backend))
    return accyFail(status, AccyStatusCodeUnsupportedOperation,
                    "no backend named '%.*s'; there are cuda, vulkan, metal, webgpu, cpu, wasm", (int)backend_length,
                    text);
  const char *name = colon ? colon + 1 : "baseline";
  size_t name_length = colon ? length - backend_length - 1 : strlen(name);
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i) {
    const AccyTargetCapabilities *target = accyTargetBuiltin(i);
    if (target->backend == backend && strlen(target->name) == name_length &&
        memcmp(target->name, name, name_length) == 0) {
      outProfile->capabilities = *target;
      outProfile->format = accyBackendDefaultFormat(backend);
      return true;
    }
  }
  char names[256];
  list_targets(backend, names, sizeof(names));
  return accyFail(status, AccyStatusCodeUnsupportedOperation, "%s has no profile named '%.*s'; there are %s",
                  accyBackendName(backend), (int)name_length, name, names);
}

bool accyTargetChooseFormat(const AccyTargetCapabilities *target, const AccyFormat *requested,
                            const AccyTargetProfile *module, AccyFormat *outFormat, AccyStatus *status) {
  AccyFormat format;
  if (requested)
    format = *requested;
  else if (module)
    format = module->format;
  else if ((size_t)target->backend < AccyBackendCount)
    format = accyBackendDefaultFormat(target->backend);
  else
    return accyFail(status, AccyStatusCodeUnsupportedOperation, "the backend of target %s has no default format",
                    target->name);
  if ((size_t)format >= AccyFormatCount || !(target->formats & ACCY_BIT(format)))
    return accyFail(status, AccyStatusCodeUnsupportedArtifactFormat, "target %s:%s does not make format %s",
                    accyBackendName(target->backend), target->name, accyFormatName(format));
  *outFormat = format;
  return true;
}

bool accyTargetResolveProfile(const AccyTargetCapabilities *capabilities, const AccyFormat *requested,
                              const AccyTargetProfile *module, const AccyFormat *captured,
                              AccyTargetProfile *outProfile, AccyStatus *status) {
  if (module && module->capabilities.backend != capabilities->backend)
    return accyFail(status, AccyStatusCodeCapabilityMismatch, "the module is made for %s; the backend handle is %s",
                    accyBackendName(module->capabilities.backend), accyBackendName(capabilities->backend));
  AccyFormat format;
  if (!accyTargetChooseFormat(capabilities, requested, module, &format, status))
    return false;
  if (module && module->format != format)
    return accyFail(status, AccyStatusCodeUnsupportedArtifactFormat, "the module is made for format %s, not %s",
                    accyFormatName(module->format), accyFormatName(format));
  if (module && !accyTargetSupports(capabilities, &module->capabilities, status))
    return false;
  if (captured && !module)
    return accyFail(status, AccyStatusCodeTargetRecipeMismatch,
                    "a target record was captured, but the module has no target profile");
  if (captured && *captured != format)
    return accyFail(status, AccyStatusCodeTargetRecipeMismatch, "the captured target record is for format %s, not %s",
                    accyFormatName(*captured), accyFormatName(format));
  AccyTargetProfile profile = {.capabilities = module ? module->capabilities : *capabilities, .format = format};
  *outProfile = profile;
  return true;
}

uint32_t accyTargetSubgroupSize(const AccyTargetCapabilities *target) {
  if (!target->subgroup.supported)
    return 0;
  return target->subgroup.size_max ? target->subgroup.size_max : target->subgroup.size_min;
}

uint64_t accyTargetMemoryBytes(const AccyTargetCapabilities *target) {
  // One MiB holds a module's stack and constants and the element counts.
  return target->backend == AccyBackendWasm ? (UINT64_C(1) << 32) - (UINT64_C(1) << 20) : UINT64_MAX;
}

uint32_t accyTargetOffsetAlignment(const AccyTargetProfile *target) {
  enum { word = 4 };
  uint32_t bound = target->capabilities.memory.min_buffer_alignment;
  return accyFormatTakesAddresses(target->format) || bound < word ? word : bound;
}
