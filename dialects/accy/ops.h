// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accy dialect's operations as the passes see them: which operation it is, what class it belongs to.

#ifndef ACCY_DIALECTS_ACCY_OPS_H
#define ACCY_DIALECTS_ACCY_OPS_H

#include "dialects/op_syntax.h"

/// Every operation, in table order: AccyOp_constant, AccyOp_iota, …
typedef enum AccyOpcode {
  AccyOp_none, // not an operation of this dialect
#define ACCY_OP(name, ...) AccyOp_##name,
#include "dialects/accy/ops.def"
  AccyOp_count
} AccyOpcode;

/// Operations that verify, fold and lower alike.
typedef enum AccyOpClass {
  AccyClassConstant,
  AccyClassIota,
  AccyClassUnary,
  AccyClassConvert,
  AccyClassBinary,
  AccyClassCompare,
  AccyClassSelect,
  AccyClassClamp,
  AccyClassBroadcast,
  AccyClassReshape,
  AccyClassTranspose,
  AccyClassSlice,
  AccyClassPad,
  AccyClassConcatenate,
  AccyClassReverse,
  AccyClassGather,
  AccyClassReduce,
  AccyClassDotGeneral,
  AccyClassKernelCall,
  AccyClassReturn,
} AccyOpClass;

/// Kinds of elements, as bits. Signless integers count as signed; i1 is Boolean only.
typedef enum AccyElementKind {
  AccyElementFloat = 1 << 0,
  AccyElementSignedInteger = 1 << 1,
  AccyElementUnsigned = 1 << 2,
  AccyElementBoolean = 1 << 3,
  AccyElementSigned = AccyElementFloat | AccyElementSignedInteger,
  AccyElementInteger = AccyElementSignedInteger | AccyElementUnsigned,
  AccyElementIntegral = AccyElementInteger | AccyElementBoolean,
  AccyElementNumber = AccyElementFloat | AccyElementInteger,
  AccyElementAny = AccyElementNumber | AccyElementBoolean,
} AccyElementKind;

/// One operation's definition. `syntax` comes first: rows hand a pointer to this to the syntax callbacks.
typedef struct AccyOpDefinition {
  AccyOpSyntax syntax;
  AccyOpcode opcode;
  AccyOpClass opClass;
  uint32_t elements;
  /// How many operands it takes; at most -1: any number.
  int32_t minOperands, maxOperands;
  bool isCommutative;
  /// Without the dialect's prefix.
  const char *mnemonic;
  const char *summary;
} AccyOpDefinition;

/// The dialect's row, for registration.
const AccyDialectRow *accyDialectGetRow(void);

/// The definition; the opcode must not be AccyOp_none.
const AccyOpDefinition *accyOpGetDefinition(AccyOpcode opcode);

/// The operation's opcode; AccyOp_none when it is of another dialect.
AccyOpcode accyOpGetOpcode(MlirOperation op);

/// The kind bit of an element type; 0 when tensors of it are not supported.
uint32_t accyElementTypeGetKind(MlirType type);

/// Whether the operation computes each result element from the operands' elements at the same index.
bool accyOpIsElementwise(MlirOperation op);

/// Whether the operation only moves or repeats elements, to places that its attributes say.
bool accyOpIsShape(MlirOperation op);

/// Whether the operation computes with its elements: what gives, moves, chooses or converts them does not, nor does a
/// kernel of the caller's as far as the dialect knows.
bool accyOpComputes(MlirOperation op);

#endif // ACCY_DIALECTS_ACCY_OPS_H
