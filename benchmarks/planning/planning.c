// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What planning costs a kernel, in chains of 10 to 10 000 kernels: planning [TARGET]
// Planning is accy-plan and accy-plan-memory; the passes that make the kernels, accy-schedule to accy-kernelize, are
// shown beside them. Counted is the processor's time of one thread, without the verifier that a pass manager runs after
// a pass, the least of several runs on copies of one program. Ends with 1 when a kernel takes 20 µs or more in a chain
// of any length, or more than twice what it takes in the one where it takes least.
#define _POSIX_C_SOURCE 200809L // clock_gettime, open_memstream

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accy-c/Dialects.h"
#include "accy-c/Passes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

enum { target_capacity = 64, length_count = 4, turns = 5, least_runs = 3 };
static const double limit_microseconds = 20, limit_growth = 2, enough_seconds = 0.2;

/// A chain: each kernel reads what the one before it wrote, since a work item is one operation.
typedef struct Chain {
  const char *name;
  int operation_count;
  const char *operations[4]; // in turn, of the value of that number
} Chain;

static const Chain chains[] = {
    {"elementwise",
     3,
     {"accy.add %%%d, %%a : tensor<16x16xf32>", "accy.mul %%%d, %%a : tensor<16x16xf32>",
      "accy.max %%%d, %%a : tensor<16x16xf32>"}},
    {"mixed",
     4,
     {"accy.add %%%d, %%a : tensor<16x16xf32>",
      "accy.transpose %%%d permutation = [1, 0] : tensor<16x16xf32> -> tensor<16x16xf32>",
      "accy.dot_general %%%d, %%a lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
      "tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>",
      "accy.mul %%%d, %%a : tensor<16x16xf32>"}},
};

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print_to(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, file);
}

static MlirModule parse_chain(MlirContext context, const Chain *chain, int kernels) {
  char *program = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&program, &length);
  if (!stream)
    return (MlirModule){NULL};
  fprintf(stream, "func.func @main(%%0: tensor<16x16xf32>, %%a: tensor<16x16xf32>) -> tensor<16x16xf32> {\n");
  for (int i = 0; i < kernels; ++i) {
    fprintf(stream, "%%%d = ", i + 1);
    fprintf(stream, chain->operations[i % chain->operation_count], i);
    fputc('\n', stream);
  }
  fprintf(stream, "accy.return %%%d : tensor<16x16xf32>\n}\n", kernels);
  fclose(stream);
  MlirModule module = mlirModuleCreateParse(context, mlirStringRefCreate(program, length));
  free(program);
  return module;
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Runs the passes on the module; returns the seconds they took, below 0 after an error.
static double run_passes(MlirOperation module, const char *passes) {
  MlirPassManager manager = mlirPassManagerCreate(mlirOperationGetContext(module));
  mlirPassManagerEnableVerifier(manager, false);
  MlirLogicalResult result =
      mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager), text(passes), print_to, stderr);
  double start = processor_seconds();
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(manager, module);
  double seconds = processor_seconds() - start;
  mlirPassManagerDestroy(manager);
  return mlirLogicalResultIsSuccess(result) ? seconds : -1;
}

/// A program of one length, ready to be planned, and what the passes take, in seconds.
typedef struct Program {
  int kernels;
  MlirModule module;
  double prepare, plan, memory;
} Program;

static double least(double a, double b) {
  return a < b ? a : b;
}

static bool prepare(MlirContext context, const char *target, const Chain *chain, Program *program) {
  char passes[512];
  snprintf(passes, sizeof passes,
           "accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,"
           "accy-outline-kernels,accy-legalize{target=%s},accy-kernelize",
           target);
  program->plan = program->memory = HUGE_VAL;
  program->module = parse_chain(context, chain, program->kernels);
  if (mlirModuleIsNull(program->module))
    return false;
  program->prepare = run_passes(mlirModuleGetOperation(program->module), passes);
  return program->prepare >= 0;
}

/// Plans copies of the program until that has taken long enough.
static bool measure(Program *program) {
  double spent = 0;
  for (int run = 0; run < least_runs || spent < enough_seconds; ++run) {
    MlirOperation copy = mlirOperationClone(mlirModuleGetOperation(program->module));
    double plan = run_passes(copy, "accy-plan"), memory = plan < 0 ? -1 : run_passes(copy, "accy-plan-memory");
    mlirOperationDestroy(copy);
    if (plan < 0 || memory < 0)
      return false;
    program->plan = least(program->plan, plan);
    program->memory = least(program->memory, memory);
    spent += plan + memory;
  }
  return true;
}

/// True when no length takes too long a kernel.
static bool report(const Chain *chain, const Program *programs) {
  double lowest = HUGE_VAL, highest = 0;
  for (int i = 0; i < length_count; ++i) {
    const Program *program = &programs[i];
    double scale = 1e6 / program->kernels, planning = (program->plan + program->memory) * scale;
    lowest = least(lowest, planning);
    highest = planning > highest ? planning : highest;
    printf("%-12s %7d %14.2f %10.2f %17.2f %10.2f\n", chain->name, program->kernels, program->prepare * scale,
           program->plan * scale, program->memory * scale, planning);
  }
  bool within = highest < limit_microseconds && highest <= limit_growth * lowest;
  printf("%-12s at most %.2f, %.2f times the least; %s\n", chain->name, highest, highest / lowest,
         within ? "within the limits" : "too slow");
  fflush(stdout);
  return within;
}

/// True when the planning of chains of each length stays within the limits. They take turns, so that a spell in which
/// the machine is slow does not fall on one of them alone.
static bool measure_chain(MlirContext context, const char *target, const Chain *chain) {
  Program programs[length_count];
  bool measured = true;
  for (int i = 0, kernels = 10; i < length_count; ++i, kernels *= 10) {
    programs[i] = (Program){.kernels = kernels, .module = {NULL}};
    measured = measured && prepare(context, target, chain, &programs[i]);
  }
  for (int turn = 0; turn < turns; ++turn)
    for (int i = 0; i < length_count; ++i)
      measured = measured && measure(&programs[i]);
  for (int i = 0; i < length_count; ++i)
    mlirModuleDestroy(programs[i].module);
  return measured && report(chain, programs);
}

int main(int argc, char **argv) {
  const char *target = argc == 2 ? argv[1] : "cuda";
  if (argc > 2 || strlen(target) >= target_capacity) {
    fprintf(stderr, "usage: planning [TARGET], as in: planning cuda:sm_90\n");
    return 2;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  accyRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  printf("microseconds a kernel, target %s\n%-12s %7s %14s %10s %17s %10s\n", target, "chain", "kernels",
         "making kernels", "accy-plan", "accy-plan-memory", "planning");
  bool within = true;
  for (size_t i = 0; i < sizeof chains / sizeof chains[0]; ++i)
    within = measure_chain(context, target, &chains[i]) && within;
  mlirContextDestroy(context);
  return within ? 0 : 1;
}
