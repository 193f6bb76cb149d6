// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How numbers of a kernel are held in WGSL, which has bool, u32, i32 and f32 only: i1 as bool, f32 as f32, and all
// others in the low bits of a u32 whose upper bits are 0.

#ifndef ACCY_LOWERING_WEBGPU_WGSL_NUMBER_H
#define ACCY_LOWERING_WEBGPU_WGSL_NUMBER_H

#include "lowering/webgpu_wgsl/writer.h"

/// What a number is held in.
typedef enum AccyWgslKind { AccyWgslBool, AccyWgslWord, AccyWgslFloat } AccyWgslKind;

/// How an expression takes an operand, or what it gives: as it is held, as a u32 or an i32 of the same value, or as an
/// f32.
typedef enum AccyWgslForm { AccyWgslAsHeld, AccyWgslAsUnsigned, AccyWgslAsSigned, AccyWgslAsFloat } AccyWgslForm;

AccyWgslKind accyWgslKindOf(MlirType type);

/// The name of WGSL's type for the kind that the type is held in.
const char *accyWgslTypeName(MlirType type);

/// Bits of the type; an index has 32.
unsigned accyWgslWidth(MlirType type);

/// The bits of a narrow number in its word, as 255 for an i8.
uint32_t accyWgslMask(MlirType type);

/// Appends the value in the form, as an expression that binds tighter than any operator.
void accyWgslAppendOperand(AccyWgslWriter *writer, MlirValue value, AccyWgslForm form);

/// An expression that a result of the type is computed by: its form, and whether it has operators outside parentheses.
typedef struct AccyWgslResult {
  MlirType type;
  AccyWgslForm form;
  bool hasOperators;
} AccyWgslResult;

/// Appends what is before and after the expression to hold it as its type.
void accyWgslBeginResult(AccyWgslWriter *writer, AccyWgslResult result);
void accyWgslEndResult(AccyWgslWriter *writer, AccyWgslResult result);

#endif // ACCY_LOWERING_WEBGPU_WGSL_NUMBER_H
