// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution modes of floating-point arithmetic; see float_controls.h.

#include "lowering/vulkan_spirv/float_controls.h"

#include "support/ir.h"

#include <stdio.h>

// A feature of the target and the mode that it allows.
typedef struct ModeRow {
  AccySet feature;
  const char *mode;
} ModeRow;

static const ModeRow mode_rows[] = {
    {ACCY_BIT(AccyFeatureSignedZeroInfNanPreserve), "SignedZeroInfNanPreserve"},
    {ACCY_BIT(AccyFeatureRoundToNearestEven), "RoundingModeRTE"},
    {ACCY_BIT(AccyFeatureDenormalPreserve), "DenormPreserve"},
};

static const unsigned widths[] = {16, 32, 64};

// Collects the widths, as a set of bits by their number in the table. What only moves floats keeps them as they are.
static MlirWalkResult collect_widths(MlirOperation op, void *userData) {
  unsigned *found = userData;
  if (accyOperationIs(op, "spirv.Load") || accyOperationIs(op, "spirv.Store"))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    for (unsigned w = 0; w < sizeof widths / sizeof *widths; ++w)
      if (mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) == widths[w])
        *found |= 1u << w;
  }
  return MlirWalkResultAdvance;
}

static void append_mode(MlirOperation spirvModule, MlirStringRef entry, const char *mode, unsigned width) {
  MlirContext context = mlirOperationGetContext(spirvModule);
  MlirAttribute value = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32), width);
  char text[64];
  snprintf(text, sizeof text, "#spirv.execution_mode<%s>", mode);
  MlirNamedAttribute attributes[] = {
      accyNamed("execution_mode", mlirAttributeParseGet(context, accyText(text))),
      accyNamed("fn", mlirFlatSymbolRefAttrGet(context, entry)),
      accyNamed("values", mlirArrayAttrGet(context, 1, &value)),
  };
  accyAppendOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(spirvModule, 0)),
                      &(AccyOpSpec){.name = "spirv.ExecutionMode",
                                    .location = mlirOperationGetLocation(spirvModule),
                                    .numAttributes = sizeof attributes / sizeof *attributes,
                                    .attributes = attributes});
}

void accySpirvDeclareFloatControls(const AccyLoweringRequest *request, MlirOperation spirvModule) {
  unsigned found = 0;
  mlirOperationWalk(spirvModule, collect_widths, &found, MlirWalkPreOrder);
  for (size_t m = 0; m < sizeof mode_rows / sizeof *mode_rows; ++m)
    for (unsigned w = 0; w < sizeof widths / sizeof *widths; ++w)
      if ((request->target->capabilities.features & mode_rows[m].feature) && (found >> w & 1))
        append_mode(spirvModule, request->entryName, mode_rows[m].mode, widths[w]);
}
