// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bundle loaded on a device: the public way to run it.
#include "accy-c/Bundle.h"
#include "runtime/error.h"
#include "runtime/interface.h"
#include "runtime/program.h"
#include "runtime/web/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct Executable {
  AccyPlan *plan;
  AccyProgram program;
  const AccyDevice *device;
  void *state;
  bool *inputIsSet;
  bool hasRun;
} Executable;

static Executable *unwrap(AccyExecutable executable) {
  return executable.ptr;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool choose_device(Executable *executable, const char *name, AccyRuntimeError *error) {
  AccyFormat format = executable->plan->target.format;
  executable->device = name ? accyDeviceFind(name) : accyDeviceFindForFormat(format);
  if (!executable->device && name)
    return accyRuntimeFail(error, "no device is called '%s' (known: cpu, vulkan, cuda)", name);
  if (!executable->device)
    return accyRuntimeFail(error, "the bundle holds %s, which no device of this runtime runs%s", accyFormatName(format),
                           accyWebPageRuns(format) ? "; a browser does (--emit-webgpu-page)" : "");
  if (!(executable->device->formats & ACCY_BIT(format)))
    return accyRuntimeFail(error, "device %s does not run %s, which the bundle holds", executable->device->name,
                           accyFormatName(format));
  return true;
}

static bool write_constants(const Executable *executable, AccyRuntimeError *error) {
  for (size_t i = 0; i < executable->program.constantCount; ++i) {
    const AccyProgramConstant *constant = &executable->program.constants[i];
    if (!executable->device->write(executable->state, constant->region, constant->data, constant->bytes, error))
      return false;
  }
  return true;
}

static bool load(Executable *executable, const char *folder, const AccyDeviceChoice *choice, AccyRuntimeError *error) {
  AccyStatus status;
  if (!accyBundleRead(folder, &executable->plan, &status))
    return accyRuntimeFail(error, "%s: %s [%s]", folder, status.message, accyStatusCodeName(status.code));
  executable->inputIsSet = calloc((size_t)executable->plan->input_count + 1, sizeof *executable->inputIsSet);
  if (!executable->inputIsSet)
    return accyRuntimeFail(error, "no memory for the executable");
  AccyRuntimeError reason;
  if (!choose_device(executable, choice->device, &reason) || !accyInterfaceCheck(executable->plan, &reason))
    return accyRuntimeFail(error, "%s: %s", folder, reason.message);
  if (!executable->device->open(choice, &executable->state, &reason)) {
    executable->state = NULL;
    return accyRuntimeFail(error, "device %s: %s", executable->device->name, reason.message);
  }
  size_t alignment = executable->device->regionAlignment(executable->state);
  if (!accyProgramBuild(executable->plan, alignment, &executable->program, &reason))
    return accyRuntimeFail(error, "%s: %s", folder, reason.message);
  if (!executable->device->load(executable->state, &executable->program.device, &reason) ||
      !write_constants(executable, &reason))
    return accyRuntimeFail(error, "device %s: %s", executable->device->name, reason.message);
  return true;
}

bool accyExecutableLoad(const char *folder, const AccyDeviceChoice *choice, AccyExecutable *outExecutable,
                        AccyRuntimeError *error) {
  static const AccyDeviceChoice any = {0};
  AccyExecutable executable = {calloc(1, sizeof(Executable))};
  if (!executable.ptr)
    return accyRuntimeFail(error, "no memory for the executable");
  if (!load(executable.ptr, folder, choice ? choice : &any, error)) {
    accyExecutableDestroy(executable);
    return false;
  }
  *outExecutable = executable;
  return true;
}

void accyExecutableDestroy(AccyExecutable executable) {
  Executable *self = unwrap(executable);
  if (!self)
    return;
  if (self->state)
    self->device->close(self->state);
  accyProgramFree(&self->program);
  accyPlanDestroy(self->plan);
  free(self->inputIsSet);
  free(self);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

const char *accyExecutableGetDeviceName(AccyExecutable executable) {
  return unwrap(executable)->device->name;
}

const char *accyExecutableGetHardwareName(AccyExecutable executable) {
  return unwrap(executable)->device->hardwareName(unwrap(executable)->state);
}

size_t accyExecutableGetInputCount(AccyExecutable executable) {
  return unwrap(executable)->plan->input_count;
}

size_t accyExecutableGetOutputCount(AccyExecutable executable) {
  return unwrap(executable)->plan->output_count;
}

size_t accyExecutableGetKernelCount(AccyExecutable executable) {
  return unwrap(executable)->program.device.launchCount;
}

const char *accyExecutableGetKernelEntry(AccyExecutable executable, size_t index) {
  const AccyDeviceProgram *program = &unwrap(executable)->program.device;
  return index < program->launchCount ? program->launches[index].entry : NULL;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool accyExecutableSetInput(AccyExecutable executable, size_t index, const AccyTensor *tensor,
                            AccyRuntimeError *error) {
  Executable *self = unwrap(executable);
  if (index >= self->plan->input_count)
    return accyRuntimeFail(error, "there is no input %zu: the function has %" PRIu32, index, self->plan->input_count);
  const AccySlot *slot = accyPlanFindSlot(self->plan, self->plan->inputs[index]);
  if (!accyInterfaceCheckTensor(slot, "input", index, tensor, error))
    return false;
  AccyDeviceRegion region = self->program.slotRegions[slot - self->plan->slots];
  if (tensor->bytes && !self->device->write(self->state, region, tensor->data, tensor->bytes, error))
    return false;
  self->inputIsSet[index] = true;
  return true;
}

bool accyExecutableRun(AccyExecutable executable, double *kernelSeconds, AccyRuntimeError *error) {
  Executable *self = unwrap(executable);
  for (uint32_t i = 0; i < self->plan->input_count; ++i)
    if (!self->inputIsSet[i])
      return accyRuntimeFail(error, "input %" PRIu32 " was never set", i);
  if (self->program.device.launchCount && !self->device->run(self->state, kernelSeconds, error))
    return false;
  self->hasRun = true;
  return true;
}

bool accyExecutableGetOutput(AccyExecutable executable, size_t index, AccyTensor *outTensor, AccyRuntimeError *error) {
  const Executable *self = unwrap(executable);
  if (index >= self->plan->output_count)
    return accyRuntimeFail(error, "there is no output %zu: the function has %" PRIu32, index, self->plan->output_count);
  if (!self->hasRun)
    return accyRuntimeFail(error, "the executable has not run yet");
  const AccySlot *slot = accyPlanFindSlot(self->plan, self->plan->outputs[index]);
  AccyTensor tensor;
  if (!accyTensorCreate(slot->dtype, (int32_t)slot->layout.rank, slot->layout.dims, &tensor, error))
    return false;
  AccyDeviceRegion region = self->program.slotRegions[slot - self->plan->slots];
  if (tensor.bytes && !self->device->read(self->state, region, tensor.data, tensor.bytes, error)) {
    accyTensorDestroy(&tensor);
    return false;
  }
  *outTensor = tensor;
  return true;
}
