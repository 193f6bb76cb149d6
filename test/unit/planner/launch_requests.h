// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests for the tests of launch planning, and what they look at.
#ifndef ACCY_TEST_PLANNER_LAUNCH_REQUESTS_H
#define ACCY_TEST_PLANNER_LAUNCH_REQUESTS_H

#include "accy-c/Launch.h"
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static inline AccyResources resources_of(uint64_t elements, uint64_t ops, uint64_t bytes) {
  AccyResources resources = {.static_total_bytes = bytes, .static_bytes_complete = true, .op_count = 1};
  resources.element_count = elements;
  resources.element_size = 4;
  resources.estimated_element_ops = ops;
  accyResourcesClassify(&resources);
  return resources;
}

static inline AccyLaunchRequest request_for(const AccyTargetCapabilities *target, AccyFormat format,
                                            AccyLaunchShape shape, const AccyResources *resources) {
  AccyLaunchRequest request = {.target = target, .format = format, .resources = resources, .shape = shape};
  request.input_dtype = request.output_dtype = AccyDtypeF32;
  return request;
}

static inline AccyTargetCapabilities baseline(const char *backend) {
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup(backend, strlen(backend), &profile, NULL));
  return profile.capabilities;
}

static inline void assert_candidate(const AccyLaunchResources *launch, uint32_t index, uint32_t grid_x, uint32_t grid_y,
                                    uint32_t threads_x, uint32_t threads_y) {
  assert_true(index < launch->candidate_count);
  const AccyGeometry *geometry = &launch->candidates[index].geometry;
  assert_int_equal(geometry->grid[0], grid_x);
  assert_int_equal(geometry->grid[1], grid_y);
  assert_int_equal(geometry->grid[2], 1);
  assert_int_equal(geometry->threadgroup[0], threads_x);
  assert_int_equal(geometry->threadgroup[1], threads_y);
  assert_int_equal(geometry->threadgroup[2], 1);
}

static inline void assert_estimates(const AccyLaunchResources *launch, uint32_t index, uint64_t bytes, uint64_t ops) {
  assert_int_equal(launch->candidates[index].est_bytes, bytes);
  assert_int_equal(launch->candidates[index].est_ops, ops);
}

static inline void assert_tile(const AccyLaunchResources *launch, uint32_t index, uint64_t m, uint64_t n, uint64_t k,
                               uint32_t input_bytes, uint32_t output_bytes) {
  const AccyTile *tile = &launch->candidates[index].tile;
  assert_int_equal(tile->m, m);
  assert_int_equal(tile->n, n);
  assert_int_equal(tile->k, k);
  assert_int_equal(tile->input_tile_bytes, input_bytes);
  assert_int_equal(tile->output_tile_bytes, output_bytes);
}

static inline void assert_fails(const AccyLaunchRequest *request, AccyStatusCode code) {
  AccyLaunchResources launch;
  memset(&launch, 0xab, sizeof(launch));
  AccyLaunchResources before = launch;
  AccyStatus status = {0};
  assert_false(accyLaunchResourcesPlan(request, &launch, &status));
  assert_string_equal(accyStatusCodeName(status.code), accyStatusCodeName(code));
  assert_true(strlen(status.message) > 10);
  assert_memory_equal(&launch, &before, sizeof(launch));
}

#endif // ACCY_TEST_PLANNER_LAUNCH_REQUESTS_H
