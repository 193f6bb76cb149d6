// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See json_codec.h: places, objects and arrays.
#include "bundle/json_codec.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bundle/json_internal.h"

/// A text of limited size that is appended to.
typedef struct PathText {
  char text[256];
  size_t length;
} PathText;

static void append(PathText *path, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(PathText *path, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(path->text + path->length, sizeof(path->text) - path->length, format, arguments);
  va_end(arguments);
  path->length += (size_t)length;
  if (path->length >= sizeof(path->text))
    path->length = sizeof(path->text) - 1;
}

static void append_place(PathText *path, const JsonCodec *codec) {
  if (!codec->parent) {
    append(path, "$");
    return;
  }
  append_place(path, codec->parent);
  if (codec->key)
    append(path, ".%s", codec->key);
  else
    append(path, "[%u]", codec->index);
}

static const char *document_of(const JsonCodec *codec) {
  while (codec->parent)
    codec = codec->parent;
  return codec->document ? codec->document : "plan.json";
}

bool jsonFail(const JsonCodec *codec, const char *key, const char *format, ...) {
  PathText path = {.length = 0};
  append_place(&path, codec);
  if (key)
    append(&path, ".%s", key);
  char reason[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof(reason), format, arguments);
  va_end(arguments);
  return accyFail(codec->status, AccyStatusCodeInvalidArtifact, "%s: %s %s", document_of(codec), path.text, reason);
}

bool jsonOutOfMemory(const JsonCodec *codec) {
  return accyFail(codec->status, AccyStatusCodeOutOfMemory, "no memory for plan.json");
}

bool jsonAdd(JsonCodec *codec, const char *key, cJSON *item) {
  if (!item)
    return jsonOutOfMemory(codec);
  bool added = key ? cJSON_AddItemToObject(codec->json, key, item) : cJSON_AddItemToArray(codec->json, item);
  if (added)
    return true;
  cJSON_Delete(item);
  return jsonOutOfMemory(codec);
}

bool jsonFind(JsonCodec *codec, const char *key, cJSON **outItem) {
  *outItem = cJSON_GetObjectItemCaseSensitive(codec->json, key);
  if (!*outItem)
    return jsonFail(codec, key, "is missing");
  // Members that were described stand last, so that the first one that was not is at hand.
  cJSON_AddItemToArray(codec->json, cJSON_DetachItemViaPointer(codec->json, *outItem));
  ++codec->seen;
  return true;
}

static JsonCodec inside(const JsonCodec *codec, cJSON *json, const char *key, uint32_t index) {
  JsonCodec child = {.reading = codec->reading, .json = json, .parent = codec, .key = key, .index = index};
  child.arena = codec->arena;
  child.status = codec->status;
  return child;
}

bool jsonObjectOrNull(JsonCodec *codec, const char *key, bool *present, JsonCodec *outObject) {
  if (!codec->reading) {
    cJSON *object = *present ? cJSON_CreateObject() : cJSON_CreateNull();
    if (!jsonAdd(codec, key, object))
      return false;
    *outObject = inside(codec, object, key, 0);
    return true;
  }
  cJSON *item;
  if (!jsonFind(codec, key, &item))
    return false;
  *present = !cJSON_IsNull(item);
  if (*present && !cJSON_IsObject(item))
    return jsonFail(codec, key, "must be an object or null");
  *outObject = inside(codec, item, key, 0);
  return true;
}

bool jsonObject(JsonCodec *codec, const char *key, JsonCodec *outObject) {
  bool present = true;
  if (!jsonObjectOrNull(codec, key, &present, outObject))
    return false;
  return present || jsonFail(codec, key, "must be an object");
}

bool jsonEnd(const JsonCodec *object) {
  if (!object->reading || (uint32_t)cJSON_GetArraySize(object->json) == object->seen)
    return true;
  return jsonFail(object, NULL, "has the key '%.64s', which is unknown or repeated", object->json->child->string);
}

bool jsonArray(JsonCodec *codec, const char *key, uint32_t *count, JsonCodec *outArray) {
  if (!codec->reading) {
    cJSON *array = cJSON_CreateArray();
    if (!jsonAdd(codec, key, array))
      return false;
    *outArray = inside(codec, array, key, 0);
    return true;
  }
  cJSON *item;
  if (!jsonFind(codec, key, &item))
    return false;
  if (!cJSON_IsArray(item))
    return jsonFail(codec, key, "must be an array");
  *count = (uint32_t)cJSON_GetArraySize(item);
  *outArray = inside(codec, item, key, 0);
  outArray->next = item->child;
  return true;
}

bool jsonElementObject(JsonCodec *array, uint32_t index, JsonCodec *outObject) {
  if (!array->reading) {
    cJSON *object = cJSON_CreateObject();
    if (!jsonAdd(array, NULL, object))
      return false;
    *outObject = inside(array, object, NULL, index);
    return true;
  }
  *outObject = inside(array, array->next, NULL, index);
  array->next = array->next->next;
  return cJSON_IsObject(outObject->json) || jsonFail(outObject, NULL, "must be an object");
}

bool jsonHas(const JsonCodec *codec, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(codec->json, key) != NULL;
}
