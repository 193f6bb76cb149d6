// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a function of the math library before a store.

#include "expand_store.h"

#include "support/ir.h"

static MlirWalkResult find_store(MlirOperation op, void *userData) {
  if (!accyOperationIs(op, "memref.store"))
    return MlirWalkResultAdvance;
  *(MlirOperation *)userData = op;
  return MlirWalkResultInterrupt;
}

bool accyMathExpandAtStore(AccyMathLibrary library, MlirOperation root, const char *function, intptr_t arity) {
  MlirOperation store = {NULL};
  mlirOperationWalk(root, find_store, &store, MlirWalkPreOrder);
  MlirValue arguments[2];
  intptr_t found = 0;
  ACCY_FOR_EACH(load, mlirOperationGetBlock(store), "memref.load")
  if (found < arity)
    arguments[found++] = mlirOperationGetResult(load, 0);

  MlirBlock expanded = mlirBlockCreate(0, NULL, NULL);
  MlirValue result = accyMathLibraryExpand(library, function, mlirValueGetType(arguments[0]), expanded,
                                           mlirOperationGetLocation(store), found, arguments);
  for (MlirOperation op = mlirBlockGetFirstOperation(expanded); !mlirOperationIsNull(op);
       op = mlirBlockGetFirstOperation(expanded))
    mlirOperationMoveBefore(op, store);
  mlirBlockDestroy(expanded);
  if (mlirValueIsNull(result))
    return false;
  mlirOperationSetOperand(store, 0, result);
  return true;
}
