// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-math: prints an MLIR module in which accy_math_NAME_array applies each function NAME of the math library to a
// batch of elements, for stock tools to compile.

#include "expand_store.h"
#include "functions.h"
#include "support/ir.h"

#include "mlir-c/RegisterEverything.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct Function {
  const char *name;
  intptr_t arity;
} Function;

static const Function functions[] = {
#define ACCY_UNARY(name, reference, limit) {#name, 1},
#define ACCY_BINARY(name, reference, limit) {#name, 2},
#include "functions.def"
};

/// A function's loop, to be filled with its name and eight times MATH_BATCH; the stored value is to be replaced.
static const char array_function[] =
    "func.func @accy_math_%s_array(%%left: memref<%dxf32>, %%right: memref<%dxf32>, %%out: memref<%dxf32>) {\n"
    "  %%begin = arith.constant 0 : index\n"
    "  %%step = arith.constant 1 : index\n"
    "  %%end = arith.constant %d : index\n"
    "  scf.for %%i = %%begin to %%end step %%step {\n"
    "    %%x = memref.load %%left[%%i] : memref<%dxf32>\n"
    "    %%y = memref.load %%right[%%i] : memref<%dxf32>\n"
    "    memref.store %%x, %%out[%%i] : memref<%dxf32>\n"
    "  }\n"
    "  return\n"
    "}\n";

static void print_to_stdout(MlirStringRef text, void *userData) {
  (void)userData;
  fwrite(text.data, 1, text.length, stdout);
}

/// Prints the function's loop; returns whether it could be made.
static bool print_array_function(MlirContext context, AccyMathLibrary library, const Function *function) {
  char text[2048];
  const int batch = MATH_BATCH;
  snprintf(text, sizeof text, array_function, function->name, batch, batch, batch, batch, batch, batch, batch);
  MlirModule module = mlirModuleCreateParse(context, accyText(text));
  if (mlirModuleIsNull(module))
    return false;
  const bool ok = accyMathExpandAtStore(library, mlirModuleGetOperation(module), function->name, function->arity) &&
                  mlirOperationVerify(mlirModuleGetOperation(module));
  if (ok)
    mlirOperationPrint(mlirBlockGetFirstOperation(mlirModuleGetBody(module)), print_to_stdout, NULL);
  putchar('\n');
  mlirModuleDestroy(module);
  return ok;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  AccyMathLibrary library = accyMathLibraryCreate(context);
  bool ok = true;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    ok &= print_array_function(context, library, &functions[i]);
  accyMathLibraryDestroy(library);
  mlirContextDestroy(context);
  return ok && fflush(stdout) == 0 ? 0 : 1;
}
