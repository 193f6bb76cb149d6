// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bundles: a plan as a folder that any engine can load. The folder holds plan.json and, beside it, one file for each
// kernel's payload and for each constant. Needs neither MLIR nor LLVM. Spec: section 10; docs/plan.schema.json
// describes the file.
#ifndef ACCY_C_BUNDLE_H
#define ACCY_C_BUNDLE_H

#include "accy-c/Plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes `plan` into `folder`, which is made when it does not exist (its parent must). Every file is written under a
/// temporary name first and renamed when all are complete, plan.json last; on failure the temporary files are removed.
/// A folder that already holds a bundle is updated: files of the same names are replaced, and those that its plan.json
/// names, and its C interface, are removed when the new one, which has none of that name, is in place. Other files are
/// left alone.
/// Beside the objects of a cpu_object plan, whose slots must be of static size, go FUNCTION.h and FUNCTION.c: their
/// prototypes and sizes, and a C function that runs them all.
/// Fails with InvalidArtifact as accyPlanPrintJson does, when a file cannot be written, when what has the name of a
/// file is none: a folder, a symbolic link, a pipe or a device is not replaced, or when FUNCTION.h or FUNCTION.c is
/// there and Accy has not made it.
ACCY_EXPORTED bool accyBundleWrite(const AccyPlan *plan, const char *folder, AccyStatus *status);

/// Receives a file of a bundle: its path, relative to the folder, and its bytes, which live as long as the call. False
/// ends the enumeration as a failure, of which `status` should say why.
typedef bool (*AccyBundleFileCallback)(const char *path, const void *data, uint64_t bytes, void *userData,
                                       AccyStatus *status);

/// Calls `callback` with each file that accyBundleWrite would write, plan.json last, so that a bundle can be put
/// elsewhere than into a folder. Fails with InvalidArtifact when the plan is not consistent (accyPlanVerify).
ACCY_EXPORTED bool accyBundleEnumerateFiles(const AccyPlan *plan, AccyBundleFileCallback callback, void *userData,
                                            AccyStatus *status);

/// Reads the bundle in `folder`. On success `*outPlan` is the caller's, to be let go with accyPlanDestroy; it holds the
/// payloads and constants too. On failure nothing is written to it.
/// Fails with InvalidArtifact, naming the JSON path of the key at fault, when plan.json is absent, malformed, of
/// another version, lacks a key, has one of a wrong type or value, names a file outside the folder, or when a file is
/// absent or has another length than the plan says.
ACCY_EXPORTED bool accyBundleRead(const char *folder, AccyPlan **outPlan, AccyStatus *status);

/// The text of plan.json for `plan`, ending in a newline. Owns: `*outText` is the caller's, to be given to free().
/// Fails with InvalidArtifact when the plan is not consistent (accyPlanVerify), a text is not UTF-8 or a number passes
/// 2^53; OutOfMemory.
ACCY_EXPORTED bool accyPlanPrintJson(const AccyPlan *plan, char **outText, AccyStatus *status);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_BUNDLE_H
