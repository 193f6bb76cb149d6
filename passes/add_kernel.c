// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Authored kernels from C; see accy-c/Compile.h.

#include "accy-c/Compile.h"

#include "passes/authored.h"
#include "support/ir.h"

static bool check_function(MlirOperation function, AccyStatus *status) {
  if (!accyOperationIs(function, "gpu.func") || mlirAttributeIsNull(accyGetAttribute(function, "gpu.kernel")))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a kernel of one's own is a gpu.func with 'gpu.kernel'");
  if (!mlirBlockIsNull(mlirOperationGetBlock(function)))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the gpu.func has a place already: detach it first");
  MlirStringRef name = accyGetString(function, "sym_name");
  return (name.length > 0 && name.length < ACCY_NAME_CAPACITY) ||
         accyFail(status, AccyStatusCodeInvalidArtifact, "a kernel's name has 1 to %d characters, not %zu",
                  ACCY_NAME_CAPACITY - 1, name.length);
}

static bool check_launch(const AccyGeometry *launch, AccyStatus *status) {
  for (int i = 0; i < 3; ++i) {
    if (launch->grid[i] == 0 || launch->threadgroup[i] == 0)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "the launch has an extent of 0; it must be at least 1");
  }
  return launch->shared_bytes == 0 || accyFail(status, AccyStatusCodeInvalidArtifact,
                                               "an authored kernel has no dynamic shared memory: use workgroup memory");
}

static MlirAttribute launch_attribute(MlirContext context, const AccyGeometry *launch) {
  const int64_t grid[] = {launch->grid[0], launch->grid[1], launch->grid[2]};
  const int64_t threadgroup[] = {launch->threadgroup[0], launch->threadgroup[1], launch->threadgroup[2]};
  const MlirNamedAttribute entries[] = {accyNamed("grid", accyI64ArrayAttribute(context, 3, grid)),
                                        accyNamed("threadgroup", accyI64ArrayAttribute(context, 3, threadgroup))};
  return mlirDictionaryAttrGet(context, 2, entries);
}

// Whether any gpu.module of the module's has a kernel of that name.
static bool has_kernel(MlirOperation module, MlirStringRef name) {
  ACCY_FOR_EACH(kernels, accyGetBlock(module, 0), "gpu.module") {
    ACCY_FOR_EACH(other, accyGetBlock(kernels, 0), "gpu.func") {
      if (mlirStringRefEqual(accyGetString(other, "sym_name"), name))
        return true;
    }
  }
  return false;
}

bool accyModuleAddKernel(MlirOperation module, MlirOperation function, const AccyGeometry *launch, AccyStatus *status) {
  if (!check_function(function, status) || !check_launch(launch, status))
    return false;
  MlirStringRef name = accyGetString(function, "sym_name");
  if (has_kernel(module, name))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the module has an authored kernel '%.*s' already",
                    (int)name.length, name.data);
  MlirBlock kernels = accyModuleGetAuthored(module);
  accySetAttribute(function, "choir.geometry", launch_attribute(mlirOperationGetContext(module), launch));
  mlirBlockAppendOwnedOperation(kernels, function);
  return true;
}
