// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-plan-memory: which slots share memory, and where. Spec: planner.md, section 8.

#include "passes/in_place.h"
#include "passes/kernel_call.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/read_plan.h"
#include "passes/target.h"
#include "planner/arithmetic.h"
#include "planner/memory.h"
#include "planner/plan.h"
#include "support/ir.h"

#include <stdlib.h>

// What the launches of a program touch, in an arena.
typedef struct Accesses {
  AccyArena arena;
  AccyKernelAccess *kernels;
  uint32_t count;
} Accesses;

// Whether the kernel is a call, and whether its output takes the buffer of an input: a call may say so, and kernels
// that update in place.
static MlirLogicalResult read_kind(MlirOperation launch, const AccyProgramIndex *index, AccyKernelAccess *kernel) {
  MlirOperation op, call;
  int64_t input;
  if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(index, launch, &op)) ||
      mlirLogicalResultIsFailure(accyKernelGetAliasedInput(op, launch, &input)))
    return mlirLogicalResultFailure();
  kernel->is_call = accyTextEquals(accyGetString(op, "kind"), "kernel_call");
  if (kernel->is_call) {
    if (mlirLogicalResultIsFailure(accyKernelGetCall(op, &call)))
      return mlirLogicalResultFailure();
    input = accyKernelCallAlias(call);
  }
  kernel->has_aliased_input = input >= 0;
  kernel->aliased_input = input >= 0 ? (uint32_t)input : 0;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_launch(MlirOperation launch, const AccyProgramIndex *index, Accesses *accesses) {
  intptr_t inputs = mlirOperationGetNumOperands(launch) - 1;
  uint32_t *slots = accyArenaAllocateArray(&accesses->arena, (size_t)inputs, sizeof *slots);
  if (!slots)
    return accyEmitOpError(launch, "has too many operands [OutOfMemory]");
  for (intptr_t i = 0; i < inputs; ++i)
    slots[i] = accyOperandSlot(launch, i);
  AccyKernelAccess *kernel = &accesses->kernels[accesses->count++];
  *kernel =
      (AccyKernelAccess){.inputs = slots, .input_count = (uint32_t)inputs, .output = accyOperandSlot(launch, inputs)};
  return read_kind(launch, index, kernel);
}

static MlirLogicalResult read_launches(MlirOperation program, const AccyProgramIndex *index, Accesses *accesses) {
  size_t count = 0;
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch")
  ++count;
  accesses->kernels = accyArenaAllocateArray(&accesses->arena, count, sizeof *accesses->kernels);
  if (!accesses->kernels)
    return accyEmitOpError(program, "has too many launches [OutOfMemory]");
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    if (mlirLogicalResultIsFailure(read_launch(launch, index, accesses)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_accesses(MlirOperation program, Accesses *accesses) {
  AccyProgramIndex index;
  MlirLogicalResult result = accyProgramIndexCreate(program, &index);
  if (mlirLogicalResultIsSuccess(result))
    result = read_launches(program, &index, accesses);
  accyProgramIndexDestroy(&index);
  return result;
}

// What the pass was asked for.
typedef struct Request {
  AccyMemoryStrategy strategy;
  AccyPackOptions pack;
} Request;

// The bytes of the arenas and of the slots outside of them; 2^64-1 when that overflows, or memory runs out.
static uint64_t count_bytes(const AccyPlan *plan) {
  uint64_t bytes = 0;
  bool *isAssigned = calloc((size_t)plan->slot_count + 1, sizeof *isAssigned);
  for (uint32_t i = 0; isAssigned && i < plan->memory.assignment_count; ++i)
    isAssigned[accyPlanFindSlot(plan, plan->memory.assignments[i].slot) - plan->slots] = true;
  for (int space = 0; space < AccySpaceCount; ++space)
    bytes = accySaturatingAdd(bytes, accyMemoryArenaBytes(&plan->memory, (AccySpace)space));
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    if (isAssigned && !isAssigned[i])
      bytes = accySaturatingAdd(bytes, plan->slots[i].bytes);
  bytes = isAssigned ? bytes : UINT64_MAX;
  free(isAssigned);
  return bytes;
}

static MlirLogicalResult check_memory(MlirOperation program, const AccyPlan *plan, const AccyProgramTarget *target) {
  uint64_t most = accyTargetMemoryBytes(&target->profile.capabilities);
  uint64_t bytes = most == UINT64_MAX ? 0 : count_bytes(plan);
  if (bytes <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(program,
                         "needs %llu bytes for its buffers; addresses of target '%s' reach %llu: split the function, "
                         "or choose another target [CapabilityMismatch]",
                         (unsigned long long)bytes, target->name, (unsigned long long)most);
}

static MlirLogicalResult assign_memory(MlirOperation program, AccyPlan *plan, const Request *request) {
  AccyStatus status;
  Accesses accesses = {0};
  MlirLogicalResult result = read_accesses(program, &accesses);
  if (mlirLogicalResultIsSuccess(result) &&
      !accyPlanAssignMemoryOf(plan, accesses.kernels, accesses.count, request->strategy, 0, &request->pack, &status))
    result = accyEmitOpError(program, "%s [%s]", status.message, accyStatusCodeName(status.code));
  accyArenaFree(&accesses.arena);
  return result;
}

static MlirLogicalResult plan_into(MlirOperation program, AccyPlan *plan, const Request *request) {
  AccyProgramTarget target;
  if (mlirLogicalResultIsFailure(accyProgramGetTarget(program, &target)))
    return mlirLogicalResultFailure();
  accyPlanSetTarget(plan, &target.profile);
  if (mlirLogicalResultIsFailure(accyReadSlots(program, plan)) ||
      mlirLogicalResultIsFailure(accyReadInterface(program, plan)) ||
      mlirLogicalResultIsFailure(assign_memory(program, plan, request)) ||
      mlirLogicalResultIsFailure(check_memory(program, plan, &target)))
    return mlirLogicalResultFailure();
  AccyAttributeMaker maker = accyAttributeMakerCreate(mlirOperationGetContext(program));
  MlirAttribute memory = accyMemoryPlanAttribute(&maker, &plan->memory);
  accyAttributeMakerDestroy(&maker);
  if (mlirAttributeIsNull(memory))
    return accyEmitOpError(program, "has too many slots [OutOfMemory]");
  accySetAttribute(program, "memory", memory);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult plan_program(MlirOperation program, void *userData) {
  AccyPlan *plan = accyPlanCreate();
  if (!plan)
    return accyEmitOpError(program, "cannot be planned: out of memory [OutOfMemory]");
  MlirLogicalResult result = plan_into(program, plan, userData);
  accyPlanDestroy(plan);
  return result;
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  Request request = {0};
  MlirStringRef name = accyOptionsGetString(options, "strategy");
  int64_t budget = accyOptionsGetInteger(options, "budget"), goal = accyOptionsGetInteger(options, "goal");
  if (!accyMemoryStrategyParse(name.data, name.length, &request.strategy))
    return accyEmitOpError(module,
                           "cannot be planned: accy-plan-memory takes strategy=pack or strategy=reuse, not "
                           "'%.*s'",
                           (int)name.length, name.data);
  if (budget < 0)
    return accyEmitOpError(module,
                           "cannot be planned: accy-plan-memory takes a budget of 1 or more, or 0 for the default");
  if (goal < 0)
    return accyEmitOpError(module, "cannot be planned: accy-plan-memory takes a goal of 1 byte or more, or 0 for the "
                                   "least that an arena can have");
  request.pack = (AccyPackOptions){.search_budget = (uint64_t)budget, .goal = (uint64_t)goal};
  return accyForEachProgram(module, plan_program, &request);
}

static const AccyOptionRow options[] = {
    {"budget", AccyOptionInteger,
     "what strategy pack may search where greedy placements miss the peak, in blocks and sections looked at, some "
     "hundred million a second; 0: the default, up to 4000000000",
     "0"},
    {"goal", AccyOptionInteger,
     "bytes of an arena that are few enough for strategy pack to end its search; 0: the least that any arena can have",
     "0"},
    {"strategy", AccyOptionString, "pack: offsets in one arena a memory space; reuse: whole slots of the same layout",
     "pack"},
};

const AccyPassRow accyPlanMemoryPass = {
    .argument = "accy-plan-memory",
    .description = "Let slots whose lifetimes do not meet share memory",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .run = run,
};
