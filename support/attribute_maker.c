// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See attribute_maker.h. What cannot be kept because memory ran out is made again.

#include "support/attribute_maker.h"

#include "support/ir.h"

#include <stdlib.h>
#include <string.h>

// Integers, dictionaries and structs are kept at the place that their hash gives, until another needs it.
enum { places_log2 = 10, struct_places_log2 = 7 };

static size_t place_among(uint64_t hash, int log2) {
  return (size_t)((hash * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - log2));
}

static size_t place_of(uint64_t hash) {
  return place_among(hash, places_log2);
}

AccyAttributeMaker accyAttributeMakerCreate(MlirContext context) {
  size_t places = (size_t)1 << places_log2;
  return (AccyAttributeMaker){.context = context,
                              .keeps = true,
                              .integers = calloc(places, sizeof(AccyMadeInteger)),
                              .dictionaries = calloc(places, sizeof(MlirAttribute)),
                              .structs = calloc((size_t)1 << struct_places_log2, sizeof(AccyMadeStruct))};
}

AccyAttributeMaker accyAttributeMakerForOne(MlirContext context) {
  return (AccyAttributeMaker){.context = context};
}

void accyAttributeMakerDestroy(AccyAttributeMaker *maker) {
  accyPointerMapDestroy(&maker->names);
  accyPointerMapDestroy(&maker->words);
  free(maker->integers);
  free(maker->dictionaries);
  free(maker->structs);
  *maker = (AccyAttributeMaker){.context = maker->context};
}

MlirNamedAttribute accyMakeNamed(AccyAttributeMaker *maker, const char *name, MlirAttribute value) {
  MlirIdentifier identifier = {(void *)(intptr_t)accyPointerMapGet(&maker->names, name, 0)};
  if (!identifier.ptr) {
    identifier = mlirIdentifierGet(maker->context, accyText(name));
    if (maker->keeps)
      (void)accyPointerMapSet(&maker->names, name, (int64_t)(intptr_t)identifier.ptr);
  }
  return mlirNamedAttributeGet(identifier, value);
}

MlirAttribute accyMakeWord(AccyAttributeMaker *maker, const char *word) {
  MlirAttribute attribute = {(void *)(intptr_t)accyPointerMapGet(&maker->words, word, 0)};
  if (!attribute.ptr) {
    attribute = accyStringAttribute(maker->context, word);
    if (maker->keeps)
      (void)accyPointerMapSet(&maker->words, word, (int64_t)(intptr_t)attribute.ptr);
  }
  return attribute;
}

MlirAttribute accyMakeInteger(AccyAttributeMaker *maker, int64_t value) {
  if (!maker->integers)
    return accyI64Attribute(maker->context, value);
  AccyMadeInteger *kept = &maker->integers[place_of((uint64_t)value)];
  if (mlirAttributeIsNull(kept->attribute) || kept->value != value)
    *kept = (AccyMadeInteger){value, accyI64Attribute(maker->context, value)};
  return kept->attribute;
}

static bool has_entries(MlirAttribute dictionary, intptr_t count, const MlirNamedAttribute *entries) {
  if (mlirAttributeIsNull(dictionary) || mlirDictionaryAttrGetNumElements(dictionary) != count)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(dictionary, i);
    if (entry.name.ptr != entries[i].name.ptr || entry.attribute.ptr != entries[i].attribute.ptr)
      return false;
  }
  return true;
}

MlirAttribute accyMakeDictionary(AccyAttributeMaker *maker, intptr_t count, const MlirNamedAttribute *entries) {
  if (!maker->dictionaries)
    return mlirDictionaryAttrGet(maker->context, count, entries);
  uint64_t hash = 0;
  for (intptr_t i = 0; i < count; ++i)
    hash = (hash ^ (uintptr_t)entries[i].attribute.ptr) * UINT64_C(0xff51afd7ed558ccd) + (uintptr_t)entries[i].name.ptr;
  MlirAttribute *kept = &maker->dictionaries[place_of(hash)];
  if (!has_entries(*kept, count, entries))
    *kept = mlirDictionaryAttrGet(maker->context, count, entries);
  return *kept;
}

MlirAttribute accyMakeOfStruct(AccyAttributeMaker *maker, const void *data, size_t size, AccyMakeOfStruct make) {
  AccyMadeStruct key = {.attribute = mlirAttributeGetNull()};
  if (!maker->structs || size > sizeof key.words)
    return make(maker, data);
  memcpy(key.words, data, size);
  uint64_t hash = 0;
  for (size_t i = 0; i < (size + 7) / 8; ++i)
    hash = (hash ^ key.words[i]) * UINT64_C(0xff51afd7ed558ccd);
  AccyMadeStruct *kept = &maker->structs[place_among(hash, struct_places_log2)];
  if (mlirAttributeIsNull(kept->attribute) || memcmp(kept->words, key.words, sizeof key.words) != 0) {
    key.attribute = make(maker, data);
    *kept = key;
  }
  return kept->attribute;
}
