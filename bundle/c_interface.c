// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan of CPU objects as C; see c_interface.h.
#define _POSIX_C_SOURCE 200809L
#include "bundle/c_interface.h"

#include <stdlib.h>
#include <string.h>

void cInterfaceNameFiles(const char *function, CInterface *outInterface) {
  char name[C_NAME_CAPACITY];
  cFunctionName(function, name);
  snprintf(outInterface->headerPath, sizeof outInterface->headerPath, "%s.h", name);
  snprintf(outInterface->sourcePath, sizeof outInterface->sourcePath, "%s.c", name);
}

bool cInterfaceMadeFile(const char *path, const char *text) {
  char start[BUNDLE_PATH_CAPACITY + 32]; // as cPrintHeader and cPrintSource begin
  snprintf(start, sizeof start, "// %s: " C_INTERFACE_MAKER, path);
  return strncmp(text, start, strlen(start)) == 0;
}

bool cInterfaceIsPossible(const AccyPlan *plan) {
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    if (!plan->slots[i].has_static_size)
      return false;
  return plan->target.format == AccyFormatCpuObject;
}

static bool print_text(void (*print)(FILE *file, const CFunction *function), const CFunction *function, char **outText,
                       AccyStatus *status) {
  size_t size;
  FILE *file = open_memstream(outText, &size);
  bool done = file != NULL;
  if (file) {
    print(file, function);
    done = !ferror(file);
    done = fclose(file) == 0 && done;
  }
  return done || accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the C interface");
}

bool cInterfaceCreate(const AccyPlan *plan, const BundlePaths *paths, CInterface *outInterface, AccyStatus *status) {
  CFunction function;
  CInterface interface = {.header = NULL, .source = NULL};
  if (!cFunctionCreate(plan, paths, &function, status))
    return false;
  cInterfaceNameFiles(plan->function, &interface);
  bool done = print_text(cPrintHeader, &function, &interface.header, status) &&
              print_text(cPrintSource, &function, &interface.source, status);
  cFunctionDestroy(&function);
  if (done)
    *outInterface = interface;
  else
    cInterfaceDestroy(&interface);
  return done;
}

void cInterfaceDestroy(CInterface *interface) {
  free(interface->header);
  free(interface->source);
  *interface = (CInterface){.header = NULL};
}
