// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See record.h.

#include "passes/record.h"

#include "support/ir.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maxFields = 32 };

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static MlirAttribute write_set(AccyAttributeMaker *maker, const AccyEnumeration *enumeration, uint32_t set) {
  MlirAttribute names[32];
  intptr_t count = 0;
  for (int value = 0; value < enumeration->count && value < 32; ++value)
    if (set & (UINT32_C(1) << value))
      names[count++] = accyMakeWord(maker, enumeration->name(value));
  return mlirArrayAttrGet(maker->context, count, names);
}

static MlirAttribute write_field(AccyAttributeMaker *maker, const AccyField *field, const void *member) {
  char text[32];
  switch (field->kind) {
  case AccyFieldU32:
    return accyMakeInteger(maker, *(const uint32_t *)member);
  case AccyFieldU64:
    return accyMakeInteger(maker, (int64_t)*(const uint64_t *)member);
  case AccyFieldBool:
    return mlirBoolAttrGet(maker->context, *(const bool *)member);
  case AccyFieldHash:
    snprintf(text, sizeof text, "0x%016" PRIx64, *(const uint64_t *)member);
    return accyStringAttribute(maker->context, text);
  case AccyFieldText:
    return accyStringAttribute(maker->context, member);
  case AccyFieldExtents: {
    const uint32_t *extents = member;
    int64_t values[3] = {extents[0], extents[1], extents[2]};
    return accyI64ArrayAttribute(maker->context, 3, values);
  }
  case AccyFieldEnum:
    return accyMakeWord(maker, field->enumeration->name(*(const int *)member));
  case AccyFieldSet:
    return write_set(maker, field->enumeration, *(const uint32_t *)member);
  }
  return mlirAttributeGetNull();
}

// Puts the entry where its name belongs: MLIR sorts what is not in order, at a price.
static void insert_by_name(MlirNamedAttribute *attributes, intptr_t count, MlirNamedAttribute entry) {
  MlirStringRef name = mlirIdentifierStr(entry.name);
  for (; count > 0; --count) {
    MlirStringRef other = mlirIdentifierStr(attributes[count - 1].name);
    size_t shorter = name.length < other.length ? name.length : other.length;
    int order = memcmp(other.data, name.data, shorter);
    if (order < 0 || (order == 0 && other.length <= name.length))
      break;
    attributes[count] = attributes[count - 1];
  }
  attributes[count] = entry;
}

MlirAttribute accyRecordWrite(AccyAttributeMaker *maker, const AccyRecord *record, const void *data, intptr_t numExtra,
                              const MlirNamedAttribute *extra) {
  MlirNamedAttribute attributes[maxFields];
  intptr_t count = 0;
  for (; count < record->numFields && count < maxFields; ++count) {
    const AccyField *field = &record->fields[count];
    MlirAttribute value = write_field(maker, field, (const char *)data + field->offset);
    attributes[count] = accyMakeNamed(maker, field->name, value);
  }
  for (intptr_t i = 0; i < numExtra && count < maxFields; ++i)
    insert_by_name(attributes, count++, extra[i]);
  return accyMakeDictionary(maker, count, attributes);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool read_integer(MlirAttribute attribute, int64_t *outValue) {
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  if (!mlirTypeIsAInteger(type) || !mlirIntegerTypeIsSignless(type) || mlirIntegerTypeGetWidth(type) > 64)
    return false;
  *outValue = mlirIntegerAttrGetValueInt(attribute);
  return true;
}

static bool read_name(MlirAttribute attribute, const AccyEnumeration *enumeration, int *outValue) {
  if (!mlirAttributeIsAString(attribute))
    return false;
  for (int value = 0; value < enumeration->count; ++value)
    if (accyTextEquals(mlirStringAttrGetValue(attribute), enumeration->name(value))) {
      *outValue = value;
      return true;
    }
  return false;
}

static bool read_set(MlirAttribute attribute, const AccyEnumeration *enumeration, uint32_t *outSet) {
  if (!mlirAttributeIsAArray(attribute))
    return false;
  *outSet = 0;
  for (intptr_t i = 0, n = mlirArrayAttrGetNumElements(attribute); i < n; ++i) {
    int value;
    if (!read_name(mlirArrayAttrGetElement(attribute, i), enumeration, &value))
      return false;
    *outSet |= UINT32_C(1) << value;
  }
  return true;
}

static bool read_extents(MlirAttribute attribute, uint32_t *outExtents) {
  if (!mlirAttributeIsADenseI64Array(attribute) || mlirDenseArrayGetNumElements(attribute) != 3)
    return false;
  for (int i = 0; i < 3; ++i) {
    int64_t value = mlirDenseI64ArrayGetElement(attribute, i);
    if (value < 0 || value > UINT32_MAX)
      return false;
    outExtents[i] = (uint32_t)value;
  }
  return true;
}

static bool read_hash(MlirAttribute attribute, uint64_t *outValue) {
  char text[32];
  if (!mlirAttributeIsAString(attribute))
    return false;
  MlirStringRef value = mlirStringAttrGetValue(attribute);
  if (value.length < 3 || value.length >= sizeof text || memcmp(value.data, "0x", 2) != 0)
    return false;
  memcpy(text, value.data, value.length);
  text[value.length] = '\0';
  char *end;
  *outValue = strtoull(text, &end, 16);
  return *end == '\0';
}

static bool read_text(MlirAttribute attribute, size_t capacity, char *outText) {
  if (!mlirAttributeIsAString(attribute))
    return false;
  MlirStringRef value = mlirStringAttrGetValue(attribute);
  if (value.length >= capacity || memchr(value.data, 0, value.length))
    return false;
  memcpy(outText, value.data, value.length);
  outText[value.length] = '\0';
  return true;
}

static bool read_field(MlirAttribute attribute, const AccyField *field, void *member) {
  int64_t value;
  switch (field->kind) {
  case AccyFieldU32:
    if (!read_integer(attribute, &value) || value < 0 || value > UINT32_MAX)
      return false;
    *(uint32_t *)member = (uint32_t)value;
    return true;
  case AccyFieldU64:
    if (!read_integer(attribute, &value))
      return false;
    *(uint64_t *)member = (uint64_t)value;
    return true;
  case AccyFieldBool:
    if (!mlirAttributeIsABool(attribute))
      return false;
    *(bool *)member = mlirBoolAttrGetValue(attribute);
    return true;
  case AccyFieldHash:
    return read_hash(attribute, member);
  case AccyFieldText:
    return read_text(attribute, field->capacity, member);
  case AccyFieldExtents:
    return read_extents(attribute, member);
  case AccyFieldEnum:
    return read_name(attribute, field->enumeration, member);
  case AccyFieldSet:
    return read_set(attribute, field->enumeration, member);
  }
  return false;
}

bool accyRecordRead(MlirAttribute dictionary, const AccyRecord *record, void *data, const char **outMissing) {
  for (intptr_t i = 0; i < record->numFields; ++i) {
    const AccyField *field = &record->fields[i];
    MlirAttribute attribute = accyDictionaryGet(dictionary, field->name);
    if (mlirAttributeIsNull(attribute) || !read_field(attribute, field, (char *)data + field->offset)) {
      *outMissing = field->name;
      return false;
    }
  }
  return true;
}
