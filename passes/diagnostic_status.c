// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See diagnostic_status.h.

#include "passes/diagnostic_status.h"

#include <string.h>

typedef struct Text {
  char characters[4096]; // a status keeps less, but the code is at the end
  size_t length;
} Text;

static void append(MlirStringRef part, void *userData) {
  Text *text = userData;
  size_t room = sizeof text->characters - 1 - text->length;
  size_t length = part.length < room ? part.length : room;
  memcpy(text->characters + text->length, part.data, length);
  text->length += length;
  text->characters[text->length] = '\0';
}

// Takes " [Code]" off the end of the text.
static AccyStatusCode take_code(Text *text) {
  AccyStatusCode code = AccyStatusCodeInvalidArtifact;
  char *bracket = strrchr(text->characters, '[');
  if (!bracket || text->length == 0 || text->characters[text->length - 1] != ']')
    return code;
  size_t length = text->length - (size_t)(bracket + 1 - text->characters) - 1;
  if (accyStatusCodeParse(bracket + 1, length, &code)) {
    while (bracket > text->characters && bracket[-1] == ' ')
      --bracket;
    *bracket = '\0';
  }
  return code;
}

static MlirLogicalResult collect(MlirDiagnostic diagnostic, void *userData) {
  AccyStatus *status = userData;
  if (mlirDiagnosticGetSeverity(diagnostic) != MlirDiagnosticError || status->code != AccyStatusCodeOk)
    return mlirLogicalResultSuccess();
  Text message = {.length = 0}, location = {.length = 0};
  mlirDiagnosticPrint(diagnostic, append, &message);
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), append, &location);
  AccyStatusCode code = take_code(&message);
  accyFail(status, code, "%s (%s)", message.characters, location.characters);
  return mlirLogicalResultSuccess();
}

void accyDiagnosticStatusStart(MlirContext context, AccyDiagnosticStatus *collector) {
  *collector = (AccyDiagnosticStatus){.context = context};
  collector->handler = mlirContextAttachDiagnosticHandler(context, collect, &collector->status, NULL);
}

bool accyDiagnosticStatusEnd(AccyDiagnosticStatus *collector, MlirLogicalResult result, AccyStatus *status) {
  mlirContextDetachDiagnosticHandler(collector->context, collector->handler);
  if (mlirLogicalResultIsSuccess(result))
    return true;
  if (collector->status.code == AccyStatusCodeOk)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "failed without a diagnostic");
  if (status)
    *status = collector->status;
  return false;
}
