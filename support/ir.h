// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short forms of what every pass does with MLIR's C API: reading attributes, building operations, reporting errors.

#ifndef ACCY_SUPPORT_IR_H
#define ACCY_SUPPORT_IR_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// Reports an error at the location, formatted as printf does, and returns failure.
MlirLogicalResult accyEmitError(MlirLocation location, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Reports an error at the operation, prefixed with its name as `'accy.add' op `, and returns failure.
MlirLogicalResult accyEmitOpError(MlirOperation op, const char *format, ...) __attribute__((format(printf, 2, 3)));

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Elements of a tensor or memref of static shape.
uint64_t accyShapedTypeElementCount(MlirType type);

/// Bits of an integer or float.
unsigned accyScalarTypeWidth(MlirType type);

//===----------------------------------------------------------------------===//
// Names and text
//===----------------------------------------------------------------------===//

/// A view of the C string.
static inline MlirStringRef accyText(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/// Whether the view holds exactly the C string.
bool accyTextEquals(MlirStringRef text, const char *other);

/// Whether the operation has the given full name.
bool accyOperationIs(MlirOperation op, const char *name);

/// Whether the value is the result of an operation with the given full name.
bool accyValueIsResultOf(MlirValue value, const char *name);

/// The printed form of an attribute, type or operation. Owned by the caller; released by free.
char *accyPrintAttribute(MlirAttribute attribute);
char *accyPrintType(MlirType type);
/// The operation, which must be valid, is printed as if it stood alone: names do not depend on what is around it.
char *accyPrintOperation(MlirOperation op);

//===----------------------------------------------------------------------===//
// Attributes of an operation
//===----------------------------------------------------------------------===//

/// The attribute, or null.
MlirAttribute accyGetAttribute(MlirOperation op, const char *name);
/// The string attribute's value, or an empty view when it is absent or of another kind.
MlirStringRef accyGetString(MlirOperation op, const char *name);
/// The integer attribute's value, or `otherwise` when it is absent or of another kind.
int64_t accyGetInteger(MlirOperation op, const char *name, int64_t otherwise);
/// Element count of the i64 array attribute, or 0 when it is absent or of another kind.
intptr_t accyGetI64ArraySize(MlirOperation op, const char *name);
/// Element of the i64 array attribute; the index must be below its size.
int64_t accyGetI64ArrayElement(MlirOperation op, const char *name, intptr_t index);
/// Sets an attribute.
void accySetAttribute(MlirOperation op, const char *name, MlirAttribute attribute);

/// Makers of attributes in the context.
MlirAttribute accyStringAttribute(MlirContext context, const char *text);
MlirAttribute accyStringRefAttribute(MlirContext context, MlirStringRef text);
MlirAttribute accyI64Attribute(MlirContext context, int64_t value);
MlirAttribute accyI64ArrayAttribute(MlirContext context, intptr_t count, const int64_t *values);
/// A name and a value, for dictionaries and operations.
MlirNamedAttribute accyNamed(const char *name, MlirAttribute attribute);
/// The dictionary's entry, or null.
MlirAttribute accyDictionaryGet(MlirAttribute dictionary, const char *name);
/// The dictionary with `value` as its entry of that name, which it has already; null when memory runs out.
MlirAttribute accyDictionaryReplace(MlirAttribute dictionary, const char *name, MlirAttribute value);

//===----------------------------------------------------------------------===//
// Building operations
//===----------------------------------------------------------------------===//

/// What an operation is built from; zero-initialised members are absent. Regions are handed over.
typedef struct AccyOpSpec {
  const char *name;
  MlirLocation location;
  intptr_t numOperands;
  const MlirValue *operands;
  intptr_t numResults;
  const MlirType *results;
  intptr_t numAttributes;
  const MlirNamedAttribute *attributes;
  intptr_t numRegions;
  const MlirRegion *regions;
} AccyOpSpec;

/// Creates a detached operation.
MlirOperation accyCreateOperation(const AccyOpSpec *spec);

/// Creates the operation, puts it at the end of the block and returns its first result, or null when it has none.
MlirValue accyAppendOperation(MlirBlock block, const AccyOpSpec *spec);

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

/// The only block of the operation's region `index`, or null.
MlirBlock accyGetBlock(MlirOperation op, intptr_t index);

/// The next sibling in the block named `name` at or after `op`; null when there is none.
MlirOperation accyFindNext(MlirOperation op, const char *name);

/// Visits the operations of the block named `name`:  ACCY_FOR_EACH(op, block, "choir.slot") { … }
/// The visited operation may be erased only by loops that take the next one first.
#define ACCY_FOR_EACH(op, block, name)                                                                                 \
  for (MlirOperation op = accyFindNext(mlirBlockGetFirstOperation(block), name); !mlirOperationIsNull(op);             \
       op = accyFindNext(mlirOperationGetNextInBlock(op), name))

/// Whether the value has exactly one use.
bool accyValueHasOneUse(MlirValue value);

/// Whether the value has no use.
bool accyValueIsUnused(MlirValue value);

#endif // ACCY_SUPPORT_IR_H
