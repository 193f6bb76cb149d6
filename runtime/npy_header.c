// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header of a .npy file: a Python dictionary with the dtype, the order and the shape.
#include "runtime/npy_header.h"

#include "runtime/error.h"

#include <stdio.h>
#include <string.h>

// NumPy's names, without the byte order. bf16 has none of its own: see runtime/npy.c.
typedef struct DescrRow {
  const char *descr;
  AccyDtype dtype;
} DescrRow;

static const DescrRow descr_rows[] = {
    {"b1", AccyDtypeI1},  {"i1", AccyDtypeI8},  {"i2", AccyDtypeI16}, {"i4", AccyDtypeI32},
    {"i8", AccyDtypeI64}, {"u1", AccyDtypeU8},  {"u2", AccyDtypeU16}, {"u4", AccyDtypeU32},
    {"u8", AccyDtypeU64}, {"f2", AccyDtypeF16}, {"f4", AccyDtypeF32}, {"f8", AccyDtypeF64},
};
enum { DescrRowCount = sizeof descr_rows / sizeof *descr_rows };

typedef struct Cursor {
  const char *at;
  const char *end;
} Cursor;

typedef struct Span {
  const char *text;
  size_t length;
} Span;

static void skip_space(Cursor *cursor) {
  while (cursor->at != cursor->end && strchr(" \t\r\n", *cursor->at) && *cursor->at)
    ++cursor->at;
}

static bool take(Cursor *cursor, const char *token) {
  skip_space(cursor);
  size_t length = strlen(token);
  if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, token, length) != 0)
    return false;
  cursor->at += length;
  return true;
}

// A Python string without escapes, which no dtype or key has.
static bool take_string(Cursor *cursor, Span *out) {
  skip_space(cursor);
  if (cursor->at == cursor->end || (*cursor->at != '\'' && *cursor->at != '"'))
    return false;
  char quote = *cursor->at++;
  const char *start = cursor->at;
  while (cursor->at != cursor->end && *cursor->at != quote && *cursor->at != '\\')
    ++cursor->at;
  if (cursor->at == cursor->end || *cursor->at != quote)
    return false;
  *out = (Span){start, (size_t)(cursor->at++ - start)};
  return true;
}

static bool span_is(Span span, const char *text) {
  return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
}

static bool parse_descr(Cursor *cursor, AccyNpyHeader *header, AccyRuntimeError *error) {
  Span descr;
  if (!take_string(cursor, &descr))
    return accyRuntimeFail(error, "the dtype is not a plain one (structured dtypes are not supported)");
  if (descr.length == 3 && (*descr.text == '<' || *descr.text == '|' || *descr.text == '>')) {
    Span name = {descr.text + 1, 2};
    for (int i = 0; i < DescrRowCount; ++i) {
      bool single_byte = accyDtypeByteSize(descr_rows[i].dtype) == 1;
      if (!span_is(name, descr_rows[i].descr) || (*descr.text == '|' && !single_byte))
        continue;
      if (*descr.text == '>' && !single_byte)
        return accyRuntimeFail(error, "the data is big-endian (dtype '%.*s'); save it as '<%s'", (int)descr.length,
                               descr.text, descr_rows[i].descr);
      header->dtype = descr_rows[i].dtype;
      return true;
    }
  }
  int shown = descr.length < 32 ? (int)descr.length : 32;
  return accyRuntimeFail(error, "dtype '%.*s' is not supported (known: b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8)", shown,
                         descr.text);
}

static bool parse_order(Cursor *cursor, AccyNpyHeader *header, AccyRuntimeError *error) {
  header->fortranOrder = take(cursor, "True");
  if (!header->fortranOrder && !take(cursor, "False"))
    return accyRuntimeFail(error, "'fortran_order' is neither True nor False");
  return true;
}

static bool parse_extent(Cursor *cursor, int64_t *out) {
  skip_space(cursor);
  const char *start = cursor->at;
  int64_t value = 0;
  for (; cursor->at != cursor->end && *cursor->at >= '0' && *cursor->at <= '9'; ++cursor->at)
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *cursor->at - '0', &value))
      return false;
  if (cursor->at == start)
    return false;
  take(cursor, "L"); // Python 2 wrote long integers so.
  *out = value;
  return true;
}

static bool parse_shape(Cursor *cursor, AccyNpyHeader *header, AccyRuntimeError *error) {
  header->rank = 0;
  if (!take(cursor, "("))
    return accyRuntimeFail(error, "the shape is not a tuple");
  while (!take(cursor, ")")) {
    if (header->rank == ACCY_TENSOR_MAX_RANK)
      return accyRuntimeFail(error, "the shape has more than %d dimensions", ACCY_TENSOR_MAX_RANK);
    if (!parse_extent(cursor, &header->dims[header->rank]))
      return accyRuntimeFail(error, "extent %d of the shape is not an integer of 63 bits", header->rank);
    ++header->rank;
    if (take(cursor, ","))
      continue;
    // One extent without a comma is a number in parentheses, not a tuple.
    if (header->rank > 1 && take(cursor, ")"))
      return true;
    return accyRuntimeFail(error, "the shape is not a tuple");
  }
  return true;
}

typedef struct KeyRow {
  const char *key;
  bool (*parse)(Cursor *cursor, AccyNpyHeader *header, AccyRuntimeError *error);
} KeyRow;

static const KeyRow key_rows[] = {{"descr", parse_descr}, {"fortran_order", parse_order}, {"shape", parse_shape}};
enum { KeyRowCount = sizeof key_rows / sizeof *key_rows };

static bool parse_item(Cursor *cursor, bool *seen, AccyNpyHeader *header, AccyRuntimeError *error) {
  Span key;
  if (!take_string(cursor, &key) || !take(cursor, ":"))
    return accyRuntimeFail(error, "the header is not a dictionary");
  for (int i = 0; i < KeyRowCount; ++i) {
    if (!span_is(key, key_rows[i].key))
      continue;
    if (seen[i])
      return accyRuntimeFail(error, "the header has '%s' twice", key_rows[i].key);
    seen[i] = true;
    return key_rows[i].parse(cursor, header, error);
  }
  int shown = key.length < 32 ? (int)key.length : 32;
  return accyRuntimeFail(error, "the header has an unknown key '%.*s'", shown, key.text);
}

bool accyNpyHeaderParse(const char *text, size_t length, AccyNpyHeader *outHeader, AccyRuntimeError *error) {
  Cursor cursor = {text, text + length};
  AccyNpyHeader header = {0};
  bool seen[KeyRowCount] = {false};
  if (!take(&cursor, "{"))
    return accyRuntimeFail(error, "the header is not a dictionary");
  while (!take(&cursor, "}")) {
    if (!parse_item(&cursor, seen, &header, error))
      return false;
    if (take(&cursor, ","))
      continue;
    if (!take(&cursor, "}"))
      return accyRuntimeFail(error, "the header is not a dictionary");
    break;
  }
  skip_space(&cursor);
  if (cursor.at != cursor.end)
    return accyRuntimeFail(error, "the header goes on after its dictionary");
  for (int i = 0; i < KeyRowCount; ++i)
    if (!seen[i])
      return accyRuntimeFail(error, "the header has no '%s'", key_rows[i].key);
  *outHeader = header;
  return true;
}

static const char *descr_of(AccyDtype dtype) {
  for (int i = 0; i < DescrRowCount; ++i)
    if (descr_rows[i].dtype == dtype)
      return descr_rows[i].descr;
  return "u2"; // bf16, the one without a row.
}

size_t accyNpyHeaderFormat(const AccyTensor *tensor, char *buffer) {
  enum { Prelude = ACCY_NPY_MAGIC_LENGTH + 4, Alignment = 64 };
  char *text = buffer + Prelude;
  size_t capacity = ACCY_NPY_HEADER_CAPACITY - Prelude;
  bool single_byte = accyDtypeByteSize(tensor->dtype) == 1;
  size_t length = (size_t)snprintf(text, capacity, "{'descr': '%c%s', 'fortran_order': False, 'shape': (",
                                   single_byte ? '|' : '<', descr_of(tensor->dtype));
  for (int32_t i = 0; i < tensor->rank; ++i)
    length += (size_t)snprintf(text + length, capacity - length, "%lld,%s", (long long)tensor->dims[i],
                               i + 1 == tensor->rank ? "" : " ");
  // A tuple of several extents is customarily written without the last comma.
  if (tensor->rank > 1)
    --length;
  length += (size_t)snprintf(text + length, capacity - length, "), }");
  while ((Prelude + length + 1) % Alignment)
    text[length++] = ' ';
  text[length++] = '\n';
  memcpy(buffer, ACCY_NPY_MAGIC, ACCY_NPY_MAGIC_LENGTH);
  buffer[ACCY_NPY_MAGIC_LENGTH] = 1;
  buffer[ACCY_NPY_MAGIC_LENGTH + 1] = 0;
  buffer[ACCY_NPY_MAGIC_LENGTH + 2] = (char)(length & 0xff);
  buffer[ACCY_NPY_MAGIC_LENGTH + 3] = (char)(length >> 8);
  return Prelude + length;
}
