// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strategies: how a kernel becomes a function. Each is a row; the fitting one of greatest benefit is taken. The rows
// marked generic work for every kernel of their kind.

#ifndef ACCY_KERNELS_STRATEGY_H
#define ACCY_KERNELS_STRATEGY_H

#include "kernels/kernel_function.h"

/// One strategy. Static.
typedef struct AccyStrategy {
  const char *name;
  /// The outline kind that it takes.
  const char *kind;
  /// One line for the reference.
  const char *summary;
  /// What its kernels' names end in; null: nothing.
  const char *suffix;
  /// Whether a thread writes elements of the output that no other thread reads of an input at the same index, each
  /// after it has read them there: such an input may have the output's buffer.
  bool updatesInPlace;
  /// Whether it is one of those that `strategies=generic` is restricted to.
  bool isGeneric;
  /// What its kernels do with the threads of a subgroup, a set of AccySubgroupOperation: their launches have whole
  /// subgroups.
  AccySet subgroupOperations;
  /// Whether it can build the kernel; null: always.
  bool (*fits)(const AccyKernelWork *work);
  /// How good it is, higher is better; null: 0.
  int64_t (*benefit)(const AccyKernelWork *work);
  /// Fills the function; false when an error has been reported.
  bool (*build)(AccyKernelFunction *function, const AccyKernelWork *work);
} AccyStrategy;

/// Every strategy; null-terminated.
extern const AccyStrategy *const accyStrategies[];

extern const AccyStrategy accyElementwiseStrategy;
extern const AccyStrategy accyElementwiseVectorStrategy;
extern const AccyStrategy accyShapeStrategy;
extern const AccyStrategy accyReductionStrategy;
extern const AccyStrategy accyReductionGroupStrategy;
extern const AccyStrategy accyReductionSubgroupStrategy;
extern const AccyStrategy accyRowPipelineStrategy;
extern const AccyStrategy accyRowPipelineSubgroupStrategy;
extern const AccyStrategy accyDotGeneralStrategy;
extern const AccyStrategy accyDotGeneralTileStrategy;
extern const AccyStrategy accyDotGeneralBlockStrategy;

/// The strategy of that name, or null.
const AccyStrategy *accyStrategyFind(MlirStringRef name);

/// The best strategy for the kernel, among the generic ones only if so asked; null when none fits.
const AccyStrategy *accyStrategyChoose(const AccyKernelWork *work, bool onlyGeneric);

/// Whether the strategy can build the kernel.
bool accyStrategyFits(const AccyStrategy *strategy, const AccyKernelWork *work);

#endif // ACCY_KERNELS_STRATEGY_H
