// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of strategies; see strategy.h.

#include "kernels/strategy.h"

#include "support/ir.h"

const AccyStrategy *const accyStrategies[] = {
    &accyElementwiseStrategy,    &accyElementwiseVectorStrategy,   &accyShapeStrategy,
    &accyReductionStrategy,      &accyReductionGroupStrategy,      &accyReductionSubgroupStrategy,
    &accyRowPipelineStrategy,    &accyRowPipelineSubgroupStrategy, &accyDotGeneralStrategy,
    &accyDotGeneralTileStrategy, &accyDotGeneralBlockStrategy,     NULL,
};

const AccyStrategy *accyStrategyFind(MlirStringRef name) {
  for (const AccyStrategy *const *row = accyStrategies; *row; ++row)
    if (accyTextEquals(name, (*row)->name))
      return *row;
  return NULL;
}

bool accyStrategyFits(const AccyStrategy *strategy, const AccyKernelWork *work) {
  return accyTextEquals(work->kind, strategy->kind) && (!strategy->fits || strategy->fits(work));
}

const AccyStrategy *accyStrategyChoose(const AccyKernelWork *work, bool onlyGeneric) {
  const AccyStrategy *best = NULL;
  int64_t most = 0;
  for (const AccyStrategy *const *row = accyStrategies; *row; ++row) {
    if ((onlyGeneric && !(*row)->isGeneric) || !accyStrategyFits(*row, work))
      continue;
    int64_t benefit = (*row)->benefit ? (*row)->benefit(work) : 0;
    if (!best || benefit > most) {
      best = *row;
      most = benefit;
    }
  }
  return best;
}
