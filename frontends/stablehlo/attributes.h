// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading attributes of StableHLO operations. The real dialect holds some of them as attributes of its own kinds, the
// placeholder dialect as opaque text; so those are read from their printed form, which is the same for both.

#ifndef ACCY_FRONTENDS_STABLEHLO_ATTRIBUTES_H
#define ACCY_FRONTENDS_STABLEHLO_ATTRIBUTES_H

#include "mlir-c/IR.h"

/// The attribute, inherent or not; null when there is none.
MlirAttribute accyStablehloGetAttribute(MlirOperation op, const char *name);

/// Reads a list of integers as an i64 array; StableHLO once wrote them as dense<[…]> : tensor<Nxi64>. An error is
/// reported when it is absent or of another kind.
MlirLogicalResult accyStablehloReadIntegers(MlirOperation op, const char *name, MlirAttribute *outArray);

/// Reads an integer; an error is reported when it is absent, of another kind or out of the range of i64.
MlirLogicalResult accyStablehloReadInteger(MlirOperation op, const char *name, int64_t *outValue);

/// Reads a word such as GE of `#stablehlo<KIND GE>`, where KIND is its kind of enumeration. `size` bytes of `word` get
/// it with a null at the end, or an empty string when the attribute is absent. An error is reported when the
/// attribute is not of that form.
MlirLogicalResult accyStablehloReadWord(MlirOperation op, const char *name, const char *kind, size_t size, char *word);

/// Reads a word from one attribute, as accyStablehloReadWord does, for attributes inside others.
MlirLogicalResult accyStablehloReadWordOf(MlirOperation op, MlirAttribute attribute, const char *name, const char *kind,
                                          size_t size, char *word);

#endif // ACCY_FRONTENDS_STABLEHLO_ATTRIBUTES_H
