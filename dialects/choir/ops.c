// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choir dialect's tables.

#include "dialects/choir/ops.h"

#include "dialects/choir/verify.h"

static const char *const roles[] = {"input", "output", "constant", "temporary", NULL};
static const char *const kinds[] = {"elementwise",     "shape", "dot_general", "reduction",   "row_pipeline",
                                    "flash_attention", "scan",  "iterate",     "kernel_call", NULL};
static const char *const formats[] = {"cuda_ptx",         "vulkan_spirv", "metal_msl",          "webgpu_wgsl",
                                      "cpu_machine_code", "cpu_object",   "webassembly_module", NULL};

#define NAME_ATTRIBUTE                                                                                                 \
  {.name = "sym_name", .kind = AccyAttributeSymbol, .leading = true, .summary = "the name, unique in its scope"}

static const AccyAttributeRow work_item_attributes[] = {
    {.name = "id", .kind = AccyAttributeInteger, .summary = "number of the work item in its function, from 0"},
    {.name = "kind", .kind = AccyAttributeKeyword, .keywords = kinds, .summary = "the outline kind"},
};
static const AccyAttributeRow program_attributes[] = {NAME_ATTRIBUTE};
static const AccyAttributeRow slot_attributes[] = {
    {.name = "id", .kind = AccyAttributeInteger, .leading = true, .summary = "number of the slot, from 0"},
    {.name = "role", .kind = AccyAttributeKeyword, .keywords = roles, .leading = true, .summary = "the buffer's role"},
    {.name = "value", .kind = AccyAttributeAny, .leading = false, .optional = true, .summary = "a constant's elements"},
};
static const AccyAttributeRow kernel_attributes[] = {
    NAME_ATTRIBUTE,
    {.name = "id", .kind = AccyAttributeInteger, .summary = "number of the kernel in its program, from 0"},
    {.name = "kind", .kind = AccyAttributeKeyword, .keywords = kinds, .summary = "the outline kind"},
};
static const AccyAttributeRow launch_attributes[] = {
    {.name = "kernel", .kind = AccyAttributeAny, .leading = true, .summary = "the kernel's symbol"},
    {.name = "id", .kind = AccyAttributeInteger, .summary = "number of the launch, that is of its kernel"},
};
static const AccyAttributeRow artifact_attributes[] = {
    {.name = "kernel", .kind = AccyAttributeAny, .leading = true, .summary = "the kernel's symbol"},
    {.name = "format", .kind = AccyAttributeKeyword, .keywords = formats, .summary = "the payload's format"},
    {.name = "payload", .kind = AccyAttributeAny, .summary = "text as a string, words as i32 and bytes as i8 elements"},
};

#define COUNT(array) (intptr_t)(sizeof(array) / sizeof((array)[0]))
#define SYNTAX(array, ...) {.attributes = array, .numAttributes = COUNT(array), __VA_ARGS__}

static const AccyOpSyntax work_item = SYNTAX(work_item_attributes, .writesResultTypes = true, .hasRegion = true);
static const AccyOpSyntax program =
    SYNTAX(program_attributes, .writesResultTypes = true, .hasRegion = true, .hasNoOperands = true);
static const AccyOpSyntax slot =
    SYNTAX(slot_attributes, .writesResultTypes = true, .hasResult = true, .hasNoOperands = true);
static const AccyOpSyntax kernel =
    SYNTAX(kernel_attributes, .writesResultTypes = true, .hasRegion = true, .hasNoOperands = true);
static const AccyOpSyntax launch = SYNTAX(launch_attributes, .writesResultTypes = true);
static const AccyOpSyntax artifact = SYNTAX(artifact_attributes, .writesResultTypes = true, .hasNoOperands = true);
static const AccyOpSyntax terminator = {.writesResultTypes = true};

#define SYNTAX_HOOKS .parse = accyOpSyntaxParse, .print = accyOpSyntaxPrint

static const AccyOpRow rows[] = {
    {.name = "choir.work_item",
     .summary = "operations that one kernel is to compute; its body reads the operands as tensors",
     .traits = AccyOpTraitIsolatedFromAbove | AccyOpTraitSingleBlock,
     .maxOperands = -1,
     .maxResults = 1,
     .numRegions = 1,
     .userData = &work_item,
     .verify = choirVerifyWorkItem,
     SYNTAX_HOOKS},
    {.name = "choir.yield",
     .summary = "hands the value of a work item or kernel on",
     .traits = AccyOpTraitPure | AccyOpTraitTerminator | AccyOpTraitReturnLike,
     .minOperands = 1,
     .maxOperands = 1,
     .userData = &terminator,
     .verify = choirVerifyYield,
     SYNTAX_HOOKS},
    {.name = "choir.program",
     .summary = "a program: its slots, launches, kernels and artifacts",
     .traits = AccyOpTraitIsolatedFromAbove | AccyOpTraitSingleBlock | AccyOpTraitSymbol | AccyOpTraitSymbolTable,
     .numRegions = 1,
     .userData = &program,
     .verify = choirVerifyProgram,
     SYNTAX_HOOKS},
    {.name = "choir.slot",
     .summary = "a buffer of the program",
     .minResults = 1,
     .maxResults = 1,
     .userData = &slot,
     .verify = choirVerifySlot,
     SYNTAX_HOOKS},
    {.name = "choir.kernel",
     .summary = "what one kernel computes, on tensors",
     .traits = AccyOpTraitIsolatedFromAbove | AccyOpTraitSingleBlock | AccyOpTraitSymbol,
     .numRegions = 1,
     .userData = &kernel,
     .verify = choirVerifyKernel,
     SYNTAX_HOOKS},
    {.name = "choir.launch",
     .summary = "runs a kernel: the operands are the slots that it reads, then the one that it writes",
     .minOperands = 1,
     .maxOperands = -1,
     .userData = &launch,
     .verify = choirVerifyLaunch,
     SYNTAX_HOOKS},
    {.name = "choir.artifact",
     .summary = "a kernel's code in one format",
     .userData = &artifact,
     .verify = choirVerifyArtifact,
     SYNTAX_HOOKS},
    {.name = "choir.return",
     .summary = "ends a program and names its output slots",
     .traits = AccyOpTraitTerminator | AccyOpTraitReturnLike,
     .maxOperands = -1,
     .userData = &terminator,
     .verify = choirVerifyReturn,
     SYNTAX_HOOKS},
};

static const AccyDialectRow dialect = {.name = "choir", .ops = rows, .numOps = COUNT(rows)};

const AccyDialectRow *choirDialectGetRow(void) {
  return &dialect;
}
