// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole JSON documents: from text and to text.
#include <stdlib.h>
#include <string.h>

#include "bundle/json_codec.h"

/// Names the line and column where the text stops being JSON.
static bool fail_at(const char *name, const char *text, const char *place, AccyStatus *status) {
  uint32_t line = 1, column = 1;
  for (; text < place && *text; ++text) {
    bool ends_line = *text == '\n';
    line += ends_line;
    column = ends_line ? 1 : column + 1;
  }
  return accyFail(status, AccyStatusCodeInvalidArtifact, "%s:%u:%u: this is not JSON", name, line, column);
}

bool jsonParseDocument(const char *name, const char *text, uint64_t length, cJSON **outJson, AccyStatus *status) {
  if (memchr(text, 0, length))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "%s holds a NUL byte", name);
  const char *end = text;
  cJSON *json = cJSON_ParseWithLengthOpts(text, length + 1, &end, true); // with the NUL: nothing may follow the value
  if (!json)
    return fail_at(name, text, end, status);
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
