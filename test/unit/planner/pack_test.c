// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing plain blocks: random lifetimes, bounds of small problems, edges, and hard problems. Spec: planner.md,
// section 8.
#include "accy-c/MemoryPlan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planner/pack_search.h"

enum { problem_capacity = 1000 };

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint32_t random_number(uint32_t limit) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33) % limit;
}

static void assert_packed(const AccyPackBlock *blocks, uint32_t count, const uint64_t *offsets, uint64_t arena) {
  for (uint32_t i = 0; i < count; ++i) {
    assert_int_equal(offsets[i] % blocks[i].alignment, 0);
    assert_true(offsets[i] + blocks[i].bytes <= arena);
    for (uint32_t j = 0; j < i; ++j) {
      bool together = blocks[i].first <= blocks[j].last && blocks[j].first <= blocks[i].last;
      bool apart = offsets[i] + blocks[i].bytes <= offsets[j] || offsets[j] + blocks[j].bytes <= offsets[i];
      if (together && !apart)
        fail_msg("blocks %u and %u overlap", i, j);
    }
  }
}

/// The peak by adding up what comes and goes at each time.
static uint64_t peak_by_time(const AccyPackBlock *blocks, uint32_t count) {
  static int64_t changes[2 * problem_capacity + 32];
  memset(changes, 0, sizeof(changes));
  for (uint32_t i = 0; i < count; ++i) {
    changes[blocks[i].first] += (int64_t)blocks[i].bytes;
    changes[blocks[i].last + 1] -= (int64_t)blocks[i].bytes;
  }
  int64_t live = 0, peak = 0;
  for (size_t time = 0; time < sizeof(changes) / sizeof(changes[0]); ++time) {
    live += changes[time];
    peak = live > peak ? live : peak;
  }
  return (uint64_t)peak;
}

/// Blocks of up to 1000 that live briefly, or now and then long, or many at once.
static uint32_t random_problem(AccyPackBlock *blocks) {
  static const uint32_t alignments[] = {1, 4, 16, 64, 256};
  uint32_t count = 1 + random_number(1 + random_number(problem_capacity)), kind = random_number(3);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t first = random_number(kind == 2 ? 1 + count / 2 : count), longest = kind == 2 ? 1 + count / 10 : 20;
    uint32_t length = random_number(kind == 1 && random_number(10) == 0 ? count : longest);
    blocks[i] = (AccyPackBlock){first, first + length, 1 + random_number(65536), alignments[random_number(5)]};
  }
  return count;
}

static void test_random_lifetimes(void **state) {
  (void)state;
#if __has_feature(address_sanitizer) // everything takes several times as long
  enum { problems = 200 };
#else
  enum { problems = 1000 };
#endif
  const AccyPackOptions options = {.search_budget =
                                       600000}; // with the default it comes closer, but takes a second for each
  static AccyPackBlock blocks[problem_capacity];
  static uint64_t offsets[problem_capacity], same[problem_capacity];
  double ratios = 0;
  for (int problem = 0; problem < problems; ++problem) {
    uint64_t arena, peak, least, again;
    uint32_t count = random_problem(blocks);
    assert_true(accyPackBlocks(blocks, count, &options, offsets, &arena, NULL));
    assert_true(accyPackPeak(blocks, count, &peak, NULL));
    assert_int_equal(peak, peak_by_time(blocks, count));
    assert_true(accyPackLeast(blocks, count, &least, NULL));
    assert_true(peak <= least && least <= arena);
    assert_packed(blocks, count, offsets, arena);
    ratios += (double)arena / (double)peak;
    if (problem % 10 == 0) {
      assert_true(accyPackBlocks(blocks, count, &options, same, &again, NULL));
      assert_int_equal(arena, again);
      assert_memory_equal(offsets, same, count * sizeof(uint64_t));
    }
  }
  print_message("mean ratio of arena to peak %.4f\n", ratios / problems);
  assert_true(ratios / problems <= 1.02);
}

// ---- Small problems -------------------------------------------------------------------------------------------------

enum { small_capacity = 6 };

/// The least arena there is: each order from below, every block directly on those that it is live with.
static uint64_t least_by_trying(const AccyPackBlock *blocks, uint32_t count, uint64_t *offsets, uint32_t placed) {
  uint64_t best = UINT64_MAX;
  if (placed == (1u << count) - 1) {
    best = 0;
    for (uint32_t i = 0; i < count; ++i)
      best = offsets[i] + blocks[i].bytes > best ? offsets[i] + blocks[i].bytes : best;
    return best;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (placed & 1u << i)
      continue;
    uint64_t offset = 0;
    for (uint32_t j = 0; j < count; ++j) {
      bool together = blocks[i].first <= blocks[j].last && blocks[j].first <= blocks[i].last;
      if (placed & 1u << j && together && offsets[j] + blocks[j].bytes > offset)
        offset = offsets[j] + blocks[j].bytes;
    }
    offsets[i] = (offset + blocks[i].alignment - 1) / blocks[i].alignment * blocks[i].alignment;
    uint64_t arena = least_by_trying(blocks, count, offsets, placed | 1u << i);
    best = arena < best ? arena : best;
  }
  return best;
}

/// No bound is above the best arena, which the search finds; where all blocks have one alignment and are live at once,
/// the bound is that arena.
static void test_bounds_of_small_problems(void **state) {
  (void)state;
  enum { problems = 2000 };
  for (int problem = 0; problem < problems; ++problem) {
    static const uint32_t alignments[] = {1, 4, 16, 12};
    AccyPackBlock blocks[small_capacity];
    uint64_t offsets[small_capacity], least, arena;
    uint32_t count = 1 + random_number(small_capacity), common = alignments[random_number(3)];
    bool is_uniform = random_number(4) == 0;
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t first = is_uniform ? 0 : random_number(4), length = random_number(3);
      blocks[i] = (AccyPackBlock){first, first + length, 1 + random_number(40),
                                  is_uniform ? common : alignments[random_number(4)]};
    }
    uint64_t best = least_by_trying(blocks, count, offsets, 0);
    assert_true(accyPackLeast(blocks, count, &least, NULL));
    assert_true(least <= best);
    if (is_uniform)
      assert_int_equal(least, best);
    assert_true(accyPackBlocks(blocks, count, NULL, offsets, &arena, NULL));
    assert_packed(blocks, count, offsets, arena);
    assert_int_equal(arena, best);
  }
}

/// Blocks of no bytes, one time, one block and none.
static void test_small_problems(void **state) {
  (void)state;
  const AccyPackBlock blocks[] = {{3, 3, 0, 16}, {0, UINT64_MAX, 8, 8}, {3, 3, 5, 1}, {7, 7, 5, 4}};
  const uint64_t arenas[] = {0, 0, 8, 13, 13};
  for (uint32_t count = 0; count <= 4; ++count) {
    uint64_t offsets[4], arena;
    assert_true(accyPackBlocks(blocks, count, NULL, offsets, &arena, NULL));
    assert_int_equal(arena, arenas[count]);
    assert_packed(blocks, count, offsets, arena);
  }
}

/// Blocks at the end of time are live with each other, too.
static void test_late_times(void **state) {
  (void)state;
  const uint64_t end = UINT64_MAX;
  const AccyPackBlock blocks[] = {{end, end, 8, 1},         {end - 1, end - 1, 5, 1}, {end - 1, end, 3, 4},
                                  {end - 2, end - 1, 7, 1}, {end, end, 9, 1},         {0, end - 2, 6, 1}};
  for (uint32_t count = 1; count <= 6; ++count) {
    uint64_t offsets[6], arena, peak;
    assert_true(accyPackPeak(blocks, count, &peak, NULL));
    assert_true(accyPackBlocks(blocks, count, NULL, offsets, &arena, NULL));
    assert_true(arena >= peak);
    assert_packed(blocks, count, offsets, arena);
  }
}

// ---- The unit of time -----------------------------------------------------------------------------------------------

/// Times in another unit, which keeps what comes before what: gaps become `stretch` times as long, and more now and
/// then.
static void stretch_times(const AccyPackBlock *blocks, uint32_t count, uint32_t stretch, AccyPackBlock *out) {
  static uint64_t times[2 * problem_capacity + 32];
  uint64_t now = 0;
  for (size_t time = 0; time < sizeof(times) / sizeof(times[0]); ++time) {
    times[time] = now;
    now += stretch + (random_number(4) == 0 ? random_number(100) : 0);
  }
  for (uint32_t i = 0; i < count; ++i) {
    out[i] = blocks[i];
    out[i].first = times[blocks[i].first];
    out[i].last = times[blocks[i].last + 1] - 1;
  }
}

/// The search alone, from an arena in which nothing shares.
static uint64_t search_from_nothing(const AccyPackBlock *blocks, uint32_t count, uint64_t *offsets) {
  const AccyPackOptions options = {.search_budget = 200000};
  AccyArena scratch = {0};
  uint64_t arena = 0, least;
  for (uint32_t i = 0; i < count; ++i) {
    offsets[i] = (arena + blocks[i].alignment - 1) / blocks[i].alignment * blocks[i].alignment;
    arena = offsets[i] + blocks[i].bytes;
  }
  assert_true(accyPackLeast(blocks, count, &least, NULL));
  assert_true(accyPackSearch(blocks, count, least, &options, &scratch, offsets, &arena));
  accyArenaFree(&scratch);
  assert_packed(blocks, count, offsets, arena);
  return arena;
}

/// The search sees the same problem whatever the unit of time.
static void test_units_of_time(void **state) {
  (void)state;
  static AccyPackBlock blocks[problem_capacity], stretched[problem_capacity];
  static uint64_t offsets[problem_capacity], same[problem_capacity];
  for (uint32_t problem = 0; problem < 60; ++problem) {
    uint32_t count = random_problem(blocks);
    stretch_times(blocks, count, 1 + problem % 3, stretched);
    assert_int_equal(search_from_nothing(blocks, count, offsets), search_from_nothing(stretched, count, same));
    assert_memory_equal(offsets, same, count * sizeof(uint64_t));
  }
}

static void test_pack_overflow(void **state) {
  (void)state;
  AccyPackBlock blocks[] = {{0, 1, UINT64_MAX - 5, 1}, {1, 2, 10, 1}};
  uint64_t offsets[2], arena;
  AccyStatus status = {0};
  assert_false(accyPackBlocks(blocks, 2, NULL, offsets, &arena, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  blocks[1].bytes = 4; // fits
  assert_true(accyPackBlocks(blocks, 2, NULL, offsets, &arena, &status));
  assert_int_equal(arena, UINT64_MAX - 1);
}

// ---- Hard problems --------------------------------------------------------------------------------------------------

/// Reads a problem of the reference data; 0 blocks when it is not there.
static uint32_t read_problem(const char *name, AccyPackBlock *blocks) {
  const char *shared = getenv("ACCY_SHARED");
  char path[1024], heading[64];
  snprintf(path, sizeof(path), "%s/data/minimalloc/%s.1048576.csv", shared ? shared : ACCY_SOURCE_DIR "/../shared",
           name);
  FILE *file = fopen(path, "r");
  uint32_t count = 0;
  unsigned long long id, lower, upper, size;
  if (file && fgets(heading, sizeof(heading), file)) {
    while (count < problem_capacity && fscanf(file, "%llu,%llu,%llu,%llu", &id, &lower, &upper, &size) == 4)
      blocks[count++] = (AccyPackBlock){lower, upper - 1, size, 1};
  }
  if (file)
    fclose(file);
  return count;
}

static int compare_times(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return left < right ? -1 : left > right;
}

/// Puts the number of a time among all in its place, as if each were a launch.
static void number_times(AccyPackBlock *blocks, uint32_t count) {
  static uint64_t times[2 * problem_capacity];
  uint32_t unique = 0;
  for (uint32_t i = 0; i < count; ++i) {
    times[2 * i] = blocks[i].first;
    times[2 * i + 1] = blocks[i].last + 1;
  }
  qsort(times, (size_t)count * 2, sizeof(uint64_t), compare_times);
  for (uint32_t i = 0; i < 2 * count; ++i)
    if (unique == 0 || times[unique - 1] != times[i])
      times[unique++] = times[i];
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t end = blocks[i].last + 1,
             *first = bsearch(&blocks[i].first, times, unique, sizeof(uint64_t), compare_times);
    blocks[i].first = (uint64_t)(first - times);
    blocks[i].last = (uint64_t)((uint64_t *)bsearch(&end, times, unique, sizeof(uint64_t), compare_times) - times) - 1;
  }
}

static void assert_solved(const char *name, const AccyPackBlock *blocks, uint32_t count) {
  const AccyPackOptions options = {.goal = 1048576};
  static uint64_t offsets[problem_capacity];
  uint64_t arena;
  assert_true(accyPackBlocks(blocks, count, &options, offsets, &arena, NULL));
  assert_packed(blocks, count, offsets, arena);
  if (arena > options.goal)
    fail_msg("problem %s takes %llu bytes", name, (unsigned long long)arena);
}

/// With the default budget and times as programs have them; benchmarks/memory_plan takes the problems' own.
static void test_hard_problems(void **state) {
  (void)state;
#if __has_feature(address_sanitizer) // the quicker ones, as everything takes several times as long
  static const char *const names[] = {"A", "B", "C", "F", "G", "H", "J", "K"};
#else
  static const char *const names[] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"};
#endif
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    static AccyPackBlock blocks[problem_capacity];
    uint32_t count = read_problem(names[i], blocks);
    if (count == 0) {
      print_message("skipped: the reference problems are absent (beside the checkout and in $ACCY_SHARED)\n");
      skip();
    }
    number_times(blocks, count);
    assert_solved(names[i], blocks, count);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_lifetimes), cmocka_unit_test(test_bounds_of_small_problems),
      cmocka_unit_test(test_small_problems),   cmocka_unit_test(test_pack_overflow),
      cmocka_unit_test(test_hard_problems),    cmocka_unit_test(test_late_times),
      cmocka_unit_test(test_units_of_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
