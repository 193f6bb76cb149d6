// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Planned kernel calls as dictionary attributes and back; see kernel_call.h.

#include "passes/kernel_call.h"

#include "passes/record.h"
#include "support/ir.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static const char *scalar_kind_name(int value) {
  return accyScalarKindName((AccyScalarKind)value);
}

static const AccyEnumeration scalar_kinds = {"scalar kind", scalar_kind_name, AccyScalarKindCount};

static const AccyField scalar_fields[] = {
    {.name = "bits", .kind = AccyFieldU64, .offset = offsetof(AccyScalar, bits)},
    {.name = "kind", .kind = AccyFieldEnum, .offset = offsetof(AccyScalar, kind), .enumeration = &scalar_kinds},
};
static const AccyRecord scalar_record = {scalar_fields, 2};

static const AccyField fixed_axis_fields[] = {
    {.name = "extent", .kind = AccyFieldU32, .offset = offsetof(AccyGridAxis, extent)},
};
static const AccyRecord fixed_axis_record = {fixed_axis_fields, 1};

static const AccyField derived_axis_fields[] = {
    {.name = "divisor", .kind = AccyFieldU32, .offset = offsetof(AccyGridAxis, divisor)},
    {.name = "scalar_index", .kind = AccyFieldU32, .offset = offsetof(AccyGridAxis, scalar_index)},
};
static const AccyRecord derived_axis_record = {derived_axis_fields, 2};

static const AccyField launch_fields[] = {
    {.name = "shared_bytes", .kind = AccyFieldU32, .offset = offsetof(AccyKernelCallLaunch, shared_bytes)},
    {.name = "threadgroup", .kind = AccyFieldExtents, .offset = offsetof(AccyKernelCallLaunch, threadgroup)},
};
static const AccyRecord launch_record = {launch_fields, 2};

static const AccyField family_fields[] = {
    {.name = "shape_family", .kind = AccyFieldHash, .offset = offsetof(AccyContract, shape_family_fingerprint)},
};
static const AccyRecord family_record = {family_fields, 1};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static MlirAttribute scalars_attribute(AccyAttributeMaker *maker, const AccyScalar *scalars, uint32_t count) {
  AccyArena scratch = {0};
  MlirAttribute *elements = accyArenaAllocateArray(&scratch, count, sizeof *elements);
  for (uint32_t i = 0; elements && i < count; ++i)
    elements[i] = accyRecordWrite(maker, &scalar_record, &scalars[i], 0, NULL);
  MlirAttribute array = elements ? mlirArrayAttrGet(maker->context, count, elements) : mlirAttributeGetNull();
  accyArenaFree(&scratch);
  return array;
}

static MlirAttribute launch_attribute(AccyAttributeMaker *maker, const AccyKernelCallLaunch *launch) {
  MlirAttribute axes[3];
  for (int i = 0; i < 3; ++i)
    axes[i] = accyRecordWrite(maker, launch->grid[i].derived ? &derived_axis_record : &fixed_axis_record,
                              &launch->grid[i], 0, NULL);
  MlirNamedAttribute grid = accyNamed("grid", mlirArrayAttrGet(maker->context, 3, axes));
  return accyRecordWrite(maker, &launch_record, launch, 1, &grid);
}

MlirAttribute accyKernelCallAttribute(MlirContext context, const AccyKernel *kernel) {
  AccyAttributeMaker maker = accyAttributeMakerForOne(context);
  MlirAttribute runtime = scalars_attribute(&maker, kernel->runtime_scalars, kernel->runtime_scalar_count);
  MlirAttribute statics = scalars_attribute(&maker, kernel->static_arguments, kernel->static_argument_count);
  if (mlirAttributeIsNull(runtime) || mlirAttributeIsNull(statics))
    return mlirAttributeGetNull();
  MlirNamedAttribute entries[6] = {
      accyNamed("entry", accyStringAttribute(context, kernel->contract.entry)),
      accyNamed("runtime_scalars", runtime),
      accyNamed("static_arguments", statics),
  };
  intptr_t count = 3;
  if (kernel->has_aliased_input)
    entries[count++] = accyNamed("aliased_input", accyI64Attribute(context, kernel->aliased_input));
  if (kernel->has_kernel_call_launch)
    entries[count++] = accyNamed("launch", launch_attribute(&maker, &kernel->kernel_call_launch));
  if (!kernel->contract.has_shape_family)
    return mlirDictionaryAttrGet(context, count, entries);
  return accyRecordWrite(&maker, &family_record, &kernel->contract, count, entries);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool read_scalars(MlirAttribute list, AccyArena *arena, AccyScalar **out_scalars, uint32_t *out_count) {
  const char *entry;
  if (mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list))
    return false;
  intptr_t count = mlirArrayAttrGetNumElements(list);
  AccyScalar *scalars = accyArenaAllocateArray(arena, (size_t)count, sizeof *scalars);
  for (intptr_t i = 0; i < count; ++i)
    if (!scalars || !accyRecordRead(mlirArrayAttrGetElement(list, i), &scalar_record, &scalars[i], &entry))
      return false;
  *out_scalars = scalars;
  *out_count = (uint32_t)count;
  return scalars != NULL;
}

static bool read_axis(MlirAttribute attribute, AccyGridAxis *axis) {
  const char *entry;
  axis->derived = !mlirAttributeIsNull(accyDictionaryGet(attribute, "divisor"));
  return accyRecordRead(attribute, axis->derived ? &derived_axis_record : &fixed_axis_record, axis, &entry);
}

static bool read_launch(MlirAttribute attribute, AccyKernelCallLaunch *launch) {
  const char *entry;
  MlirAttribute grid = accyDictionaryGet(attribute, "grid");
  if (mlirAttributeIsNull(grid) || !mlirAttributeIsAArray(grid) || mlirArrayAttrGetNumElements(grid) != 3)
    return false;
  for (int i = 0; i < 3; ++i)
    if (!read_axis(mlirArrayAttrGetElement(grid, i), &launch->grid[i]))
      return false;
  return accyRecordRead(attribute, &launch_record, launch, &entry);
}

static bool read_aliased_input(MlirAttribute attribute, AccyKernel *kernel) {
  kernel->has_aliased_input = !mlirAttributeIsNull(attribute);
  if (!kernel->has_aliased_input)
    return true;
  int64_t index = mlirAttributeIsAInteger(attribute) ? mlirIntegerAttrGetValueInt(attribute) : -1;
  kernel->aliased_input = (uint32_t)index;
  return index >= 0 && index < (int64_t)kernel->input_slot_count;
}

static bool read_entry(MlirAttribute attribute, char entry[ACCY_NAME_CAPACITY]) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return false;
  MlirStringRef text = mlirStringAttrGetValue(attribute);
  if (text.length == 0 || text.length >= ACCY_NAME_CAPACITY)
    return false;
  memcpy(entry, text.data, text.length);
  entry[text.length] = '\0';
  return true;
}

MlirLogicalResult accyReadKernelCall(MlirOperation launch, MlirAttribute record, AccyArena *arena, AccyKernel *kernel) {
  const char *missing = NULL;
  MlirAttribute derived = accyDictionaryGet(record, "launch");
  kernel->has_kernel_call_launch = !mlirAttributeIsNull(derived);
  kernel->contract.has_shape_family = !mlirAttributeIsNull(accyDictionaryGet(record, "shape_family"));
  if (!read_entry(accyDictionaryGet(record, "entry"), kernel->contract.entry))
    missing = "entry";
  else if (!read_scalars(accyDictionaryGet(record, "runtime_scalars"), arena, &kernel->runtime_scalars,
                         &kernel->runtime_scalar_count))
    missing = "runtime_scalars";
  else if (!read_scalars(accyDictionaryGet(record, "static_arguments"), arena, &kernel->static_arguments,
                         &kernel->static_argument_count))
    missing = "static_arguments";
  else if (!read_aliased_input(accyDictionaryGet(record, "aliased_input"), kernel))
    missing = "aliased_input";
  else if (kernel->has_kernel_call_launch && !read_launch(derived, &kernel->kernel_call_launch))
    missing = "launch";
  else if (!kernel->contract.has_shape_family || accyRecordRead(record, &family_record, &kernel->contract, &missing))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(launch,
                         "has a record 'plan' whose entry 'kernel_call' has '%s' absent or malformed "
                         "[InvalidArtifact]",
                         missing);
}
