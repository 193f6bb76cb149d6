// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See launch_model.h. Numbers are of 128 bits, in which nothing here overflows; what they may not pass is said at each.
#include "launch_model.h"

#include <string.h>

typedef unsigned __int128 Wide;

static const Wide most_u32 = UINT32_MAX, most_u64 = UINT64_MAX;

static Wide round_up(Wide n, Wide t) {
  return n / t + (n % t != 0);
}

static void refuse(Verdict *verdict, AccyStatusCode code) {
  verdict->errors |= ACCY_BIT(code);
}

// ---- Geometries -----------------------------------------------------------------------------------------------------

static bool is_host_loop(const AccyLaunchRequest *request) {
  return request->format >= AccyFormatCpuMachineCode;
}

static bool fits(const AccyLaunchRequest *request, const AccyGeometry *geometry) {
  const AccyTargetThreadgroup *limits = &request->target->threadgroup;
  Wide threads = 1;
  for (int i = 0; i < 3; ++i) {
    Wide most_groups = is_host_loop(request) ? most_u32 : limits->max_grid_per_dim[i];
    if (geometry->grid[i] == 0 || geometry->grid[i] > most_groups)
      return false;
    if (geometry->threadgroup[i] == 0 || geometry->threadgroup[i] > limits->max_threads_per_dim[i])
      return false;
    threads *= geometry->threadgroup[i];
  }
  bool has_memory = request->target->features & ACCY_BIT(AccyFeatureDynamicSharedMemory) &&
                    geometry->shared_bytes <= limits->shared_memory_bytes;
  return threads <= limits->max_threads && (geometry->shared_bytes == 0 || has_memory);
}

static bool is_known(const Verdict *verdict, const AccyGeometry *geometry) {
  for (uint32_t i = 0; i < verdict->count; ++i) {
    if (memcmp(&verdict->geometries[i], geometry, sizeof(*geometry)) == 0)
      return true;
  }
  return false;
}

static void add(Verdict *verdict, const AccyGeometry *geometry, uint64_t score) {
  verdict->geometries[verdict->count] = *geometry;
  verdict->scores[verdict->count++] = score;
}

/// The grid's extent for `n` elements over `t`; 0 with the reason noted when there is none.
static uint32_t extent_of(Verdict *verdict, Wide n, Wide t) {
  if (t == 0) {
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
    return 0;
  }
  Wide extent = n == 0 ? 1 : round_up(n, t);
  if (extent > most_u32) {
    refuse(verdict, AccyStatusCodeLaunchArgumentMismatch);
    return 0;
  }
  return (uint32_t)extent;
}

/// The only launch of a body, unless something was noted against it.
static void take(Verdict *verdict, const AccyLaunchRequest *request, const AccyGeometry *geometry) {
  if (!verdict->errors && fits(request, geometry))
    add(verdict, geometry, 0);
  else if (!verdict->errors && request->has_geometry && fits(request, &request->geometry))
    add(verdict, &request->geometry, 0);
  else if (!verdict->errors)
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
}

// ---- One thread an element ------------------------------------------------------------------------------------------

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static uint64_t at_least_one(uint64_t a) {
  return a ? a : 1;
}

static uint32_t subgroup_of(const AccyLaunchRequest *request) {
  const AccyTargetSubgroup *subgroup = &request->target->subgroup;
  if (!subgroup->supported)
    return 0;
  return subgroup->size_max ? subgroup->size_max : subgroup->size_min;
}

/// What is known of a generic launch before its candidates are.
typedef struct Threads {
  const AccyLaunchRequest *request;
  uint64_t count, limit, target, subgroup;
} Threads;

static Threads threads_of(const AccyLaunchRequest *request, uint64_t count) {
  const AccyTargetThreadgroup *limits = &request->target->threadgroup;
  Threads threads = {.request = request, .count = count, .subgroup = subgroup_of(request)};
  uint64_t preferred = request->resources->resource_class == AccyResourceClassComputeWeighted ? 128 : 256;
  threads.limit =
      least(preferred, least(at_least_one(limits->max_threads), at_least_one(limits->max_threads_per_dim[0])));
  threads.target = 1;
  while (count < threads.limit && threads.target < count)
    threads.target *= 2;
  if (count >= threads.limit)
    threads.target = threads.limit;
  if (threads.subgroup > 1 && threads.limit >= threads.subgroup) {
    uint64_t up = (uint64_t)round_up(threads.target, threads.subgroup) * threads.subgroup;
    threads.target = up <= threads.limit ? up : threads.limit / threads.subgroup * threads.subgroup;
  }
  return threads;
}

static bool is_allowed(const Threads *threads, uint64_t number) {
  bool is_whole = number >= threads->subgroup && (threads->subgroup == 0 || number % threads->subgroup == 0);
  return threads->subgroup <= 1 || is_whole ||
         (threads->target < threads->subgroup && !threads->request->needs_whole_subgroups);
}

static void try_number(const Threads *threads, uint64_t number, Verdict *verdict) {
  Wide extent = threads->count == 0 ? 1 : number == 0 ? 0 : round_up(threads->count, number);
  if (extent > most_u32 || number > most_u32)
    return;
  AccyGeometry geometry = {{(uint32_t)extent, 1, 1}, {(uint32_t)number, 1, 1}, 0};
  if (fits(threads->request, &geometry) && !is_known(verdict, &geometry))
    add(verdict, &geometry, number > threads->target ? number - threads->target : threads->target - number);
}

static void swap(Verdict *verdict, uint32_t i, uint32_t j) {
  AccyGeometry geometry = verdict->geometries[i];
  uint64_t score = verdict->scores[i];
  verdict->geometries[i] = verdict->geometries[j];
  verdict->scores[i] = verdict->scores[j];
  verdict->geometries[j] = geometry;
  verdict->scores[j] = score;
}

static void sort(Verdict *verdict, bool larger_first) {
  for (uint32_t i = 1; i < verdict->count; ++i) {
    for (uint32_t j = i; j > 0; --j) {
      uint32_t before = verdict->geometries[j - 1].threadgroup[0], after = verdict->geometries[j].threadgroup[0];
      bool is_tie = verdict->scores[j] == verdict->scores[j - 1];
      bool is_better =
          is_tie ? (larger_first ? after > before : after < before) : verdict->scores[j] < verdict->scores[j - 1];
      if (!is_better)
        break;
      swap(verdict, j, j - 1);
    }
  }
}

static void judge_dynamic(Verdict *verdict, const AccyLaunchRequest *request, uint64_t count) {
  static const uint64_t sizes[] = {32, 64, 128, 256, 512, 1024, 16, 8, 4, 2, 1};
  Threads threads = threads_of(request, count);
  try_number(&threads, threads.target, verdict);
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    if (is_allowed(&threads, sizes[i]))
      try_number(&threads, sizes[i], verdict);
  }
  if (is_allowed(&threads, threads.limit))
    try_number(&threads, threads.limit, verdict);
  if (threads.subgroup > 0 && threads.limit >= threads.subgroup) {
    try_number(&threads, threads.subgroup, verdict);
    try_number(&threads, threads.limit / threads.subgroup * threads.subgroup, verdict);
  }
  sort(verdict, request->resources->resource_class == AccyResourceClassMemoryBound);
  verdict->count = verdict->count < ACCY_MAX_CANDIDATES ? verdict->count : ACCY_MAX_CANDIDATES;
  if (verdict->count == 0 && request->has_geometry)
    take(verdict, request, &request->geometry);
  else if (verdict->count == 0) // the widest grid may be beyond 32 bits, others beyond the target's
    verdict->errors = ACCY_BIT(AccyStatusCodeCapabilityMismatch) |
                      (count > most_u32 ? ACCY_BIT(AccyStatusCodeLaunchArgumentMismatch) : 0);
}

static void judge_generic(Verdict *verdict, const AccyLaunchRequest *request, uint64_t count) {
  bool is_fixed = request->format == AccyFormatVulkanSpirv || is_host_loop(request);
  if (!is_fixed) {
    judge_dynamic(verdict, request, count);
  } else if (request->has_geometry && request->shape != AccyLaunchShapeReduction) {
    take(verdict, request, &request->geometry);
  } else {
    uint32_t threads = is_host_loop(request) ? 1 : 64;
    AccyGeometry geometry = {{extent_of(verdict, count, threads), 1, 1}, {threads, 1, 1}, 0};
    take(verdict, request, &geometry);
  }
}

static void judge_rank_2(Verdict *verdict, const AccyLaunchRequest *request) {
  static const uint32_t shapes[][2] = {{16, 16}, {8, 32}, {64, 4}, {128, 2}, {256, 1}, {32, 4}, {16, 8}};
  uint32_t x = request->elementwise.threads_x, y = request->elementwise.threads_y;
  uint64_t wanted = (uint64_t)x * y;
  AccyGeometry first = {
      {extent_of(verdict, request->elementwise.cols, x), extent_of(verdict, request->elementwise.rows, y), 1},
      {x, y, 1},
      0};
  if (request->format == AccyFormatVulkanSpirv || is_host_loop(request) || verdict->errors) {
    take(verdict, request, &first);
    return;
  }
  if (fits(request, &first))
    add(verdict, &first, 0);
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    Verdict extents = {0};
    AccyGeometry geometry = {{extent_of(&extents, request->elementwise.cols, shapes[i][0]),
                              extent_of(&extents, request->elementwise.rows, shapes[i][1]), 1},
                             {shapes[i][0], shapes[i][1], 1},
                             0};
    uint64_t threads = (uint64_t)shapes[i][0] * shapes[i][1];
    if (fits(request, &geometry) && !is_known(verdict, &geometry))
      add(verdict, &geometry, threads > wanted ? threads - wanted : wanted - threads);
  }
  if (verdict->count == 0 && request->has_geometry)
    take(verdict, request, &request->geometry);
  else if (verdict->count == 0)
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
}

// ---- Products -------------------------------------------------------------------------------------------------------

static bool has_dot_tile(const AccyLaunchRequest *request, Wide m, Wide n) {
  Wide k = request->dot_general.k;
  return (m * k + k * n) * accyDtypeByteSize(request->input_dtype) <= most_u32 &&
         m * n * accyDtypeByteSize(request->output_dtype) <= most_u32;
}

static void judge_dot_elements(Verdict *verdict, const AccyLaunchRequest *request) {
  AccyGeometry geometry = {{extent_of(verdict, request->resources->element_count, 1), 1, 1}, {1, 1, 1}, 0};
  if (!has_dot_tile(request, 1, 1))
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
  take(verdict, request, &geometry);
}

static void judge_dot_tiles(Verdict *verdict, const AccyLaunchRequest *request) {
  static const uint32_t cuda[][2] = {{16, 16}, {8, 32}, {32, 8}, {8, 8}},
                        others[][2] = {{8, 8}, {8, 16}, {16, 8}, {16, 16}};
  const uint32_t (*tiles)[2] = request->format == AccyFormatCudaPtx ? cuda : others;
  Verdict grids = {0};
  for (uint32_t i = 0; i < 4; ++i) {
    uint32_t m = tiles[i][0], n = tiles[i][1];
    AccyGeometry geometry = {{extent_of(&grids, request->dot_general.n, n),
                              extent_of(&grids, request->dot_general.m, m),
                              extent_of(&grids, request->dot_general.batch, 1)},
                             {n, m, 1},
                             0};
    if (!fits(request, &geometry))
      continue;
    if (!has_dot_tile(request, m, n))
      refuse(verdict, AccyStatusCodeCapabilityMismatch);
    add(verdict, &geometry, i);
  }
  const uint32_t *own = request->geometry.threadgroup;
  if (verdict->count == 0 && request->has_geometry && fits(request, &request->geometry)) {
    if (has_dot_tile(request, own[1], own[0]))
      add(verdict, &request->geometry, 0);
    else
      refuse(verdict, AccyStatusCodeCapabilityMismatch);
  } else if (verdict->count == 0) {
    verdict->errors = grids.errors | ACCY_BIT(AccyStatusCodeCapabilityMismatch);
  }
}

static void judge_dot_block(Verdict *verdict, const AccyLaunchRequest *request, uint32_t x, uint32_t y) {
  uint32_t m = request->dot_general.block_m, n = request->dot_general.block_n;
  Wide splits = request->dot_general.splits ? request->dot_general.splits : 1;
  AccyGeometry geometry = {{extent_of(verdict, request->dot_general.n, n),
                            extent_of(verdict, request->dot_general.m, m),
                            extent_of(verdict, request->dot_general.batch * splits, 1)},
                           {x, y, 1},
                           0};
  if (!has_dot_tile(request, m, n))
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
  take(verdict, request, &geometry);
}

// ---- Reductions -----------------------------------------------------------------------------------------------------

static Wide extent_folded(const AccyLaunchRequest *request) {
  return request->reduction.dims[request->reduction.axis];
}

static bool has_reduction_tile(const AccyLaunchRequest *request, Wide m) {
  return m * extent_folded(request) * accyDtypeByteSize(request->input_dtype) <= most_u32 &&
         m * accyDtypeByteSize(request->output_dtype) <= most_u32;
}

/// Whether the description of a reduction holds together.
static bool is_described(Verdict *verdict, const AccyLaunchRequest *request) {
  uint32_t rank = request->reduction.rank, axis = request->reduction.axis;
  Wide outputs = request->reduction.output_count;
  if (rank < 1 || rank > 3 || axis >= rank || (rank == 3 && axis != 1) || request->resources->element_count != outputs)
    refuse(verdict, AccyStatusCodeInvalidArtifact);
  else if (outputs * extent_folded(request) > most_u64)
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
  else if (outputs * extent_folded(request) != request->reduction.input_count)
    refuse(verdict, AccyStatusCodeInvalidArtifact);
  return !verdict->errors;
}

static void judge_reduction(Verdict *verdict, const AccyLaunchRequest *request) {
  Verdict generic = {0};
  judge_generic(&generic, request, request->resources->element_count);
  verdict->errors = generic.errors;
  for (uint32_t i = 0; i < generic.count; ++i) {
    if (has_reduction_tile(request, generic.geometries[i].threadgroup[0]))
      add(verdict, &generic.geometries[i], generic.scores[i]);
  }
  if (verdict->count == 0 && !verdict->errors)
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
}

static void judge_reduction_body(Verdict *verdict, const AccyLaunchRequest *request, Wide blocks) {
  AccyGeometry geometry = {{(uint32_t)blocks, 1, 1}, {request->reduction.threads, 1, 1}, 0};
  if (blocks > most_u32 || !has_reduction_tile(request, 1))
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
  take(verdict, request, &geometry);
}

/// The groups of threads that share outputs.
static void judge_shared_outputs(Verdict *verdict, const AccyLaunchRequest *request, Wide output_threads) {
  Wide lanes = request->reduction.output_count * output_threads, threads = request->reduction.threads;
  if (output_threads == 0 || threads == 0 || lanes > most_u64)
    refuse(verdict, AccyStatusCodeCapabilityMismatch);
  else
    judge_reduction_body(verdict, request, lanes == 0 ? 1 : round_up(lanes, threads));
}

static void judge_any_reduction(Verdict *verdict, const AccyLaunchRequest *request) {
  if (!is_described(verdict, request))
    return;
  switch (request->shape) {
  case AccyLaunchShapeReductionAtomic:
    judge_reduction_body(verdict, request, request->reduction.blocks);
    break;
  case AccyLaunchShapeReductionSingleBlock:
    judge_reduction_body(verdict, request, 1);
    break;
  case AccyLaunchShapeReductionWarpRows:
    judge_shared_outputs(verdict, request, 32);
    break;
  case AccyLaunchShapeReductionGroup:
    judge_shared_outputs(verdict, request, request->reduction.output_threads);
    break;
  default:
    judge_reduction(verdict, request);
    break;
  }
}

// ---- All of them ----------------------------------------------------------------------------------------------------

static void judge_shape(Verdict *verdict, const AccyLaunchRequest *request) {
  AccyGeometry geometry = {{1, 1, 1}, {1, 1, 1}, 0};
  switch (request->shape) {
  case AccyLaunchShapeGeneric:
    judge_generic(verdict, request, request->resources->element_count);
    break;
  case AccyLaunchShapeElementwiseVector:
    judge_generic(verdict, request, request->vector_count);
    break;
  case AccyLaunchShapeElementwiseRank2:
    judge_rank_2(verdict, request);
    break;
  case AccyLaunchShapeAuthored:
    if (!request->has_geometry)
      refuse(verdict, AccyStatusCodeInvalidArtifact);
    take(verdict, request, &request->geometry);
    break;
  case AccyLaunchShapeDotGeneral:
  case AccyLaunchShapeDotGeneralBlock:
    if (is_host_loop(request))
      judge_dot_elements(verdict, request);
    else if (request->shape == AccyLaunchShapeDotGeneral)
      judge_dot_tiles(verdict, request);
    else
      judge_dot_block(verdict, request, request->dot_general.threads_x, request->dot_general.threads_y);
    break;
  case AccyLaunchShapeDotGeneralMatrix:
    judge_dot_block(verdict, request, 32, request->dot_general.warps);
    break;
  case AccyLaunchShapeRowPipeline:
    geometry.grid[0] = extent_of(verdict, request->row_pipeline.rows, 1);
    geometry.threadgroup[0] = request->row_pipeline.threads;
    take(verdict, request, &geometry);
    break;
  case AccyLaunchShapeFlashAttention:
    geometry.grid[0] = extent_of(verdict, request->flash_attention.sequence, request->flash_attention.block_rows);
    geometry.grid[1] = extent_of(verdict, request->flash_attention.batch_heads, 1);
    geometry.threadgroup[0] = request->flash_attention.threads_x;
    geometry.threadgroup[1] = request->flash_attention.threads_y;
    take(verdict, request, &geometry);
    break;
  case AccyLaunchShapeScan:
    geometry.grid[0] = request->scan.blocks;
    geometry.threadgroup[0] = request->scan.threads;
    take(verdict, request, &geometry);
    break;
  default:
    judge_any_reduction(verdict, request);
    break;
  }
}

static void keep_whole_subgroups(Verdict *verdict, const AccyLaunchRequest *request) {
  bool is_product = request->shape >= AccyLaunchShapeDotGeneral && request->shape <= AccyLaunchShapeDotGeneralMatrix;
  uint64_t size = is_product ? 0 : subgroup_of(request);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < verdict->count; ++i) {
    const uint32_t *extents = verdict->geometries[i].threadgroup;
    uint64_t threads = (uint64_t)extents[0] * extents[1] * extents[2];
    if (size != 0 && threads >= size && threads % size == 0)
      swap(verdict, kept++, i);
  }
  verdict->count = kept;
}

Verdict judgeLaunch(const AccyLaunchRequest *request) {
  Verdict verdict = {0};
  judge_shape(&verdict, request);
  if (verdict.errors) { // what one candidate is refused for is so for all
    verdict.count = 0;
    return verdict;
  }
  if (request->needs_whole_subgroups)
    keep_whole_subgroups(&verdict, request);
  for (uint32_t i = 0; request->shared_bytes && i < verdict.count; ++i) {
    AccyGeometry geometry = verdict.geometries[i];
    geometry.shared_bytes = request->shared_bytes;
    if (!fits(request, &geometry))
      verdict.count = 0;
  }
  if (verdict.count == 0)
    refuse(&verdict, AccyStatusCodeCapabilityMismatch);
  return verdict;
}
