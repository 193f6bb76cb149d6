// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of a kernel's arguments. plan.json lists all of them in ABI order; a kernel holds what the list follows
// from, so that a list that is read is taken apart and then checked against the kernel's other fields.
#include "bundle/plan_form.h"

#include <string.h>

#include "planner/plan.h"

static const char *const argument_keys[] = {
    [AccyArgumentBuffer] = "buffer",       [AccyArgumentCountBuffer] = "count_buffer",
    [AccyArgumentCount] = "count",         [AccyArgumentRuntimeScalar] = "runtime_scalar",
    [AccyArgumentStaticScalar] = "scalar",
};
enum { argument_kind_count = sizeof(argument_keys) / sizeof(argument_keys[0]) };

bool scalarForm(JsonCodec *object, AccyScalar *scalar) {
  if (object->reading) {
    const char *kind = object->json->child ? object->json->child->string : "";
    if (!accyScalarKindParse(kind, strlen(kind), &scalar->kind))
      return jsonFail(object, NULL, "has the key '%.32s', which is no scalar kind", kind);
  }
  const char *kind = accyScalarKindName(scalar->kind);
  if (scalar->kind == AccyScalarKindI32) {
    int32_t value = (int32_t)(uint32_t)scalar->bits;
    bool described = jsonI32(object, kind, &value);
    scalar->bits = (uint32_t)value;
    return described && jsonEnd(object);
  }
  if (scalar->kind == AccyScalarKindU32) {
    uint32_t value = (uint32_t)scalar->bits;
    bool described = jsonU32(object, kind, &value);
    scalar->bits = value;
    return described && jsonEnd(object);
  }
  return jsonBits(object, kind, &scalar->bits) && jsonEnd(object);
}

static bool scalar_member(JsonCodec *parent, const char *key, AccyScalar *scalar) {
  JsonCodec object;
  return jsonObject(parent, key, &object) && scalarForm(&object, scalar);
}

static bool find_kind(JsonCodec *object, AccyArgument *argument) {
  for (int kind = 0; kind < argument_kind_count; ++kind) {
    if (jsonHas(object, argument_keys[kind])) {
      argument->kind = (AccyArgumentKind)kind;
      return true;
    }
  }
  return jsonFail(object, NULL, "has none of the keys buffer, count_buffer, count, runtime_scalar, scalar");
}

static bool argument_form(JsonCodec *object, AccyArgument *argument) {
  if (object->reading && !find_kind(object, argument))
    return false;
  const char *key = argument_keys[argument->kind];
  switch (argument->kind) {
  case AccyArgumentBuffer:
    return jsonU32(object, key, &argument->slot) && jsonEnd(object);
  case AccyArgumentCountBuffer:
  case AccyArgumentCount:
    return jsonU32(object, key, &argument->count) && jsonEnd(object);
  default:
    return scalar_member(object, key, &argument->scalar) && jsonEnd(object);
  }
}

static void keep_scalar(AccyKernel *kernel, const AccyArgument *argument) {
  if (argument->kind == AccyArgumentRuntimeScalar)
    kernel->runtime_scalars[kernel->runtime_scalar_count++] = argument->scalar;
  else if (argument->kind == AccyArgumentStaticScalar)
    kernel->static_arguments[kernel->static_argument_count++] = argument->scalar;
}

bool argumentsForm(JsonCodec *kernel_object, AccyKernel *kernel) {
  JsonCodec array, element;
  uint32_t count = accyKernelArgumentCount(kernel);
  if (!jsonArray(kernel_object, "arguments", &count, &array) ||
      !formMakeRoom(kernel_object, (void **)&kernel->runtime_scalars, count, sizeof(AccyScalar)) ||
      !formMakeRoom(kernel_object, (void **)&kernel->static_arguments, count, sizeof(AccyScalar)))
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    AccyArgument argument = {.kind = AccyArgumentBuffer};
    if (!kernel_object->reading)
      argument = accyKernelArgument(kernel, i);
    if (!jsonElementObject(&array, i, &element) || !argument_form(&element, &argument))
      return false;
    if (kernel_object->reading)
      keep_scalar(kernel, &argument);
  }
  return true;
}

static bool same_argument(const AccyArgument *a, const AccyArgument *b) {
  return a->kind == b->kind && a->slot == b->slot && a->count == b->count && a->scalar.kind == b->scalar.kind &&
         a->scalar.bits == b->scalar.bits;
}

bool argumentsAgree(JsonCodec *kernel_object, const AccyKernel *kernel) {
  if (!kernel_object->reading)
    return true;
  cJSON *list = cJSON_GetObjectItemCaseSensitive(kernel_object->json, "arguments");
  JsonCodec array = {.reading = true, .json = list, .parent = kernel_object, .key = "arguments", .next = list->child};
  array.status = kernel_object->status;
  uint32_t count = (uint32_t)cJSON_GetArraySize(list);
  if (count != accyKernelArgumentCount(kernel))
    return jsonFail(kernel_object, "arguments", "has %u elements; inputs, output, count_argument and scalars make %u",
                    count, accyKernelArgumentCount(kernel));
  for (uint32_t i = 0; i < count; ++i) {
    JsonCodec element;
    AccyArgument argument = {.kind = AccyArgumentBuffer}, expected = accyKernelArgument(kernel, i);
    if (!jsonElementObject(&array, i, &element) || !argument_form(&element, &argument))
      return false;
    if (!same_argument(&argument, &expected))
      return jsonFail(&element, NULL, "must be %s%s: arguments are inputs, output, element count, scalars, in order",
                      argument_keys[expected.kind],
                      expected.kind == AccyArgumentBuffer ? " of the slot that inputs and output name" : "");
  }
  return true;
}
