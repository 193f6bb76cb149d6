// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accy as a library: builds a program with the builder functions, compiles it by a pass pipeline and prints the result.
// With a folder it exports the bundle, too: embed TARGET [FOLDER]

#include "accy-c/Dialects.h"
#include "accy-c/Passes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <stdio.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print_to(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, file);
}

// Puts the operation at the end of the block and hands out its result. A builder that was given what does not fit has
// reported why and made a null operation, for which there is no value.
static MlirValue append(MlirBlock block, MlirOperation operation) {
  if (mlirOperationIsNull(operation))
    return (MlirValue){NULL};
  mlirBlockAppendOwnedOperation(block, operation);
  return mlirOperationGetResult(operation, 0);
}

// func.func @main of the given type, with an empty block whose arguments are the function's.
static MlirBlock append_function(MlirModule module, MlirType type) {
  MlirContext context = mlirModuleGetContext(module);
  MlirLocation location = mlirLocationUnknownGet(context);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < numInputs; ++i)
    mlirBlockAddArgument(block, mlirFunctionTypeGetInput(type, i), location);
  MlirRegion body = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(body, block);
  MlirNamedAttribute attributes[] = {
      mlirNamedAttributeGet(mlirIdentifierGet(context, text("sym_name")), mlirStringAttrGet(context, text("main"))),
      mlirNamedAttributeGet(mlirIdentifierGet(context, text("function_type")), mlirTypeAttrGet(type)),
  };
  MlirOperationState state = mlirOperationStateGet(text("func.func"), location);
  mlirOperationStateAddAttributes(&state, 2, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), mlirOperationCreate(&state));
  return block;
}

// For each row of `x` (4 x 8), the greatest of tanh(x + bias).
static bool build(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirType matrix = mlirTypeParseGet(context, text("tensor<4x8xf32>"));
  MlirType function = mlirTypeParseGet(context, text("(tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>"));
  MlirBlock block = append_function(module, function);
  MlirValue x = mlirBlockGetArgument(block, 0), bias = mlirBlockGetArgument(block, 1);

  const int64_t columns[] = {1};
  MlirValue rows = append(block, accyBroadcastCreate(location, bias, matrix, 1, columns));
  if (mlirValueIsNull(rows))
    return false;
  MlirValue sum = append(block, accyAddCreate(location, x, rows));
  if (mlirValueIsNull(sum))
    return false;
  MlirValue activated = append(block, accyTanhCreate(location, sum));
  if (mlirValueIsNull(activated))
    return false;
  MlirValue greatest = append(block, accyReduceCreate(location, activated, AccyReduceMax, 1, columns));
  if (mlirValueIsNull(greatest))
    return false;
  mlirBlockAppendOwnedOperation(block, accyReturnCreate(location, 1, &greatest));
  return mlirOperationVerify(mlirModuleGetOperation(module));
}

static bool compile(MlirModule module, const char *target, const char *folder) {
  char pipeline[1024];
  int length = folder
                   ? snprintf(pipeline, sizeof pipeline, "accy-compile{target=%s},accy-export{dir=%s}", target, folder)
                   : snprintf(pipeline, sizeof pipeline, "accy-compile{target=%s}", target);
  if (length < 0 || (size_t)length >= sizeof pipeline) {
    fprintf(stderr, "embed: the target or folder is too long\n");
    return false;
  }
  MlirPassManager manager = mlirPassManagerCreate(mlirModuleGetContext(module));
  bool done = mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                                                      text(pipeline), print_to, stderr)) &&
              mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(manager);
  return done;
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: embed TARGET [FOLDER], as in: embed cuda:sm_90\n");
    return 2;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  accyRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);

  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  bool done = build(module) && compile(module, argv[1], argc == 3 ? argv[2] : NULL);
  if (done)
    mlirOperationPrint(mlirModuleGetOperation(module), print_to, stdout);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return done ? 0 : 1;
}
