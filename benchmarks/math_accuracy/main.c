// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// math_accuracy: prints the table of docs/accuracy.md. Unary functions are measured at all 2^32 floats unless a larger
// step is asked for.

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Options {
  const char *function;
  uint32_t step;
  uint64_t pairs;
} Options;

static const char usage[] = "usage: math_accuracy [--function=NAME] [--step=N] [--pairs=N]\n"
                            "  --function=NAME  measure this function only\n"
                            "  --step=N         measure unary functions at every N-th float (1: all 2^32)\n"
                            "  --pairs=N        measure binary functions at N random pairs (1000000000)\n";

static bool read_number(const char *text, uint64_t limit, uint64_t *number) {
  char *end;
  *number = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0' && *number >= 1 && *number <= limit;
}

static bool read_option(const char *argument, Options *options) {
  uint64_t number;
  if (strncmp(argument, "--function=", 11) == 0) {
    options->function = argument + 11;
    return true;
  }
  if (strncmp(argument, "--step=", 7) == 0 && read_number(argument + 7, UINT32_MAX, &number)) {
    options->step = (uint32_t)number;
    return true;
  }
  return strncmp(argument, "--pairs=", 8) == 0 && read_number(argument + 8, UINT64_MAX, &options->pairs);
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Nanoseconds per element of the compiled function alone, at arguments between -8 and 8.
static double time_per_element(const MathFunction *function) {
  enum { ROUNDS = 500 };
  float inputs[MATH_BATCH], outputs[MATH_BATCH];
  for (size_t i = 0; i < MATH_BATCH; ++i)
    inputs[i] = (float)i * (16.0f / MATH_BATCH) - 8.0f;
  const double start = seconds();
  for (int round = 0; round < ROUNDS; ++round)
    function->compiled(inputs, inputs, outputs);
  return (seconds() - start) * 1e9 / ROUNDS / MATH_BATCH;
}

/// Prints the function's row; returns whether it keeps its limit.
static bool print_row(const MathFunction *function, const Options *options) {
  const Measurement found =
      function->unary ? measure_unary(function, 0, options->step) : measure_binary(function, options->pairs);
  printf("| %s | %.3f | %g |", function->name, found.max_ulp, function->limit);
  if (function->unary)
    printf(" %a |", (double)found.worst[0]);
  else
    printf(" %a, %a |", (double)found.worst[0], (double)found.worst[1]);
  printf(" %llu | %llu | %.1f |", (unsigned long long)found.wrong_specials, (unsigned long long)found.inputs,
         time_per_element(function));
  if (found.wrong_specials)
    printf(" first wrong: %a, %a", (double)found.first_wrong[0], (double)found.first_wrong[1]);
  printf("\n");
  fflush(stdout);
  return found.max_ulp <= function->limit && found.wrong_specials == 0;
}

int main(int argc, char **argv) {
  Options options = {NULL, 1, 1000000000};
  for (int i = 1; i < argc; ++i) {
    if (!read_option(argv[i], &options)) {
      fprintf(stderr, "math_accuracy: cannot read '%s'\n%s", argv[i], usage);
      return 2;
    }
  }
  printf("| function | max error (ulp) | limit | worst input | wrong special values | inputs | ns per element |\n"
         "|---|---|---|---|---|---|---|\n");
  bool all_within = true, any = false;
  for (size_t i = 0; i < math_function_count; ++i) {
    if (options.function && strcmp(options.function, math_functions[i].name) != 0)
      continue;
    any = true;
    all_within &= print_row(&math_functions[i], &options);
  }
  if (!any) {
    fprintf(stderr, "math_accuracy: no function '%s'\n", options.function);
    return 2;
  }
  return all_within ? 0 : 1;
}
