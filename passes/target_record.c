// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See target_record.h.

#include "passes/target_record.h"

#include "passes/record_table.h"
#include "support/ir.h"

ENUMERATION(Dtype, "dtype")
ENUMERATION(Feature, "feature")
ENUMERATION(Format, "format")
ENUMERATION(LayoutSupport, "layout")
ENUMERATION(RuntimeFeature, "runtime feature")
ENUMERATION(SubgroupOperation, "subgroup operation")

static const AccyField capabilities_fields[] = {
    TEXT(AccyTargetCapabilities, architecture),
    NAMES(AccyTargetCapabilities, dtypes, "dtypes", Set, Dtype),
    TEXT(AccyTargetCapabilities, family),
    NAMES(AccyTargetCapabilities, features, "features", Set, Feature),
    NAMES(AccyTargetCapabilities, formats, "formats", Set, Format),
    NAMES(AccyTargetCapabilities, layouts, "layouts", Set, LayoutSupport),
    FIELD(AccyTargetCapabilities, max_loop_steps, U32),
    TEXT(AccyTargetCapabilities, name),
    NAMES(AccyTargetCapabilities, runtime, "runtime", Set, RuntimeFeature),
};
static const AccyRecord capabilities_record = RECORD(capabilities_fields);

static const AccyField memory_fields[] = {
    FIELD(AccyTargetMemory, constant_bytes, U32),
    FIELD(AccyTargetMemory, host_visible, Bool),
    FIELD(AccyTargetMemory, min_buffer_alignment, U32),
    FIELD(AccyTargetMemory, shared_bytes_per_threadgroup, U32),
    FIELD(AccyTargetMemory, unified, Bool),
};
static const AccyRecord memory_record = RECORD(memory_fields);

static const AccyField subgroup_fields[] = {
    NAMES(AccyTargetSubgroup, operations, "operations", Set, SubgroupOperation),
    FIELD(AccyTargetSubgroup, size_max, U32),
    FIELD(AccyTargetSubgroup, size_min, U32),
    FIELD(AccyTargetSubgroup, supported, Bool),
};
static const AccyRecord subgroup_record = RECORD(subgroup_fields);

static const AccyField threadgroup_fields[] = {
    FIELD(AccyTargetThreadgroup, max_blocks, Extents),      FIELD(AccyTargetThreadgroup, max_grid_per_dim, Extents),
    FIELD(AccyTargetThreadgroup, max_threads, U32),         FIELD(AccyTargetThreadgroup, max_threads_per_dim, Extents),
    FIELD(AccyTargetThreadgroup, shared_memory_bytes, U32),
};
static const AccyRecord threadgroup_record = RECORD(threadgroup_fields);

static const AccyField bindings_fields[] = {
    FIELD(AccyTargetBindings, max_buffer_bytes, U64),
    FIELD(AccyTargetBindings, max_buffers, U32),
};
static const AccyRecord bindings_record = RECORD(bindings_fields);

// The parts that are dictionaries of their own.
static const struct Part {
  const char *name;
  const AccyRecord *record;
  size_t offset;
} parts[] = {
    {"bindings", &bindings_record, offsetof(AccyTargetCapabilities, bindings)},
    {"memory", &memory_record, offsetof(AccyTargetCapabilities, memory)},
    {"subgroup", &subgroup_record, offsetof(AccyTargetCapabilities, subgroup)},
    {"threadgroup", &threadgroup_record, offsetof(AccyTargetCapabilities, threadgroup)},
};
enum { partCount = sizeof parts / sizeof *parts };

MlirAttribute accyCapabilitiesAttribute(MlirContext context, const AccyTargetCapabilities *capabilities) {
  AccyAttributeMaker maker = accyAttributeMakerForOne(context);
  MlirNamedAttribute nested[partCount];
  for (int i = 0; i < partCount; ++i) {
    const char *part = (const char *)capabilities + parts[i].offset;
    nested[i] = accyNamed(parts[i].name, accyRecordWrite(&maker, parts[i].record, part, 0, NULL));
  }
  return accyRecordWrite(&maker, &capabilities_record, capabilities, partCount, nested);
}

bool accyReadCapabilities(MlirAttribute dictionary, AccyTargetCapabilities *capabilities, const char **outMissing) {
  for (int i = 0; i < partCount; ++i) {
    *outMissing = parts[i].name;
    MlirAttribute part = accyDictionaryGet(dictionary, parts[i].name);
    if (mlirAttributeIsNull(part) ||
        !accyRecordRead(part, parts[i].record, (char *)capabilities + parts[i].offset, outMissing))
      return false;
  }
  return accyRecordRead(dictionary, &capabilities_record, capabilities, outMissing);
}
