// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions in tensors; see indexing.h.

#include "kernels/indexing.h"

#include <stdlib.h>

int64_t accyExtentProduct(const int64_t *extents, intptr_t begin, intptr_t end) {
  int64_t product = 1;
  for (intptr_t i = begin; i < end; ++i)
    product *= extents[i];
  return product;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static bool owns_any(const AccyScope *scope, intptr_t numGroups, const AccyPositionGroup *groups) {
  for (intptr_t i = 0; i < numGroups; ++i)
    if (mlirBlockEqual(accyValueGetBlock(groups[i].index), scope->block))
      return true;
  return false;
}

// Outwards from the asking scope up to the first that owns an index, or that is or holds the branch of `within`.
static const AccyScope *find_scope(const AccyIndexing *indexing, const AccyPosition *within, intptr_t numGroups,
                                   const AccyPositionGroup *groups) {
  const AccyScope *barrier = within ? within->scope : NULL;
  while (barrier && !barrier->isBranch)
    barrier = barrier->parent;
  const AccyScope *scope = indexing->scope;
  while (scope->parent && scope != barrier && !owns_any(scope, numGroups, groups))
    scope = scope->parent;
  return scope;
}

static bool is_same(const AccyPosition *a, const AccyPosition *b) {
  if (a->scope != b->scope || a->rank != b->rank || a->numGroups != b->numGroups)
    return false;
  for (intptr_t i = 0; i < a->rank; ++i)
    if (a->extents[i] != b->extents[i])
      return false;
  for (intptr_t i = 0; i < a->numGroups; ++i)
    if (a->groups[i].begin != b->groups[i].begin || !mlirValueEqual(a->groups[i].index, b->groups[i].index))
      return false;
  return true;
}

const AccyPosition *accyPositionCreate(AccyIndexing *indexing, const AccyPosition *within, intptr_t rank,
                                       const int64_t *extents, intptr_t numGroups, const AccyPositionGroup *groups) {
  AccyPosition wanted = {.next = indexing->positions,
                         .scope = find_scope(indexing, within, numGroups, groups),
                         .rank = rank,
                         .extents = extents,
                         .numGroups = numGroups,
                         .groups = groups};
  for (const AccyPosition *known = indexing->positions; known; known = known->next)
    if (is_same(known, &wanted))
      return known;
  wanted.extents = accyIndexingCopy(indexing, extents, rank, sizeof *extents);
  wanted.groups = accyIndexingCopy(indexing, groups, numGroups, sizeof *groups);
  return indexing->positions = accyIndexingCopy(indexing, &wanted, 1, sizeof wanted);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// The index in the dimensions begin … end-1 of one group.
static MlirValue get_part(AccyIndexing *indexing, const int64_t *extents, const AccyPositionGroup *group,
                          intptr_t begin, intptr_t end) {
  int64_t count = accyExtentProduct(extents, begin, end);
  if (count == 1)
    return accyBuildIndex(&indexing->builder, 0);
  MlirValue index = accyIndexDivide(indexing, group->index, accyExtentProduct(extents, end, group->end));
  if (accyExtentProduct(extents, group->begin, begin) == 1)
    return index;
  return accyIndexRemainder(indexing, index, count);
}

MlirValue accyPositionGet(AccyIndexing *indexing, const AccyPosition *position, intptr_t begin, intptr_t end) {
  MlirValue index = accyBuildIndex(&indexing->builder, 0);
  for (intptr_t i = 0; i < position->numGroups; ++i) {
    const AccyPositionGroup *group = &position->groups[i];
    intptr_t from = group->begin > begin ? group->begin : begin, to = group->end < end ? group->end : end;
    if (from >= to)
      continue;
    MlirValue part = get_part(indexing, position->extents, group, from, to);
    index = accyIndexMultiply(indexing, index, accyExtentProduct(position->extents, from, to));
    index = accyIndexAdd(indexing, index, part);
  }
  return index;
}

MlirValue accyPositionGetLinear(AccyIndexing *indexing, const AccyPosition *position) {
  return accyPositionGet(indexing, position, 0, position->rank);
}

//===----------------------------------------------------------------------===//
// Gathering
//===----------------------------------------------------------------------===//

static const AccyPositionGroup *find_group(const AccyPosition *position, intptr_t dimension) {
  const AccyPositionGroup *group = position->groups;
  while (dimension >= group->end)
    ++group;
  return group;
}

// Whether the dimension's index is 0 whatever the sources'.
static bool is_trivial(const int64_t *extents, const AccyDimensionSource *sources, intptr_t dimension) {
  return extents[dimension] == 1 || !sources[dimension].position;
}

// Whether `next` continues a run that ends with `last`: it follows in the same group, extents of 1 apart.
static bool continues(AccyDimensionSource last, AccyDimensionSource next) {
  return last.position == next.position && last.dimension < next.dimension &&
         accyExtentProduct(last.position->extents, last.dimension + 1, next.dimension) == 1 &&
         find_group(last.position, last.dimension) == find_group(next.position, next.dimension);
}

// The end of the run that begins with dimension `begin`, one past its last dimension that is not of extent 1.
static intptr_t find_run_end(const int64_t *extents, const AccyDimensionSource *sources, intptr_t rank,
                             intptr_t begin) {
  intptr_t last = begin;
  for (intptr_t i = begin + 1; i < rank; ++i) {
    if (is_trivial(extents, sources, i))
      continue;
    if (!continues(sources[last], sources[i]))
      break;
    last = i;
  }
  return last + 1;
}

const AccyPosition *accyPositionGather(AccyIndexing *indexing, const AccyPosition *within, intptr_t rank,
                                       const int64_t *extents, const AccyDimensionSource *sources) {
  AccyPositionGroup *groups = accyAllocate((size_t)(rank + 1) * sizeof *groups);
  intptr_t count = 0;
  for (intptr_t begin = 0, end; begin < rank; begin = end) {
    end = begin + 1;
    if (is_trivial(extents, sources, begin))
      continue;
    end = find_run_end(extents, sources, rank, begin);
    MlirValue index =
        accyPositionGet(indexing, sources[begin].position, sources[begin].dimension, sources[end - 1].dimension + 1);
    groups[count++] = (AccyPositionGroup){begin, end, index};
  }
  if (count == 0 && rank > 0)
    groups[count++].index = accyBuildIndex(&indexing->builder, 0);
  // Dimensions whose index is 0 join the run before them.
  for (intptr_t i = 0; i < count; ++i) {
    groups[i].begin = i == 0 ? 0 : groups[i].begin;
    groups[i].end = i + 1 < count ? groups[i + 1].begin : rank;
  }
  const AccyPosition *position = accyPositionCreate(indexing, within, rank, extents, count, groups);
  free(groups);
  return position;
}

//===----------------------------------------------------------------------===//
// Reshaping and mapping
//===----------------------------------------------------------------------===//

const AccyPosition *accyPositionReshape(AccyIndexing *indexing, const AccyPosition *position, intptr_t rank,
                                        const int64_t *extents) {
  AccyPositionGroup *groups = accyAllocate((size_t)(rank + 1) * sizeof *groups);
  intptr_t count = 0, group = 0, dimension = 0;
  while (dimension < rank) {
    // The fewest dimensions of both shapes that hold equally many elements; extents of 1 join what is before them.
    intptr_t begin = group, from = dimension;
    int64_t source = 1, target = 1;
    do {
      if (group < position->numGroups && (source <= target || dimension == rank)) {
        const AccyPositionGroup *next = &position->groups[group++];
        source *= accyExtentProduct(position->extents, next->begin, next->end);
      } else if (dimension < rank) {
        target *= extents[dimension++];
      }
    } while (source != target && (group < position->numGroups || dimension < rank));
    while (dimension < rank && extents[dimension] == 1)
      ++dimension;
    MlirValue index = accyBuildIndex(&indexing->builder, 0);
    if (group > begin)
      index = accyPositionGet(indexing, position, position->groups[begin].begin, position->groups[group - 1].end);
    if (dimension > from)
      groups[count++] = (AccyPositionGroup){from, dimension, index};
  }
  const AccyPosition *reshaped = accyPositionCreate(indexing, position, rank, extents, count, groups);
  free(groups);
  return reshaped;
}

static MlirValue map_index(AccyIndexing *indexing, MlirValue index, AccyDimensionMap map) {
  index = map.scale == -1 ? accyIndexSubtractFrom(indexing, map.offset, index)
                          : accyIndexAddConstant(indexing, accyIndexMultiply(indexing, index, map.scale), map.offset);
  return accyIndexDivide(indexing, index, map.divisor);
}

const AccyPosition *accyPositionMap(AccyIndexing *indexing, const AccyPosition *position, const int64_t *extents,
                                    const AccyDimensionMap *maps) {
  intptr_t rank = position->rank, count = 0;
  AccyPositionGroup *groups = accyAllocate((size_t)(rank + 1) * sizeof *groups);
  for (intptr_t begin = 0, end; begin < rank; begin = end) {
    AccyDimensionMap map = maps[begin];
    const AccyPositionGroup *source = find_group(position, begin);
    end = begin + 1;
    // A shift of the outer dimension is one of the whole run, since the inner ones keep their extents.
    if (map.scale == 1 && map.divisor == 1)
      while (end < source->end && extents[end] == position->extents[end] && maps[end].scale == 1 &&
             maps[end].offset == 0 && maps[end].divisor == 1)
        ++end;
    map.offset *= accyExtentProduct(extents, begin + 1, end);
    groups[count++] =
        (AccyPositionGroup){begin, end, map_index(indexing, accyPositionGet(indexing, position, begin, end), map)};
  }
  const AccyPosition *mapped = accyPositionCreate(indexing, position, rank, extents, count, groups);
  free(groups);
  return mapped;
}
