// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C structs as dictionary attributes and back, by tables of their members: how the planner's results are left in the
// IR.

#ifndef ACCY_PASSES_RECORD_H
#define ACCY_PASSES_RECORD_H

#include "mlir-c/IR.h"
#include "support/attribute_maker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a member is stored in the attribute.
typedef enum AccyFieldKind {
  AccyFieldU32,     // i64 integer
  AccyFieldU64,     // i64 integer of the same bits
  AccyFieldBool,    // bool
  AccyFieldHash,    // "0x…" string of a uint64_t
  AccyFieldText,    // string of at most `capacity` bytes with its NUL, char[]
  AccyFieldExtents, // array of three, uint32_t[3]
  AccyFieldEnum,    // string by `enumeration`
  AccyFieldSet,     // array of strings by `enumeration`, from an AccySet
} AccyFieldKind;

/// The spellings of an enumeration whose values count from 0.
typedef struct AccyEnumeration {
  const char *what;
  const char *(*name)(int value);
  int count;
} AccyEnumeration;

/// One member.
typedef struct AccyField {
  const char *name;
  AccyFieldKind kind;
  size_t offset;
  const AccyEnumeration *enumeration;
  size_t capacity;
} AccyField;

/// A struct's members, in alphabetical order of their names, as dictionaries print.
typedef struct AccyRecord {
  const AccyField *fields;
  intptr_t numFields;
} AccyRecord;

/// The dictionary of the struct's members; `extra` ones are added to it.
MlirAttribute accyRecordWrite(AccyAttributeMaker *maker, const AccyRecord *record, const void *data, intptr_t numExtra,
                              const MlirNamedAttribute *extra);

/// Fills the struct. On failure `*outMissing` names the entry that is absent or of another kind.
bool accyRecordRead(MlirAttribute dictionary, const AccyRecord *record, void *data, const char **outMissing);

#endif // ACCY_PASSES_RECORD_H
