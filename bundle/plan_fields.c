// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// See plan_fields.h.

#include "bundle/plan_fields.h"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

#define SPELLING(name_, type, what_)                                                                                   \
  static const char *name_of_##type(int value) {                                                                       \
    return accy##type##Name((Accy##type)value);                                                                        \
  }                                                                                                                    \
  name_ = {.what = what_, .name = name_of_##type, .count = Accy##type##Count};

SPELLING(const AccySpelling accyJsonBackends, Backend, "a backend's name")
SPELLING(const AccySpelling accyJsonFormats, Format, "an artifact format's name")
SPELLING(const AccySpelling accyJsonPayloadKinds, PayloadKind, "a payload kind's name")
SPELLING(const AccySpelling accyJsonMemoryStrategies, MemoryStrategy, "a memory strategy's name")
SPELLING(const AccySpelling accyJsonScalarKinds, ScalarKind, "a scalar kind's name")
SPELLING(static const AccySpelling dtypes, Dtype, "a dtype's name")
SPELLING(static const AccySpelling roles, Role, "a role's name")
SPELLING(static const AccySpelling spaces, Space, "a memory space's name")
SPELLING(static const AccySpelling accesses, Access, "an access's name")
SPELLING(static const AccySpelling transfers, Transfer, "a transfer's name")
SPELLING(static const AccySpelling layout_kinds, LayoutKind, "a layout kind's name")
SPELLING(static const AccySpelling layout_supports, LayoutSupport, "a layout support's name")
SPELLING(static const AccySpelling kernel_kinds, KernelKind, "a kernel kind's name")
SPELLING(static const AccySpelling sources, KernelSource, "a kernel source's name")
SPELLING(static const AccySpelling launch_kinds, LaunchKind, "a launch kind's name")
SPELLING(static const AccySpelling count_arguments, CountArgument, "an element-count argument's name")
SPELLING(static const AccySpelling features, Feature, "a feature's name")
SPELLING(static const AccySpelling subgroup_operations, SubgroupOperation, "a subgroup operation's name")
SPELLING(static const AccySpelling runtime_features, RuntimeFeature, "a runtime feature's name")
SPELLING(static const AccySpelling classes, ResourceClass, "a resource class's name")
SPELLING(static const AccySpelling tile_kinds, TileKind, "a tile kind's name")
SPELLING(static const AccySpelling reductions, ReductionKind, "a reduction kind's name")

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

#define ROW(struct_, key_, kind_, member) {.key = key_, .kind = AccyJson##kind_, .offset = offsetof(struct_, member)}
#define NAMES(struct_, key_, kind_, member, spelling_)                                                                 \
  {.key = key_, .kind = AccyJson##kind_, .offset = offsetof(struct_, member), .spelling = &spelling_}
#define TEXT(struct_, key_, member)                                                                                    \
  {.key = key_, .kind = AccyJsonText, .offset = offsetof(struct_, member), .capacity = sizeof(((struct_ *)0)->member)}
#define LIST(struct_, key_, kind_, member, count_)                                                                     \
  {.key = key_, .kind = AccyJson##kind_, .offset = offsetof(struct_, member), .countOffset = offsetof(struct_, count_)}
#define OBJECT(struct_, key_, member, fields_)                                                                         \
  {.key = key_, .kind = AccyJsonObject, .offset = offsetof(struct_, member), .fields = &fields_}
#define FIELDS(rows) {rows, (int)(sizeof(rows) / sizeof((rows)[0]))}

static const AccyJsonField memory_rows[] = {
    ROW(AccyTargetMemory, "shared_bytes_per_threadgroup", U32, shared_bytes_per_threadgroup),
    ROW(AccyTargetMemory, "constant_bytes", U32, constant_bytes),
    ROW(AccyTargetMemory, "min_buffer_alignment", U32, min_buffer_alignment),
    ROW(AccyTargetMemory, "unified", Bool, unified),
    ROW(AccyTargetMemory, "host_visible", Bool, host_visible),
};
static const AccyJsonFields memory_fields = FIELDS(memory_rows);

static const AccyJsonField subgroup_rows[] = {
    ROW(AccyTargetSubgroup, "supported", Bool, supported),
    ROW(AccyTargetSubgroup, "size_min", U32, size_min),
    ROW(AccyTargetSubgroup, "size_max", U32, size_max),
    NAMES(AccyTargetSubgroup, "operations", Set, operations, subgroup_operations),
};
static const AccyJsonFields subgroup_fields = FIELDS(subgroup_rows);

static const AccyJsonField threadgroup_rows[] = {
    ROW(AccyTargetThreadgroup, "max_threads", U32, max_threads),
    ROW(AccyTargetThreadgroup, "max_threads_per_dim", Extents, max_threads_per_dim),
    ROW(AccyTargetThreadgroup, "max_grid_per_dim", Extents, max_grid_per_dim),
    ROW(AccyTargetThreadgroup, "max_blocks", Extents, max_blocks),
    ROW(AccyTargetThreadgroup, "shared_memory_bytes", U32, shared_memory_bytes),
};
static const AccyJsonFields threadgroup_fields = FIELDS(threadgroup_rows);

static const AccyJsonField target_rows[] = {
    NAMES(AccyTargetCapabilities, "backend", Enum, backend, accyJsonBackends),
    TEXT(AccyTargetCapabilities, "family", family),
    TEXT(AccyTargetCapabilities, "name", name),
    TEXT(AccyTargetCapabilities, "architecture", architecture),
    OBJECT(AccyTargetCapabilities, "memory", memory, memory_fields),
    OBJECT(AccyTargetCapabilities, "subgroup", subgroup, subgroup_fields),
    OBJECT(AccyTargetCapabilities, "threadgroup", threadgroup, threadgroup_fields),
    NAMES(AccyTargetCapabilities, "dtypes", Set, dtypes, dtypes),
    NAMES(AccyTargetCapabilities, "layouts", Set, layouts, layout_supports),
    NAMES(AccyTargetCapabilities, "runtime", Set, runtime, runtime_features),
    NAMES(AccyTargetCapabilities, "features", Set, features, features),
    NAMES(AccyTargetCapabilities, "formats", Set, formats, accyJsonFormats),
};
const AccyJsonFields accyJsonTargetFields = FIELDS(target_rows);

static const AccyJsonField slot_rows[] = {
    ROW(AccyJsonSlot, "id", U32, slot.id),
    NAMES(AccyJsonSlot, "role", Set, slot.roles, roles),
    NAMES(AccyJsonSlot, "dtype", Enum, slot.dtype, dtypes),
    NAMES(AccyJsonSlot, "space", Enum, slot.space, spaces),
    NAMES(AccyJsonSlot, "access", Enum, slot.access, accesses),
    NAMES(AccyJsonSlot, "transfer", Enum, slot.transfer, transfers),
    NAMES(AccyJsonSlot, "layout", Enum, slot.layout.kind, layout_kinds),
    LIST(AccyJsonSlot, "dims", I64List, slot.layout.dims, dimCount),
    LIST(AccyJsonSlot, "strides", I64List, slot.layout.strides, strideCount),
    LIST(AccyJsonSlot, "minor_to_major", U32List, slot.layout.minor_to_major, orderCount),
    ROW(AccyJsonSlot, "elements", U64, slot.elements),
    ROW(AccyJsonSlot, "bytes", U64, slot.bytes),
    ROW(AccyJsonSlot, "alignment", U32, slot.layout.alignment),
    ROW(AccyJsonSlot, "contiguous", Bool, slot.layout.contiguous),
    ROW(AccyJsonSlot, "static", Bool, slot.layout.static_layout),
    ROW(AccyJsonSlot, "fingerprint", Hash, slot.layout_fingerprint),
};
const AccyJsonFields accyJsonSlotFields = FIELDS(slot_rows);

static const AccyJsonField kernel_head_rows[] = {
    ROW(AccyKernel, "id", U32, id),
    ROW(AccyKernel, "work_item", U32, work_item),
    NAMES(AccyKernel, "kind", Enum, kind, kernel_kinds),
    NAMES(AccyKernel, "source", Enum, contract.source, sources),
    NAMES(AccyKernel, "launch_kind", Enum, contract.launch_kind, launch_kinds),
    TEXT(AccyKernel, "entry", contract.entry),
};
const AccyJsonFields accyJsonKernelHeadFields = FIELDS(kernel_head_rows);

static const AccyJsonField required_rows[] = {
    NAMES(AccyRequirements, "dtypes", Set, dtypes, dtypes),
    NAMES(AccyRequirements, "features", Set, features, features),
    NAMES(AccyRequirements, "subgroup", Set, subgroup_operations, subgroup_operations),
};
static const AccyJsonFields required_fields = FIELDS(required_rows);

static const AccyJsonField resources_rows[] = {
    ROW(AccyResources, "static_read_bytes", U64, static_read_bytes),
    ROW(AccyResources, "static_write_bytes", U64, static_write_bytes),
    ROW(AccyResources, "static_total_bytes", U64, static_total_bytes),
    ROW(AccyResources, "static_bytes_complete", Bool, static_bytes_complete),
    ROW(AccyResources, "op_count", U32, op_count),
    ROW(AccyResources, "external_input_value_count", U32, external_input_value_count),
    ROW(AccyResources, "external_operand_count", U32, external_operand_count),
    ROW(AccyResources, "chain_operand_count", U32, chain_operand_count),
    ROW(AccyResources, "element_count", U64, element_count),
    ROW(AccyResources, "element_size", U32, element_size),
    ROW(AccyResources, "estimated_element_ops", U64, estimated_element_ops),
    ROW(AccyResources, "ops_per_kib", U64, ops_per_kib),
};
static const AccyJsonFields resources_fields = FIELDS(resources_rows);

static const AccyJsonField geometry_rows[] = {
    ROW(AccyGeometry, "grid", Extents, grid),
    ROW(AccyGeometry, "threadgroup", Extents, threadgroup),
    ROW(AccyGeometry, "shared_bytes", U32, shared_bytes),
};
static const AccyJsonFields geometry_fields = FIELDS(geometry_rows);

static const AccyJsonField kernel_mid_rows[] = {
    ROW(AccyKernel, "argument_count", U32, contract.argument_count),
    ROW(AccyKernel, "element_count", U64, element_count),
    NAMES(AccyKernel, "count_argument", Enum, count_argument, count_arguments),
    OBJECT(AccyKernel, "required", contract.required, required_fields),
    LIST(AccyKernel, "inputs", U32List, input_slots, input_slot_count),
    ROW(AccyKernel, "output", U32, output_slot),
    OBJECT(AccyKernel, "resources", resources, resources_fields),
    OBJECT(AccyKernel, "geometry", launch.geometry, geometry_fields),
    NAMES(AccyKernel, "class", Enum, launch.resource_class, classes),
    ROW(AccyKernel, "subgroup_size", U32, launch.subgroup_size),
    ROW(AccyKernel, "subgroup_aligned", Bool, launch.subgroup_aligned),
    ROW(AccyKernel, "fixed_threadgroup", Bool, launch.fixed_threadgroup),
};
const AccyJsonFields accyJsonKernelMidFields = FIELDS(kernel_mid_rows);

static const AccyJsonField tile_rows[] = {
    NAMES(AccyTile, "kind", Enum, kind, tile_kinds),
    ROW(AccyTile, "m", U64, m),
    ROW(AccyTile, "n", U64, n),
    ROW(AccyTile, "k", U64, k),
    ROW(AccyTile, "batch", U64, batch),
    NAMES(AccyTile, "input_dtype", Enum, input_dtype, dtypes),
    NAMES(AccyTile, "output_dtype", Enum, output_dtype, dtypes),
    ROW(AccyTile, "input_tile_bytes", U32, input_tile_bytes),
    ROW(AccyTile, "output_tile_bytes", U32, output_tile_bytes),
    ROW(AccyTile, "scratch_memory_bytes", U32, scratch_memory_bytes),
    NAMES(AccyTile, "reduction_kind", Enum, reduction_kind, reductions),
    ROW(AccyTile, "reduction_rank", U32, reduction_rank),
    ROW(AccyTile, "reduction_axis", U32, reduction_axis),
    ROW(AccyTile, "reduction_extent", U64, reduction_extent),
};
const AccyJsonFields accyJsonTileFields = FIELDS(tile_rows);

static const AccyJsonField candidate_rows[] = {
    OBJECT(AccyLaunchCandidate, "geometry", geometry, geometry_fields),
    ROW(AccyLaunchCandidate, "score", U64, score),
    ROW(AccyLaunchCandidate, "est_bytes", U64, est_bytes),
    ROW(AccyLaunchCandidate, "est_ops", U64, est_ops),
};
const AccyJsonFields accyJsonCandidateFields = FIELDS(candidate_rows);

static const AccyJsonField allocation_rows[] = {
    ROW(AccyAllocation, "id", U32, id),
    NAMES(AccyAllocation, "space", Enum, space, spaces),
    ROW(AccyAllocation, "offset", U64, offset),
    ROW(AccyAllocation, "bytes", U64, bytes),
    ROW(AccyAllocation, "alignment", U32, alignment),
};
const AccyJsonFields accyJsonAllocationFields = FIELDS(allocation_rows);

static const AccyJsonField assignment_rows[] = {
    ROW(AccyAssignment, "slot", U32, slot),
    ROW(AccyAssignment, "allocation", U32, allocation),
};
const AccyJsonFields accyJsonAssignmentFields = FIELDS(assignment_rows);

static const AccyJsonField memory_total_rows[] = {
    ROW(AccyMemoryPlan, "total_bytes", U64, total_static_slot_bytes),
    ROW(AccyMemoryPlan, "allocated_bytes", U64, allocated_static_bytes),
    ROW(AccyMemoryPlan, "peak_bytes", U64, peak_static_live_bytes),
};
const AccyJsonFields accyJsonMemoryFields = FIELDS(memory_total_rows);
