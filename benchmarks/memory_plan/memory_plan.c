// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packs lifetime problems and prints a table: memory_plan GOAL BUDGET FILE.csv…
// A problem is a CSV file with a heading and the columns id, lower, upper (one past the last time), size. It is solved
// when its arena is at most GOAL bytes; GOAL 0 asks for the peak. Ends with 1 when one is not solved.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accy-c/MemoryPlan.h"

enum { block_capacity = 2048 };

static uint32_t read_problem(const char *path, AccyPackBlock *blocks) {
  FILE *file = fopen(path, "r");
  if (!file)
    return 0;
  char heading[256];
  uint64_t id, lower, upper, size;
  uint32_t count = 0;
  if (fgets(heading, sizeof(heading), file)) {
    while (count < block_capacity &&
           fscanf(file, "%" SCNu64 ",%" SCNu64 ",%" SCNu64 ",%" SCNu64, &id, &lower, &upper, &size) == 4)
      blocks[count++] = (AccyPackBlock){lower, upper - 1, size, 1};
  }
  fclose(file);
  return count;
}

static bool run(const char *path, const AccyPackOptions *options, double *total) {
  static AccyPackBlock blocks[block_capacity];
  static uint64_t offsets[block_capacity];
  uint32_t count = read_problem(path, blocks);
  uint64_t peak, arena;
  AccyStatus status = {0};
  clock_t start = clock();
  if (count == 0 || !accyPackPeak(blocks, count, &peak, &status) ||
      !accyPackBlocks(blocks, count, options, offsets, &arena, &status)) {
    fprintf(stderr, "error: %s: %s\n", path, count ? status.message : "no problem in this file");
    return false;
  }
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  *total += seconds;
  bool solved = arena <= (options->goal > peak ? options->goal : peak);
  const char *name = strrchr(path, '/');
  printf("%-20s %5u %12" PRIu64 " %12" PRIu64 " %7.4f %8.2f  %s\n", name ? name + 1 : path, count, peak, arena,
         (double)arena / (double)peak, seconds, solved ? "solved" : "not solved");
  return solved;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: memory_plan GOAL BUDGET FILE.csv...\n");
    return 2;
  }
  AccyPackOptions options = {.goal = strtoull(argv[1], NULL, 10), .search_budget = strtoull(argv[2], NULL, 10)};
  printf("%-20s %5s %12s %12s %7s %8s\n", "problem", "slots", "peak", "arena", "ratio", "seconds");
  bool all = true;
  double total = 0;
  for (int i = 3; i < argc; ++i)
    all = run(argv[i], &options, &total) && all;
  printf("%-20s %47.2f  %s\n", "all", total, all ? "solved" : "not solved");
  return all ? 0 : 1;
}
