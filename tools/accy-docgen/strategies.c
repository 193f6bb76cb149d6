// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of strategies.

#include "docgen.h"

#include "kernels/strategy.h"

#include <stdio.h>

// What the target's subgroups must be able to do.
static void write_needs(const AccyStrategy *strategy) {
  for (int operation = 0; operation < AccySubgroupOperationCount; ++operation)
    if (strategy->subgroupOperations & ACCY_BIT(operation))
      printf(" subgroups with %s", accySubgroupOperationName((AccySubgroupOperation)operation));
}

void accyWriteStrategiesPage(void) {
  printf("# Strategies\n\nMade by `accy-docgen strategies` from the table in `kernels/strategy.c`: how accy-kernelize "
         "makes a function of a\nkernel. It takes the one of greatest benefit that fits the kernel and the target; "
         "`strategy=NAME` asks for one for the\nkernels of its kind, and `strategies=generic` for the generic ones, "
         "which fit every kernel.\n\n| strategy | kernels | generic | what it does | needs |\n| --- | --- | --- | --- "
         "| --- |\n");
  for (const AccyStrategy *const *strategy = accyStrategies; *strategy; ++strategy) {
    printf("| `%s` | %s | %s | %s |", (*strategy)->name, (*strategy)->kind, (*strategy)->isGeneric ? "yes" : "",
           (*strategy)->summary);
    write_needs(*strategy);
    printf(" |\n");
  }
}
