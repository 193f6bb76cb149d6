// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What surrounds the operations of a StableHLO program: attributes of modules, functions and calls.

#ifndef ACCY_FRONTENDS_STABLEHLO_PROGRAM_H
#define ACCY_FRONTENDS_STABLEHLO_PROGRAM_H

#include "mlir-c/IR.h"

/// Removes, from the operation and all in it, discardable attributes of dialects that the context does not know, such
/// as `mhlo.num_partitions` and `jax.result_info`, and those of StableHLO's own dialects: hints to another compiler
/// that say nothing about what is computed.
void accyStablehloDropForeignAttributes(MlirOperation root);

#endif // ACCY_FRONTENDS_STABLEHLO_PROGRAM_H
