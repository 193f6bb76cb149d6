// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// See fields.h.

#include "bundle/fields.h"

#include "planner/arena.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Largest integer up to which every integer has a double of its own.
static const double largest_integer = 9007199254740992.0;

//===----------------------------------------------------------------------===//
// Paths and messages
//===----------------------------------------------------------------------===//

AccyJsonPath accyJsonPathKey(const AccyJsonPath *parent, const char *key) {
  AccyJsonPath path;
  snprintf(path.text, sizeof path.text, "%.120s%s%.32s", parent->text, parent->text[0] ? "." : "", key);
  return path;
}

AccyJsonPath accyJsonPathElement(const AccyJsonPath *parent, int index) {
  AccyJsonPath path;
  snprintf(path.text, sizeof path.text, "%.140s[%d]", parent->text, index);
  return path;
}

bool accyJsonExpected(const AccyJsonPath *path, const char *what, AccyStatus *status) {
  return accyFail(status, AccyStatusCodeInvalidArtifact, "plan.json: %s: %s is expected",
                  path->text[0] ? path->text : "the document", what);
}

const cJSON *accyJsonGet(const cJSON *object, const char *key, const AccyJsonPath *path, AccyStatus *status) {
  const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!value) {
    AccyJsonPath at = accyJsonPathKey(path, key);
    accyFail(status, AccyStatusCodeInvalidArtifact, "plan.json: %s is missing", at.text);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static cJSON *write_set(const AccySpelling *spelling, AccySet set) {
  cJSON *array = cJSON_CreateArray();
  for (int value = 0; array && value < spelling->count; ++value)
    if (set & ACCY_BIT(value))
      cJSON_AddItemToArray(array, cJSON_CreateString(spelling->name(value)));
  return array;
}

static cJSON *write_u32_list(const uint32_t *values, uint32_t count) {
  cJSON *array = cJSON_CreateArray();
  for (uint32_t i = 0; array && i < count; ++i)
    cJSON_AddItemToArray(array, cJSON_CreateNumber(values[i]));
  return array;
}

static cJSON *write_i64_list(const int64_t *values, uint32_t count) {
  if (!values)
    return cJSON_CreateNull();
  cJSON *array = cJSON_CreateArray();
  for (uint32_t i = 0; array && i < count; ++i)
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)values[i]));
  return array;
}

static cJSON *write_u64(uint64_t value, const char *key, AccyStatus *status) {
  if ((double)value <= largest_integer)
    return cJSON_CreateNumber((double)value);
  accyFail(status, AccyStatusCodeInvalidArtifact, "%s is %" PRIu64 "; plan.json holds integers up to 2^53", key, value);
  return NULL;
}

static cJSON *write_object(const AccyJsonFields *fields, const void *data, AccyStatus *status) {
  cJSON *object = cJSON_CreateObject();
  if (object && accyJsonWrite(object, fields, data, status))
    return object;
  cJSON_Delete(object);
  return NULL;
}

static cJSON *write_member(const AccyJsonField *field, const char *data, AccyStatus *status) {
  const void *member = data + field->offset;
  char text[32];
  switch (field->kind) {
  case AccyJsonU32:
    return cJSON_CreateNumber(*(const uint32_t *)member);
  case AccyJsonU64:
    return write_u64(*(const uint64_t *)member, field->key, status);
  case AccyJsonI64List:
    return write_i64_list(*(int64_t *const *)member, *(const uint32_t *)(const void *)(data + field->countOffset));
  case AccyJsonU32List:
    return write_u32_list(*(uint32_t *const *)member, *(const uint32_t *)(const void *)(data + field->countOffset));
  case AccyJsonBool:
    return cJSON_CreateBool(*(const bool *)member);
  case AccyJsonHash:
    snprintf(text, sizeof text, "0x%016" PRIx64, *(const uint64_t *)member);
    return cJSON_CreateString(text);
  case AccyJsonExtents:
    return write_u32_list(member, 3);
  case AccyJsonEnum:
    return cJSON_CreateString(field->spelling->name(*(const int *)member));
  case AccyJsonSet:
    return write_set(field->spelling, *(const AccySet *)member);
  case AccyJsonText:
    return cJSON_CreateString(member);
  case AccyJsonObject:
    return write_object(field->fields, member, status);
  }
  return NULL;
}

bool accyJsonWrite(cJSON *object, const AccyJsonFields *fields, const void *data, AccyStatus *status) {
  if (status)
    status->code = AccyStatusCodeOk;
  for (int i = 0; i < fields->count; ++i) {
    cJSON *value = write_member(&fields->rows[i], data, status);
    if (value && cJSON_AddItemToObject(object, fields->rows[i].key, value))
      continue;
    cJSON_Delete(value);
    if (status && status->code != AccyStatusCodeOk)
      return false;
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the key %s", fields->rows[i].key);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool accyJsonReadInteger(const cJSON *value, uint64_t most, uint64_t *outValue, const AccyJsonPath *path,
                         AccyStatus *status) {
  if (!cJSON_IsNumber(value) || !(value->valuedouble >= 0) || value->valuedouble > largest_integer ||
      value->valuedouble != (double)(uint64_t)value->valuedouble || (uint64_t)value->valuedouble > most)
    return accyJsonExpected(path, "an integer from 0 that fits", status);
  *outValue = (uint64_t)value->valuedouble;
  return true;
}

static bool read_name(const cJSON *value, const AccySpelling *spelling, int *outValue, const AccyJsonPath *path,
                      AccyStatus *status) {
  for (int i = 0; cJSON_IsString(value) && i < spelling->count; ++i)
    if (strcmp(value->valuestring, spelling->name(i)) == 0) {
      *outValue = i;
      return true;
    }
  return accyJsonExpected(path, spelling->what, status);
}

static bool read_set(const cJSON *value, const AccySpelling *spelling, AccySet *outSet, const AccyJsonPath *path,
                     AccyStatus *status) {
  if (!cJSON_IsArray(value))
    return accyJsonExpected(path, "an array of names", status);
  int index = 0;
  *outSet = 0;
  for (const cJSON *item = value->child; item; item = item->next) {
    AccyJsonPath at = accyJsonPathElement(path, index++);
    int bit;
    if (!read_name(item, spelling, &bit, &at, status))
      return false;
    *outSet |= ACCY_BIT(bit);
  }
  return true;
}

// An element of a list of either width.
static bool read_element(const cJSON *item, bool wide, void *list, int index, const AccyJsonPath *path,
                         AccyStatus *status) {
  AccyJsonPath at = accyJsonPathElement(path, index);
  uint64_t value;
  if (!accyJsonReadInteger(item, wide ? (uint64_t)INT64_MAX : UINT32_MAX, &value, &at, status))
    return false;
  if (wide)
    ((int64_t *)list)[index] = (int64_t)value;
  else
    ((uint32_t *)list)[index] = (uint32_t)value;
  return true;
}

static bool read_list(const cJSON *value, bool wide, void **outList, uint32_t *outCount, AccyArena *arena,
                      const AccyJsonPath *path, AccyStatus *status) {
  if (wide && cJSON_IsNull(value)) {
    *outList = NULL;
    return true;
  }
  if (!cJSON_IsArray(value))
    return accyJsonExpected(path, "an array of integers", status);
  int count = cJSON_GetArraySize(value), index = 0;
  void *list = accyArenaAllocateArray(arena, (size_t)count, wide ? sizeof(int64_t) : sizeof(uint32_t));
  if (!list)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for %s", path->text);
  for (const cJSON *item = value->child; item; item = item->next)
    if (!read_element(item, wide, list, index++, path, status))
      return false;
  *outList = list;
  *outCount = (uint32_t)count;
  return true;
}

static bool read_extents(const cJSON *value, uint32_t *out, const AccyJsonPath *path, AccyStatus *status) {
  if (!cJSON_IsArray(value) || cJSON_GetArraySize(value) != 3)
    return accyJsonExpected(path, "an array of three integers", status);
  int index = 0;
  for (const cJSON *item = value->child; item; item = item->next)
    if (!read_element(item, false, out, index++, path, status))
      return false;
  return true;
}

static bool read_hash(const cJSON *value, uint64_t *out, const AccyJsonPath *path, AccyStatus *status) {
  char *end = NULL;
  errno = 0;
  if (cJSON_IsString(value) && strncmp(value->valuestring, "0x", 2) == 0 && strlen(value->valuestring) <= 18)
    *out = strtoull(value->valuestring, &end, 16);
  if (!end || *end != '\0' || end == value->valuestring + 1 || errno != 0)
    return accyJsonExpected(path, "a string \"0x…\" of up to 16 hexadecimal digits", status);
  return true;
}

static bool read_text(const cJSON *value, char *out, size_t capacity, const AccyJsonPath *path, AccyStatus *status) {
  if (!cJSON_IsString(value) || strlen(value->valuestring) >= capacity)
    return accyJsonExpected(path, "a string of fewer than 128 characters", status);
  strcpy(out, value->valuestring);
  return true;
}

static bool read_member(const cJSON *value, const AccyJsonField *field, char *data, AccyArena *arena,
                        const AccyJsonPath *path, AccyStatus *status) {
  void *member = data + field->offset;
  uint64_t integer = 0;
  uint32_t count = 0;
  switch (field->kind) {
  case AccyJsonU32:
    if (!accyJsonReadInteger(value, UINT32_MAX, &integer, path, status))
      return false;
    *(uint32_t *)member = (uint32_t)integer;
    return true;
  case AccyJsonU64:
    return accyJsonReadInteger(value, UINT64_MAX, member, path, status);
  case AccyJsonI64List:
  case AccyJsonU32List:
    if (!read_list(value, field->kind == AccyJsonI64List, member, &count, arena, path, status))
      return false;
    if (*(void **)member && field->countOffset)
      *(uint32_t *)(void *)(data + field->countOffset) = count;
    return true;
  case AccyJsonBool:
    if (!cJSON_IsBool(value))
      return accyJsonExpected(path, "true or false", status);
    *(bool *)member = cJSON_IsTrue(value);
    return true;
  case AccyJsonHash:
    return read_hash(value, member, path, status);
  case AccyJsonExtents:
    return read_extents(value, member, path, status);
  case AccyJsonEnum:
    return read_name(value, field->spelling, member, path, status);
  case AccyJsonSet:
    return read_set(value, field->spelling, member, path, status);
  case AccyJsonText:
    return read_text(value, member, field->capacity, path, status);
  case AccyJsonObject:
    return accyJsonRead(value, field->fields, member, arena, path, status);
  }
  return false;
}

bool accyJsonRead(const cJSON *object, const AccyJsonFields *fields, void *data, AccyArena *arena,
                  const AccyJsonPath *path, AccyStatus *status) {
  if (!cJSON_IsObject(object))
    return accyJsonExpected(path, "an object", status);
  for (int i = 0; i < fields->count; ++i) {
    const AccyJsonField *field = &fields->rows[i];
    AccyJsonPath at = accyJsonPathKey(path, field->key);
    const cJSON *value = accyJsonGet(object, field->key, path, status);
    if (!value || !read_member(value, field, data, arena, &at, status))
      return false;
  }
  return true;
}
