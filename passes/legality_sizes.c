// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See legality_sizes.h.

#include "passes/legality_sizes.h"

#include "passes/dtype.h"
#include "passes/legality.h"
#include "planner/arithmetic.h"
#include "support/ir.h"

// SPIR-V and WGSL kernels compute indices on signed integers of 32 bits, so Metal's do, too; the others' element count
// has 32 bits.
static uint64_t addressable(const AccyProgramTarget *target) {
  AccyFormat format = target->profile.format;
  bool narrow = format == AccyFormatVulkanSpirv || format == AccyFormatWebgpuWgsl || format == AccyFormatMetalMsl;
  return narrow ? INT32_MAX : UINT32_MAX;
}

MlirLogicalResult accyCheckElements(MlirOperation op, MlirType type, const AccyProgramTarget *target) {
  uint64_t elements = accyShapedTypeElementCount(type), most = addressable(target);
  if (elements <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "has a tensor of %llu elements; kernels for target '%s' count %llu: split it "
                         "[LaunchArgumentMismatch]",
                         (unsigned long long)elements, target->name, (unsigned long long)most);
}

MlirLogicalResult accyCheckBuffer(MlirOperation op, MlirType type, const AccyProgramTarget *target) {
  uint64_t bytes = accyShapedTypeByteSize(type), allowed = target->profile.capabilities.bindings.max_buffer_bytes;
  uint64_t most = addressable(target) == INT32_MAX && allowed > INT32_MAX ? INT32_MAX : allowed;
  if (bytes <= most)
    return mlirLogicalResultSuccess();
  uint64_t elements = accyShapedTypeElementCount(type), size = elements > 0 && bytes > elements ? bytes / elements : 1;
  const char *otherwise =
      most == allowed ? ", or choose a profile whose bindings.max_buffer_bytes says that the device takes more" : "";
  return accyEmitOpError(op,
                         "needs a buffer of %llu bytes; kernels for target '%s' reach %llu of one: pass and compute "
                         "it in parts of at most %llu elements%s [CapabilityMismatch]",
                         (unsigned long long)bytes, target->name, (unsigned long long)most,
                         (unsigned long long)(most / size), otherwise);
}

MlirLogicalResult accyCheckBufferCount(MlirOperation op, uint64_t buffers, const AccyProgramTarget *target,
                                       const char *advice) {
  uint64_t most = target->profile.capabilities.bindings.max_buffers;
  if (buffers <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "binds %llu buffers; kernels for target '%s' bind at most %llu: %s, or choose a profile that "
                         "allows more [CapabilityMismatch]",
                         (unsigned long long)buffers, target->name, (unsigned long long)most, advice);
}

intptr_t accyCountBuffers(MlirOperation function) {
  MlirAttribute type = accyGetAttribute(function, "function_type");
  return mlirAttributeIsNull(type) ? 0 : mlirFunctionTypeGetNumInputs(mlirTypeAttrGetValue(type));
}

// What one kernel can name. PTX has the rest of a device's memory for what is asked for at the launch alone (CUDA C++
// Programming Guide, "Technical Specifications per Compute Capability").
static uint64_t most_threadgroup_bytes(const AccyTargetProfile *profile) {
  enum { most_in_ptx = 49152 };
  uint64_t most = profile->capabilities.memory.shared_bytes_per_threadgroup;
  return profile->format == AccyFormatCudaPtx && most > most_in_ptx ? most_in_ptx : most;
}

MlirLogicalResult accyCheckThreadgroupMemory(MlirOperation function, const AccyProgramTarget *target,
                                             uint64_t *outBytes) {
  MlirBlock body = accyGetBlock(function, 0);
  uint64_t bytes = 0, most = most_threadgroup_bytes(&target->profile);
  for (intptr_t i = accyCountBuffers(function); i < mlirBlockGetNumArguments(body); ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    if (mlirTypeIsAMemRef(type) && mlirShapedTypeHasStaticShape(type)) // lowering says what such a memory is
      bytes = accySaturatingAdd(bytes, accyShapedTypeByteSize(type));
  }
  *outBytes = bytes;
  if (bytes <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(
      function,
      "takes %llu bytes of threadgroup memory; a kernel for target '%s' can have %llu: keep less there, or choose a "
      "profile that has more [CapabilityMismatch]",
      (unsigned long long)bytes, target->name, (unsigned long long)most);
}

MlirLogicalResult accyCheckSlot(MlirOperation slot, const AccyProgramTarget *target) {
  return accyCheckBuffer(slot, mlirValueGetType(mlirOperationGetResult(slot, 0)), target);
}

uint64_t accyCountBindings(MlirBlock body, MlirStringRef kind) {
  bool countsElements = !accyTextEquals(kind, "dot_general") && !accyTextEquals(kind, "kernel_call");
  return (uint64_t)mlirBlockGetNumArguments(body) + (countsElements ? 2 : 1);
}
