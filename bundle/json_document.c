// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole JSON documents: from text and to text.
#include <stdlib.h>
#include <string.h>

#include "bundle/json_codec.h"
#include "planner/utf8.h"

/// Names the line and column of what is wrong with the text.
static bool fail_at(const char *name, const char *text, const char *place, const char *reason, AccyStatus *status) {
  uint32_t line = 1, column = 1;
  for (; text < place && *text; ++text) {
    bool ends_line = *text == '\n';
    line += ends_line;
    column = ends_line ? 1 : column + 1;
  }
  return accyFail(status, AccyStatusCodeInvalidArtifact, "%s:%u:%u: %s", name, line, column, reason);
}

/// The first NUL that is written as an escape, which cJSON would take for the end of a name; null: none.
static const char *find_escaped_nul(const char *text) {
  const char *escape = strchr(text, '\\');
  while (escape && escape[1] && strncmp(escape + 1, "u0000", 5) != 0)
    escape = strchr(escape + 2, '\\');
  return escape && escape[1] ? escape : NULL;
}

/// Whether the text is of characters, and of none that ends a text in C.
static bool check_characters(const char *name, const char *text, uint64_t length, AccyStatus *status) {
  if (memchr(text, 0, length))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "%s holds a NUL byte", name);
  size_t valid = accyUtf8Span(text, length);
  if (valid < length)
    return fail_at(name, text, text + valid, "this is not UTF-8, of which JSON is made: save the file as UTF-8",
                   status);
  const char *escape = find_escaped_nul(text);
  return !escape || fail_at(name, text, escape, "\\u0000 can stand in no name: leave it out", status);
}

bool jsonParseDocument(const char *name, const char *text, uint64_t length, cJSON **outJson, AccyStatus *status) {
  if (!check_characters(name, text, length, status))
    return false;
  const char *end = text;
  cJSON *json = cJSON_ParseWithLengthOpts(text, length + 1, &end, true); // with the NUL: nothing may follow the value
  if (!json)
    return fail_at(name, text, end, "this is not JSON", status);
  *outJson = json;
  if (cJSON_IsObject(json))
    return true;
  cJSON_Delete(json);
  return accyFail(status, AccyStatusCodeInvalidArtifact, "%s: $ must be an object", name);
}

bool jsonPrintDocument(const cJSON *json, char **outText, AccyStatus *status) {
  char *printed = cJSON_Print(json);
  size_t length = printed ? strlen(printed) : 0;
  char *text = printed ? malloc(length + 2) : NULL;
  if (text) {
    memcpy(text, printed, length);
    memcpy(text + length, "\n", 2);
  }
  cJSON_free(printed);
  *outText = text;
  return text || accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a JSON document");
}
