// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generic launches of random targets against the model: the same candidates in the same order, with the same scores.
#include "accy-c/Target.h"
#include "launch_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint32_t random_number(uint32_t limit) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33) % limit;
}

static AccyTargetCapabilities random_target(void) {
  static const char *const backends[] = {"cuda", "metal", "webgpu"};
  static const uint32_t limits[] = {0, 1, 2, 3, 16, 31, 32, 33, 48, 63, 96, 100, 128, 200, 256, 300, 512, 1000, 1024};
  const char *backend = backends[random_number(3)];
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup(backend, strlen(backend), &profile, NULL));
  AccyTargetThreadgroup *threadgroup = &profile.capabilities.threadgroup;
  threadgroup->max_threads = limits[random_number(19)];
  threadgroup->max_threads_per_dim[0] = limits[random_number(19)];
  threadgroup->max_grid_per_dim[0] = random_number(4) ? 65535 : 1 + random_number(100);
  profile.capabilities.subgroup = (AccyTargetSubgroup){random_number(3) != 0, 1 + random_number(8), 0, 0};
  if (random_number(4))
    profile.capabilities.subgroup.size_max = limits[random_number(15)];
  return profile.capabilities;
}

static void test_generic_launches_are_those_of_the_model(void **state) {
  (void)state;
  enum { rounds = 100000 };
  uint32_t planned = 0;
  for (int round = 0; round < rounds; ++round) {
    AccyTargetCapabilities target = random_target();
    uint64_t elements = random_number(4) ? random_number(600) : random_number(1u << 31);
    AccyResources resources = resources_of(elements, elements * random_number(40), elements * (1 + random_number(20)));
    AccyLaunchRequest request =
        request_for(&target, accyBackendDefaultFormat(target.backend), AccyLaunchShapeGeneric, &resources);
    Verdict verdict = judgeLaunch(&request);
    AccyLaunchResources launch;
    AccyStatus status = {0};
    assert_int_equal(accyLaunchResourcesPlan(&request, &launch, &status), verdict.count > 0);
    if (verdict.count == 0) {
      assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
      continue;
    }
    ++planned;
    assert_int_equal(launch.candidate_count, verdict.count);
    for (uint32_t i = 0; i < verdict.count; ++i) {
      assert_memory_equal(&launch.candidates[i].geometry, &verdict.geometries[i], sizeof(AccyGeometry));
      assert_int_equal(launch.candidates[i].score, verdict.scores[i]);
    }
  }
  assert_true(planned > rounds / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_generic_launches_are_those_of_the_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
