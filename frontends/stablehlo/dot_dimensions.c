// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the dimension numbers of a dot_general:
//
//   #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], …>

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/operation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct DimensionList {
  const char *key;
  bool seen;
  intptr_t count;
  int64_t values[accyStablehloMaxRank];
} DimensionList;

static const char *skip_space(const char *text) {
  while (isspace((unsigned char)*text))
    ++text;
  return text;
}

// Each reader returns what follows, or null when the text is not of the form.
static const char *read_mark(const char *text, char mark) {
  if (!text)
    return NULL;
  text = skip_space(text);
  return *text == mark ? text + 1 : NULL;
}

// A dimension is a small number: more than nine digits cannot be one.
static const char *read_dimension(const char *text, int64_t *outValue) {
  text = skip_space(text);
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 9)
    return NULL;
  *outValue = strtoll(text, NULL, 10);
  return text + digits;
}

static const char *read_list(const char *text, DimensionList *list) {
  text = read_mark(text, '[');
  if (!text || *skip_space(text) == ']')
    return read_mark(text, ']');
  for (;;) {
    if (list->count == accyStablehloMaxRank)
      return NULL;
    text = read_dimension(text, &list->values[list->count++]);
    if (!text)
      return NULL;
    const char *next = read_mark(text, ',');
    if (!next)
      return read_mark(text, ']');
    text = next;
  }
}

static const char *read_entry(const char *text, DimensionList lists[static 4]) {
  text = skip_space(text);
  for (int i = 0; i < 4; ++i) {
    size_t length = strlen(lists[i].key);
    if (strncmp(text, lists[i].key, length) != 0)
      continue;
    if (lists[i].seen)
      return NULL;
    lists[i].seen = true;
    return read_list(read_mark(text + length, '='), &lists[i]);
  }
  return NULL;
}

static bool read_dot(const char *text, DimensionList lists[static 4]) {
  static const char opening[] = "#stablehlo.dot<";
  if (!text || strncmp(text, opening, sizeof opening - 1) != 0)
    return false;
  text += sizeof opening - 1;
  while (text && *skip_space(text) != '>') {
    text = read_entry(text, lists);
    const char *next = read_mark(text, ',');
    if (next)
      text = next;
    else if (text && *skip_space(text) != '>')
      return false;
  }
  text = read_mark(text, '>');
  return text && *text == '\0';
}

MlirLogicalResult accyStablehloReadDotDimensions(MlirOperation op, AccyStablehloDotDimensions *outDimensions) {
  MlirAttribute attribute = accyStablehloGetAttribute(op, "dot_dimension_numbers");
  if (mlirAttributeIsNull(attribute))
    return accyEmitOpError(op, "requires the attribute 'dot_dimension_numbers'");
  DimensionList lists[4] = {{.key = "lhs_batching_dimensions"},
                            {.key = "rhs_batching_dimensions"},
                            {.key = "lhs_contracting_dimensions"},
                            {.key = "rhs_contracting_dimensions"}};
  char *text = accyPrintAttribute(attribute);
  bool well_formed = read_dot(text, lists);
  if (!well_formed)
    accyEmitOpError(op,
                    "has a malformed attribute 'dot_dimension_numbers': expected #stablehlo.dot<%s = [0], %s = [0], "
                    "%s = [1], %s = [1]>, found %.200s",
                    lists[0].key, lists[1].key, lists[2].key, lists[3].key, text ? text : "?");
  free(text);
  if (!well_formed)
    return mlirLogicalResultFailure();
  MlirContext context = mlirOperationGetContext(op);
  *outDimensions = (AccyStablehloDotDimensions){
      .lhs_batch = accyI64ArrayAttribute(context, lists[0].count, lists[0].values),
      .rhs_batch = accyI64ArrayAttribute(context, lists[1].count, lists[1].values),
      .lhs_contract = accyI64ArrayAttribute(context, lists[2].count, lists[2].values),
      .rhs_contract = accyI64ArrayAttribute(context, lists[3].count, lists[3].values),
  };
  return mlirLogicalResultSuccess();
}
