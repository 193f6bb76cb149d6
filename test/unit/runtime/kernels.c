// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of the tests for device cpu, with the host-loop interface: buffers, then the element count,
// the grid and the threadgroup. kernels.spvasm, kernels.ptx and kernels.wgsl have the
// same kernels.
#include <stdint.h>

#define HOST_LOOP                                                                                                      \
  uint32_t element_count, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t threadgroup_x,                   \
      uint32_t threadgroup_y, uint32_t threadgroup_z

// As many threads as the launch says; those beyond the count do nothing.
#define THREADS (grid_x * grid_y * grid_z * threadgroup_x * threadgroup_y * threadgroup_z)

void accy_test_add(const float *left, const float *right, float *sum, const uint32_t *count, HOST_LOOP);
void accy_test_accumulate(const float *in, float *sum, const uint32_t *count, HOST_LOOP);
void accy_test_store_scalars(uint64_t *out, uint64_t wide, uint32_t narrow);

void accy_test_add(const float *left, const float *right, float *sum, const uint32_t *count, HOST_LOOP) {
  (void)element_count;
  for (uint32_t i = 0; i < THREADS; ++i)
    if (i < *count)
      sum[i] = left[i] + right[i];
}

// Adds to what the output holds, so that it must be filled before.
void accy_test_accumulate(const float *in, float *sum, const uint32_t *count, HOST_LOOP) {
  (void)element_count;
  for (uint32_t i = 0; i < THREADS; ++i)
    if (i < *count)
      sum[i] += in[i];
}

// Takes a scalar of eight bytes before one of four.
void accy_test_store_scalars(uint64_t *out, uint64_t wide, uint32_t narrow) {
  out[0] = wide;
  out[1] = narrow;
}
