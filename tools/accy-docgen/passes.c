// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of passes and pipelines.

#include "docgen.h"

#include "passes/passes.h"

#include <stdio.h>

static const char *const option_kinds[] = {
    [AccyOptionString] = "text",
    [AccyOptionBool] = "true or false",
    [AccyOptionInteger] = "integer",
    [AccyOptionPositiveInteger] = "integer, at least 1",
};

static void write_options(const AccyOptionRow *options, intptr_t count) {
  if (count == 0)
    return;
  printf("\n| option | value | default | meaning |\n| --- | --- | --- | --- |\n");
  for (intptr_t i = 0; i < count; ++i) {
    const char *value = options[i].defaultValue ? options[i].defaultValue : "";
    const char *mark = *value ? "`" : "";
    printf("| `%s` | %s | %s%s%s | %s |\n", options[i].name, option_kinds[options[i].kind], mark, value, mark,
           options[i].description);
  }
}

static void write_pass(const AccyPassRow *pass) {
  printf("\n### %s\n\n%s\n", pass->argument, pass->description);
  if (pass->anchor)
    printf("\nRuns on `%s`.\n", pass->anchor);
  else
    printf("\nRuns on any operation.\n");
  write_options(pass->options, pass->numOptions);
}

static void write_pipeline(const AccyPipelineRow *pipeline) {
  printf("\n### %s\n\n%s\n", pipeline->argument, pipeline->description);
  write_options(pipeline->options, pipeline->numOptions);
}

void accyWritePassesPage(void) {
  printf("# Passes\n\nMade by `accy-docgen passes` from the table in `passes/table.c`. Name them to `accy-opt` as "
         "`--NAME` or\n`--NAME=\"option=value …\"`.\n\n## Pipelines\n");
  for (const AccyPipelineRow *const *pipeline = accyPipelines; *pipeline; ++pipeline)
    write_pipeline(*pipeline);
  printf("\n## Passes, in the order of accy-compile\n");
  for (const AccyPassRow *const *pass = accyPasses; *pass; ++pass)
    write_pass(*pass);
}
