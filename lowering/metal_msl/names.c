// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that an entry point cannot have in Metal's language; see names.h.

#include "lowering/metal_msl/names.h"

#include "lowering/c_names.h"
#include "support/ir.h"

// Metal Shading Language Specification, sections 2 and 4 to 5: scalar types, address spaces and function qualifiers;
// and `main`, which it keeps from kernels. It is C++ beside.
static const char *const words[] = {
    "atomic_int", "atomic_uint", "bfloat", "constant", "device",      "fragment",
    "half",       "kernel",      "main",   "metal",    "object_data", "ptrdiff_t",
    "ray_data",   "sampler",     "size_t", "thread",   "threadgroup", "threadgroup_imageblock",
    "uchar",      "uint",        "ulong",  "ushort",   "vertex",
};

bool accyMslIsReserved(MlirStringRef name) {
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    if (accyTextEquals(name, words[i]))
      return true;
  return accyCIsReserved(name);
}
