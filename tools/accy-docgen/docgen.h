// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pages that accy-docgen writes to standard output, one file each.

#ifndef ACCY_TOOLS_ACCY_DOCGEN_DOCGEN_H
#define ACCY_TOOLS_ACCY_DOCGEN_DOCGEN_H

/// ops.c: the operations of accy and choir.
void accyWriteOpsPage(void);

/// passes.c: the passes and pipelines with their options.
void accyWritePassesPage(void);

/// strategies.c: the strategies by which kernels become functions.
void accyWriteStrategiesPage(void);

/// targets.c: the formats and the built-in profiles.
void accyWriteTargetsPage(void);

#endif // ACCY_TOOLS_ACCY_DOCGEN_DOCGEN_H
