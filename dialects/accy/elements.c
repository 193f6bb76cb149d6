// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and making dense constants; see elements.h.

#include "dialects/accy/elements.h"

#include "support/ir.h"

#include <string.h>

bool accyElementsRead(MlirAttribute attribute, MlirType type, AccyElements *out) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsADenseElements(attribute) ||
      !mlirTypeEqual(mlirAttributeGetType(attribute), type))
    return false;
  *out = (AccyElements){.attribute = attribute, .shape = accyShapeGet(type)};
  out->type = accyScalarTypeGet(out->shape.element);
  out->isSplat = mlirDenseElementsAttrIsSplat(attribute);
  return accyShapeGetNumElements(&out->shape) > 0;
}

// Bits of an element of `bytes` bytes in the machine's order.
static uint64_t load(const char *from, unsigned bytes) {
  uint8_t byte;
  uint16_t half;
  uint32_t word;
  uint64_t both;
  switch (bytes) {
  case 1:
    memcpy(&byte, from, sizeof byte);
    return byte;
  case 2:
    memcpy(&half, from, sizeof half);
    return half;
  case 4:
    memcpy(&word, from, sizeof word);
    return word;
  default:
    memcpy(&both, from, sizeof both);
    return both;
  }
}

static void store(char *to, unsigned bytes, uint64_t bits) {
  uint8_t byte = (uint8_t)bits;
  uint16_t half = (uint16_t)bits;
  uint32_t word = (uint32_t)bits;
  memcpy(to,
         bytes == 1   ? (void *)&byte
         : bytes == 2 ? (void *)&half
         : bytes == 4 ? (void *)&word
                      : (void *)&bits,
         bytes);
}

uint64_t accyElementsGet(const AccyElements *elements, int64_t index) {
  MlirAttribute attribute = elements->attribute;
  if (elements->type.kind == AccyElementBoolean) // MLIR packs them its own way
    return elements->isSplat ? mlirDenseElementsAttrGetBoolSplatValue(attribute)
                             : mlirDenseElementsAttrGetBoolValue(attribute, index);
  unsigned bytes = elements->type.width / 8;
  const char *data = mlirDenseElementsAttrGetRawData(attribute);
  return load(data + (elements->isSplat ? 0 : (size_t)index * bytes), bytes);
}

bool accyElementsAre(const AccyElements *elements, uint64_t bits) {
  return elements->isSplat && accyElementsGet(elements, 0) == bits;
}

MlirAttribute accyElementsMakeSplat(MlirType type, uint64_t bits) {
  AccyScalarType scalar = accyScalarTypeGet(mlirShapedTypeGetElementType(type));
  if (scalar.kind == AccyElementBoolean)
    return mlirDenseElementsAttrBoolSplatGet(type, bits != 0);
  char data[sizeof bits];
  store(data, scalar.width / 8, bits);
  return mlirDenseElementsAttrRawBufferGet(type, scalar.width / 8, data);
}

MlirAttribute accyElementsMake(MlirType type, const uint64_t *bits) {
  AccyShape shape = accyShapeGet(type);
  AccyScalarType scalar = accyScalarTypeGet(shape.element);
  int64_t count = accyShapeGetNumElements(&shape);
  bool is_splat = true;
  for (int64_t i = 1; i < count && is_splat; ++i)
    is_splat = bits[i] == bits[0];
  if (is_splat)
    return accyElementsMakeSplat(type, bits[0]);
  if (scalar.kind == AccyElementBoolean) {
    int flags[ACCY_MAX_FOLDED_ELEMENTS];
    for (int64_t i = 0; i < count; ++i)
      flags[i] = bits[i] != 0;
    return mlirDenseElementsAttrBoolGet(type, count, flags);
  }
  char data[ACCY_MAX_FOLDED_ELEMENTS * sizeof *bits];
  unsigned bytes = scalar.width / 8;
  for (int64_t i = 0; i < count; ++i)
    store(data + (size_t)i * bytes, bytes, bits[i]);
  return mlirDenseElementsAttrRawBufferGet(type, (size_t)count * bytes, data);
}
