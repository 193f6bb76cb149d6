// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See entry_name.h.
#include "planner/entry_name.h"

#include <stdio.h>
#include <string.h>

#include "planner/fingerprint.h"

// Leaves room for the hash, the kernel id and the vector suffix: "_" + 16 digits + "_" + 10 digits + "_v4" + NUL.
enum { suffix_capacity = 1 + 16 + 1 + 10 + 3 + 1, body_capacity = ACCY_NAME_CAPACITY - suffix_capacity };

/// A name being written; `full` once something did not fit.
typedef struct NameWriter {
  char *text;
  size_t length;
  bool full;
} NameWriter;

static bool is_identifier_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Appends one character; whatever no identifier may hold becomes an underscore, and underscores never double: C++,
/// GLSL and Metal reserve such names.
static void put_character(NameWriter *writer, char c) {
  if (!is_identifier_character(c))
    c = '_';
  if (c == '_' && writer->length > 0 && writer->text[writer->length - 1] == '_')
    return;
  if (writer->length + 1 >= body_capacity) {
    writer->full = true;
    return;
  }
  writer->text[writer->length++] = c;
  writer->text[writer->length] = 0;
}

static void put_part(NameWriter *writer, const char *part) {
  if (writer->length > 0)
    put_character(writer, '_');
  for (; *part; ++part)
    put_character(writer, *part);
}

static void put_ops(NameWriter *writer, const AccyEntryNameRequest *request) {
  for (uint32_t i = 0; i < request->op_count; ++i)
    put_part(writer, request->op_names[i]);
}

static void put_detail(NameWriter *writer, const AccyEntryNameRequest *request) {
  char text[80];
  switch (request->kind) {
  case AccyKernelKindDotGeneral:
    put_part(writer, accyDtypeName(request->dtype));
    snprintf(text, sizeof(text), "%llux%llux%llu", (unsigned long long)request->m, (unsigned long long)request->n,
             (unsigned long long)request->k);
    put_part(writer, text);
    break;
  case AccyKernelKindReduction:
    put_part(writer, accyReductionKindName(request->reduction));
    snprintf(text, sizeof(text), "rank%u_axis%u", request->reduction_rank, request->reduction_axis);
    put_part(writer, text);
    put_part(writer, accyDtypeName(request->dtype));
    break;
  default:
    put_ops(writer, request);
    break;
  }
}

static uint64_t hash_ops(const AccyEntryNameRequest *request) {
  AccyHash hash = accyHashStart();
  for (uint32_t i = 0; i < request->op_count; ++i)
    accyHashText(&hash, request->op_names[i], strlen(request->op_names[i]));
  return accyHashFinish(&hash);
}

void accyEntryName(const AccyEntryNameRequest *request, char outName[ACCY_NAME_CAPACITY]) {
  NameWriter writer = {.text = outName};
  outName[0] = 0;
  put_part(&writer, "accy_choir");
  put_part(&writer, accyKernelKindName(request->kind));
  put_detail(&writer, request);
  while (writer.length > 0 && outName[writer.length - 1] == '_')
    outName[--writer.length] = 0;
  if (writer.full)
    writer.length += (size_t)snprintf(outName + writer.length, ACCY_NAME_CAPACITY - writer.length, "_%016llx",
                                      (unsigned long long)hash_ops(request));
  snprintf(outName + writer.length, ACCY_NAME_CAPACITY - writer.length, "_%u%s", request->kernel_id,
           request->vectorized ? "_v4" : "");
}
