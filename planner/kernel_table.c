// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of registered kernels. Spec: planner.md, section 5.
#include "accy-c/KernelCall.h"

#include <stdlib.h>
#include <string.h>

#include "planner/plan.h"

struct AccyKernelTable {
  AccyArena arena; // of what the entries point to
  AccyKernelCallEntry *entries;
  uint32_t count, capacity;
};

AccyKernelTable *accyKernelTableCreate(void) {
  return calloc(1, sizeof(AccyKernelTable));
}

void accyKernelTableDestroy(AccyKernelTable *table) {
  if (!table)
    return;
  accyArenaFree(&table->arena);
  free(table->entries);
  free(table);
}

static const AccyKernelCallEntry *find_entry(const AccyKernelTable *table, const char *target, uint32_t version,
                                             AccyFormat format) {
  for (uint32_t i = 0; i < table->count; ++i) {
    const AccyKernelCallEntry *entry = &table->entries[i];
    if (entry->version == version && entry->format == format && strcmp(entry->target, target) == 0)
      return entry;
  }
  return NULL;
}

static bool check(const AccyKernelTable *table, const AccyKernelCallEntry *entry, AccyStatus *status) {
  AccyStatus reason;
  if (!accyKernelCallEntryVerify(entry, status))
    return false;
  if (!accyPayloadCheck(entry->format, &entry->payload, &reason))
    return accyFail(status, reason.code, "registry entry '%s' version %u: %s", entry->target, entry->version,
                    reason.message);
  if (find_entry(table, entry->target, entry->version, entry->format))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "registry entry '%s' version %u for %s is there already",
                    entry->target, entry->version, accyFormatName(entry->format));
  return true;
}

static bool reserve(AccyKernelTable *table) {
  if (table->count < table->capacity)
    return true;
  uint32_t capacity = table->capacity ? table->capacity * 2 : 8;
  AccyKernelCallEntry *larger = realloc(table->entries, capacity * sizeof(*larger));
  if (!larger)
    return false;
  table->entries = larger;
  table->capacity = capacity;
  return true;
}

static char *copy_text(AccyArena *arena, const char *text) {
  return accyArenaCopyArray(arena, text, strlen(text) + 1, 1);
}

/// Replaces what the entry points to by copies in the arena.
static bool copy_parts(AccyArena *arena, AccyKernelCallEntry *entry) {
  AccyPayload *payload = &entry->payload;
  entry->target = copy_text(arena, entry->target);
  entry->entry = copy_text(arena, entry->entry);
  entry->static_arguments =
      accyArenaCopyArray(arena, entry->static_arguments, entry->static_argument_count, sizeof(AccyScalar));
  if (payload->ownership == AccyPayloadOwnershipOwned)
    payload->data = accyArenaCopyArray(arena, payload->data, payload->bytes, 1);
  if (entry->shape_profile) {
    entry->shape_profile = accyArenaCopyArray(arena, entry->shape_profile, 1, sizeof(AccyShapeProfile));
    if (!entry->shape_profile)
      return false;
  }
  return entry->target && entry->entry && entry->static_arguments && payload->data;
}

bool accyKernelTableAdd(AccyKernelTable *table, const AccyKernelCallEntry *entry, AccyStatus *status) {
  AccyKernelCallEntry copy = *entry;
  if (!check(table, entry, status))
    return false;
  if (!reserve(table) || !copy_parts(&table->arena, &copy))
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a kernel registry");
  table->entries[table->count++] = copy;
  return true;
}

uint32_t accyKernelTableGetEntryCount(const AccyKernelTable *table) {
  return table->count;
}

const AccyKernelCallEntry *accyKernelTableGetEntry(const AccyKernelTable *table, uint32_t index) {
  return &table->entries[index];
}

static const AccyKernelCallEntry *look_up(void *context, const char *target, uint32_t version, AccyFormat format) {
  return find_entry(context, target, version, format);
}

AccyKernelRegistry accyKernelTableGetRegistry(const AccyKernelTable *table) {
  // The context of a registry is the caller's to change; looking up only reads it.
  return (AccyKernelRegistry){.lookup = look_up, .context = (void *)(uintptr_t)table};
}
