// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// C structs as JSON objects and back, by one table for both ways, so that reading what was written is the identity.

#ifndef ACCY_BUNDLE_FIELDS_H
#define ACCY_BUNDLE_FIELDS_H

#include "planner/status.h"

#include <cjson/cJSON.h>
#include <stddef.h>

/// Where a value stands in the document, for messages: `kernels[3].geometry`.
typedef struct AccyJsonPath {
  char text[160];
} AccyJsonPath;

/// The path of a key (or, with a null key, of an element) below `parent`.
AccyJsonPath accyJsonPathKey(const AccyJsonPath *parent, const char *key);
AccyJsonPath accyJsonPathElement(const AccyJsonPath *parent, int index);

/// How a member is written.
typedef enum AccyJsonKind {
  AccyJsonU32,     // number
  AccyJsonU64,     // number up to 2^53
  AccyJsonI64List, // array of numbers: `const int64_t *` with the count in `countOffset` (uint32_t); null without data
  AccyJsonU32List, // likewise of uint32_t
  AccyJsonBool,    // true or false
  AccyJsonHash,    // "0x…" of a uint64_t
  AccyJsonExtents, // array of three numbers: uint32_t[3]
  AccyJsonEnum,    // string by `spelling`
  AccyJsonSet,     // array of strings by `spelling`: an AccySet
  AccyJsonText,    // string: char[capacity]
  AccyJsonObject,  // object by `fields`
} AccyJsonKind;

/// The spellings of an enumeration whose values count from 0.
typedef struct AccySpelling {
  const char *what;
  const char *(*name)(int value);
  int count;
} AccySpelling;

typedef struct AccyJsonFields AccyJsonFields;

/// One member.
typedef struct AccyJsonField {
  const char *key;
  AccyJsonKind kind;
  size_t offset;
  const AccySpelling *spelling;
  const AccyJsonFields *fields;
  size_t capacity;    // of a text
  size_t countOffset; // of a list
} AccyJsonField;

/// A struct's members, in the order in which they are written.
struct AccyJsonFields {
  const AccyJsonField *rows;
  int count;
};

/// Memory for the lists that are read; see planner/arena.h.
struct AccyArena;

/// Adds the members to the object. Fails with OutOfMemory, or InvalidArtifact for a number that JSON cannot hold.
bool accyJsonWrite(cJSON *object, const AccyJsonFields *fields, const void *data, AccyStatus *status);

/// Fills the members from the object; lists are allocated in the arena. Fails with InvalidArtifact and names the path
/// of a key that is absent or of another type.
bool accyJsonRead(const cJSON *object, const AccyJsonFields *fields, void *data, struct AccyArena *arena,
                  const AccyJsonPath *path, AccyStatus *status);

/// The object's entry of that key; fails with InvalidArtifact when it is absent.
const cJSON *accyJsonGet(const cJSON *object, const char *key, const AccyJsonPath *path, AccyStatus *status);

/// Fails with InvalidArtifact: "`path`: `what` is expected".
bool accyJsonExpected(const AccyJsonPath *path, const char *what, AccyStatus *status);

/// A non-negative integer up to `most`.
bool accyJsonReadInteger(const cJSON *value, uint64_t most, uint64_t *outValue, const AccyJsonPath *path,
                         AccyStatus *status);

#endif // ACCY_BUNDLE_FIELDS_H
