// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short forms for tables of records (passes/record.h), for the files that hold such tables.

#ifndef ACCY_PASSES_RECORD_TABLE_H
#define ACCY_PASSES_RECORD_TABLE_H

#include "passes/record.h"

/// Defines enumeration_TYPE over AccyTYPE; `what` names it in messages.
#define ENUMERATION(type, what)                                                                                        \
  static const char *name_of_##type(int value) {                                                                       \
    return accy##type##Name((Accy##type)value);                                                                        \
  }                                                                                                                    \
  static const AccyEnumeration enumeration_##type = {what, name_of_##type, Accy##type##Count};

/// Members: under their own name, under another, a text, and one whose values have names.
#define FIELD(struct_, name_, kind_) {.name = #name_, .kind = AccyField##kind_, .offset = offsetof(struct_, name_)}
#define NAMED(struct_, member, name_, kind_)                                                                           \
  {.name = name_, .kind = AccyField##kind_, .offset = offsetof(struct_, member)}
#define TEXT(struct_, name_)                                                                                           \
  {.name = #name_, .kind = AccyFieldText, .offset = offsetof(struct_, name_), .capacity = sizeof(((struct_ *)0)->name_)}
#define NAMES(struct_, member, name_, kind_, type)                                                                     \
  {.name = name_, .kind = AccyField##kind_, .offset = offsetof(struct_, member), .enumeration = &enumeration_##type}
#define RECORD(fields) {fields, (intptr_t)(sizeof(fields) / sizeof((fields)[0]))}

#endif // ACCY_PASSES_RECORD_TABLE_H
