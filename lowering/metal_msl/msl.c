// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// metal_msl: a kernel as text in Metal's shading language: the SPIR-V of the kernel through SPIRV-Cross. Argument i is
// buffer i.

#include "lowering/fast_math.h"
#include "lowering/format.h"
#include "lowering/grid_position.h"
#include "lowering/kernel_form.h"
#include "lowering/metal_msl/names.h"
#include "lowering/shuffle.h"
#include "lowering/vulkan_spirv/environment.h"
#include "support/ir.h"

#include <spirv_cross/spirv_cross_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

static MlirValue global_id(MlirOperation kernel, int dimension) {
  static const char *const names[] = {"x", "y", "z"};
  char text[32];
  snprintf(text, sizeof text, "#gpu<dim %s>", names[dimension]);
  MlirContext context = mlirOperationGetContext(kernel);
  MlirType index = mlirIndexTypeGet(context);
  MlirNamedAttribute attribute = accyNamed("dimension", mlirAttributeParseGet(context, accyText(text)));
  MlirOperation op = accyCreateOperation(&(AccyOpSpec){.name = "gpu.global_id",
                                                       .location = mlirOperationGetLocation(kernel),
                                                       .numResults = 1,
                                                       .results = &index,
                                                       .numAttributes = 1,
                                                       .attributes = &attribute});
  mlirBlockInsertOwnedOperation(accyKernelGetBody(kernel), 0, op);
  return mlirOperationGetResult(op, 0);
}

// Asks for a thread's place in the grid where the kernel computes it from its threadgroup's, so that the text holds for
// every size of threadgroup. A kernel that looks at its threadgroup otherwise keeps the planned one.
static void use_global_ids(MlirOperation kernel) {
  AccyGridPosition positions[3] = {0};
  for (int dimension = 0; dimension < 3; ++dimension)
    if (!accyGridPositionIsLinear(kernel, dimension))
      return;
  for (int dimension = 0; dimension < 3; ++dimension)
    positions[dimension].linearId = global_id(kernel, dimension);
  accyGridPositionReplace(kernel, positions);
}

//===----------------------------------------------------------------------===//
// SPIRV-Cross
//===----------------------------------------------------------------------===//

// Version 2.4 as 20400; the profile's architecture spells it msl2.4.
static unsigned read_version(const char *architecture) {
  unsigned major = 0, minor = 0;
  (void)sscanf(architecture, "msl%u.%u", &major, &minor);
  return SPVC_MAKE_MSL_VERSION(major, minor, 0);
}

static spvc_result set_options(spvc_compiler compiler, unsigned version) {
  spvc_compiler_options options;
  spvc_result result = spvc_compiler_create_compiler_options(compiler, &options);
  if (result == SPVC_SUCCESS)
    result = spvc_compiler_options_set_uint(options, SPVC_COMPILER_OPTION_MSL_VERSION, version);
  if (result == SPVC_SUCCESS)
    result = spvc_compiler_options_set_uint(options, SPVC_COMPILER_OPTION_MSL_PLATFORM, SPVC_MSL_PLATFORM_MACOS);
  if (result == SPVC_SUCCESS) // no kernel copies an array, so that none needs a wrapper
    result = spvc_compiler_options_set_bool(options, SPVC_COMPILER_OPTION_MSL_FORCE_NATIVE_ARRAYS, SPVC_TRUE);
  if (result == SPVC_SUCCESS)
    result = spvc_compiler_install_compiler_options(compiler, options);
  return result;
}

static spvc_result bind_buffers(spvc_compiler compiler, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    spvc_msl_resource_binding binding;
    spvc_msl_resource_binding_init(&binding);
    binding.stage = SpvExecutionModelGLCompute;
    binding.desc_set = 0;
    binding.binding = binding.msl_buffer = i;
    spvc_result result = spvc_compiler_msl_add_resource_binding(compiler, &binding);
    if (result != SPVC_SUCCESS)
      return result;
  }
  return SPVC_SUCCESS;
}

// What comes before SPIRV-Cross's text: products must not be fused into sums, or may be.
static const char *get_prologue(const AccyLoweringRequest *request) {
  return accyKernelAllowsContraction(request->kernel) ? "#pragma STDC FP_CONTRACT ON\n"
                                                      : "#pragma STDC FP_CONTRACT OFF\n";
}

static MlirLogicalResult fill(const AccyLoweringRequest *request, const char *text, AccyLoweredPayload *outPayload) {
  const char *prologue = get_prologue(request);
  size_t size = strlen(prologue) + strlen(text);
  char *whole = malloc(size + 1);
  if (!whole)
    return accyLoweringError(request, "out of memory [OutOfMemory]");
  snprintf(whole, size + 1, "%s%s", prologue, text);
  MlirLogicalResult result = accyLoweredPayloadFill(request, whole, size, outPayload);
  free(whole);
  return result;
}

static MlirLogicalResult translate(const AccyLoweringRequest *request, const AccyLoweredPayload *words,
                                   unsigned version, AccyLoweredPayload *outPayload) {
  spvc_context context;
  if (spvc_context_create(&context) != SPVC_SUCCESS)
    return accyLoweringError(request, "out of memory [OutOfMemory]");
  spvc_parsed_ir parsed;
  spvc_compiler compiler;
  const char *text = NULL;
  unsigned buffers = (unsigned)accyKernelGetNumBuffers(request->kernel);
  bool done = spvc_context_parse_spirv(context, words->data, words->size / sizeof(uint32_t), &parsed) == SPVC_SUCCESS &&
              spvc_context_create_compiler(context, SPVC_BACKEND_MSL, parsed, SPVC_CAPTURE_MODE_TAKE_OWNERSHIP,
                                           &compiler) == SPVC_SUCCESS &&
              set_options(compiler, version) == SPVC_SUCCESS && bind_buffers(compiler, buffers) == SPVC_SUCCESS &&
              spvc_compiler_compile(compiler, &text) == SPVC_SUCCESS;
  MlirLogicalResult result =
      done ? fill(request, text, outPayload)
           : accyLoweringError(request, "SPIRV-Cross: %s", spvc_context_get_last_error_string(context));
  spvc_context_destroy(context);
  return result;
}

//===----------------------------------------------------------------------===//
// The format
//===----------------------------------------------------------------------===//

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  if (!accyKernelHasShuffles(kernel)) // those have their own numbers, and their threadgroups a size
    use_global_ids(kernel);
  AccyTargetProfile profile = *request->target;
  snprintf(profile.capabilities.architecture, sizeof profile.capabilities.architecture, "spv1.3");
  AccyLoweringRequest spirvRequest = *request;
  spirvRequest.target = &profile;
  AccyLoweredPayload words = {0};
  if (mlirLogicalResultIsFailure(accyLoweringVulkanSpirv.lower(&spirvRequest, module, kernel, &words)))
    return mlirLogicalResultFailure();
  MlirLogicalResult result =
      translate(request, &words, read_version(request->target->capabilities.architecture), outPayload);
  accyLoweredPayloadDestroy(&words);
  return result;
}

const AccyLoweringFormat accyLoweringMetalMsl = {
    .format = AccyFormatMetalMsl,
    .hasF16 = accySpirvHasF16,
    .isReserved = accyMslIsReserved,
    .check = accySpirvCheckKernel,
    .lower = lower,
};
