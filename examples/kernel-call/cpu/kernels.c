// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for the cpu. Arguments in order: inputs, output, element count, runtime scalars, static arguments. One call
// runs the whole grid.
#include <stdint.h>

void example_scale(const float *input, float *output, uint32_t count, float factor) {
  for (uint32_t i = 0; i < count; ++i)
    output[i] = input[i] * factor;
}

void example_scale_derived(const float *input, float *output, uint32_t count, float factor) {
  for (uint32_t i = 0; i < count; ++i)
    output[i] = input[i] * factor;
}

// `total` and `output` are the same buffer.
void example_accumulate(const float *total, const float *input, float *output, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    output[i] = total[i] + input[i];
}
