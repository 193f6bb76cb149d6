// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-export: writes each compiled program as a bundle. One program goes into the folder itself, several into one
// folder each below it; of several targets, each has a folder in which that holds. Spec: planner.md, section 10.

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

// Where programs are exported to.
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

// The folder below that one, made for what `op` holds; null when an error has been reported. Released by free.
static char *make_folder_below(MlirOperation op, const char *folder) {
  MlirStringRef name = accyGetString(op, "sym_name");
  if (!is_folder_name(name)) {
    accyEmitOpError(op, "cannot be exported: its name '%.*s' is no folder's", (int)name.length, name.data);
    return NULL;
  }
  char *path = join(folder, name);
  if (!path)
    accyEmitOpError(op, "cannot be exported: out of memory [OutOfMemory]");
  else if (mlirLogicalResultIsFailure(make_folder(op, path))) {
    free(path);
    return NULL;
  }
  return path;
}

static MlirLogicalResult export_program(MlirOperation program, const Folder *folder) {
  if (!folder->several)
    return write_bundle(program, folder->path, folder->name);
  char *path = make_folder_below(program, folder->path);
  MlirLogicalResult result = path ? write_bundle(program, path, folder->name) : mlirLogicalResultFailure();
  free(path);
  return result;
}

// Programs go into the folder, those of the module of one of several targets into a folder of that name in it.
static MlirLogicalResult export_module(MlirOperation module, const char *path, const char *name) {
  Folder folder = {.path = path, .name = name};
  int count = 0;
  ACCY_FOR_EACH(program, accyGetBlock(module, 0), "choir.program") {
    folder.several = ++count > 1;
  }
  if (folder.several && *name)
    return accyEmitOpError(module, "cannot be exported: %d programs cannot all be named '%s'", count, name);
  ACCY_FOR_EACH(program, accyGetBlock(module, 0), "choir.program") {
    if (mlirLogicalResultIsFailure(export_program(program, &folder)))
      return mlirLogicalResultFailure();
  }
  ACCY_FOR_EACH(target, accyGetBlock(module, 0), "builtin.module") {
    char *below = make_folder_below(target, path);
    MlirLogicalResult result = below ? export_module(target, below, name) : mlirLogicalResultFailure();
    free(below);
    if (mlirLogicalResultIsFailure(result))
      return result;
  }
  return mlirLogicalResultSuccess();
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
  char *folder = join("", path), *function = join("", name); // NUL-terminated copies behind one slash
  MlirLogicalResult result = mlirLogicalResultFailure();
  if (folder && function)
    result = make_folder(module, folder + 1);
  else
    accyEmitOpError(module, "cannot be exported: out of memory [OutOfMemory]");
  if (mlirLogicalResultIsSuccess(result))
    result = export_module(module, folder + 1, function + 1);
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
