// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-kernelize: the body of each choir.kernel becomes a target-independent gpu.func in the program's
// `gpu.module @kernels`, by the strategy that is named, or the best that fits.

#include "passes/dtype.h"
#include "passes/in_place.h"
#include "passes/kernel_work.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/strategy_choice.h"
#include "passes/target.h"
#include "support/ir.h"

#include <stdio.h>

// What the pass was asked for.
typedef struct Request {
  AccyStrategyChoice strategies;
  bool fast_math;
  /// Whether kernels may update inputs in place.
  bool inPlace;
  AccyMathLibrary library;
} Request;

// What all kernels of one program share.
typedef struct Program {
  const Request *request;
  AccyProgramTarget target;
  /// The launch of each kernel, where it has one only.
  AccyPointerMap launches;
  /// The body of the program's `gpu.module @kernels`, null until it is needed.
  MlirBlock functions;
} Program;

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

static void erase_body(MlirOperation kernel) {
  MlirBlock body = accyGetBlock(kernel, 0);
  mlirBlockDetach(body);
  mlirBlockDestroy(body);
}

// Kernels are named before their strategy is known: the suffix joins the name of the kernel and its function. Launches
// follow when all kernels are done.
static MlirLogicalResult rename_kernel(MlirOperation kernel, MlirOperation function, const char *suffix) {
  MlirStringRef name = accyGetString(kernel, "sym_name");
  char renamed[ACCY_NAME_CAPACITY];
  int length = snprintf(renamed, sizeof renamed, "%.*s%s", (int)name.length, name.data, suffix);
  if (length >= (int)sizeof renamed)
    return accyEmitOpError(kernel, "has a name that leaves no room for '%s' [InvalidArtifact]", suffix);
  MlirAttribute attribute = accyStringAttribute(mlirOperationGetContext(kernel), renamed);
  accySetAttribute(kernel, "sym_name", attribute);
  accySetAttribute(function, "sym_name", attribute);
  return mlirLogicalResultSuccess();
}

// Raises the alignment of the slot's layout to what a kernel that touches it counts on.
static MlirLogicalResult align_slot(MlirOperation slot, int64_t alignment) {
  MlirAttribute layout = accyGetAttribute(slot, "layout"), current = accyDictionaryGet(layout, "alignment");
  if (mlirAttributeIsNull(current) || !mlirAttributeIsAInteger(current))
    return accyEmitOpError(slot, "has no layout: run accy-assign-layouts first [MissingLayoutAssignment]");
  if (mlirIntegerAttrGetValueInt(current) >= alignment)
    return mlirLogicalResultSuccess();
  MlirAttribute raised = accyI64Attribute(mlirOperationGetContext(slot), alignment);
  MlirAttribute replaced = accyDictionaryReplace(layout, "alignment", raised);
  if (mlirAttributeIsNull(replaced))
    return accyEmitOpError(slot, "has too large a layout [OutOfMemory]");
  accySetAttribute(slot, "layout", replaced);
  return mlirLogicalResultSuccess();
}

// The launch's operands are the function's buffers, as far as they go.
static MlirLogicalResult align_slots(MlirOperation launch, MlirOperation function) {
  static const char alignments[] = "choir.buffer_alignment";
  intptr_t count = mlirOperationGetNumOperands(launch), aligned = accyGetI64ArraySize(function, alignments);
  for (intptr_t i = 0; i < count && i < aligned; ++i) {
    MlirOperation slot = mlirOpResultGetOwner(mlirOperationGetOperand(launch, i));
    if (mlirLogicalResultIsFailure(align_slot(slot, accyGetI64ArrayElement(function, alignments, i))))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

// Lets each launch name its kernel by the name that it has now; `index` was made before any kernel was renamed.
static MlirLogicalResult follow_names(MlirOperation program, const AccyProgramIndex *index) {
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    MlirOperation kernel;
    if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(index, launch, &kernel)))
      return mlirLogicalResultFailure();
    accySetAttribute(launch, "kernel",
                     mlirFlatSymbolRefAttrGet(mlirOperationGetContext(launch), accyGetString(kernel, "sym_name")));
  }
  return mlirLogicalResultSuccess();
}

// Lets the slots of each launch lie as its function counts on.
static MlirLogicalResult follow_alignments(MlirOperation program) {
  AccyProgramIndex index;
  MlirLogicalResult result = accyProgramIndexCreate(program, &index);
  for (MlirOperation launch = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(program, 0)), "choir.launch");
       mlirLogicalResultIsSuccess(result) && !mlirOperationIsNull(launch);
       launch = accyFindNext(mlirOperationGetNextInBlock(launch), "choir.launch")) {
    MlirOperation function = accyProgramIndexFindFunction(&index, launch);
    if (!mlirOperationIsNull(function))
      result = align_slots(launch, function);
  }
  accyProgramIndexDestroy(&index);
  return result;
}

// Says of the kernel and its function that the output may have the buffer of an input, if the launch allows that.
static void update_in_place(const AccyKernelFunction *function, const AccyKernelWork *work,
                            const AccyStrategy *strategy, const Program *program) {
  MlirOperation launch = {(void *)(intptr_t)accyPointerMapGet(&program->launches, work->kernel.ptr, 0)};
  bool allowed = program->request->inPlace && accyFormatSharesBuffers(program->target.profile.format);
  if (!allowed || !strategy->updatesInPlace || mlirOperationIsNull(launch))
    return;
  int64_t input = accyFindInPlaceInput(work->kernel, launch);
  if (input >= 0)
    accyKernelSetAliasedInput(work->kernel, function->op, input);
}

// What the strategy asks of the target joins what the program does, which accy-legalize has recorded.
static MlirLogicalResult require_subgroup(MlirOperation kernel, AccySet operations) {
  AccyRequirements needs;
  if (operations == 0)
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(accyReadRequirements(kernel, &needs)))
    return mlirLogicalResultFailure();
  needs.subgroup_operations |= operations;
  AccyAttributeMaker maker = accyAttributeMakerForOne(mlirOperationGetContext(kernel));
  accySetAttribute(kernel, "legalization", accyRequirementsAttribute(&maker, &needs));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult kernelize(AccyKernelWork *work, const AccyStrategy *strategy, Program *program) {
  AccyKernelFunction function = accyKernelFunctionCreate(work);
  if (!strategy->build(&function, work) ||
      mlirLogicalResultIsFailure(require_subgroup(work->kernel, strategy->subgroupOperations))) {
    accyKernelFunctionDestroy(&function);
    return mlirLogicalResultFailure();
  }
  MlirOperation kernel = work->kernel;
  update_in_place(&function, work, strategy, program);
  if (strategy->suffix && mlirLogicalResultIsFailure(rename_kernel(kernel, function.op, strategy->suffix))) {
    accyKernelFunctionDestroy(&function);
    return mlirLogicalResultFailure();
  }
  if (mlirBlockIsNull(program->functions))
    program->functions =
        accyBlockGetGpuModule(mlirOperationGetBlock(kernel), mlirOperationGetLocation(kernel), "kernels");
  mlirBlockAppendOwnedOperation(program->functions, accyKernelFunctionTake(&function));
  accySetAttribute(kernel, "strategy", accyStringAttribute(mlirOperationGetContext(kernel), strategy->name));
  erase_body(kernel);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult kernelize_kernel(MlirOperation kernel, Program *program) {
  // Without a body it has been kernelized before; a kernel call's comes from the caller's registry.
  if (mlirBlockIsNull(accyGetBlock(kernel, 0)) || accyTextEquals(accyGetString(kernel, "kind"), "kernel_call"))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(accyCheckLegalization(kernel)))
    return mlirLogicalResultFailure();
  AccyKernelWork work = accyKernelWorkCreate(kernel, &program->target, program->request->library);
  work.fast_math = program->request->fast_math;
  const AccyStrategy *strategy = accyStrategyChoiceFor(&program->request->strategies, &work);
  return strategy ? kernelize(&work, strategy, program) : mlirLogicalResultFailure();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

// Finds the launch of each kernel; kernels of several have none.
static MlirLogicalResult find_launches(MlirOperation op, const AccyProgramIndex *index, AccyPointerMap *launches) {
  ACCY_FOR_EACH(launch, accyGetBlock(op, 0), "choir.launch") {
    MlirOperation kernel;
    if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(index, launch, &kernel)))
      return mlirLogicalResultFailure();
    bool isFirst = accyPointerMapGet(launches, kernel.ptr, -1) == -1;
    if (!accyPointerMapSet(launches, kernel.ptr, isFirst ? (int64_t)(intptr_t)launch.ptr : 0))
      return accyEmitOpError(op, "has too many launches [OutOfMemory]");
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult kernelize_all(MlirOperation op, const AccyProgramIndex *index, Program *program) {
  MlirLogicalResult result = find_launches(op, index, &program->launches);
  if (mlirLogicalResultIsFailure(result))
    return result;
  ACCY_FOR_EACH(kernel, accyGetBlock(op, 0), "choir.kernel") {
    if (mlirLogicalResultIsFailure(kernelize_kernel(kernel, program)))
      result = mlirLogicalResultFailure();
  }
  if (mlirLogicalResultIsSuccess(result))
    result = follow_names(op, index);
  return mlirLogicalResultIsSuccess(result) ? follow_alignments(op) : result;
}

static MlirLogicalResult kernelize_program(MlirOperation op, void *userData) {
  Program program = {.request = userData};
  if (mlirLogicalResultIsFailure(accyProgramGetTarget(op, &program.target)))
    return mlirLogicalResultFailure();
  AccyProgramIndex index;
  MlirLogicalResult result = accyProgramIndexCreate(op, &index);
  if (mlirLogicalResultIsSuccess(result))
    result = kernelize_all(op, &index, &program);
  accyPointerMapDestroy(&program.launches);
  accyProgramIndexDestroy(&index);
  MlirOperation module = mlirOperationGetParentOperation(op);
  if (!mlirOperationIsNull(accyProgramFindSymbol(op, "gpu.module", accyText("kernels"))))
    accySetAttribute(module, "gpu.container_module", mlirUnitAttrGet(mlirOperationGetContext(module)));
  return result;
}

static MlirLogicalResult read_options(MlirOperation module, AccyOptions options, Request *request) {
  if (mlirLogicalResultIsFailure(
          accyStrategyChoiceRead(options, mlirOperationGetLocation(module), &request->strategies)))
    return mlirLogicalResultFailure();
  request->fast_math = accyOptionsGetBool(options, "fast-math");
  request->inPlace = accyOptionsGetBool(options, "in-place") && !request->strategies.onlyGeneric;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  Request request = {0};
  if (mlirLogicalResultIsFailure(read_options(module, options, &request)))
    return mlirLogicalResultFailure();
  request.library = accyMathLibraryCreate(mlirOperationGetContext(module));
  MlirLogicalResult result = accyForEachProgram(module, kernelize_program, &request);
  accyMathLibraryDestroy(request.library);
  return result;
}

static const AccyOptionRow options[] = {
    {"in-place", AccyOptionBool,
     "let elementwise kernels and row pipelines update inputs in place; not with strategies=generic", "true"},
    ACCY_STRATEGY_OPTIONS,
    {"fast-math", AccyOptionBool, "let arithmetic be fused and approximated, as docs/accuracy.md says", "false"},
};

const AccyPassRow accyKernelizePass = {
    .argument = "accy-kernelize",
    .description = "Build the target-independent function of each kernel",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyKernelDependentDialects,
    .run = run,
};
