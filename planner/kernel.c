// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a kernel and its artifact. Spec: planner.md, section 4, "Argument order (ABI)".
#include "planner/plan.h"

#include <string.h>

#include "planner/arithmetic.h"

static uint32_t output_argument_count(const AccyKernel *kernel) {
  return kernel->output_slot != ACCY_NO_SLOT;
}

static uint32_t count_argument_count(const AccyKernel *kernel) {
  return kernel->count_argument != AccyCountArgumentNone;
}

uint32_t accyKernelArgumentCount(const AccyKernel *kernel) {
  return kernel->input_slot_count + output_argument_count(kernel) + count_argument_count(kernel) +
         kernel->runtime_scalar_count + kernel->static_argument_count;
}

AccyArgument accyKernelArgument(const AccyKernel *kernel, uint32_t index) {
  AccyArgument argument = {.kind = AccyArgumentBuffer};
  if (index < kernel->input_slot_count) {
    argument.slot = kernel->input_slots[index];
    return argument;
  }
  index -= kernel->input_slot_count;
  if (index < output_argument_count(kernel)) {
    argument.slot = kernel->output_slot;
    return argument;
  }
  index -= output_argument_count(kernel);
  if (index < count_argument_count(kernel)) {
    bool in_buffer = kernel->count_argument == AccyCountArgumentDeviceBufferU32;
    argument.kind = in_buffer ? AccyArgumentCountBuffer : AccyArgumentCount;
    argument.count = (uint32_t)kernel->element_count;
    return argument;
  }
  index -= count_argument_count(kernel);
  bool is_runtime = index < kernel->runtime_scalar_count;
  argument.kind = is_runtime ? AccyArgumentRuntimeScalar : AccyArgumentStaticScalar;
  argument.scalar =
      is_runtime ? kernel->runtime_scalars[index] : kernel->static_arguments[index - kernel->runtime_scalar_count];
  return argument;
}

bool accyHostLoopArguments(uint64_t elementCount, const AccyGeometry *geometry,
                           AccyScalar outArguments[ACCY_HOST_LOOP_ARGUMENTS], AccyStatus *status) {
  uint32_t count;
  if (!accyNarrowU32(elementCount, &count))
    return accyFail(status, AccyStatusCodeLaunchArgumentMismatch, "an element count of %llu passes 32 bits",
                    (unsigned long long)elementCount);
  const uint32_t values[ACCY_HOST_LOOP_ARGUMENTS] = {
      count,
      geometry->grid[0],
      geometry->grid[1],
      geometry->grid[2],
      geometry->threadgroup[0],
      geometry->threadgroup[1],
      geometry->threadgroup[2],
  };
  for (int i = 0; i < ACCY_HOST_LOOP_ARGUMENTS; ++i)
    outArguments[i] = (AccyScalar){AccyScalarKindU32, values[i]};
  return true;
}

AccyCountArgument accyGeneratedCountArgument(AccyKernelKind kind) {
  return kind == AccyKernelKindDotGeneral ? AccyCountArgumentNone : AccyCountArgumentDeviceBufferU32;
}

bool accyFailWithoutBody(AccyKernelKind kind, AccyDtype inputDtype, AccyDtype outputDtype, AccyStatus *status) {
  bool looks_at_input = kind == AccyKernelKindDotGeneral || kind == AccyKernelKindReduction;
  AccyDtype other = looks_at_input && inputDtype != AccyDtypeF32 ? inputDtype : outputDtype;
  if (other != AccyDtypeF32)
    return accyFail(status, AccyStatusCodeCapabilityMismatch, "needs a kernel of kind %s on %s, and none was lowered",
                    accyKernelKindName(kind), accyDtypeName(other));
  return accyFail(status, AccyStatusCodeUnsupportedOperation, "no kernel was lowered for this %s",
                  accyKernelKindName(kind));
}

bool accyPayloadCheck(AccyFormat format, const AccyPayload *payload, AccyStatus *status) {
  if ((size_t)format >= AccyFormatCount || (size_t)payload->ownership >= AccyPayloadOwnershipCount)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a payload has an unknown format or ownership");
  if (payload->kind != accyFormatPayloadKind(format))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "format %s takes a payload of %s, not %s",
                    accyFormatName(format), accyPayloadKindName(accyFormatPayloadKind(format)),
                    accyPayloadKindName(payload->kind));
  if (payload->bytes == 0 || !payload->data)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the payload is empty");
  if (payload->kind == AccyPayloadKindWordsU32 && payload->bytes % 4)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a payload of words has %llu bytes, no multiple of 4",
                    (unsigned long long)payload->bytes);
  return true;
}

static uint32_t scalar_argument_count(const AccyKernel *kernel) {
  return kernel->runtime_scalar_count + kernel->static_argument_count +
         (kernel->count_argument == AccyCountArgumentScalarU32);
}

static uint32_t push_constant_bytes(const AccyKernel *kernel) {
  uint32_t bytes = kernel->count_argument == AccyCountArgumentScalarU32 ? 4 : 0;
  for (uint32_t i = 0; i < kernel->runtime_scalar_count; ++i) {
    AccyScalarKind kind = kernel->runtime_scalars[i].kind;
    bool is_wide = kind == AccyScalarKindI64 || kind == AccyScalarKindU64 || kind == AccyScalarKindF64;
    uint32_t size = is_wide ? 8 : 4;
    bytes = (bytes + size - 1) / size * size + size;
  }
  return bytes;
}

void accyKernelCountScalars(AccyKernel *kernel) {
  kernel->artifact.scalar_argument_count = scalar_argument_count(kernel);
  kernel->artifact.push_constant_bytes = push_constant_bytes(kernel);
}

bool accyKernelSetArtifact(AccyKernel *kernel, AccyBackend backend, AccyFormat format, const char *entry,
                           AccyKernelSource source, AccyLaunchKind launchKind, const AccyRequirements *required,
                           const AccyPayload *payload, AccyStatus *status) {
  size_t length = strlen(entry);
  if (length == 0 || length >= ACCY_NAME_CAPACITY)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "an entry name has %zu characters; it may have 1 to %d",
                    length, ACCY_NAME_CAPACITY - 1);
  if (!accyPayloadCheck(format, payload, status))
    return false;
  if ((size_t)backend >= AccyBackendCount || (size_t)source >= AccyKernelSourceCount ||
      (size_t)launchKind >= AccyLaunchKindCount)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "kernel '%s' has an unknown backend, source or launch kind",
                    entry);
  AccyArtifact artifact = {.backend = backend, .format = format, .diagnostic_id = kernel->id, .payload = *payload};
  memcpy(artifact.entry, entry, length + 1);
  artifact.argument_count = accyKernelArgumentCount(kernel);
  AccyContract contract = {.source = source, .launch_kind = launchKind, .format = format, .required = *required};
  memcpy(contract.entry, entry, length + 1);
  contract.argument_count = artifact.argument_count;
  contract.has_shape_family = kernel->contract.has_shape_family;
  contract.shape_family_fingerprint = kernel->contract.shape_family_fingerprint;
  contract.payload_kind = payload->kind;
  contract.payload_bytes = payload->bytes;
  kernel->artifact = artifact;
  kernel->contract = contract;
  accyKernelCountScalars(kernel);
  return true;
}
