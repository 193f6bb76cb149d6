// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a stablehlo.reduce that finds the largest or smallest value and its index.

#ifndef ACCY_FRONTENDS_STABLEHLO_ARGMAX_BODY_H
#define ACCY_FRONTENDS_STABLEHLO_ARGMAX_BODY_H

#include "mlir-c/IR.h"

/// The kind of accy.reduce that gives the value, `max` or `min`; null when the body is not of the form in
/// argmax_body.c. Errors in its comparisons are reported at these.
const char *accyStablehloFindArgmax(MlirOperation reduce);

#endif // ACCY_FRONTENDS_STABLEHLO_ARGMAX_BODY_H
