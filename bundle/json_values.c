// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See json_codec.h: numbers, texts and names.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bundle/json_internal.h"
#include "planner/utf8.h"

static const uint64_t largest_number = (uint64_t)1 << 53; // doubles hold all integers up to here

// ---- One number -----------------------------------------------------------------------------------------------------

static cJSON *make_number(uint64_t magnitude, bool negative) {
  char text[24];
  snprintf(text, sizeof(text), "%s%" PRIu64, negative ? "-" : "", magnitude);
  return cJSON_CreateRaw(text); // cJSON prints large doubles with an exponent
}

/// Checks that `item` is an integer in `low` … `high`; `key` and `index` say where it is.
static bool read_integer(const JsonCodec *codec, const char *key, const cJSON *item, double low, double high,
                         double *out) {
  if (!cJSON_IsNumber(item))
    return jsonFail(codec, key, "must be a number");
  double value = item->valuedouble;
  if (!(value >= low && value <= high) || value != (double)(int64_t)value)
    return jsonFail(codec, key, "is %g; it must be an integer from %.0f to %.0f", value, low, high);
  *out = value;
  return true;
}

static bool number_or_null(JsonCodec *codec, const char *key, bool *present, uint64_t limit, uint64_t *value,
                           bool nullable) {
  if (!codec->reading) {
    if (!*present)
      return jsonAdd(codec, key, cJSON_CreateNull());
    if (*value > limit)
      return jsonFail(codec, key, "is %" PRIu64 "; a plan can hold at most %" PRIu64, *value, limit);
    return jsonAdd(codec, key, make_number(*value, false));
  }
  cJSON *item;
  if (!jsonFind(codec, key, &item))
    return false;
  *value = 0;
  *present = !(nullable && cJSON_IsNull(item));
  if (!*present)
    return true;
  double number;
  if (!read_integer(codec, key, item, 0, (double)limit, &number))
    return false;
  *value = (uint64_t)number;
  return true;
}

bool jsonU64OrNull(JsonCodec *codec, const char *key, bool *present, uint64_t *value) {
  return number_or_null(codec, key, present, largest_number, value, true);
}

bool jsonU64(JsonCodec *codec, const char *key, uint64_t *value) {
  bool present = true;
  return number_or_null(codec, key, &present, largest_number, value, false);
}

bool jsonU32OrNull(JsonCodec *codec, const char *key, bool *present, uint32_t *value) {
  uint64_t wide = *value;
  if (!number_or_null(codec, key, present, UINT32_MAX, &wide, true))
    return false;
  *value = (uint32_t)wide;
  return true;
}

bool jsonU32(JsonCodec *codec, const char *key, uint32_t *value) {
  bool present = true;
  uint64_t wide = *value;
  if (!number_or_null(codec, key, &present, UINT32_MAX, &wide, false))
    return false;
  *value = (uint32_t)wide;
  return true;
}

bool jsonI32(JsonCodec *codec, const char *key, int32_t *value) {
  if (!codec->reading)
    return jsonAdd(codec, key, make_number(*value < 0 ? -(uint64_t)*value : (uint64_t)*value, *value < 0));
  cJSON *item;
  double number;
  if (!jsonFind(codec, key, &item) || !read_integer(codec, key, item, INT32_MIN, INT32_MAX, &number))
    return false;
  *value = (int32_t)number;
  return true;
}

bool jsonBool(JsonCodec *codec, const char *key, bool *value) {
  if (!codec->reading)
    return jsonAdd(codec, key, cJSON_CreateBool(*value));
  cJSON *item;
  if (!jsonFind(codec, key, &item))
    return false;
  if (!cJSON_IsBool(item))
    return jsonFail(codec, key, "must be true or false");
  *value = cJSON_IsTrue(item);
  return true;
}

// ---- Texts ----------------------------------------------------------------------------------------------------------

/// cJSON writes any bytes, which other readers would stumble over.
static bool add_text(JsonCodec *codec, const char *key, const char *text) {
  size_t length = strlen(text), valid = accyUtf8Span(text, length);
  if (valid < length)
    return jsonFail(codec, key, "is not UTF-8 from its byte %zu on, of which JSON is made", valid + 1);
  return jsonAdd(codec, key, cJSON_CreateString(text));
}

bool jsonTextOrNull(JsonCodec *codec, const char *key, bool *present, char *text, size_t capacity) {
  if (!codec->reading)
    return *present ? add_text(codec, key, text) : jsonAdd(codec, key, cJSON_CreateNull());
  cJSON *item;
  if (!jsonFind(codec, key, &item))
    return false;
  *present = !cJSON_IsNull(item);
  if (!*present)
    return true;
  if (!cJSON_IsString(item))
    return jsonFail(codec, key, "must be a string");
  if (strlen(item->valuestring) >= capacity)
    return jsonFail(codec, key, "has more than %zu characters", capacity - 1);
  strcpy(text, item->valuestring);
  return true;
}

bool jsonText(JsonCodec *codec, const char *key, char *text, size_t capacity) {
  bool present = true;
  if (!jsonTextOrNull(codec, key, &present, text, capacity))
    return false;
  return present || jsonFail(codec, key, "must be a string");
}

static bool read_texts(JsonCodec *array, const char **texts, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i, array->next = array->next->next) {
    JsonCodec element = {.parent = array, .index = i, .status = array->status};
    const char *text = cJSON_GetStringValue(array->next);
    if (!text)
      return jsonFail(&element, NULL, "must be a string");
    char *copy = accyArenaAllocateArray(array->arena, strlen(text) + 1, 1);
    if (!copy)
      return jsonOutOfMemory(array);
    texts[i] = strcpy(copy, text);
  }
  return true;
}

bool jsonTexts(JsonCodec *codec, const char *key, const char **texts, uint32_t *count, uint32_t capacity) {
  JsonCodec array;
  if (!jsonArray(codec, key, count, &array))
    return false;
  if (*count > capacity)
    return jsonFail(codec, key, "has %u elements; it has room for %u", *count, capacity);
  for (uint32_t i = 0; i < *count && !codec->reading; ++i)
    if (!add_text(&array, NULL, texts[i]))
      return false;
  return !codec->reading || read_texts(&array, texts, *count);
}

static bool parse_bits(const char *text, uint64_t *value) {
  if (strlen(text) != 18 || strncmp(text, "0x", 2) != 0 || strspn(text + 2, "0123456789abcdef") != 16)
    return false;
  return sscanf(text + 2, "%16" SCNx64, value) == 1;
}

bool jsonBits(JsonCodec *codec, const char *key, uint64_t *value) {
  char text[24] = "";
  if (!codec->reading)
    snprintf(text, sizeof(text), "0x%016" PRIx64, *value);
  if (!jsonText(codec, key, text, sizeof(text)))
    return false;
  return parse_bits(text, value) || jsonFail(codec, key, "must be \"0x\" and 16 lower-case hexadecimal digits");
}

// ---- Arrays of numbers ----------------------------------------------------------------------------------------------

static bool add_u32s(JsonCodec *codec, const char *key, const uint32_t *values, uint32_t count) {
  JsonCodec array;
  if (!jsonArray(codec, key, &count, &array))
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (!jsonAdd(&array, NULL, make_number(values[i], false)))
      return false;
  }
  return true;
}

static bool read_u32s(JsonCodec *array, uint32_t *values, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i, array->next = array->next->next) {
    JsonCodec element = {.parent = array, .index = i, .status = array->status};
    double number;
    if (!read_integer(&element, NULL, array->next, 0, UINT32_MAX, &number))
      return false;
    values[i] = (uint32_t)number;
  }
  return true;
}

bool jsonU32Array(JsonCodec *codec, const char *key, uint32_t **values, uint32_t *count) {
  if (!codec->reading)
    return add_u32s(codec, key, *values, *count);
  JsonCodec array;
  if (!jsonArray(codec, key, count, &array))
    return false;
  *values = accyArenaAllocateArray(codec->arena, *count, sizeof(uint32_t));
  return *values ? read_u32s(&array, *values, *count) : jsonOutOfMemory(codec);
}

bool jsonU32Fixed(JsonCodec *codec, const char *key, uint32_t *values, uint32_t count) {
  if (!codec->reading)
    return add_u32s(codec, key, values, count);
  JsonCodec array;
  uint32_t found;
  if (!jsonArray(codec, key, &found, &array))
    return false;
  if (found != count)
    return jsonFail(codec, key, "has %u elements; it must have %u", found, count);
  return read_u32s(&array, values, count);
}

static bool add_extents(JsonCodec *codec, const char *key, const int64_t *values, uint32_t count, bool nullable) {
  JsonCodec array;
  if (!values)
    return jsonAdd(codec, key, cJSON_CreateNull());
  if (!jsonArray(codec, key, &count, &array))
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t magnitude = values[i] < 0 ? -(uint64_t)values[i] : (uint64_t)values[i];
    if (magnitude > largest_number)
      return jsonFail(codec, key, "has an extent beyond 2^53");
    cJSON *item = !nullable && values[i] == ACCY_DYNAMIC ? cJSON_CreateNull() : make_number(magnitude, values[i] < 0);
    if (!jsonAdd(&array, NULL, item))
      return false;
  }
  return true;
}

bool jsonExtents(JsonCodec *codec, const char *key, int64_t **values, uint32_t count, bool nullable) {
  if (!codec->reading)
    return add_extents(codec, key, *values, count, nullable);
  cJSON *item;
  if (nullable && cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(codec->json, key))) {
    *values = NULL;
    return jsonFind(codec, key, &item);
  }
  JsonCodec array;
  uint32_t found;
  if (!jsonArray(codec, key, &found, &array))
    return false;
  if (found != count)
    return jsonFail(codec, key, "has %u elements; it must have %u", found, count);
  *values = accyArenaAllocateArray(codec->arena, count, sizeof(int64_t));
  if (!*values)
    return jsonOutOfMemory(codec);
  for (uint32_t i = 0; i < count; ++i, array.next = array.next->next) {
    JsonCodec element = {.parent = &array, .index = i, .status = codec->status};
    double number = ACCY_DYNAMIC;
    if (!(cJSON_IsNull(array.next) && !nullable) &&
        !read_integer(&element, NULL, array.next, nullable ? -(double)largest_number : 0, (double)largest_number,
                      &number))
      return false;
    (*values)[i] = (int64_t)number;
  }
  return true;
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static bool find_name(const char *const *names, uint32_t count, const char *text, uint32_t *out) {
  for (uint32_t i = 0; i < count; ++i) {
    if (strcmp(names[i], text) == 0) {
      *out = i;
      return true;
    }
  }
  return false;
}

static bool name(JsonCodec *codec, const char *key, const char *const *names, uint32_t count, uint32_t *value) {
  if (!codec->reading) {
    if (*value >= count)
      return jsonFail(codec, key, "has no name for the value %u", *value);
    return jsonAdd(codec, key, cJSON_CreateString(names[*value]));
  }
  cJSON *item;
  if (!jsonFind(codec, key, &item))
    return false;
  if (!cJSON_IsString(item))
    return jsonFail(codec, key, "must be a string");
  if (!find_name(names, count, item->valuestring, value))
    return jsonFail(codec, key, "is '%.64s', which is none of its %u names (the first is '%s')", item->valuestring,
                    count, names[0]);
  return true;
}

static bool add_name_set(JsonCodec *codec, const char *key, const char *const *names, uint32_t count, AccySet set) {
  JsonCodec array;
  uint32_t unused;
  if (count < 32 && set >> count)
    return jsonFail(codec, key, "has a member without a name");
  if (!jsonArray(codec, key, &unused, &array))
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    if ((set & ACCY_BIT(i)) && !jsonAdd(&array, NULL, cJSON_CreateString(names[i])))
      return false;
  }
  return true;
}

static bool name_set(JsonCodec *codec, const char *key, const char *const *names, uint32_t count, AccySet *set) {
  if (!codec->reading)
    return add_name_set(codec, key, names, count, *set);
  JsonCodec array;
  uint32_t members, value;
  if (!jsonArray(codec, key, &members, &array))
    return false;
  *set = 0;
  for (uint32_t i = 0; i < members; ++i, array.next = array.next->next) {
    const char *text = cJSON_GetStringValue(array.next);
    if (!text || !find_name(names, count, text, &value))
      return jsonFail(codec, key, "has '%.64s' at %u, which is none of its %u names (the first is '%s')",
                      text ? text : "no string", i, count, names[0]);
    if (*set & ACCY_BIT(value))
      return jsonFail(codec, key, "names '%s' twice", text);
    *set |= ACCY_BIT(value);
  }
  return true;
}

#define JSON_SPELLING(type, name, text) text,
#define JSON_DEFINE_ENUM(type, rows)                                                                                   \
  static const char *const type##_names[] = {rows(JSON_SPELLING)};                                                     \
  bool json##type(JsonCodec *codec, const char *key, Accy##type *value) {                                              \
    uint32_t number = (uint32_t)*value;                                                                                \
    if (!name(codec, key, type##_names, Accy##type##Count, &number))                                                   \
      return false;                                                                                                    \
    *value = (Accy##type)number;                                                                                       \
    return true;                                                                                                       \
  }                                                                                                                    \
  bool json##type##Set(JsonCodec *codec, const char *key, AccySet *set) {                                              \
    return name_set(codec, key, type##_names, Accy##type##Count, set);                                                 \
  }
ACCY_ENUMS(JSON_DEFINE_ENUM)
