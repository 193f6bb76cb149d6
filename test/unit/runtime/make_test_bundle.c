// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// runtime-make-test-bundle FORMAT CODE FOLDER: writes the tests' bundle, with tensors f32[13], for tests
// of whole programs.
#include "test/unit/runtime/test_bundle.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  TestBundleOptions options = {.rank = 1, .dims = {13}, .total_offset = 512};
  if (argc != 4 || !accyFormatParse(argv[1], strlen(argv[1]), &options.format)) {
    fprintf(stderr, "usage: runtime-make-test-bundle FORMAT CODE FOLDER\n");
    return 2;
  }
  options.code = argv[2];
  AccyStatus status;
  if (testBundleWrite(&options, argv[3], &status))
    return 0;
  fprintf(stderr, "runtime-make-test-bundle: error: %s\n", status.message);
  return 1;
}
