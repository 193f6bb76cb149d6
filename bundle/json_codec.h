// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A JSON codec: one description of a format serves for reading and for writing, so that the two cannot drift apart and
// keys are written in the order they are described in. A function that describes an object calls one jsonX function for
// each key; when writing it adds the value, when reading it checks the value's presence and type and stores it.
// Failures are InvalidArtifact and begin with the JSON path of the key ("$.slots[2].dims[0]"). Internal to bundle/.
#ifndef ACCY_BUNDLE_JSON_CODEC_H
#define ACCY_BUNDLE_JSON_CODEC_H

#include <cjson/cJSON.h>

#include "planner/plan.h"

/// A place in a document: an object or array whose members are being read or written.
typedef struct JsonCodec {
  bool reading;
  cJSON *json;
  const struct JsonCodec *parent; // null at the root
  const char *document;           // at the root: its file's name, for messages; null: plan.json
  const char *key;                // in an object
  uint32_t index;                 // in an array
  uint32_t seen;                  // members described so far; they stand last in an object that is read
  cJSON *next;                    // the element of an array that is read next
  AccyArena *arena;               // of what is read
  AccyStatus *status;
} JsonCodec;

/// Parses a document that must be an object; `name` is its file's name, for messages. Owns: `*outJson` is the caller's
/// (cJSON_Delete). Fails with InvalidArtifact and the line and column where the text stops being JSON or UTF-8, or has
/// a NUL.
bool jsonParseDocument(const char *name, const char *text, uint64_t length, cJSON **outJson, AccyStatus *status);

/// The document's text, ending in a newline. Owns: `*outText` is the caller's, to be given to free().
bool jsonPrintDocument(const cJSON *json, char **outText, AccyStatus *status);

/// Fails at the member `key` of `codec` (null: at `codec` itself).
bool jsonFail(const JsonCodec *codec, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Objects and arrays. Elements are described in order. jsonEnd fails when the object read has keys that nothing
// described.
bool jsonObject(JsonCodec *codec, const char *key, JsonCodec *outObject);
bool jsonEnd(const JsonCodec *object);
bool jsonArray(JsonCodec *codec, const char *key, uint32_t *count, JsonCodec *outArray);
bool jsonElementObject(JsonCodec *array, uint32_t index, JsonCodec *outObject);

/// An object or null; `*present` says which.
bool jsonObjectOrNull(JsonCodec *codec, const char *key, bool *present, JsonCodec *outObject);

/// Whether an object that is read has the key.
bool jsonHas(const JsonCodec *codec, const char *key);

// Values. Numbers are exact integers up to 2^53, as every JSON reader can hold them; larger ones are refused both ways.
bool jsonU32(JsonCodec *codec, const char *key, uint32_t *value);
bool jsonU64(JsonCodec *codec, const char *key, uint64_t *value);
bool jsonI32(JsonCodec *codec, const char *key, int32_t *value);
bool jsonBool(JsonCodec *codec, const char *key, bool *value);
bool jsonU32OrNull(JsonCodec *codec, const char *key, bool *present, uint32_t *value);
bool jsonU64OrNull(JsonCodec *codec, const char *key, bool *present, uint64_t *value);

/// A text of UTF-8 that fits `capacity` bytes with its NUL.
bool jsonText(JsonCodec *codec, const char *key, char *text, size_t capacity);
bool jsonTextOrNull(JsonCodec *codec, const char *key, bool *present, char *text, size_t capacity);

/// An array of at most `capacity` texts, which belong to the arena when they are read.
bool jsonTexts(JsonCodec *codec, const char *key, const char **texts, uint32_t *count, uint32_t capacity);

/// A 64-bit pattern as "0x" and 16 hexadecimal digits.
bool jsonBits(JsonCodec *codec, const char *key, uint64_t *value);

// Arrays of numbers. Reading allocates them in the arena; a fixed array must have exactly `count` members.
bool jsonU32Array(JsonCodec *codec, const char *key, uint32_t **values, uint32_t *count);
bool jsonU32Fixed(JsonCodec *codec, const char *key, uint32_t *values, uint32_t count);

/// Signed extents; -1 (ACCY_DYNAMIC) is written as null. `*values` itself null is written as null when `nullable`.
bool jsonExtents(JsonCodec *codec, const char *key, int64_t **values, uint32_t count, bool nullable);

// jsonT and jsonTSet for each enumeration T of accy-c/Enums.h: a name, and an array of names.
#define JSON_DECLARE_ENUM(type, rows)                                                                                  \
  bool json##type(JsonCodec *codec, const char *key, Accy##type *value);                                               \
  bool json##type##Set(JsonCodec *codec, const char *key, AccySet *set);
ACCY_ENUMS(JSON_DECLARE_ENUM)

#endif // ACCY_BUNDLE_JSON_CODEC_H
