// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dropping foreign attributes; see program.h.

#include "frontends/stablehlo/program.h"

#include "support/ir.h"

#include <stdlib.h>
#include <string.h>

static bool is_foreign(MlirContext context, MlirStringRef name) {
  const char *dot = memchr(name.data, '.', name.length);
  if (!dot)
    return false;
  MlirStringRef dialect = mlirStringRefCreate(name.data, (size_t)(dot - name.data));
  if (accyTextEquals(dialect, "stablehlo") || accyTextEquals(dialect, "chlo"))
    return true;
  // The parser loads the dialect of each attribute it meets, so this finds the known ones loaded.
  return mlirDialectIsNull(mlirContextGetOrLoadDialect(context, dialect));
}

static void drop_discardable(MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  for (intptr_t i = mlirOperationGetNumDiscardableAttributes(op) - 1; i >= 0; --i) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetDiscardableAttribute(op, i).name);
    if (is_foreign(context, name))
      mlirOperationRemoveDiscardableAttributeByName(op, name);
  }
}

// The dictionary without its foreign entries; `*outKept` grows by the number that stay.
static MlirAttribute filter_dictionary(MlirContext context, MlirAttribute dictionary, intptr_t *outKept) {
  intptr_t count = mlirDictionaryAttrGetNumElements(dictionary), kept = 0;
  MlirNamedAttribute *entries = malloc(sizeof(MlirNamedAttribute) * (size_t)(count + 1));
  for (intptr_t i = 0; entries && i < count; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(dictionary, i);
    if (!is_foreign(context, mlirIdentifierStr(entry.name)))
      entries[kept++] = entry;
  }
  if (entries)
    dictionary = mlirDictionaryAttrGet(context, kept, entries);
  free(entries);
  *outKept += kept;
  return dictionary;
}

// Filters an array of one dictionary an argument or result; an array that says nothing any more is removed.
static void filter_dictionaries(MlirOperation op, const char *name) {
  MlirAttribute array = accyGetAttribute(op, name);
  if (mlirAttributeIsNull(array) || !mlirAttributeIsAArray(array))
    return;
  MlirContext context = mlirOperationGetContext(op);
  intptr_t count = mlirArrayAttrGetNumElements(array), kept = 0;
  MlirAttribute *filtered = malloc(sizeof(MlirAttribute) * (size_t)(count + 1));
  for (intptr_t i = 0; filtered && i < count; ++i) {
    filtered[i] = mlirArrayAttrGetElement(array, i);
    if (mlirAttributeIsADictionary(filtered[i]))
      filtered[i] = filter_dictionary(context, filtered[i], &kept);
  }
  if (filtered && kept > 0)
    accySetAttribute(op, name, mlirArrayAttrGet(context, count, filtered));
  else if (filtered)
    mlirOperationRemoveAttributeByName(op, accyText(name));
  free(filtered);
}

static MlirWalkResult drop_from(MlirOperation op, void *userData) {
  (void)userData;
  drop_discardable(op);
  filter_dictionaries(op, "arg_attrs");
  filter_dictionaries(op, "res_attrs");
  return MlirWalkResultAdvance;
}

void accyStablehloDropForeignAttributes(MlirOperation root) {
  mlirOperationWalk(root, drop_from, NULL, MlirWalkPreOrder);
}
