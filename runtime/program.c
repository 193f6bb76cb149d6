// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a plan to a device program: launches with their code, arguments and fills. runtime/placement.c
// gives slots their regions.
#include "runtime/program.h"

#include "runtime/error.h"
#include "runtime/placement.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

// Entry names reach compilers and drivers, so nothing but an identifier may pass.
static bool is_identifier(const char *name) {
  if (!*name || (*name >= '0' && *name <= '9'))
    return false;
  for (; *name; ++name) {
    bool letter = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') || *name == '_';
    if (!letter && !(*name >= '0' && *name <= '9'))
      return false;
  }
  return true;
}

// The position of the payload among the codes; kernels with equal payloads share one.
static bool add_code(AccyProgram *program, const AccyKernel *kernel, size_t *outCode, AccyRuntimeError *error) {
  const AccyPayload *payload = &kernel->artifact.payload;
  AccyDeviceProgram *device = &program->device;
  for (size_t i = 0; i < device->codeCount; ++i) {
    if (device->codes[i].bytes == payload->bytes && memcmp(device->codes[i].data, payload->data, payload->bytes) == 0) {
      *outCode = i;
      return true;
    }
  }
  char *data = accyArenaAllocate(&program->arena, payload->bytes + 1);
  if (!data)
    return accyRuntimeFail(error, "no memory for the code of %s", kernel->artifact.entry);
  memcpy(data, payload->data, payload->bytes);
  *outCode = device->codeCount++;
  device->codes[*outCode] = (AccyDeviceCode){kernel->artifact.entry, data, payload->bytes};
  return true;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static AccyDeviceArgument scalar_argument(AccyScalar scalar) {
  bool wide = scalar.kind == AccyScalarKindI64 || scalar.kind == AccyScalarKindU64 || scalar.kind == AccyScalarKindF64;
  bool is_float = scalar.kind == AccyScalarKindF32 || scalar.kind == AccyScalarKindF64;
  return (AccyDeviceArgument){.scalarBytes = wide ? 8 : 4, .scalarIsFloat = is_float, .scalar.u64 = scalar.bits};
}

static bool build_argument(AccyProgram *program, const AccyPlacement *placement, size_t kernel,
                           const AccyArgument *source, AccyDeviceArgument *out, AccyRuntimeError *error) {
  *out = (AccyDeviceArgument){0};
  switch (source->kind) {
  case AccyArgumentBuffer: {
    const AccySlot *slot = accyPlanFindSlot(placement->plan, source->slot);
    if (!slot)
      return accyRuntimeFail(error, "kernel %zu names slot %" PRIu32 ", which the plan does not have", kernel,
                             source->slot);
    out->isRegion = true;
    out->region = program->slotRegions[slot - placement->plan->slots];
    return true;
  }
  case AccyArgumentCountBuffer: {
    uint32_t *count = accyArenaCopyArray(&program->arena, &source->count, 1, sizeof source->count);
    if (!count)
      return accyRuntimeFail(error, "no memory for an element count");
    out->isRegion = true;
    out->region = accyPlacementCountRegion(placement, kernel);
    program->constants[program->constantCount++] = (AccyProgramConstant){out->region, count, sizeof *count};
    return true;
  }
  case AccyArgumentCount:
    *out = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = source->count};
    return true;
  case AccyArgumentRuntimeScalar:
  case AccyArgumentStaticScalar:
    *out = scalar_argument(source->scalar);
    return true;
  }
  return accyRuntimeFail(error, "kernel %zu has an argument of an unknown kind", kernel);
}

static bool build_arguments(AccyProgram *program, const AccyPlacement *placement, size_t index,
                            AccyDeviceLaunch *launch, AccyRuntimeError *error) {
  const AccyKernel *kernel = &placement->plan->kernels[index];
  launch->argumentCount = accyKernelArgumentCount(kernel);
  if (launch->argumentCount != kernel->contract.argument_count)
    return accyRuntimeFail(error, "kernel %s takes other arguments than its slots and scalars", kernel->artifact.entry);
  launch->arguments = accyArenaAllocateArray(&program->arena, launch->argumentCount, sizeof *launch->arguments);
  if (!launch->arguments)
    return accyRuntimeFail(error, "no memory for arguments");
  for (size_t i = 0; i < launch->argumentCount; ++i) {
    AccyArgument source = accyKernelArgument(kernel, (uint32_t)i);
    if (!build_argument(program, placement, index, &source, &launch->arguments[i], error))
      return false;
  }
  return true;
}

static bool build_fills(const AccyProgram *program, const AccyPlan *plan, const AccyKernel *kernel,
                        AccyDeviceLaunch *launch, AccyRuntimeError *error) {
  // The plan has no slot for a scratch buffer yet, so there is nothing that could be filled.
  if (kernel->scratch_fill.present)
    return accyRuntimeFail(error, "kernel %s asks for a scratch fill, but the plan names no scratch buffer",
                           kernel->artifact.entry);
  if (!kernel->output_fill.present)
    return true;
  const AccySlot *output = accyPlanFindSlot(plan, kernel->output_slot);
  if (!output)
    return accyRuntimeFail(error, "kernel %s asks for an output fill, but has no output", kernel->artifact.entry);
  launch->fills[launch->fillCount++] =
      (AccyDeviceFill){program->slotRegions[output - plan->slots], kernel->output_fill.pattern};
  return true;
}

// A kernel for others to launch: the plan does not know its buffers.
static bool stands_alone(const AccyKernel *kernel) {
  return kernel->output_slot == ACCY_NO_SLOT;
}

static bool build_launch(AccyProgram *program, const AccyPlacement *placement, size_t index, AccyRuntimeError *error) {
  const AccyKernel *kernel = &placement->plan->kernels[index];
  AccyDeviceLaunch *launch = &program->device.launches[program->device.launchCount++];
  if (!is_identifier(kernel->artifact.entry))
    return accyRuntimeFail(error, "kernel %zu: its entry name is not an identifier", index);
  const AccyGeometry *geometry = &kernel->launch.geometry;
  *launch = (AccyDeviceLaunch){.entry = kernel->artifact.entry, .sharedBytes = geometry->shared_bytes};
  const AccyTargetSubgroup *subgroup = &placement->plan->target.capabilities.subgroup;
  launch->subgroupOperations = kernel->contract.required.subgroup_operations;
  launch->subgroupSizes[0] = subgroup->size_min;
  launch->subgroupSizes[1] = accyTargetSubgroupSize(&placement->plan->target.capabilities);
  memcpy(launch->grid, geometry->grid, sizeof launch->grid);
  memcpy(launch->threadgroup, geometry->threadgroup, sizeof launch->threadgroup);
  return add_code(program, kernel, &launch->code, error) && build_arguments(program, placement, index, launch, error) &&
         build_fills(program, placement->plan, kernel, launch, error);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static void add_slot_constants(AccyProgram *program, const AccyPlan *plan) {
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    if (plan->slots[i].constant && plan->slots[i].bytes)
      program->constants[program->constantCount++] =
          (AccyProgramConstant){program->slotRegions[i], plan->slots[i].constant, plan->slots[i].bytes};
}

static bool build(AccyProgram *program, const AccyPlan *plan, size_t alignment, AccyRuntimeError *error) {
  AccyDeviceProgram *device = &program->device;
  device->format = plan->target.format;
  device->architecture = plan->target.capabilities.architecture;
  device->codes = accyArenaAllocateArray(&program->arena, plan->kernel_count, sizeof *device->codes);
  device->launches = accyArenaAllocateArray(&program->arena, plan->kernel_count, sizeof *device->launches);
  // At most one element count a kernel, and one constant a slot.
  size_t constant_capacity = (size_t)plan->kernel_count + plan->slot_count;
  program->constants = accyArenaAllocateArray(&program->arena, constant_capacity, sizeof *program->constants);
  if (!device->codes || !device->launches || !program->constants)
    return accyRuntimeFail(error, "no memory for the program");
  AccyPlacement placement;
  if (!accyPlacementBuild(plan, alignment, &program->arena, &placement, error))
    return false;
  program->slotRegions = placement.slotRegions;
  device->bufferBytes = placement.bufferBytes;
  device->bufferCount = placement.bufferCount;
  add_slot_constants(program, plan);
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    if (!stands_alone(&plan->kernels[i]) && !build_launch(program, &placement, i, error))
      return false;
  return true;
}

bool accyProgramBuild(const AccyPlan *plan, size_t regionAlignment, AccyProgram *outProgram, AccyRuntimeError *error) {
  AccyProgram program = {0};
  if (!build(&program, plan, regionAlignment, error)) {
    accyProgramFree(&program);
    return false;
  }
  *outProgram = program;
  return true;
}

void accyProgramFree(AccyProgram *program) {
  accyArenaFree(&program->arena);
  *program = (AccyProgram){0};
}
