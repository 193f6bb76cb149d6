// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What target_schema_test.py checks docs/target.schema.json against: without arguments prints every built-in profile as
// an array; with one reads the profile in that file and prints "Ok", or the error's name and message.
#include <stdio.h>
#include <stdlib.h>

#include "accy-c/Target.h"

static int print_profiles(void) {
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i) {
    AccyTargetProfile profile = {.capabilities = *accyTargetBuiltin(i)};
    profile.format = accyBackendDefaultFormat(profile.capabilities.backend);
    AccyStatus status;
    char *text;
    if (!accyTargetProfilePrintJson(&profile, &text, &status)) {
      fprintf(stderr, "%s\n", status.message);
      return 1;
    }
    printf("%s%s", i ? "," : "[", text);
    free(text);
  }
  printf("]\n");
  return 0;
}

int main(int argc, char **argv) {
  AccyTargetProfile profile;
  AccyStatus status;
  if (argc < 2)
    return print_profiles();
  if (accyTargetProfileReadJson(argv[1], &profile, &status))
    printf("Ok\n");
  else
    printf("%s %s\n", accyStatusCodeName(status.code), status.message);
  return 0;
}
