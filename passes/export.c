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

//===----------------------------------------------------------------------===//
// What goes where
//===----------------------------------------------------------------------===//

// One program, its plan and the folder that it goes into.
typedef struct Bundle {
  MlirOperation program;
  AccyPlan *plan;
  char *path;
} Bundle;

// All of them: nothing is written before each has its plan.
typedef struct Bundles {
  const char *name; // of the function in its bundle; empty: its own
  Bundle *rows;
  size_t count, capacity;
} Bundles;

static void destroy(Bundles *bundles) {
  for (size_t i = 0; i < bundles->count; ++i) {
    accyPlanDestroy(bundles->rows[i].plan);
    free(bundles->rows[i].path);
  }
  free(bundles->rows);
}

static MlirLogicalResult out_of_memory(MlirOperation op) {
  return accyEmitOpError(op, "cannot be exported: out of memory [OutOfMemory]");
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

static char *copy_text(MlirStringRef text) {
  char *copy = malloc(text.length + 1);
  if (copy)
    snprintf(copy, text.length + 1, "%.*s", (int)text.length, text.data);
  return copy;
}

// The folder for what `op` holds below that one; null when an error has been reported. Released by free.
static char *folder_below(MlirOperation op, const char *folder) {
  MlirStringRef name = accyGetString(op, "sym_name");
  if (!is_folder_name(name)) {
    accyEmitOpError(op, "cannot be exported: its name '%.*s' is no folder's", (int)name.length, name.data);
    return NULL;
  }
  size_t size = strlen(folder) + name.length + 2;
  char *path = malloc(size);
  if (path)
    snprintf(path, size, "%s/%.*s", folder, (int)name.length, name.data);
  else
    out_of_memory(op);
  return path;
}

static MlirLogicalResult add_bundle(Bundles *bundles, MlirOperation program, const char *folder, bool isOneOfSeveral) {
  if (bundles->count == bundles->capacity) {
    size_t capacity = bundles->capacity ? 2 * bundles->capacity : 8;
    Bundle *grown = realloc(bundles->rows, capacity * sizeof *grown);
    if (!grown)
      return out_of_memory(program);
    bundles->rows = grown;
    bundles->capacity = capacity;
  }
  Bundle bundle = {.program = program,
                   .path = isOneOfSeveral ? folder_below(program, folder) : copy_text(accyText(folder))};
  if (!bundle.path)
    return isOneOfSeveral ? mlirLogicalResultFailure() : out_of_memory(program);
  MlirLogicalResult result = accyReadPlan(program, &bundle.plan);
  if (mlirLogicalResultIsFailure(result)) {
    free(bundle.path);
    return result;
  }
  bundles->rows[bundles->count++] = bundle;
  AccyStatus status;
  if (!*bundles->name || accyPlanSetFunction(bundle.plan, bundles->name, &status))
    return result;
  return accyEmitOpError(program, "cannot be exported under the name that was asked for: %s [%s]", status.message,
                         accyStatusCodeName(status.code));
}

static MlirLogicalResult note(MlirOperation program, void *userData) {
  (void)program;
  *(bool *)userData = true;
  return mlirLogicalResultSuccess();
}

static bool has_programs(MlirOperation module) {
  bool found = false;
  accyForEachProgram(module, note, &found);
  return found;
}

// Programs go into the folder, those of the module of one of several targets into a folder of that name in it.
static MlirLogicalResult add_module(Bundles *bundles, MlirOperation module, const char *folder) {
  int count = 0;
  ACCY_FOR_EACH(program, accyGetBlock(module, 0), "choir.program") {
    ++count;
  }
  if (count > 1 && *bundles->name)
    return accyEmitOpError(module, "cannot be exported: %d programs cannot all be named '%s'", count, bundles->name);
  ACCY_FOR_EACH(program, accyGetBlock(module, 0), "choir.program") {
    if (mlirLogicalResultIsFailure(add_bundle(bundles, program, folder, count > 1)))
      return mlirLogicalResultFailure();
  }
  ACCY_FOR_EACH(target, accyGetBlock(module, 0), "builtin.module") {
    if (!has_programs(target))
      continue;
    char *below = folder_below(target, folder);
    MlirLogicalResult result = below ? add_module(bundles, target, below) : mlirLogicalResultFailure();
    free(below);
    if (mlirLogicalResultIsFailure(result))
      return result;
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static MlirLogicalResult make_folder(MlirOperation op, const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op, "cannot be exported: making the folder '%s' failed: %s%s", path, strerror(errno),
                         errno == ENOENT ? "; make the folder that it is to be in first" : "");
}

static MlirLogicalResult refuse_nothing(MlirOperation module) {
  MlirBlock body = accyGetBlock(module, 0);
  MlirOperation first = mlirBlockIsNull(body) ? (MlirOperation){NULL} : mlirBlockGetFirstOperation(body);
  if (mlirOperationIsNull(first))
    return accyEmitOpError(module, "has no compiled program to export: it is empty; give it a function and run "
                                   "accy-compile first");
  if (accyOperationIs(first, "builtin.module"))
    return accyEmitOpError(first, "has no compiled program to export, and accy-compile does not look into a module in "
                                  "a module: compile and export this one by itself");
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(first));
  return accyEmitOpError(module,
                         "has no compiled program to export: it begins with '%.*s', and what is exported is a "
                         "choir.program; run accy-compile first",
                         (int)name.length, name.data);
}

// Makes the folders between the one that was asked for, which is there, and the bundle's own.
static MlirLogicalResult make_folders_below(const Bundle *bundle, size_t length) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  char *slash = strlen(bundle->path) > length ? strchr(bundle->path + length + 1, '/') : NULL;
  for (; slash && mlirLogicalResultIsSuccess(result); slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    result = make_folder(bundle->program, bundle->path);
    *slash = '/';
  }
  return result;
}

static MlirLogicalResult write_bundle(const Bundle *bundle, size_t length) {
  AccyStatus status;
  if (mlirLogicalResultIsFailure(make_folders_below(bundle, length)))
    return mlirLogicalResultFailure();
  if (accyBundleWrite(bundle->plan, bundle->path, &status))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(bundle->program, "cannot be exported to '%s': %s [%s]", bundle->path, status.message,
                         accyStatusCodeName(status.code));
}

static MlirLogicalResult export_module(MlirOperation module, const char *folder, const char *name) {
  Bundles bundles = {.name = name};
  MlirLogicalResult result = add_module(&bundles, module, folder);
  if (mlirLogicalResultIsSuccess(result) && bundles.count == 0)
    result = refuse_nothing(module);
  if (mlirLogicalResultIsSuccess(result))
    result = make_folder(bundles.rows[0].program, folder);
  for (size_t i = 0; i < bundles.count && mlirLogicalResultIsSuccess(result); ++i)
    result = write_bundle(&bundles.rows[i], strlen(folder));
  destroy(&bundles);
  return result;
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  MlirStringRef path = accyOptionsGetString(options, "dir");
  if (path.length == 0)
    return accyEmitOpError(module, "cannot be exported: give accy-export{dir=FOLDER}");
  char *folder = copy_text(path), *name = copy_text(accyOptionsGetString(options, "name"));
  MlirLogicalResult result = folder && name ? export_module(module, folder, name) : out_of_memory(module);
  free(folder);
  free(name);
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
