// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From object files to callable functions: one shared library, made by the system's C compiler driver.
//
// A generated C file holds one function per launch that unpacks its arguments and calls the entry. So the C compiler
// applies the platform's calling convention, and none is guessed here.
#define _GNU_SOURCE
#include "runtime/cpu/link.h"

#include "runtime/cpu/folder.h"
#include "runtime/cpu/spawn.h"
#include "runtime/error.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static const char *type_of(const AccyDeviceArgument *argument) {
  if (argument->isRegion)
    return "void *";
  if (argument->scalarIsFloat)
    return argument->scalarBytes == 8 ? "double " : "float ";
  return argument->scalarBytes == 8 ? "uint64_t " : "uint32_t ";
}

static void write_call(FILE *file, const AccyDeviceLaunch *launch, size_t index) {
  // The label keeps an entry's name from meeting a keyword or a function that the compiler knows.
  fprintf(file, "extern void entry_%zu(", index);
  for (size_t i = 0; i < launch->argumentCount; ++i)
    fprintf(file, "%s%s", i ? ", " : "", type_of(&launch->arguments[i]));
  fprintf(file, "%s) __asm__(\"%s\");\n", launch->argumentCount ? "" : "void", launch->entry);
  fprintf(file, "void accy_launch_%zu(void *const *arguments) {\n  (void)arguments;\n  entry_%zu(", index, index);
  for (size_t i = 0; i < launch->argumentCount; ++i)
    fprintf(file, "%s*(%s*)arguments[%zu]", i ? ", " : "", type_of(&launch->arguments[i]), i);
  fprintf(file, ");\n}\n");
}

static bool write_calls(const AccyCpuFolder *folder, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  FILE *file = accyCpuFolderCreateFile(folder, "launch.c", error);
  if (!file)
    return false;
  fprintf(file, "#include <stdint.h>\n");
  for (size_t i = 0; i < program->launchCount; ++i)
    write_call(file, &program->launches[i], i);
  return accyCpuFolderCloseFile(file, "launch.c", error);
}

static bool write_objects(const AccyCpuFolder *folder, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  for (size_t i = 0; i < program->codeCount; ++i) {
    char name[32];
    snprintf(name, sizeof name, "%zu.o", i);
    FILE *file = accyCpuFolderCreateFile(folder, name, error);
    if (!file)
      return false;
    fwrite(program->codes[i].data, 1, program->codes[i].bytes, file);
    if (!accyCpuFolderCloseFile(file, name, error))
      return false;
  }
  return true;
}

// The driver runs in the folder, so that every name on its command line is one of ours.
static bool run_driver(const AccyCpuFolder *folder, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  static const char *const leading[] = {"-shared", "-fPIC", "-O1", "-w", "-o", "kernels.so", "launch.c"};
  static const char *const trailing[] = {"-lm", "-Wl,-z,defs"};
  enum { LeadingCount = sizeof leading / sizeof *leading, TrailingCount = sizeof trailing / sizeof *trailing };
  size_t count = LeadingCount + program->codeCount + TrailingCount;
  const char **options = calloc(count + 1, sizeof *options);
  char (*names)[32] = calloc(program->codeCount + 1, sizeof *names);
  bool done = false;
  if (!options || !names) {
    accyRuntimeFail(error, "no memory to link the kernels");
  } else {
    const char **next = options;
    for (size_t i = 0; i < LeadingCount; ++i)
      *next++ = leading[i];
    for (size_t i = 0; i < program->codeCount; ++i) {
      snprintf(names[i], sizeof names[i], "%zu.o", i);
      *next++ = names[i];
    }
    for (size_t i = 0; i < TrailingCount; ++i)
      *next++ = trailing[i];
    done = accyCpuRunCompilerDriver(folder, options, error);
  }
  free(names);
  free(options);
  return done;
}

static bool find_functions(const AccyDeviceProgram *program, AccyCpuLibrary *library, AccyRuntimeError *error) {
  library->functions = calloc(program->launchCount + 1, sizeof *library->functions);
  if (!library->functions)
    return accyRuntimeFail(error, "no memory to link the kernels");
  for (size_t i = 0; i < program->launchCount; ++i) {
    char name[48];
    snprintf(name, sizeof name, "accy_launch_%zu", i);
    // ISO C has no conversion from an object pointer to a function pointer; POSIX promises this one.
    *(void **)&library->functions[i] = dlsym(library->handle, name);
    if (!library->functions[i])
      return accyRuntimeFail(error, "the linked kernels lack %s", name);
  }
  return true;
}

static bool load_library(const AccyCpuFolder *folder, const AccyDeviceProgram *program, AccyCpuLibrary *library,
                         AccyRuntimeError *error) {
  char path[ACCY_CPU_FOLDER_PATH_LENGTH + 32];
  snprintf(path, sizeof path, "%s/kernels.so", folder->path);
  library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library->handle)
    return accyRuntimeFail(error, "the linked kernels cannot be loaded: %s", dlerror());
  return find_functions(program, library, error);
}

bool accyCpuLibraryLink(const AccyDeviceProgram *program, AccyCpuLibrary *outLibrary, AccyRuntimeError *error) {
  AccyCpuFolder folder;
  if (!accyCpuFolderCreate(&folder, error))
    return false;
  AccyCpuLibrary library = {0};
  bool done = write_calls(&folder, program, error) && write_objects(&folder, program, error) &&
              run_driver(&folder, program, error) && load_library(&folder, program, &library, error);
  // A loaded library stays mapped without its file.
  accyCpuFolderRemove(&folder);
  if (!done)
    accyCpuLibraryUnload(&library);
  else
    *outLibrary = library;
  return done;
}

void accyCpuLibraryUnload(AccyCpuLibrary *library) {
  free(library->functions);
  if (library->handle)
    dlclose(library->handle);
  *library = (AccyCpuLibrary){0};
}
