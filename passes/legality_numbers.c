// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See legality_numbers.h.

#include "passes/legality_numbers.h"

#include "dialects/accy/ops.h"
#include "kernels/scalar.h"
#include "passes/dtype.h"
#include "planner/set_names.h"
#include "support/ir.h"

#include <stdlib.h>

// What an operation needs that is not among what the target has of its kind, which `have` lists.
typedef struct Lack {
  const char *kind, *name, *purpose; // as "dtype", "i64", " for the bits of its f64"
  const char *have, *advice;
} Lack;

static MlirLogicalResult refuse(MlirOperation op, const AccyProgramTarget *target, const Lack *lack) {
  return accyEmitOpError(op,
                         "needs the %s %s%s; target '%s' has %s: %s, or choose a profile that has it "
                         "[CapabilityMismatch]",
                         lack->kind, lack->name, lack->purpose, target->name, lack->have, lack->advice);
}

//===----------------------------------------------------------------------===//
// Dtypes
//===----------------------------------------------------------------------===//

MlirLogicalResult accyRequireDtype(MlirOperation op, MlirType elementType, const AccyProgramTarget *target,
                                   AccySet *required) {
  AccyDtype dtype;
  char have[128];
  accyListDtypes(target->profile.capabilities.dtypes, have, sizeof have);
  if (!accyDtypeOfType(elementType, &dtype))
    return accyEmitOpError(op,
                           "has elements that no target computes with; target '%s' has %s: convert to one of these "
                           "[CapabilityMismatch]",
                           target->name, have);
  *required |= ACCY_BIT(dtype);
  if (target->profile.capabilities.dtypes & ACCY_BIT(dtype))
    return mlirLogicalResultSuccess();
  return refuse(op, target, &(Lack){"dtype", accyDtypeName(dtype), "", have, "convert to one of these"});
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

// Arithmetic on f16 is a feature of its own; moving and converting it is not. (bf16 is computed in f32.) What a
// kernel of the caller's computes with, its registry entry says.
static MlirLogicalResult require_f16(MlirOperation op, MlirType type, const AccyProgramTarget *target,
                                     AccySet *required) {
  if (!mlirTypeIsAF16(mlirShapedTypeGetElementType(type)) || !accyOpComputes(op))
    return mlirLogicalResultSuccess();
  *required |= ACCY_BIT(AccyFeatureF16Arithmetic);
  if (target->profile.capabilities.features & ACCY_BIT(AccyFeatureF16Arithmetic))
    return mlirLogicalResultSuccess();
  char have[512];
  accyListFeatures(target->profile.capabilities.features, have, sizeof have);
  return refuse(op, target, &(Lack){"feature", accyFeatureName(AccyFeatureF16Arithmetic), "", have, "compute in f32"});
}

// What looks at the bits of its elements. (bf16 and f16 have words of their own to be looked at in.)
static bool takes_bits(MlirOperation op) {
  switch (accyOpGetOpcode(op)) {
  case AccyOp_sign:
  case AccyOp_max:
  case AccyOp_min:
  case AccyOp_clamp:
  case AccyOp_floor:
  case AccyOp_ceil:
  case AccyOp_round:
  case AccyOp_rem:
    return true;
  case AccyOp_reduce:
    return accyTextEquals(accyGetString(op, "kind"), "max") || accyTextEquals(accyGetString(op, "kind"), "min");
  default:
    return false;
  }
}

// SPIR-V has numbers of 64 bits by what the device has, the others for all they compile.
static MlirLogicalResult require_f64_bits(MlirOperation op, MlirType type, const AccyProgramTarget *target) {
  const AccySet integers = ACCY_BIT(AccyDtypeI64) | ACCY_BIT(AccyDtypeU64);
  if (!mlirTypeIsAF64(mlirShapedTypeGetElementType(type)) || target->profile.format != AccyFormatVulkanSpirv ||
      (target->profile.capabilities.dtypes & integers) || !takes_bits(op))
    return mlirLogicalResultSuccess();
  char have[128];
  accyListDtypes(target->profile.capabilities.dtypes, have, sizeof have);
  return refuse(op, target,
                &(Lack){"dtype", accyDtypeName(AccyDtypeI64), " for the bits of its f64", have, "compute in f32"});
}

MlirLogicalResult accyRequireArithmetic(MlirOperation op, MlirType type, const AccyProgramTarget *target,
                                        AccySet *required) {
  if (mlirLogicalResultIsFailure(require_f16(op, type, target, required)))
    return mlirLogicalResultFailure();
  return require_f64_bits(op, type, target);
}

MlirLogicalResult accyRequireFunction(MlirOperation op, AccyMathLibrary library) {
  if (!accyScalarFindMissingFunction(library, op))
    return mlirLogicalResultSuccess();
  char *type = accyPrintType(mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetOperand(op, 0))));
  MlirLogicalResult result = accyEmitOpError(op,
                                             "has no code for elements of %s on any target: convert to f32 before it "
                                             "[UnsupportedOperation]",
                                             type ? type : "its type");
  free(type);
  return result;
}

// Products of a dot_general are fused with their sums where the target can.
void accyNoteFeatures(MlirOperation op, const AccyProgramTarget *target, AccySet *required) {
  if (accyOpGetOpcode(op) == AccyOp_dot_general &&
      !mlirTypeIsAInteger(mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetOperand(op, 0)))))
    *required |= target->profile.capabilities.features & ACCY_BIT(AccyFeatureFusedMultiplyAdd);
}
