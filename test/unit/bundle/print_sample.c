// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what schema_test.py checks docs/plan.schema.json against: the sample plan, and the names of every enumeration.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "accy-c/Bundle.h"
#include "planner/plan.h"
#include "sample_plan.h"

#define PRINT_NAMES(type, rows)                                                                                        \
  printf("%s\"%s\": [", separator, #type);                                                                             \
  for (int i = 0; i < Accy##type##Count; ++i)                                                                          \
    printf("%s\"%s\"", i ? ", " : "", accy##type##Name((Accy##type)i));                                                \
  printf("]");                                                                                                         \
  separator = ", ";

int main(void) {
  AccyPlan *plan = makeSamplePlan();
  AccyStatus status = {0};
  char *text;
  if (!accyPlanPrintJson(plan, &text, &status)) {
    fprintf(stderr, "%s\n", status.message);
    return 1;
  }
  const char *separator = "";
  printf("{\"names\": {");
  ACCY_ENUMS(PRINT_NAMES)
  printf("}, \"plan\": %s}\n", text);
  free(text);
  accyPlanDestroy(plan);
  return 0;
}
