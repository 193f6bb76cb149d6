// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of the planner's structs; see plan_records.h.

#include "passes/plan_records.h"

#include "passes/record_table.h"
#include "support/ir.h"

#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

ENUMERATION(KernelSource, "kernel source")
ENUMERATION(LaunchKind, "launch kind")
ENUMERATION(CountArgument, "element-count argument")
ENUMERATION(Dtype, "dtype")
ENUMERATION(Feature, "feature")
ENUMERATION(SubgroupOperation, "subgroup operation")
ENUMERATION(Format, "format")
ENUMERATION(ResourceClass, "resource class")
ENUMERATION(TileKind, "tile kind")
ENUMERATION(ReductionKind, "reduction kind")
ENUMERATION(Space, "memory space")
ENUMERATION(MemoryStrategy, "memory strategy")

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static const AccyField resources_fields[] = {
    FIELD(AccyResources, chain_operand_count, U32),
    FIELD(AccyResources, element_count, U64),
    FIELD(AccyResources, element_size, U32),
    FIELD(AccyResources, estimated_element_ops, U64),
    FIELD(AccyResources, external_input_value_count, U32),
    FIELD(AccyResources, external_operand_count, U32),
    FIELD(AccyResources, op_count, U32),
    FIELD(AccyResources, static_bytes_complete, Bool),
    FIELD(AccyResources, static_read_bytes, U64),
    FIELD(AccyResources, static_total_bytes, U64),
    FIELD(AccyResources, static_write_bytes, U64),
};
static const AccyRecord resources_record = RECORD(resources_fields);

static const AccyField dot_fields[] = {
    FIELD(AccyDotShape, batch, U64), NAMES(AccyDotShape, inputDtype, "input_dtype", Enum, Dtype),
    FIELD(AccyDotShape, k, U64),     FIELD(AccyDotShape, m, U64),
    FIELD(AccyDotShape, n, U64),     NAMES(AccyDotShape, outputDtype, "output_dtype", Enum, Dtype),
};
static const AccyRecord dot_record = RECORD(dot_fields);

static const AccyField reduction_fields[] = {
    FIELD(AccyReductionShape, axis, U32),
    NAMES(AccyReductionShape, dtype, "dtype", Enum, Dtype),
    FIELD(AccyReductionShape, extent, U64),
    FIELD(AccyReductionShape, inner, U64),
    NAMES(AccyReductionShape, kind, "kind", Enum, ReductionKind),
    FIELD(AccyReductionShape, outer, U64),
    FIELD(AccyReductionShape, rank, U32),
};
static const AccyRecord reduction_record = RECORD(reduction_fields);

static const AccyField requirements_fields[] = {
    NAMES(AccyRequirements, dtypes, "dtypes", Set, Dtype),
    NAMES(AccyRequirements, features, "features", Set, Feature),
    NAMES(AccyRequirements, subgroup_operations, "subgroup", Set, SubgroupOperation),
};
static const AccyRecord requirements_record = RECORD(requirements_fields);

static const AccyField geometry_fields[] = {
    FIELD(AccyGeometry, grid, Extents),
    FIELD(AccyGeometry, shared_bytes, U32),
    FIELD(AccyGeometry, threadgroup, Extents),
};
static const AccyRecord geometry_record = RECORD(geometry_fields);

static const AccyField tile_fields[] = {
    FIELD(AccyTile, batch, U64),
    NAMES(AccyTile, input_dtype, "input_dtype", Enum, Dtype),
    FIELD(AccyTile, input_tile_bytes, U32),
    FIELD(AccyTile, k, U64),
    NAMES(AccyTile, kind, "kind", Enum, TileKind),
    FIELD(AccyTile, m, U64),
    FIELD(AccyTile, n, U64),
    NAMES(AccyTile, output_dtype, "output_dtype", Enum, Dtype),
    FIELD(AccyTile, output_tile_bytes, U32),
    FIELD(AccyTile, reduction_axis, U32),
    FIELD(AccyTile, reduction_extent, U64),
    NAMES(AccyTile, reduction_kind, "reduction_kind", Enum, ReductionKind),
    FIELD(AccyTile, reduction_rank, U32),
    FIELD(AccyTile, scratch_memory_bytes, U32),
};
static const AccyRecord tile_record = RECORD(tile_fields);

static const AccyField candidate_fields[] = {
    FIELD(AccyLaunchCandidate, est_bytes, U64),
    FIELD(AccyLaunchCandidate, est_ops, U64),
    FIELD(AccyLaunchCandidate, score, U64),
};
static const AccyRecord candidate_record = RECORD(candidate_fields);

static const AccyField launch_fields[] = {
    NAMED(AccyLaunchRecord, bodyFingerprint, "body_fingerprint", Hash),
    NAMES(AccyLaunchRecord, launch.resource_class, "class", Enum, ResourceClass),
    NAMES(AccyLaunchRecord, countArgument, "count_argument", Enum, CountArgument),
    NAMES(AccyLaunchRecord, required.dtypes, "dtypes", Set, Dtype),
    NAMED(AccyLaunchRecord, launch.element_count, "element_count", U64),
    NAMES(AccyLaunchRecord, required.features, "features", Set, Feature),
    NAMED(AccyLaunchRecord, launch.fixed_threadgroup, "fixed_threadgroup", Bool),
    NAMES(AccyLaunchRecord, launch.format, "format", Enum, Format),
    NAMES(AccyLaunchRecord, launchKind, "launch_kind", Enum, LaunchKind),
    NAMED(AccyLaunchRecord, launch.ops_per_kib, "ops_per_kib", U64),
    NAMES(AccyLaunchRecord, source, "source", Enum, KernelSource),
    NAMED(AccyLaunchRecord, launch.static_bytes_complete, "static_bytes_complete", Bool),
    NAMES(AccyLaunchRecord, required.subgroup_operations, "subgroup", Set, SubgroupOperation),
    NAMED(AccyLaunchRecord, launch.subgroup_aligned, "subgroup_aligned", Bool),
    NAMED(AccyLaunchRecord, launch.subgroup_size, "subgroup_size", U32),
};
static const AccyRecord launch_record = RECORD(launch_fields);

static const AccyField allocation_fields[] = {
    FIELD(AccyAllocation, alignment, U32),
    FIELD(AccyAllocation, bytes, U64),
    FIELD(AccyAllocation, id, U32),
    FIELD(AccyAllocation, offset, U64),
    NAMES(AccyAllocation, space, "space", Enum, Space),
};
static const AccyRecord allocation_record = RECORD(allocation_fields);

static const AccyField assignment_fields[] = {
    FIELD(AccyAssignment, allocation, U32),
    FIELD(AccyAssignment, slot, U32),
};
static const AccyRecord assignment_record = RECORD(assignment_fields);

static const AccyField arena_fields[] = {
    FIELD(AccyArenaUse, arena_bytes, U64),
    FIELD(AccyArenaUse, least_bytes, U64),
    FIELD(AccyArenaUse, peak_bytes, U64),
    NAMES(AccyArenaUse, space, "space", Enum, Space),
};
static const AccyRecord arena_record = RECORD(arena_fields);

static const AccyField lifetime_fields[] = {
    FIELD(AccySlotLifetime, first, U32),
    FIELD(AccySlotLifetime, last, U32),
    FIELD(AccySlotLifetime, slot, U32),
};
static const AccyRecord lifetime_record = RECORD(lifetime_fields);

static const AccyField memory_fields[] = {
    NAMED(AccyMemoryPlan, allocated_static_bytes, "allocated_bytes", U64),
    NAMED(AccyMemoryPlan, peak_static_live_bytes, "peak_bytes", U64),
    NAMES(AccyMemoryPlan, strategy, "strategy", Enum, MemoryStrategy),
    NAMED(AccyMemoryPlan, total_static_slot_bytes, "total_bytes", U64),
};
static const AccyRecord memory_record = RECORD(memory_fields);

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

MlirAttribute accyResourcesAttribute(AccyAttributeMaker *maker, const AccyResources *resources) {
  return accyRecordWrite(maker, &resources_record, resources, 0, NULL);
}

MlirAttribute accyDotShapeAttribute(AccyAttributeMaker *maker, const AccyDotShape *shape) {
  return accyRecordWrite(maker, &dot_record, shape, 0, NULL);
}

MlirAttribute accyReductionShapeAttribute(AccyAttributeMaker *maker, const AccyReductionShape *shape) {
  return accyRecordWrite(maker, &reduction_record, shape, 0, NULL);
}

MlirAttribute accyRequirementsAttribute(AccyAttributeMaker *maker, const AccyRequirements *requirements) {
  MlirNamedAttribute status = accyMakeNamed(maker, "status", accyMakeWord(maker, "legal"));
  return accyRecordWrite(maker, &requirements_record, requirements, 1, &status);
}

static MlirAttribute candidate_attribute(AccyAttributeMaker *maker, const void *data) {
  const AccyLaunchCandidate *candidate = data;
  MlirNamedAttribute nested[] = {
      accyMakeNamed(maker, "geometry", accyRecordWrite(maker, &geometry_record, &candidate->geometry, 0, NULL)),
      accyMakeNamed(maker, "tile", accyRecordWrite(maker, &tile_record, &candidate->tile, 0, NULL)),
  };
  bool hasTile = candidate->tile.kind != AccyTileKindNone;
  return accyRecordWrite(maker, &candidate_record, candidate, hasTile ? 2 : 1, nested);
}

MlirAttribute accyLaunchRecordAttribute(AccyAttributeMaker *maker, const AccyLaunchRecord *record) {
  MlirAttribute candidates[ACCY_MAX_CANDIDATES];
  intptr_t count = 0;
  for (; count < (intptr_t)record->launch.candidate_count; ++count)
    candidates[count] =
        accyMakeOfStruct(maker, &record->launch.candidates[count], sizeof(AccyLaunchCandidate), candidate_attribute);
  MlirNamedAttribute nested[2] = {
      accyMakeNamed(maker, "candidates", mlirArrayAttrGet(maker->context, count, candidates))};
  if (!mlirAttributeIsNull(record->kernelCall))
    nested[1] = accyMakeNamed(maker, "kernel_call", record->kernelCall);
  return accyRecordWrite(maker, &launch_record, record, mlirAttributeIsNull(record->kernelCall) ? 1 : 2, nested);
}

// An array attribute of `count` structs of `size` bytes each; null when memory runs out.
static MlirAttribute array_attribute(AccyAttributeMaker *maker, const AccyRecord *record, const void *data, size_t size,
                                     uint32_t count) {
  MlirAttribute *elements = malloc((count + 1) * sizeof *elements);
  if (!elements)
    return mlirAttributeGetNull();
  for (uint32_t i = 0; i < count; ++i)
    elements[i] = accyRecordWrite(maker, record, (const char *)data + i * size, 0, NULL);
  MlirAttribute array = mlirArrayAttrGet(maker->context, count, elements);
  free(elements);
  return array;
}

MlirAttribute accyMemoryPlanAttribute(AccyAttributeMaker *maker, const AccyMemoryPlan *plan) {
  MlirAttribute allocations =
      array_attribute(maker, &allocation_record, plan->allocations, sizeof *plan->allocations, plan->allocation_count);
  MlirAttribute assignments =
      array_attribute(maker, &assignment_record, plan->assignments, sizeof *plan->assignments, plan->assignment_count);
  MlirAttribute lifetimes =
      array_attribute(maker, &lifetime_record, plan->lifetimes, sizeof *plan->lifetimes, plan->lifetime_count);
  MlirAttribute arenas = array_attribute(maker, &arena_record, plan->arenas, sizeof *plan->arenas, plan->arena_count);
  if (mlirAttributeIsNull(allocations) || mlirAttributeIsNull(assignments) || mlirAttributeIsNull(lifetimes) ||
      mlirAttributeIsNull(arenas))
    return mlirAttributeGetNull();
  MlirNamedAttribute nested[] = {
      accyMakeNamed(maker, "allocations", allocations),
      accyMakeNamed(maker, "arenas", arenas),
      accyMakeNamed(maker, "assignments", assignments),
      accyMakeNamed(maker, "lifetimes", lifetimes),
  };
  return accyRecordWrite(maker, &memory_record, plan, sizeof nested / sizeof *nested, nested);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static MlirLogicalResult malformed(MlirOperation op, const char *record, const char *entry) {
  return accyEmitOpError(op, "has a record '%s' whose entry '%s' is absent or malformed [InvalidArtifact]", record,
                         entry);
}

static MlirLogicalResult absent(MlirOperation op, const char *record, const char *pass, const char *status) {
  return accyEmitOpError(op, "has no record '%s': run %s first [%s]", record, pass, status);
}

// Reads the record `name` of the operation, which `pass` leaves; `status` is what its absence means.
static MlirLogicalResult read_record(MlirOperation op, const char *name, const AccyRecord *record, void *out,
                                     const char *pass, const char *status) {
  MlirAttribute attribute = accyGetAttribute(op, name);
  const char *entry;
  if (mlirAttributeIsNull(attribute))
    return absent(op, name, pass, status);
  if (!accyRecordRead(attribute, record, out, &entry))
    return malformed(op, name, entry);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyReadResources(MlirOperation op, AccyResources *out) {
  *out = (AccyResources){0};
  return read_record(op, "resources", &resources_record, out, "accy-schedule", "MissingScheduleWorkItem");
}

MlirLogicalResult accyReadDotShapeRecord(MlirOperation kernel, AccyDotShape *out) {
  return read_record(kernel, "shape", &dot_record, out, "accy-outline-kernels", "InvalidArtifact");
}

MlirLogicalResult accyReadReductionShapeRecord(MlirOperation kernel, AccyReductionShape *out) {
  return read_record(kernel, "shape", &reduction_record, out, "accy-outline-kernels", "InvalidArtifact");
}

MlirLogicalResult accyCheckLegalization(MlirOperation kernel) {
  MlirAttribute record = accyGetAttribute(kernel, "legalization");
  AccyStatusCode code;
  if (mlirAttributeIsNull(record))
    return absent(kernel, "legalization", "accy-legalize", "MissingKernelLegalization");
  MlirAttribute status = accyDictionaryGet(record, "status");
  if (mlirAttributeIsNull(status) || !mlirAttributeIsAString(status))
    return malformed(kernel, "legalization", "status");
  MlirStringRef name = mlirStringAttrGetValue(status);
  if (accyTextEquals(name, "legal"))
    return mlirLogicalResultSuccess();
  if (!accyStatusCodeParse(name.data, name.length, &code) || code == AccyStatusCodeOk)
    return malformed(kernel, "legalization", "status");
  return accyEmitOpError(kernel, "is not legal on its target [%s]", accyStatusCodeName(code));
}

MlirLogicalResult accyReadRequirements(MlirOperation kernel, AccyRequirements *out) {
  *out = (AccyRequirements){0};
  if (mlirLogicalResultIsFailure(accyCheckLegalization(kernel)))
    return mlirLogicalResultFailure();
  return read_record(kernel, "legalization", &requirements_record, out, "accy-legalize", "MissingKernelLegalization");
}

static bool read_candidate(MlirAttribute attribute, AccyLaunchCandidate *out, const char **entry) {
  if (!accyRecordRead(attribute, &candidate_record, out, entry) ||
      !accyRecordRead(accyDictionaryGet(attribute, "geometry"), &geometry_record, &out->geometry, entry))
    return false;
  MlirAttribute tile = accyDictionaryGet(attribute, "tile");
  return mlirAttributeIsNull(tile) || accyRecordRead(tile, &tile_record, &out->tile, entry);
}

MlirLogicalResult accyReadLaunchRecord(MlirOperation launch, AccyLaunchRecord *out) {
  MlirAttribute attribute = accyGetAttribute(launch, "plan");
  const char *entry;
  if (mlirAttributeIsNull(attribute))
    return absent(launch, "plan", "accy-plan", "InvalidArtifact");
  *out = (AccyLaunchRecord){0};
  if (!accyRecordRead(attribute, &launch_record, out, &entry))
    return malformed(launch, "plan", entry);
  MlirAttribute candidates = accyDictionaryGet(attribute, "candidates");
  if (mlirAttributeIsNull(candidates) || !mlirAttributeIsAArray(candidates) ||
      mlirArrayAttrGetNumElements(candidates) < 1 || mlirArrayAttrGetNumElements(candidates) > ACCY_MAX_CANDIDATES)
    return malformed(launch, "plan", "candidates");
  out->kernelCall = accyDictionaryGet(attribute, "kernel_call");
  AccyLaunchResources *plan = &out->launch;
  plan->candidate_count = (uint32_t)mlirArrayAttrGetNumElements(candidates);
  for (uint32_t i = 0; i < plan->candidate_count; ++i)
    if (!read_candidate(mlirArrayAttrGetElement(candidates, i), &plan->candidates[i], &entry))
      return malformed(launch, "plan", entry);
  plan->geometry = plan->candidates[0].geometry;
  plan->est_bytes = plan->candidates[0].est_bytes;
  plan->est_ops = plan->candidates[0].est_ops;
  plan->tile = plan->candidates[0].tile;
  return mlirLogicalResultSuccess();
}

// Reads an array of structs into memory of its own.
static bool read_array(MlirAttribute dictionary, const char *name, const AccyRecord *record, size_t size,
                       void **outData, uint32_t *outCount, const char **entry) {
  MlirAttribute array = accyDictionaryGet(dictionary, name);
  *entry = name;
  if (mlirAttributeIsNull(array) || !mlirAttributeIsAArray(array))
    return false;
  intptr_t count = mlirArrayAttrGetNumElements(array);
  *outData = calloc((size_t)count + 1, size);
  if (!*outData)
    return false;
  *outCount = (uint32_t)count;
  for (intptr_t i = 0; i < count; ++i)
    if (!accyRecordRead(mlirArrayAttrGetElement(array, i), record, (char *)*outData + (size_t)i * size, entry))
      return false;
  return true;
}

MlirLogicalResult accyReadMemoryPlan(MlirOperation program, AccyMemoryPlan *out) {
  MlirAttribute attribute = accyGetAttribute(program, "memory");
  const char *entry;
  if (mlirAttributeIsNull(attribute))
    return absent(program, "memory", "accy-plan-memory", "InvalidArtifact");
  *out = (AccyMemoryPlan){0};
  void *allocations = NULL, *assignments = NULL, *lifetimes = NULL, *arenas = NULL;
  bool read = accyRecordRead(attribute, &memory_record, out, &entry) &&
              read_array(attribute, "allocations", &allocation_record, sizeof(AccyAllocation), &allocations,
                         &out->allocation_count, &entry) &&
              read_array(attribute, "assignments", &assignment_record, sizeof(AccyAssignment), &assignments,
                         &out->assignment_count, &entry) &&
              read_array(attribute, "lifetimes", &lifetime_record, sizeof(AccySlotLifetime), &lifetimes,
                         &out->lifetime_count, &entry) &&
              read_array(attribute, "arenas", &arena_record, sizeof(AccyArenaUse), &arenas, &out->arena_count, &entry);
  out->allocations = allocations;
  out->assignments = assignments;
  out->lifetimes = lifetimes;
  out->arenas = arenas;
  if (read)
    return mlirLogicalResultSuccess();
  accyMemoryPlanRecordFree(out);
  return malformed(program, "memory", entry);
}

void accyMemoryPlanRecordFree(AccyMemoryPlan *plan) {
  free(plan->allocations);
  free(plan->assignments);
  free(plan->lifetimes);
  free(plan->arenas);
  *plan = (AccyMemoryPlan){0};
}
