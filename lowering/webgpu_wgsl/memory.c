// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers. Elements of 32 bits are elements of WGSL's arrays. Narrower ones are packed, the first in the lowest bits of
// a word; where they are written the words are atomic, since the other elements of a word belong to other threads.

#include "lowering/kernel_form.h"
#include "lowering/shuffle.h"
#include "lowering/webgpu_wgsl/number.h"
#include "support/ir.h"

static MlirType element_type(MlirValue buffer) {
  return mlirShapedTypeGetElementType(mlirValueGetType(buffer));
}

static bool is_packed(MlirValue buffer) {
  return accyWgslWidth(element_type(buffer)) < 32;
}

bool accyWgslIsThreadgroupMemory(MlirValue memory) {
  return !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(mlirValueGetType(memory)));
}

// A memory's number; a buffer is bound by it.
static intptr_t number_of(MlirValue memory) {
  return mlirBlockArgumentGetArgNumber(memory);
}

static void append_name(AccyWgslWriter *writer, MlirValue memory) {
  ACCY_WGSL_APPEND(writer, "%s_%td", accyWgslIsThreadgroupMemory(memory) ? "memory" : "buffer", number_of(memory));
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
                      number_of(buffer), isWritten ? "read_write" : "read", number_of(buffer), type, words);
}

static void declare_threadgroup_memory(AccyTextBuffer *text, MlirValue memory) {
  accyTextBufferPrint(text, "var<workgroup> memory_%td: array<%s, %lld>;\n", number_of(memory),
                      accyWgslTypeName(element_type(memory)),
                      (long long)mlirShapedTypeGetDimSize(mlirValueGetType(memory), 0));
}

void accyWgslMentionUnusedBuffers(AccyWgslWriter *writer) {
  MlirBlock body = accyKernelGetBody(writer->request->kernel);
  for (intptr_t i = 0; i < accyKernelGetNumBuffers(writer->request->kernel); ++i)
    if (accyValueIsUnused(mlirBlockGetArgument(body, i)))
      accyWgslLine(writer, "_ = &buffer_%td;", i);
}

void accyWgslDeclareMemories(const AccyWgslWriter *writer, AccyTextBuffer *text) {
  MlirBlock body = accyKernelGetBody(writer->request->kernel);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    MlirValue memory = mlirBlockGetArgument(body, i);
    if (accyWgslIsThreadgroupMemory(memory))
      declare_threadgroup_memory(text, memory);
    else
      declare_buffer(text, memory);
  }
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

// The place of an element of a packed buffer: its word, and how far it lies in it.
typedef struct PackedPlace {
  MlirValue buffer;
  long long index;
  int elementsLog2, bitsLog2;
} PackedPlace;

static PackedPlace packed_place(const AccyWgslWriter *writer, MlirValue buffer, MlirValue index) {
  bool isByte = accyWgslWidth(element_type(buffer)) == 8;
  return (PackedPlace){buffer, accyWgslNumber(writer, index), isByte ? 2 : 1, isByte ? 3 : 4};
}

static void append_shift(AccyWgslWriter *writer, PackedPlace place) {
  ACCY_WGSL_APPEND(writer, "((v%lld & %du) << %du)", place.index, (1 << place.elementsLog2) - 1, place.bitsLog2);
}

static void append_word(AccyWgslWriter *writer, PackedPlace place) {
  append_name(writer, place.buffer);
  ACCY_WGSL_APPEND(writer, "[v%lld >> %du]", place.index, place.elementsLog2);
}

static void append_packed_load(AccyWgslWriter *writer, PackedPlace place) {
  bool isAtomic = accyKernelWritesBuffer(place.buffer);
  ACCY_WGSL_APPEND(writer, "(%s", isAtomic ? "atomicLoad(&" : "");
  append_word(writer, place);
  ACCY_WGSL_APPEND(writer, "%s >> ", isAtomic ? ")" : "");
  append_shift(writer, place);
  ACCY_WGSL_APPEND(writer, ") & %uu", accyWgslMask(element_type(place.buffer)));
}

static void append_element(AccyWgslWriter *writer, MlirValue memory, MlirValue index) {
  append_name(writer, memory);
  ACCY_WGSL_APPEND(writer, "[v%lld]", (long long)accyWgslNumber(writer, index));
}

static void write_load(AccyWgslWriter *writer, MlirOperation op) {
  MlirValue buffer = mlirOperationGetOperand(op, 0), index = mlirOperationGetOperand(op, 1);
  accyWgslBeginLine(writer);
  ACCY_WGSL_APPEND(writer, "let v%lld = ", (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)));
  if (is_packed(buffer))
    append_packed_load(writer, packed_place(writer, buffer, index));
  else
    append_element(writer, buffer, index);
  ACCY_WGSL_APPEND(writer, ";\n");
}

// Clears the element's bits, then sets them: no other element of the word is touched.
static void write_packed_store(AccyWgslWriter *writer, long long value, PackedPlace place) {
  uint32_t mask = accyWgslMask(element_type(place.buffer));
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
  if (is_packed(buffer)) {
    write_packed_store(writer, value, packed_place(writer, buffer, index));
    return;
  }
  accyWgslBeginLine(writer);
  append_element(writer, buffer, index);
  ACCY_WGSL_APPEND(writer, " = v%lld;\n", value);
}

//===----------------------------------------------------------------------===//
// Barriers and exchanges
//===----------------------------------------------------------------------===//

// Whether threads can hand values to each other in a buffer.
static bool shares_buffers(MlirOperation kernel) {
  for (intptr_t i = 0; i < accyKernelGetNumBuffers(kernel); ++i) {
    MlirValue buffer = mlirBlockGetArgument(accyKernelGetBody(kernel), i);
    bool isRead = false;
    for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
         use = mlirOpOperandGetNextUse(use))
      isRead = isRead || accyOperationIs(mlirOpOperandGetOwner(use), "memref.load");
    if (isRead && accyKernelWritesBuffer(buffer))
      return true;
  }
  return false;
}

static void write_barrier(AccyWgslWriter *writer) {
  if (shares_buffers(writer->request->kernel))
    accyWgslLine(writer, "storageBarrier();");
  accyWgslLine(writer, "workgroupBarrier();");
}

static void write_shuffle(AccyWgslWriter *writer, MlirOperation op) {
  long long value = accyWgslNumber(writer, mlirOperationGetOperand(op, 0));
  accyWgslLine(writer, "let v%lld = subgroupShuffleXor(v%lld, %lldu);",
               (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)), value,
               (long long)accyShuffleGetDistance(op));
}

bool accyWgslWriteMemory(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  *outResult = mlirLogicalResultSuccess();
  if (accyOperationIs(op, "memref.load"))
    write_load(writer, op);
  else if (accyOperationIs(op, "memref.store"))
    write_store(writer, op);
  else if (accyOperationIs(op, "gpu.barrier"))
    write_barrier(writer);
  else if (accyOperationIs(op, "gpu.shuffle"))
    write_shuffle(writer, op);
  else
    return false;
  return true;
}
