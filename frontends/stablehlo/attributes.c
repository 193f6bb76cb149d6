// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of StableHLO operations: integers, lists and words; see attributes.h.

#include "frontends/stablehlo/attributes.h"

#include "support/ir.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

MlirAttribute accyStablehloGetAttribute(MlirOperation op, const char *name) {
  MlirAttribute attribute = mlirAttributeGetNull();
  if (mlirOperationHasInherentAttributeByName(op, accyText(name)))
    attribute = mlirOperationGetInherentAttributeByName(op, accyText(name));
  if (mlirAttributeIsNull(attribute))
    attribute = mlirOperationGetDiscardableAttributeByName(op, accyText(name));
  return attribute;
}

static MlirLogicalResult emit_malformed(MlirOperation op, const char *name, MlirAttribute attribute,
                                        const char *expected) {
  if (mlirAttributeIsNull(attribute))
    return accyEmitOpError(op, "requires the attribute '%s', %s", name, expected);
  char *text = accyPrintAttribute(attribute);
  accyEmitOpError(op, "has a malformed attribute '%s': expected %s, found %.200s", name, expected, text ? text : "?");
  free(text);
  return mlirLogicalResultFailure();
}

static bool is_list_of_i64(MlirAttribute attribute) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsADenseIntElements(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute), element = mlirShapedTypeGetElementType(type);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeGetRank(type) == 1 && mlirTypeIsAInteger(element) &&
         mlirIntegerTypeGetWidth(element) == 64;
}

MlirLogicalResult accyStablehloReadIntegers(MlirOperation op, const char *name, MlirAttribute *outArray) {
  MlirAttribute attribute = accyStablehloGetAttribute(op, name);
  if (!mlirAttributeIsNull(attribute) && mlirAttributeIsADenseI64Array(attribute)) {
    *outArray = attribute;
    return mlirLogicalResultSuccess();
  }
  if (!is_list_of_i64(attribute))
    return emit_malformed(op, name, attribute, "a list of integers as array<i64: 0, 1>");
  intptr_t count = (intptr_t)mlirElementsAttrGetNumElements(attribute);
  int64_t *values = malloc(sizeof(int64_t) * (size_t)(count + 1));
  if (!values)
    return accyEmitOpError(op, "cannot be converted: out of memory [OutOfMemory]");
  for (intptr_t i = 0; i < count; ++i)
    values[i] = mlirDenseElementsAttrGetInt64Value(attribute, i);
  *outArray = accyI64ArrayAttribute(mlirOperationGetContext(op), count, values);
  free(values);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyStablehloReadInteger(MlirOperation op, const char *name, int64_t *outValue) {
  MlirAttribute attribute = accyStablehloGetAttribute(op, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute))
    return emit_malformed(op, name, attribute, "an integer as 0 : i64");
  MlirType type = mlirAttributeGetType(attribute);
  if (!mlirTypeIsAInteger(type) || !mlirIntegerTypeIsSignless(type) || mlirIntegerTypeGetWidth(type) > 64)
    return emit_malformed(op, name, attribute, "an integer as 0 : i64");
  *outValue = mlirIntegerAttrGetValueInt(attribute);
  return mlirLogicalResultSuccess();
}

static bool is_word_character(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// Finds the word after `kind` in `#stablehlo<kind WORD>` or `#stablehlo.kind<WORD>`; zero length when there is none.
static size_t find_word(const char *text, const char *kind, const char **outWord) {
  const char *found = text ? strstr(text, kind) : NULL;
  if (!found || strncmp(text, "#stablehlo", 10) != 0)
    return 0;
  const char *word = found + strlen(kind);
  word += strspn(word, " <");
  size_t length = 0;
  while (is_word_character(word[length]))
    ++length;
  *outWord = word;
  return strcmp(word + length, ">") == 0 ? length : 0;
}

MlirLogicalResult accyStablehloReadWordOf(MlirOperation op, MlirAttribute attribute, const char *name, const char *kind,
                                          size_t size, char *word) {
  char *text = accyPrintAttribute(attribute);
  const char *found = NULL;
  size_t length = find_word(text, kind, &found);
  bool fits = length > 0 && length < size;
  if (fits)
    memcpy(word, found, length);
  word[fits ? length : 0] = '\0';
  if (!fits)
    accyEmitOpError(op, "has a malformed attribute '%s': expected #stablehlo<%s NAME>, found %.200s", name, kind,
                    text ? text : "?");
  free(text);
  return fits ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult accyStablehloReadWord(MlirOperation op, const char *name, const char *kind, size_t size, char *word) {
  MlirAttribute attribute = accyStablehloGetAttribute(op, name);
  word[0] = '\0';
  if (mlirAttributeIsNull(attribute))
    return mlirLogicalResultSuccess();
  return accyStablehloReadWordOf(op, attribute, name, kind, size, word);
}
