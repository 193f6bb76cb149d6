// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One custom syntax for every operation, driven by a table:
//
//   name LEADING… %operands KEY = VALUE… {other attributes} region : operand types -> result types
//
// Leading attributes stand before the operands without their key. Operand types are written once when all are equal.
// Result types are written unless the row says that they follow from the rest.

#ifndef ACCY_DIALECTS_OP_SYNTAX_H
#define ACCY_DIALECTS_OP_SYNTAX_H

#include "mlir_ext/MlirExt.h"

/// How an attribute is written and stored.
typedef enum AccyAttributeKind {
  AccyAttributeI64Array, // [1, 2]          DenseI64ArrayAttr
  AccyAttributeInteger,  // 3               IntegerAttr of i64
  AccyAttributeKeyword,  // sum             StringAttr, one of `keywords`
  AccyAttributeString,   // "text"          StringAttr
  AccyAttributeSymbol,   // @name           StringAttr (a definition's name)
  AccyAttributeValue,    // dense<…> : type any typed attribute; its type is the result type
  AccyAttributeAny,      // any attribute, with its type
} AccyAttributeKind;

/// One attribute of an operation that its syntax spells out. Others stay in the dictionary.
typedef struct AccyAttributeRow {
  const char *name;
  AccyAttributeKind kind;
  /// Null-terminated; for AccyAttributeKeyword.
  const char *const *keywords;
  /// Written before the operands, without its name.
  bool leading;
  /// May be absent; then it is not written.
  bool optional;
  /// One line for the reference.
  const char *summary;
} AccyAttributeRow;

/// Computes the result type from operand types and attributes; null type (and an error reported at `location`) when
/// they do not fit.
typedef MlirType (*AccyInferResultType)(MlirLocation location, intptr_t numOperands, MlirType const *operands,
                                        intptr_t numAttributes, MlirNamedAttribute const *attributes,
                                        const void *userData);

/// The syntax of one operation.
typedef struct AccyOpSyntax {
  const AccyAttributeRow *attributes;
  intptr_t numAttributes;
  /// Whether `-> types` is written. If not, the result type is the attribute of kind AccyAttributeValue's, else
  /// `inferResult`'s, else the first operand's.
  bool writesResultTypes;
  /// Whether the operation always has a result: to leave its type out is an error where result types are written.
  bool hasResult;
  bool hasRegion;
  /// Whether it never has operands: what follows may then begin with a `%`, as the next operation does.
  bool hasNoOperands;
  /// May be null.
  AccyInferResultType inferResult;
} AccyOpSyntax;

/// The parse and print callbacks of rows whose userData begins with an AccyOpSyntax.
MlirLogicalResult accyOpSyntaxParse(AccyOpParser parser, const void *userData);
void accyOpSyntaxPrint(MlirOperation op, AccyOpPrinter printer, const void *userData);

/// Checks that each attribute of the syntax is there (unless optional) and of its kind; reports the first that is not.
MlirLogicalResult accyOpSyntaxVerify(MlirOperation op, const AccyOpSyntax *syntax);

#endif // ACCY_DIALECTS_OP_SYNTAX_H
