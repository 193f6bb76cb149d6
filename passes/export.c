// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-export: writes each compiled program as a bundle. One program goes into the folder itself, several into one
// folder each below it. Spec: planner.md, section 10.

#include "accy-c/Bundle.h"
#include "passes/passes.h"
#include "passes/program.h"
#include "passes/read_plan.h"
#include "support/ir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Folder {
  const char *path;
  const char *name; // of the function in its bundle; empty: its own
  bool several;     // one folder for each program
} Folder;

static MlirLogicalResult make_folder(MlirOperation op, const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op, "cannot be exported: making the folder '%s' failed: %s", path, strerror(errno));
}

// A function's name may hold anything; a folder's must stay where it belongs.
static bool is_folder_name(MlirStringRef name) {
  if (name.length == 0 || accyTextEquals(name, ".") || accyTextEquals(name, ".."))
    return false;
  for (size_t i = 0; i < name.length; ++i)
    if (name.data[i] == '/' || name.data[i] == '\0')
      return false;
  return true;
}

static char *join(const char *folder, MlirStringRef name) {
  size_t size = strlen(folder) + name.length + 2;
  char *path = malloc(size);
  if (path)
    snprintf(path, size, "%s/%.*s", folder, (int)name.length, name.data);
  return path;
}

static MlirLogicalResult write_bundle(MlirOperation program, const char *path, const char *name) {
  AccyPlan *plan;
  AccyStatus status;
  if (mlirLogicalResultIsFailure(accyReadPlan(program, &plan)))
    return mlirLogicalResultFailure();
  bool written = (!*name || accyPlanSetFunction(plan, name, &status)) && accyBundleWrite(plan, path, &status);
  accyPlanDestroy(plan);
  if (written)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(program, "cannot be exported to '%s': %s [%s]", path, status.message,
                         accyStatusCodeName(status.code));
}

static MlirLogicalResult export_program(MlirOperation program, void *userData) {
  const Folder *folder = userData;
  if (!folder->several)
    return write_bundle(program, folder->path, folder->name);
  MlirStringRef name = accyGetString(program, "sym_name");
  if (!is_folder_name(name))
    return accyEmitOpError(program, "cannot be exported: its name '%.*s' is no folder's", (int)name.length, name.data);
  char *path = join(folder->path, name);
  if (!path)
    return accyEmitOpError(program, "cannot be exported: out of memory [OutOfMemory]");
  MlirLogicalResult result = make_folder(program, path);
  if (mlirLogicalResultIsSuccess(result))
    result = write_bundle(program, path, "");
  free(path);
  return result;
}

static MlirLogicalResult count_program(MlirOperation program, void *userData) {
  (void)program;
  ++*(int *)userData;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  MlirStringRef path = accyOptionsGetString(options, "dir"), name = accyOptionsGetString(options, "name");
  int count = 0;
  accyForEachProgram(module, count_program, &count);
  if (path.length == 0)
    return accyEmitOpError(module, "cannot be exported: give accy-export{dir=FOLDER}");
  if (count == 0)
    return accyEmitOpError(module, "has no compiled program to export: run accy-compile first");
  if (count > 1 && name.length > 0)
    return accyEmitOpError(module, "cannot be exported: %d programs cannot all be named '%.*s'", count,
                           (int)name.length, name.data);
  char *folder = join("", path), *function = join("", name); // NUL-terminated copies behind one slash
  MlirLogicalResult result = mlirLogicalResultFailure();
  Folder target = {.several = count > 1};
  if (!folder || !function) {
    accyEmitOpError(module, "cannot be exported: out of memory [OutOfMemory]");
  } else {
    target.path = folder + 1;
    target.name = function + 1;
    result = make_folder(module, target.path);
  }
  if (mlirLogicalResultIsSuccess(result))
    result = accyForEachProgram(module, export_program, &target);
  free(folder);
  free(function);
  return result;
}

static const AccyOptionRow options[] = {
    {"dir", AccyOptionString, "the bundle's folder; its parent must exist", ""},
    {"name", AccyOptionString,
     "what the bundle calls the function, of which there must be one; its own name when empty", ""},
};

const AccyPassRow accyExportPass = {
    .argument = "accy-export",
    .description = "Write compiled programs as bundles: plan.json, payload files, and for cpu_object a C interface",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .run = run,
};
