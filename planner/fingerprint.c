// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fingerprint.h. FNV-1a: Fowler, Noll, Vo, RFC 9923; the last mixing step is that of MurmurHash3 (Appleby).
#include "planner/fingerprint.h"

#include <string.h>

AccyHash accyHashStart(void) {
  return (AccyHash){0xcbf29ce484222325u};
}

void accyHashBytes(AccyHash *hash, const void *data, size_t length) {
  const unsigned char *bytes = data;
  for (size_t i = 0; i < length; ++i)
    hash->state = (hash->state ^ bytes[i]) * 0x100000001b3u;
}

void accyHashNumber(AccyHash *hash, uint64_t number) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; ++i)
    bytes[i] = (unsigned char)(number >> (8 * i));
  accyHashBytes(hash, bytes, sizeof(bytes));
}

void accyHashText(AccyHash *hash, const char *text, size_t length) {
  accyHashNumber(hash, length);
  accyHashBytes(hash, text, length);
}

uint64_t accyHashFinish(const AccyHash *hash) {
  uint64_t value = hash->state;
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdu;
  value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53u;
  value ^= value >> 33;
  return value ? value : 1;
}

static void hash_tag(AccyHash *hash, const char *tag) {
  accyHashText(hash, tag, strlen(tag));
}

uint64_t accyLayoutFingerprint(AccySpace space, const AccyLayout *layout) {
  AccyHash hash = accyHashStart();
  hash_tag(&hash, "accy.artifact.layout");
  accyHashNumber(&hash, space);
  accyHashNumber(&hash, layout->kind);
  accyHashNumber(&hash, layout->rank);
  for (uint32_t i = 0; i < layout->rank; ++i)
    accyHashNumber(&hash, (uint64_t)layout->dims[i]);
  accyHashNumber(&hash, layout->strides != NULL);
  for (uint32_t i = 0; layout->strides && i < layout->rank; ++i)
    accyHashNumber(&hash, (uint64_t)layout->strides[i]);
  for (uint32_t i = 0; i < layout->rank; ++i)
    accyHashNumber(&hash, layout->minor_to_major[i]);
  accyHashNumber(&hash, layout->alignment);
  accyHashNumber(&hash, layout->contiguous);
  accyHashNumber(&hash, layout->static_layout);
  return accyHashFinish(&hash);
}

uint64_t accyInputLayoutsFingerprint(const uint64_t *fingerprints, uint32_t count) {
  AccyHash hash = accyHashStart();
  hash_tag(&hash, "accy.artifact.input_layouts");
  accyHashNumber(&hash, count);
  for (uint32_t i = 0; i < count; ++i)
    accyHashNumber(&hash, fingerprints[i]);
  return accyHashFinish(&hash);
}
