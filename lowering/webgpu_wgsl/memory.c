// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers. Elements of 32 bits are elements of WGSL's arrays. Narrower ones are packed, the first in the lowest bits of
// a word; where they are written the words are atomic, since the other elements of a word belong to other threads.

#include "lowering/kernel_form.h"
#include "lowering/webgpu_wgsl/number.h"
#include "support/ir.h"

static MlirType element_type(MlirValue buffer) {
  return mlirShapedTypeGetElementType(mlirValueGetType(buffer));
}

static bool is_packed(MlirValue buffer) {
  return accyWgslWidth(element_type(buffer)) < 32;
}

// A buffer's number, by which it is bound.
static intptr_t binding_of(MlirValue buffer) {
  return mlirBlockArgumentGetArgNumber(buffer);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void declare_buffer(AccyTextBuffer *text, MlirValue buffer) {
  bool isWritten = accyKernelWritesBuffer(buffer);
  long long perWord = 32 / accyWgslWidth(element_type(buffer));
  long long words = (mlirShapedTypeGetDimSize(mlirValueGetType(buffer), 0) + perWord - 1) / perWord;
  const char *type = is_packed(buffer) && isWritten ? "atomic<u32>" : accyWgslTypeName(element_type(buffer));
  accyTextBufferPrint(text, "@group(0) @binding(%td) var<storage, %s> buffer_%td: array<%s, %lld>;\n",
                      binding_of(buffer), isWritten ? "read_write" : "read", binding_of(buffer), type, words);
}

void accyWgslMentionUnusedBuffers(AccyWgslWriter *writer) {
  MlirBlock body = accyKernelGetBody(writer->request->kernel);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    if (accyValueIsUnused(mlirBlockGetArgument(body, i)))
      accyWgslLine(writer, "_ = &buffer_%td;", i);
}

void accyWgslDeclareBuffers(const AccyWgslWriter *writer, AccyTextBuffer *text) {
  MlirBlock body = accyKernelGetBody(writer->request->kernel);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    declare_buffer(text, mlirBlockGetArgument(body, i));
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

// The place of an element of a packed buffer: its word, and how far it lies in it.
typedef struct PackedPlace {
  intptr_t binding;
  long long index;
  int elementsLog2, bitsLog2;
} PackedPlace;

static PackedPlace packed_place(const AccyWgslWriter *writer, MlirValue buffer, MlirValue index) {
  bool isByte = accyWgslWidth(element_type(buffer)) == 8;
  return (PackedPlace){binding_of(buffer), accyWgslNumber(writer, index), isByte ? 2 : 1, isByte ? 3 : 4};
}

static void append_shift(AccyWgslWriter *writer, PackedPlace place) {
  ACCY_WGSL_APPEND(writer, "((v%lld & %du) << %du)", place.index, (1 << place.elementsLog2) - 1, place.bitsLog2);
}

static void append_word(AccyWgslWriter *writer, PackedPlace place) {
  ACCY_WGSL_APPEND(writer, "buffer_%td[v%lld >> %du]", place.binding, place.index, place.elementsLog2);
}

static void append_packed_load(AccyWgslWriter *writer, MlirValue buffer, PackedPlace place) {
  bool isAtomic = accyKernelWritesBuffer(buffer);
  ACCY_WGSL_APPEND(writer, "(%s", isAtomic ? "atomicLoad(&" : "");
  append_word(writer, place);
  ACCY_WGSL_APPEND(writer, "%s >> ", isAtomic ? ")" : "");
  append_shift(writer, place);
  ACCY_WGSL_APPEND(writer, ") & %uu", accyWgslMask(element_type(buffer)));
}

static void write_load(AccyWgslWriter *writer, MlirOperation op) {
  MlirValue buffer = mlirOperationGetOperand(op, 0), index = mlirOperationGetOperand(op, 1);
  accyWgslBeginLine(writer);
  ACCY_WGSL_APPEND(writer, "let v%lld = ", (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)));
  if (is_packed(buffer))
    append_packed_load(writer, buffer, packed_place(writer, buffer, index));
  else
    ACCY_WGSL_APPEND(writer, "buffer_%td[v%lld]", binding_of(buffer), (long long)accyWgslNumber(writer, index));
  ACCY_WGSL_APPEND(writer, ";\n");
}

// Clears the element's bits, then sets them: no other element of the word is touched.
static void write_packed_store(AccyWgslWriter *writer, long long value, uint32_t mask, PackedPlace place) {
  accyWgslBeginLine(writer);
  ACCY_WGSL_APPEND(writer, "atomicAnd(&");
  append_word(writer, place);
  ACCY_WGSL_APPEND(writer, ", ~(%uu << ", mask);
  append_shift(writer, place);
  ACCY_WGSL_APPEND(writer, "));\n");
  accyWgslBeginLine(writer);
  ACCY_WGSL_APPEND(writer, "atomicOr(&");
  append_word(writer, place);
  ACCY_WGSL_APPEND(writer, ", v%lld << ", value);
  append_shift(writer, place);
  ACCY_WGSL_APPEND(writer, ");\n");
}

static void write_store(AccyWgslWriter *writer, MlirOperation op) {
  MlirValue buffer = mlirOperationGetOperand(op, 1), index = mlirOperationGetOperand(op, 2);
  long long value = accyWgslNumber(writer, mlirOperationGetOperand(op, 0));
  if (is_packed(buffer))
    write_packed_store(writer, value, accyWgslMask(element_type(buffer)), packed_place(writer, buffer, index));
  else
    accyWgslLine(writer, "buffer_%td[v%lld] = v%lld;", binding_of(buffer), (long long)accyWgslNumber(writer, index),
                 value);
}

bool accyWgslWriteMemory(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  *outResult = mlirLogicalResultSuccess();
  if (accyOperationIs(op, "memref.load"))
    write_load(writer, op);
  else if (accyOperationIs(op, "memref.store"))
    write_store(writer, op);
  else
    return false;
  return true;
}
