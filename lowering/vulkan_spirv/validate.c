// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIRV-Tools' validator on a binary; see validate.h.

#include "lowering/vulkan_spirv/validate.h"

#include "lowering/format.h"
#include "spirv-tools/libspirv.h"

MlirLogicalResult accySpirvValidate(const AccyLoweringRequest *request, const uint32_t *words, size_t wordCount,
                                    const char *environment) {
  spv_target_env target;
  spv_context context = spvParseTargetEnv(environment, &target) ? spvContextCreate(target) : NULL;
  if (!context)
    return accyLoweringError(request, "SPIRV-Tools has no validator for %s", environment);
  spv_diagnostic diagnostic = NULL;
  spv_result_t code = spvValidateBinary(context, words, wordCount, &diagnostic);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (code != SPV_SUCCESS)
    result = accyLoweringError(request, "SPIRV-Tools' validator: %s [InvalidArtifact]",
                               diagnostic && diagnostic->error ? diagnostic->error : "the module is invalid");
  spvDiagnosticDestroy(diagnostic);
  spvContextDestroy(context);
  return result;
}
