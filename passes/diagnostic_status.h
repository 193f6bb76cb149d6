// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as a status, for callers in C that run passes' code on a module.

#ifndef ACCY_PASSES_DIAGNOSTIC_STATUS_H
#define ACCY_PASSES_DIAGNOSTIC_STATUS_H

#include "accy-c/Status.h"
#include "mlir-c/Diagnostics.h"

/// The first error since accyDiagnosticStatusStart; all diagnostics end here and reach no other handler.
typedef struct AccyDiagnosticStatus {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  AccyStatus status; // code Ok: no error yet
} AccyDiagnosticStatus;

/// Begins to collect the diagnostics of the context. `*collector` must stay where it is until accyDiagnosticStatusEnd.
void accyDiagnosticStatusStart(MlirContext context, AccyDiagnosticStatus *collector);

/// Stops, and returns whether `result` is a success. On failure the first error goes to `status` (which may be null):
/// its text, its location, and the code that its text ends with in brackets, InvalidArtifact where it ends with none.
bool accyDiagnosticStatusEnd(AccyDiagnosticStatus *collector, MlirLogicalResult result, AccyStatus *status);

#endif // ACCY_PASSES_DIAGNOSTIC_STATUS_H
