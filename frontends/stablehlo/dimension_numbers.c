// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading dimension numbers, such as those of a dot_general or a gather:
//
//   #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], …>
//   #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>

#include "frontends/stablehlo/dimension_numbers.h"

#include "frontends/stablehlo/attribute_text.h"
#include "frontends/stablehlo/attributes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef AccyStablehloDimensionList List;

// Each reader returns what follows, or null when the text is not of the form.
static const char *read_list(const char *text, List *list) {
  text = accyStablehloTextReadWord(text, "[");
  if (!text || *accyStablehloTextSkipSpace(text) == ']')
    return accyStablehloTextReadWord(text, "]");
  for (;;) {
    if (list->count == accyStablehloMaxRank)
      return NULL;
    text = accyStablehloTextReadDimension(text, &list->values[list->count++]);
    if (!text)
      return NULL;
    const char *next = accyStablehloTextReadWord(text, ",");
    if (!next)
      return accyStablehloTextReadWord(text, "]");
    text = next;
  }
}

// A number alone is read as a list of one.
static const char *read_value(const char *text, List *list) {
  if (!text || *accyStablehloTextSkipSpace(text) == '[')
    return read_list(text, list);
  list->count = 1;
  return accyStablehloTextReadDimension(text, &list->values[0]);
}

static const char *read_entry(const char *text, intptr_t count, List *lists) {
  text = accyStablehloTextSkipSpace(text);
  for (intptr_t i = 0; i < count; ++i) {
    size_t length = strlen(lists[i].key);
    if (strncmp(text, lists[i].key, length) != 0)
      continue;
    if (lists[i].seen)
      return NULL;
    lists[i].seen = true;
    return read_value(accyStablehloTextReadWord(text + length, "="), &lists[i]);
  }
  return NULL;
}

static bool read_lists(const char *text, const char *kind, intptr_t count, List *lists) {
  char opening[64];
  int length = snprintf(opening, sizeof opening, "#stablehlo.%s<", kind);
  if (!text || strncmp(text, opening, (size_t)length) != 0)
    return false;
  text += length;
  while (text && *accyStablehloTextSkipSpace(text) != '>') {
    text = read_entry(text, count, lists);
    const char *next = accyStablehloTextReadWord(text, ",");
    if (next)
      text = next;
    else if (text && *accyStablehloTextSkipSpace(text) != '>')
      return false;
  }
  text = accyStablehloTextReadWord(text, ">");
  return text && *text == '\0';
}

MlirLogicalResult accyStablehloReadDimensionNumbers(MlirOperation op, const char *name, const char *kind,
                                                    const char *example, intptr_t count,
                                                    AccyStablehloDimensionList *lists) {
  MlirAttribute attribute = accyStablehloGetAttribute(op, name);
  if (mlirAttributeIsNull(attribute))
    return accyEmitOpError(op, "requires the attribute '%s'", name);
  char *text = accyPrintAttribute(attribute);
  bool well_formed = read_lists(text, kind, count, lists);
  if (!well_formed)
    accyEmitOpError(op, "has a malformed attribute '%s': expected #stablehlo.%s<%s>, found %.200s", name, kind, example,
                    text ? text : "?");
  free(text);
  return well_formed ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
