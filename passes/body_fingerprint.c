// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See body_fingerprint.h. Bodies are walked, not printed: printing a body costs more than all else in a plan.

#include "passes/body_fingerprint.h"

#include "mlir_ext/MlirExt.h"
#include "planner/fingerprint.h"
#include "support/ir.h"

// One body under way.
typedef struct Walk {
  AccyBodyHasher *hasher;
  AccyHash hash;
} Walk;

//===----------------------------------------------------------------------===//
// Names, types and attributes
//===----------------------------------------------------------------------===//

static void add_piece(MlirStringRef piece, void *hash) {
  accyHashBytes(hash, piece.data, piece.length);
}

// Adds the text of the object at that address.
typedef void (*Print)(AccyTextPrinter printer, const void *object, AccyHash *hash);

static void print_name(AccyTextPrinter printer, const void *object, AccyHash *hash) {
  (void)printer;
  add_piece(mlirIdentifierStr((MlirIdentifier){(void *)object}), hash);
}

static void print_type(AccyTextPrinter printer, const void *object, AccyHash *hash) {
  accyTextPrinterPrintType(printer, (MlirType){object}, add_piece, hash);
}

static void print_attribute(AccyTextPrinter printer, const void *object, AccyHash *hash) {
  accyTextPrinterPrintAttribute(printer, (MlirAttribute){object}, add_piece, hash);
}

// The hash of an object's text, kept by its address. Without memory to keep it, it is made again.
static uint64_t hash_text(AccyBodyHasher *hasher, const void *object, Print print) {
  uint64_t value = (uint64_t)accyPointerMapGet(&hasher->texts, object, 0);
  if (value)
    return value;
  AccyHash hash = accyHashStart();
  print(hasher->printer, object, &hash);
  value = accyHashFinish(&hash);
  (void)accyPointerMapSet(&hasher->texts, object, (int64_t)value);
  return value;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void add(Walk *walk, uint64_t word) {
  accyHashWord(&walk->hash, word);
}

// Adds the number of a value or block: how many others were met before it was.
static void add_numbered(Walk *walk, const void *object) {
  AccyPointerMap *numbers = &walk->hasher->numbers;
  int64_t number = 0;
  if (!accyPointerMapGetOrSet(numbers, object, (int64_t)numbers->count, &number))
    walk->hasher->out_of_memory = true;
  add(walk, (uint64_t)number);
}

static void add_attribute(MlirIdentifier name, MlirAttribute value, void *userData) {
  Walk *walk = userData;
  add(walk, hash_text(walk->hasher, name.ptr, print_name));
  add(walk, hash_text(walk->hasher, value.ptr, print_attribute));
}

static uint64_t hash_name_and_attributes(AccyBodyHasher *hasher, MlirOperation op) {
  Walk walk = {hasher, accyHashStart()};
  add(&walk, hash_text(hasher, mlirOperationGetName(op).ptr, print_name));
  accyOperationForEachAttribute(op, add_attribute, &walk);
  return accyHashFinish(&walk.hash);
}

// Bodies consist of the same few operations: visiting their attributes each time took a third of a fingerprint.
static void add_name_and_attributes(Walk *walk, MlirOperation op) {
  AccyHashedOperation *kept = &walk->hasher->operations[accyOperationHashAttributes(op) % accyHashedOperationCount];
  if (mlirOperationIsNull(kept->op) || !accyOperationHasAttributesOf(op, kept->op))
    *kept = (AccyHashedOperation){op, hash_name_and_attributes(walk->hasher, op)};
  add(walk, kept->hash);
}

static void add_value(Walk *walk, MlirValue value) {
  add_numbered(walk, value.ptr);
  add(walk, hash_text(walk->hasher, mlirValueGetType(value).ptr, print_type));
}

static void add_operation(Walk *walk, MlirOperation op);

// Each operation and block is led by a word that is not 0, and 0 ends their lists.
static void add_block(Walk *walk, MlirBlock block) {
  intptr_t count = mlirBlockGetNumArguments(block);
  add_numbered(walk, block.ptr);
  add(walk, (uint64_t)count);
  for (intptr_t i = 0; i < count; ++i)
    add_value(walk, mlirBlockGetArgument(block, i));
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    add_operation(walk, op);
  add(walk, 0);
}

static void add_region(Walk *walk, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region); !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block)) {
    add(walk, 1);
    add_block(walk, block);
  }
  add(walk, 0);
}

static void add_operation(Walk *walk, MlirOperation op) {
  intptr_t operands = mlirOperationGetNumOperands(op), results = mlirOperationGetNumResults(op);
  intptr_t successors = mlirOperationGetNumSuccessors(op);
  add_name_and_attributes(walk, op);
  add(walk, (uint64_t)operands);
  for (intptr_t i = 0; i < operands; ++i)
    add_numbered(walk, mlirOperationGetOperand(op, i).ptr);
  add(walk, (uint64_t)results);
  for (intptr_t i = 0; i < results; ++i)
    add_value(walk, mlirOperationGetResult(op, i));
  add(walk, (uint64_t)successors);
  for (intptr_t i = 0; i < successors; ++i)
    add_numbered(walk, mlirOperationGetSuccessor(op, i).ptr);
  for (intptr_t i = 0, n = mlirOperationGetNumRegions(op); i < n; ++i)
    add_region(walk, mlirOperationGetRegion(op, i));
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

// A kernel's name is not its body: kernels that compute the same have one fingerprint. A count of no threadgroup
// buffers says nothing either: functions that were read from text have it, others need not.
static bool is_of_body(MlirIdentifier name, MlirAttribute value) {
  MlirStringRef text = mlirIdentifierStr(name);
  if (accyTextEquals(text, "workgroup_attributions"))
    return !mlirAttributeIsAInteger(value) || mlirIntegerAttrGetValueInt(value) != 0;
  return !accyTextEquals(text, "sym_name");
}

static void add_function_attribute(MlirIdentifier name, MlirAttribute value, void *userData) {
  if (is_of_body(name, value))
    add_attribute(name, value, userData);
}

uint64_t accyBodyFingerprint(AccyBodyHasher *hasher, MlirOperation function) {
  Walk walk = {hasher, accyHashStart()};
  if (!hasher->printer.ptr)
    hasher->printer = accyTextPrinterCreate(mlirOperationGetContext(function));
  accyPointerMapClear(&hasher->numbers);
  accyOperationForEachAttribute(function, add_function_attribute, &walk);
  add(&walk, 0);
  add_region(&walk, mlirOperationGetRegion(function, 0));
  return hasher->out_of_memory ? 0 : accyHashFinish(&walk.hash);
}

void accyBodyHasherDestroy(AccyBodyHasher *hasher) {
  if (hasher->printer.ptr)
    accyTextPrinterDestroy(hasher->printer);
  accyPointerMapDestroy(&hasher->texts);
  accyPointerMapDestroy(&hasher->numbers);
}
