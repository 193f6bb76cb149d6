// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of formats and targets.

#include "docgen.h"

#include "accy-c/Target.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void write_formats(const AccyTargetCapabilities *target) {
  for (int format = 0; format < AccyFormatCount; ++format)
    if (target->formats & ACCY_BIT(format))
      printf(" %s`%s` (.%s)%s", target->formats & (ACCY_BIT(format) - 1) ? "or " : "",
             accyFormatName((AccyFormat)format), accyFormatFileExtension((AccyFormat)format),
             accyBackendDefaultFormat(target->backend) == (AccyFormat)format ? "" : " by `format=`");
}

static void write_backends(void) {
  printf("\n| backend | format of a kernel's file |\n| --- | --- |\n");
  for (int backend = 0; backend < AccyBackendCount; ++backend)
    for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i) {
      const AccyTargetCapabilities *target = accyTargetBuiltin(i);
      if (target->backend != (AccyBackend)backend)
        continue;
      printf("| `%s` |", accyBackendName(target->backend));
      write_formats(target);
      printf(" |\n");
      break;
    }
}

static void write_subgroup(const AccyTargetSubgroup *subgroup) {
  if (!subgroup->supported)
    printf(" none |");
  else if (subgroup->size_min == subgroup->size_max)
    printf(" %" PRIu32 " |", subgroup->size_min);
  else
    printf(" %" PRIu32 " to %" PRIu32 " |", subgroup->size_min, subgroup->size_max);
}

static void write_target(const AccyTargetCapabilities *target) {
  bool isBaseline = strcmp(target->name, "baseline") == 0;
  printf("| `%s%s%s` | %s | %" PRIu32 " |", accyBackendName(target->backend), isBaseline ? "" : ":",
         isBaseline ? "" : target->name, target->architecture, target->threadgroup.max_threads);
  write_subgroup(&target->subgroup);
  printf(" %" PRIu32 " | %" PRIu32 " |", target->memory.shared_bytes_per_threadgroup, target->bindings.max_buffers);
  for (int dtype = 0; dtype < AccyDtypeCount; ++dtype)
    if (target->dtypes & ACCY_BIT(dtype))
      printf(" %s", accyDtypeName((AccyDtype)dtype));
  printf(" |\n");
}

void accyWriteTargetsPage(void) {
  printf("# Targets\n\nMade by `accy-docgen targets` from the tables in `planner/`. A backend's name alone is its "
         "baseline, which every device of\nthe kind should run; a device of one's own is a JSON file "
         "(`docs/target.schema.json`).\n\n## Formats\n");
  write_backends();
  printf(
      "\n## Profiles\n\nThreads and bytes are the most of one threadgroup; buffers are the most that one kernel "
      "binds.\n\n| target | architecture | threads | subgroup | shared bytes | buffers | dtypes |\n| --- | --- | --- | "
      "--- | --- | --- | --- |\n");
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i)
    write_target(accyTargetBuiltin(i));
}
