// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled network in a C program that needs nothing of Accy's but its bundle.

#include "exclusive_or.h"

#include <stdio.h>

int main(void) {
  static _Alignas(EXCLUSIVE_OR_ARENA_ALIGNMENT) unsigned char arena[EXCLUSIVE_OR_ARENA_BYTES + 1];
  const float inputs[EXCLUSIVE_OR_INPUT0_ELEMENTS] = {0, 0, 0, 1, 1, 0, 1, 1};
  float outputs[EXCLUSIVE_OR_OUTPUT0_ELEMENTS];
  exclusive_or_run(inputs, outputs, arena);
  for (int i = 0; i < EXCLUSIVE_OR_OUTPUT0_ELEMENTS; ++i)
    printf("%g xor %g = %g\n", (double)inputs[2 * i], (double)inputs[2 * i + 1], (double)outputs[i]);
  return 0;
}
