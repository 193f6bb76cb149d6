// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cpu_machine_code: position-independent bytes whose entry, a function of the host-loop ABI, is at offset
// 0, its constants after it and nothing left to relocate. Mapped at a page, they can be called as they are.

#include "lowering/cpu/object.h"
#include "lowering/format.h"
#include "lowering/linker.h"

static const char *const linker_names[] = {"ld.lld-22", "ld.lld", NULL};
static const char *const linker_options[] = {"-nostdlib", "--oformat=binary", NULL};
static const AccyLinker linker = {
    .environment = "ACCY_LD",
    .names = linker_names,
    .options = linker_options,
    .script = "SECTIONS {\n"
              "  . = 0;\n"
              "  .code : { *(.text .text.*) *(.rodata .rodata.*) *(.data .data.*) *(.lrodata .lrodata.*) }\n"
              "  /DISCARD/ : { *(.eh_frame*) *(.comment) *(.note*) *(.llvm*) }\n"
              "}\n",
};

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  LLVMMemoryBufferRef object;
  if (mlirLogicalResultIsFailure(accyCpuCompileObject(request, module, kernel, /*standsAlone=*/true, &object)))
    return mlirLogicalResultFailure();
  return accyLinkPayload(request, &linker, NULL, object, outPayload);
}

const AccyLoweringFormat accyLoweringCpuMachineCode = {
    .format = AccyFormatCpuMachineCode,
    .hasF16 = accyCpuHasF16,
    .check = accyCpuCheck,
    .lower = lower,
};
