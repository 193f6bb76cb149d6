// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables and facts of the planner's vocabulary (enums.h) and of its failures (status.h).
#include "accy-c/Status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool find_name(const char *const *names, size_t count, const char *text, size_t length, size_t *out_index) {
  for (size_t i = 0; i < count; ++i) {
    if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0) {
      *out_index = i;
      return true;
    }
  }
  return false;
}

#define ACCY_SPELLING(type, name, text) text,
#define ACCY_DEFINE_ENUM(type, rows)                                                                                   \
  static const char *const type##_names[] = {rows(ACCY_SPELLING)};                                                     \
  const char *accy##type##Name(Accy##type value) {                                                                     \
    return (size_t)value < Accy##type##Count ? type##_names[value] : "invalid";                                        \
  }                                                                                                                    \
  bool accy##type##Parse(const char *text, size_t length, Accy##type *outValue) {                                      \
    size_t index;                                                                                                      \
    if (!find_name(type##_names, Accy##type##Count, text, length, &index))                                             \
      return false;                                                                                                    \
    *outValue = (Accy##type)index;                                                                                     \
    return true;                                                                                                       \
  }

ACCY_ENUMS(ACCY_DEFINE_ENUM)
ACCY_DEFINE_ENUM(StatusCode, ACCY_STATUS_CODE_ROWS)

uint32_t accyDtypeByteSize(AccyDtype dtype) {
  static const uint8_t sizes[AccyDtypeCount] = {
      [AccyDtypeI1] = 1,  [AccyDtypeI8] = 1,  [AccyDtypeI16] = 2, [AccyDtypeI32] = 4, [AccyDtypeI64] = 8,
      [AccyDtypeU8] = 1,  [AccyDtypeU16] = 2, [AccyDtypeU32] = 4, [AccyDtypeU64] = 8, [AccyDtypeF16] = 2,
      [AccyDtypeF32] = 4, [AccyDtypeF64] = 8, [AccyDtypeBf16] = 2};
  return (size_t)dtype < AccyDtypeCount ? sizes[dtype] : 0;
}

AccyFormat accyBackendDefaultFormat(AccyBackend backend) {
  static const AccyFormat formats[AccyBackendCount] = {
      [AccyBackendCuda] = AccyFormatCudaPtx,       [AccyBackendVulkan] = AccyFormatVulkanSpirv,
      [AccyBackendMetal] = AccyFormatMetalMsl,     [AccyBackendWebgpu] = AccyFormatWebgpuWgsl,
      [AccyBackendCpu] = AccyFormatCpuMachineCode, [AccyBackendWasm] = AccyFormatWebassemblyModule};
  return (size_t)backend < AccyBackendCount ? formats[backend] : (AccyFormat)AccyFormatCount;
}

typedef struct FormatFacts {
  AccyBackend backend;
  AccyPayloadKind payload;
  bool host_loop;
  bool shares_buffers;
  bool takes_addresses;
  const char *extension;
} FormatFacts;

static const FormatFacts format_facts[AccyFormatCount] = {
    [AccyFormatCudaPtx] = {AccyBackendCuda, AccyPayloadKindText, false, true, true, "ptx"},
    [AccyFormatVulkanSpirv] = {AccyBackendVulkan, AccyPayloadKindWordsU32, false, true, false, "spv"},
    [AccyFormatMetalMsl] = {AccyBackendMetal, AccyPayloadKindText, false, true, true, "metal"},
    [AccyFormatWebgpuWgsl] = {AccyBackendWebgpu, AccyPayloadKindText, false, false, false, "wgsl"},
    [AccyFormatCpuMachineCode] = {AccyBackendCpu, AccyPayloadKindBytes, true, true, true, "bin"},
    [AccyFormatCpuObject] = {AccyBackendCpu, AccyPayloadKindBytes, true, true, true, "o"},
    [AccyFormatWebassemblyModule] = {AccyBackendWasm, AccyPayloadKindBytes, true, true, true, "wasm"}};

static const FormatFacts *facts_of(AccyFormat format) {
  static const FormatFacts of_none = {(AccyBackend)AccyBackendCount, AccyPayloadKindNone, false, false, false, ""};
  return (size_t)format < AccyFormatCount ? &format_facts[format] : &of_none;
}

AccyBackend accyFormatBackend(AccyFormat format) {
  return facts_of(format)->backend;
}

AccyPayloadKind accyFormatPayloadKind(AccyFormat format) {
  return facts_of(format)->payload;
}

bool accyFormatIsHostLoop(AccyFormat format) {
  return facts_of(format)->host_loop;
}

bool accyFormatSharesBuffers(AccyFormat format) {
  return facts_of(format)->shares_buffers;
}

bool accyFormatTakesAddresses(AccyFormat format) {
  return facts_of(format)->takes_addresses;
}

const char *accyFormatFileExtension(AccyFormat format) {
  return facts_of(format)->extension;
}

bool accyFail(AccyStatus *status, AccyStatusCode code, const char *format, ...) {
  if (!status)
    return false;
  status->code = code;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(status->message, sizeof(status->message), format, arguments);
  va_end(arguments);
  static const char ellipsis[] = "…";
  if (length >= (int)sizeof(status->message))
    memcpy(status->message + sizeof(status->message) - sizeof(ellipsis), ellipsis, sizeof(ellipsis));
  return false;
}
