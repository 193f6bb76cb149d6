// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests for the tests of launch planning.
#ifndef ACCY_TEST_PLANNER_LAUNCH_REQUESTS_H
#define ACCY_TEST_PLANNER_LAUNCH_REQUESTS_H

#include "accy-c/Launch.h"

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

#endif // ACCY_TEST_PLANNER_LAUNCH_REQUESTS_H
