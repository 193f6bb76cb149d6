// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a planner function reports failure. Every fallible function returns true on success and takes a trailing
// `AccyStatus *`, which it fills when it returns false and leaves alone otherwise; the pointer may be null. The message
// says what was needed and what the target has; callers that know the op and its location add them.
#ifndef ACCY_C_STATUS_H
#define ACCY_C_STATUS_H

#include "accy-c/Enums.h"

#ifdef __cplusplus
extern "C" {
#endif

// Spec: planner.md, section 1, "Errors"; the spelling ends a diagnostic in brackets.
#define ACCY_STATUS_CODE_ROWS(ROW)                                                                                     \
  ROW(StatusCode, Ok, "Ok")                                                                                            \
  ROW(StatusCode, OutOfMemory, "OutOfMemory")                                                                          \
  ROW(StatusCode, InvalidArtifact, "InvalidArtifact")                                                                  \
  ROW(StatusCode, CapabilityMismatch, "CapabilityMismatch")                                                            \
  ROW(StatusCode, UnsupportedOperation, "UnsupportedOperation")                                                        \
  ROW(StatusCode, UnsupportedArtifactFormat, "UnsupportedArtifactFormat")                                              \
  ROW(StatusCode, LaunchArgumentMismatch, "LaunchArgumentMismatch")                                                    \
  ROW(StatusCode, MissingMemorySpaceAssignment, "MissingMemorySpaceAssignment")                                        \
  ROW(StatusCode, MissingLayoutAssignment, "MissingLayoutAssignment")                                                  \
  ROW(StatusCode, MissingKernelLegalization, "MissingKernelLegalization")                                              \
  ROW(StatusCode, MissingScheduleWorkItem, "MissingScheduleWorkItem")                                                  \
  ROW(StatusCode, TargetRecipeMismatch, "TargetRecipeMismatch")                                                        \
  ROW(StatusCode, WorkExhausted, "WorkExhausted")

ACCY_DECLARE_ENUM(StatusCode, ACCY_STATUS_CODE_ROWS)

typedef struct AccyStatus {
  AccyStatusCode code;
  char message[512]; // without the code; cut with "…" when it does not fit
} AccyStatus;

/// Fills `status` (unless it is null) and returns false, so that a failure is one statement:
/// `return accyFail(status, AccyStatusCodeCapabilityMismatch, "needs %u threads; %s has %u", …);`
ACCY_EXPORTED bool accyFail(AccyStatus *status, AccyStatusCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_STATUS_H
