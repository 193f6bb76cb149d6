// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See strategy_choice.h.

#include "passes/strategy_choice.h"

#include "support/ir.h"

#include <stdio.h>

static MlirLogicalResult report_unknown_strategy(MlirLocation location, MlirStringRef name) {
  char known[512] = "";
  size_t length = 0;
  for (const AccyStrategy *const *strategy = accyStrategies; *strategy && length < sizeof known; ++strategy)
    length += (size_t)snprintf(known + length, sizeof known - length, " %s", (*strategy)->name);
  return accyEmitError(location, "there is no strategy '%.*s': give one of%s", (int)name.length, name.data, known);
}

MlirLogicalResult accyStrategyChoiceRead(AccyOptions options, MlirLocation location, AccyStrategyChoice *outChoice) {
  MlirStringRef strategy = accyOptionsGetString(options, "strategy");
  MlirStringRef strategies = accyOptionsGetString(options, "strategies");
  *outChoice = (AccyStrategyChoice){accyStrategyFind(strategy), accyTextEquals(strategies, "generic")};
  if (strategy.length > 0 && !outChoice->forced)
    return report_unknown_strategy(location, strategy);
  if (!outChoice->onlyGeneric && !accyTextEquals(strategies, "best"))
    return accyEmitError(location, "strategies is 'best' or 'generic', not '%.*s'", (int)strategies.length,
                         strategies.data);
  return mlirLogicalResultSuccess();
}

const AccyStrategy *accyStrategyChoiceFor(const AccyStrategyChoice *choice, const AccyKernelWork *work) {
  const AccyStrategy *forced = choice->forced;
  if (forced && accyTextEquals(work->kind, forced->kind)) {
    if (accyStrategyFits(forced, work))
      return forced;
    accyEmitOpError(work->kernel,
                    "is not what strategy '%s' can build: choose another, or none, for target %s:%s "
                    "[UnsupportedOperation]",
                    forced->name, accyBackendName(work->target->backend), work->target->name);
    return NULL;
  }
  const AccyStrategy *best = accyStrategyChoose(work, choice->onlyGeneric);
  if (!best)
    accyEmitOpError(work->kernel, "has no strategy for target %s:%s that fits it [UnsupportedOperation]",
                    accyBackendName(work->target->backend), work->target->name);
  return best;
}
