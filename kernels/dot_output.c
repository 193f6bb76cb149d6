// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot_output.h.

#include "kernels/dot_output.h"

#include "support/ir.h"

MlirOperation accyKernelWorkFindDot(const AccyKernelWork *work) {
  return accyFindNext(mlirBlockGetFirstOperation(work->body), "accy.dot_general");
}

AccyDotOutput accyDotGetOutput(MlirOperation dot) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(dot, 0));
  intptr_t lhsRank = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(dot, 0)));
  AccyDotOutput output = {.batch = 1,
                          .rows = 1,
                          .columns = 1,
                          .firstRow = accyGetI64ArraySize(dot, "lhs_batch"),
                          .firstColumn = lhsRank - accyGetI64ArraySize(dot, "lhs_contract"),
                          .rank = mlirShapedTypeGetRank(type)};
  for (intptr_t i = 0; i < output.rank; ++i) {
    int64_t *part = i < output.firstRow ? &output.batch : i < output.firstColumn ? &output.rows : &output.columns;
    *part *= mlirShapedTypeGetDimSize(type, i);
  }
  return output;
}

bool accyDotKeepsCount(const AccyKernelWork *work) {
  MlirOperation dot = accyKernelWorkFindDot(work);
  if (mlirOperationIsNull(dot))
    return false;
  AccyDotOutput output = accyDotGetOutput(dot);
  return output.batch * output.rows * output.columns == work->elementCount;
}

bool accyKernelWorkYieldsShapeOf(const AccyKernelWork *work, MlirOperation dot) {
  MlirType a = mlirValueGetType(work->result), b = mlirValueGetType(mlirOperationGetResult(dot, 0));
  if (mlirShapedTypeGetRank(a) != mlirShapedTypeGetRank(b))
    return false;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(a); i < rank; ++i)
    if (mlirShapedTypeGetDimSize(a, i) != mlirShapedTypeGetDimSize(b, i))
      return false;
  return true;
}

intptr_t accyDotMakeGroups(const AccyDotOutput *output, MlirValue batch, MlirValue row, MlirValue column,
                           AccyPositionGroup outGroups[3]) {
  const AccyPositionGroup parts[] = {{0, output->firstRow, batch},
                                     {output->firstRow, output->firstColumn, row},
                                     {output->firstColumn, output->rank, column}};
  intptr_t count = 0;
  for (int i = 0; i < 3; ++i)
    if (parts[i].begin < parts[i].end)
      outGroups[count++] = parts[i];
  return count;
}
