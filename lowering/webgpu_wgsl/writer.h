// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The writer of one kernel as WGSL: its state, and what the files of this folder ask of each other.
//
// Each value of the kernel becomes a `let`, constants too: WGSL evaluates expressions of literals when a shader is
// made, and refuses there what overflows, divides by zero or is no finite number. A `let` is never part of such an
// expression.

#ifndef ACCY_LOWERING_WEBGPU_WGSL_WRITER_H
#define ACCY_LOWERING_WEBGPU_WGSL_WRITER_H

#include "lowering/format.h"
#include "lowering/webgpu_wgsl/functions.h"
#include "support/pointer_map.h"
#include "support/text_buffer.h"

/// The parameters that an entry point may have: places and sizes.
enum { ACCY_WGSL_POSITION_COUNT = 6 };

/// The state of a kernel's writing.
typedef struct AccyWgslWriter {
  const AccyLoweringRequest *request;
  /// The statements of the entry point.
  AccyTextBuffer body;
  /// How deep the statement that is written lies in blocks.
  unsigned depth;
  /// The number of each value that has been written.
  AccyPointerMap numbers;
  int64_t count;
  /// The functions that the statements call.
  AccyWgslFunctionSet functions;
  /// Whether the statements use a zero that compilers do not know (strictness.h).
  bool usesHiddenZero;
  /// Which of its parameters, as position.c lists them, the entry point asks for; its threadgroup's place is the first.
  bool usesPosition[ACCY_WGSL_POSITION_COUNT];
} AccyWgslWriter;

/// Reports that the operation cannot be written and why, and returns failure.
#define accyWgslError(writer, op, ...) accyLoweringOpError((writer)->request, op, __VA_ARGS__)

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Begins a line: indents it.
void accyWgslBeginLine(AccyWgslWriter *writer);
/// Writes a whole line, formatted as printf does.
void accyWgslLine(AccyWgslWriter *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Appends to the line, formatted as printf does.
#define ACCY_WGSL_APPEND(writer, ...) accyTextBufferPrint(&(writer)->body, __VA_ARGS__)

/// Gives the value a number of its own; its name is `v` and the number.
int64_t accyWgslDefine(AccyWgslWriter *writer, MlirValue value);
/// Gives the value the name of another, to which it is equal.
void accyWgslAlias(AccyWgslWriter *writer, MlirValue value, MlirValue other);
/// The value's number. Values are defined before they are used.
int64_t accyWgslNumber(const AccyWgslWriter *writer, MlirValue value);

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Writes the block's operations up to its terminator.
MlirLogicalResult accyWgslWriteBlock(AccyWgslWriter *writer, MlirBlock block);

/// Whether the operation is of the kind, and then writes it: `*outResult`.
bool accyWgslWriteConstant(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult);
bool accyWgslWriteArithmetic(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult);
bool accyWgslWriteControlFlow(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult);
bool accyWgslWriteMemory(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult);
bool accyWgslWritePosition(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult);

/// Whether the memory is one that the threads of a threadgroup share, rather than a buffer.
bool accyWgslIsThreadgroupMemory(MlirValue memory);
/// Appends the declarations of the kernel's buffers and threadgroup memories to the text.
void accyWgslDeclareMemories(const AccyWgslWriter *writer, AccyTextBuffer *text);
/// Mentions the buffers that the kernel does not use: others are not in the layout that a pipeline makes of its shader.
void accyWgslMentionUnusedBuffers(AccyWgslWriter *writer);
/// Appends the entry point's parameters, those that its statements use.
void accyWgslDeclarePositions(const AccyWgslWriter *writer, AccyTextBuffer *text);

#endif // ACCY_LOWERING_WEBGPU_WGSL_WRITER_H
