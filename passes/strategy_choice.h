// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which strategy builds a kernel, by the options `strategy` and `strategies` of the passes that ask.

#ifndef ACCY_PASSES_STRATEGY_CHOICE_H
#define ACCY_PASSES_STRATEGY_CHOICE_H

#include "kernels/strategy.h"
#include "mlir_ext/MlirExt.h"

/// The two options' rows.
#define ACCY_STRATEGY_OPTIONS                                                                                          \
  {"strategy", AccyOptionString, "the strategy for the kernels of its kind; the best one when empty", ""},             \
      {"strategies", AccyOptionString, "best: any that fits; generic: only the generic ones", "best"}

/// What they ask for.
typedef struct AccyStrategyChoice {
  /// The strategy to take for every kernel of its kind; null: the best.
  const AccyStrategy *forced;
  bool onlyGeneric;
} AccyStrategyChoice;

/// Reads the two options; reports at `location` what is no strategy.
MlirLogicalResult accyStrategyChoiceRead(AccyOptions options, MlirLocation location, AccyStrategyChoice *outChoice);

/// The strategy that builds the kernel; null after an error at the kernel.
const AccyStrategy *accyStrategyChoiceFor(const AccyStrategyChoice *choice, const AccyKernelWork *work);

#endif // ACCY_PASSES_STRATEGY_CHOICE_H
