// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See entry_point.h.
#include "bundle/entry_point.h"

typedef struct EntryRow {
  bool (*has)(const AccyPayload *payload, const char *entry); // null: the format has no names
  const char *spelling;
} EntryRow;

static const EntryRow rows[AccyFormatCount] = {
    [AccyFormatCudaPtx] = {accyPtxHasEntry, "a directive .entry"},
    [AccyFormatVulkanSpirv] = {accySpirvHasEntry, "an instruction OpEntryPoint"},
    [AccyFormatMetalMsl] = {accyMslHasEntry, "a function kernel void"},
    [AccyFormatWebgpuWgsl] = {accyWgslHasEntry, "a function @compute fn"},
    [AccyFormatCpuObject] = {accyElfHasEntry, "a global symbol that it defines, in little-endian ELF of 64 bits,"},
    [AccyFormatWebassemblyModule] = {accyWasmHasEntry, "an exported function"},
};

bool accyPayloadHasEntry(AccyFormat format, const AccyPayload *payload, const char *entry, AccyStatus *status) {
  const EntryRow *row = &rows[format];
  return !row->has || row->has(payload, entry) ||
         accyFail(status, AccyStatusCodeInvalidArtifact,
                  "the payload has no kernel '%s', which in %s is %s of that name; name one that it has as the entry",
                  entry, accyFormatName(format), row->spelling);
}
