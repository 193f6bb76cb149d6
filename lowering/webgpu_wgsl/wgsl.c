// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// webgpu_wgsl: a kernel as a module in WebGPU's shading language. Argument i is binding i of group 0.

#include "lowering/format.h"
#include "lowering/kernel_form.h"
#include "lowering/shuffle.h"
#include "lowering/webgpu_wgsl/names.h"
#include "lowering/webgpu_wgsl/number.h"
#include "lowering/webgpu_wgsl/strictness.h"
#include "lowering/webgpu_wgsl/writer.h"
#include "support/ir.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The writer
//===----------------------------------------------------------------------===//

void accyWgslBeginLine(AccyWgslWriter *writer) {
  ACCY_WGSL_APPEND(writer, "%*s", (int)writer->depth * 2, "");
}

void accyWgslLine(AccyWgslWriter *writer, const char *format, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  accyWgslBeginLine(writer);
  ACCY_WGSL_APPEND(writer, "%s\n", line);
}

static void set_number(AccyWgslWriter *writer, MlirValue value, int64_t number) {
  if (!accyPointerMapSet(&writer->numbers, value.ptr, number))
    writer->body.failed = true;
}

int64_t accyWgslDefine(AccyWgslWriter *writer, MlirValue value) {
  set_number(writer, value, writer->count);
  return writer->count++;
}

void accyWgslAlias(AccyWgslWriter *writer, MlirValue value, MlirValue other) {
  set_number(writer, value, accyWgslNumber(writer, other));
}

int64_t accyWgslNumber(const AccyWgslWriter *writer, MlirValue value) {
  return accyPointerMapGet(&writer->numbers, value.ptr, -1);
}

static MlirLogicalResult write_operation(AccyWgslWriter *writer, MlirOperation op) {
  static bool (*const writers[])(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) = {
      accyWgslWriteConstant, accyWgslWriteControlFlow, accyWgslWriteMemory, accyWgslWritePosition,
      accyWgslWriteArithmetic};
  MlirLogicalResult result;
  for (size_t i = 0; i < sizeof writers / sizeof *writers; ++i)
    if (writers[i](writer, op, &result))
      return result;
  return accyWgslError(writer, op, "it has no counterpart in WGSL [UnsupportedOperation]");
}

MlirLogicalResult accyWgslWriteBlock(AccyWgslWriter *writer, MlirBlock block) {
  MlirOperation terminator = mlirBlockGetTerminator(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op) && !mlirOperationEqual(op, terminator); op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(write_operation(writer, op)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// What WGSL takes
//===----------------------------------------------------------------------===//

static MlirLogicalResult check_buffer(const AccyLoweringRequest *request, intptr_t number, MlirType buffer) {
  MlirType element = mlirShapedTypeGetElementType(buffer);
  if (accyWgslWidth(element) > 32)
    return accyLoweringError(request, "buffer %td has elements of %u bits; WGSL's numbers have 32 [CapabilityMismatch]",
                             number, accyWgslWidth(element));
  int64_t bytes = mlirShapedTypeGetDimSize(buffer, 0) * (accyWgslWidth(element) / 8);
  if (bytes > INT32_MAX)
    return accyLoweringError(request, "buffer %td has %lld bytes; indices of 32 bits reach %d [CapabilityMismatch]",
                             number, (long long)bytes, INT32_MAX);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_width(const AccyLoweringRequest *request, MlirOperation op, MlirType type) {
  unsigned width = accyWgslWidth(type);
  if (width > 32)
    return accyLoweringOpError(request, op, "it computes on %u bits; WGSL's numbers have 32 [CapabilityMismatch]",
                               width);
  if (width < 32 && accyIsExtendedArithmetic(op) && accyWgslWidth(mlirValueGetType(mlirOperationGetResult(op, 0))) < 32)
    return accyLoweringOpError(request, op, "it has two results of %u bits: compute on i32 [UnsupportedOperation]",
                               width);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check(const AccyLoweringRequest *request) {
  MlirBlock body = accyKernelGetBody(request->kernel);
  if (mlirLogicalResultIsFailure(accyKernelCheckThreadgroup(request)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < accyKernelGetNumBuffers(request->kernel); ++i)
    if (mlirLogicalResultIsFailure(check_buffer(request, i, mlirValueGetType(mlirBlockGetArgument(body, i)))))
      return mlirLogicalResultFailure();
  return accyKernelCheckResults(request, check_width);
}

//===----------------------------------------------------------------------===//
// The format
//===----------------------------------------------------------------------===//

static void write_module(const AccyWgslWriter *writer, AccyTextBuffer *text) {
  const AccyLoweringRequest *request = writer->request;
  const uint32_t *threads = request->geometry.threadgroup;
  if (accyKernelHasShuffles(request->kernel))
    accyTextBufferPrint(text, "enable subgroups;\n\n");
  accyWgslDeclareMemories(writer, text);
  accyTextBufferPrint(text, "\n@compute @workgroup_size(%u, %u, %u)\nfn %.*s(", threads[0], threads[1], threads[2],
                      (int)request->entryName.length, request->entryName.data);
  accyWgslDeclarePositions(writer, text);
  accyTextBufferPrint(text, ") {\n");
  accyWgslDeclareHiddenZero(writer, text);
  if (writer->body.data)
    accyTextBufferAppend(text, writer->body.data, writer->body.length);
  accyTextBufferPrint(text, "}\n");
  accyWgslWriteFunctions(writer->functions, text);
  text->failed = text->failed || writer->body.failed;
}

static MlirLogicalResult write_kernel(AccyWgslWriter *writer, AccyLoweredPayload *outPayload) {
  writer->depth = 1;
  accyWgslMentionUnusedBuffers(writer);
  if (mlirLogicalResultIsFailure(accyWgslWriteBlock(writer, accyKernelGetBody(writer->request->kernel))))
    return mlirLogicalResultFailure();
  AccyTextBuffer text = {0};
  write_module(writer, &text);
  MlirLogicalResult result = text.failed ? accyLoweringError(writer->request, "out of memory [OutOfMemory]")
                                         : accyLoweredPayloadFill(writer->request, text.data, text.length, outPayload);
  accyTextBufferDestroy(&text);
  return result;
}

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  (void)module, (void)kernel; // it only reads, so the request's own kernel will do
  AccyWgslWriter writer = {.request = request};
  MlirLogicalResult result = write_kernel(&writer, outPayload);
  accyTextBufferDestroy(&writer.body);
  accyPointerMapDestroy(&writer.numbers);
  return result;
}

const AccyLoweringFormat accyLoweringWebgpuWgsl = {
    .format = AccyFormatWebgpuWgsl,
    .isReserved = accyWgslIsReserved,
    .check = check,
    .lower = lower,
};
