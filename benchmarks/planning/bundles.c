// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel of a bundle costs to write, read and verify, in chains of 10 to 10 000 kernels: bundles [FOLDER]
// Reading is all of accyBundleRead: plan.json, payloads, lifetimes and accyPlanVerify, which is shown by itself, too.
// Slots are numbered from 0, or all over the numbers there are; kernels share one payload, or each has its own. Counted
// is the processor's time of one thread, the least of several runs. Ends with 1 when a kernel of the longest chain
// takes more than three times what it takes in the chain where it takes least. FOLDER, /tmp by default, is where
// bundles lie meanwhile.
#define _POSIX_C_SOURCE 200809L // clock_gettime, mkdtemp

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accy-c/Bundle.h"
#include "accy-c/Launch.h"
#include "accy-c/Plan.h"

enum { least_runs = 3, path_capacity = 256 };
static const double limit_growth = 3, enough_seconds = 0.1; // ids are found in logarithmic time

/// A family of plans.
typedef struct Chain {
  const char *name;
  bool has_sparse_ids, has_own_payloads;
} Chain;

static const Chain chains[] = {
    {"shared payload", false, false}, {"sparse ids", true, false}, {"own payloads", false, true}};

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool complain(const AccyStatus *status) {
  fprintf(stderr, "error: %s [%s]\n", status->message, accyStatusCodeName(status->code));
  return false;
}

// ---- Plans ----------------------------------------------------------------------------------------------------------

/// The id of the slot at a position. The multiplier is odd, so that no two are alike.
static uint32_t slot_id(const Chain *chain, uint32_t position) {
  return chain->has_sparse_ids ? position * 2654435761u : position;
}

static bool add_slot(AccyPlan *plan, const Chain *chain, uint32_t position, AccyRole role, AccyStatus *status) {
  static int64_t dims[] = {1024}, strides[] = {1};
  static uint32_t order[] = {0};
  AccySlot slot = {.id = slot_id(chain, position), .roles = ACCY_BIT(role), .dtype = AccyDtypeF32};
  slot.layout = (AccyLayout){AccyLayoutKindRowMajor, 1, dims, strides, order, 4, true, true};
  accySlotSetDefaults(&slot);
  return accySlotComplete(&slot, status) && accyPlanAddSlot(plan, &slot, status);
}

static bool add_kernel(AccyPlan *plan, const Chain *chain, uint32_t number, AccyStatus *status) {
  char entry[64], text[1024];
  snprintf(entry, sizeof entry, "kernel_%u", chain->has_own_payloads ? number : 0);
  memset(text, ' ', sizeof text);
  memcpy(text, entry, strlen(entry));
  uint32_t input = slot_id(chain, number);
  const AccySlot *first = accyPlanGetSlot(plan, 0); // all have one layout
  AccyKernel kernel = {.id = number, .work_item = number, .input_slots = &input, .input_slot_count = 1};
  kernel.output_slot = slot_id(chain, number + 1);
  kernel.input_layout_fingerprint = accyInputLayoutsFingerprint(&first->layout_fingerprint, 1);
  kernel.output_layout_fingerprint = first->layout_fingerprint;
  kernel.element_count = 1024;
  kernel.count_argument = AccyCountArgumentDeviceBufferU32;
  kernel.resources = (AccyResources){.static_total_bytes = 8192, .op_count = 1, .element_count = 1024};
  AccyLaunchRequest request = {.target = &accyPlanGetTarget(plan)->capabilities, .format = AccyFormatCudaPtx};
  request.resources = &kernel.resources;
  AccyRequirements required = {.dtypes = ACCY_BIT(AccyDtypeF32)};
  AccyPayload payload = {AccyPayloadKindText, AccyPayloadOwnershipOwned, text, sizeof text};
  return accyLaunchResourcesPlan(&request, &kernel.launch, status) &&
         accyKernelSetArtifact(&kernel, AccyBackendCuda, AccyFormatCudaPtx, entry, AccyKernelSourceTensor,
                               AccyLaunchKindGeneric, &required, &payload, status) &&
         accyPlanAddKernel(plan, &kernel, status);
}

static bool fill_plan(AccyPlan *plan, const Chain *chain, uint32_t kernels, AccyStatus *status) {
  AccyTargetProfile target;
  if (!accyTargetProfileLookup("cuda", 4, &target, status) || !accyPlanSetFunction(plan, "main", status))
    return false;
  accyPlanSetTarget(plan, &target);
  for (uint32_t i = 0; i <= kernels; ++i) {
    AccyRole role = i == 0 ? AccyRoleInput : i == kernels ? AccyRoleOutput : AccyRoleTemporary;
    if (!add_slot(plan, chain, i, role, status))
      return false;
  }
  for (uint32_t i = 0; i < kernels; ++i) {
    if (!add_kernel(plan, chain, i, status))
      return false;
  }
  uint32_t output = slot_id(chain, kernels);
  return accyPlanSetInputs(plan, status) && accyPlanSetOutputs(plan, &output, 1, status) &&
         accyPlanAssignMemory(plan, AccyMemoryStrategyPack, 0, NULL, status);
}

// ---- Measuring ------------------------------------------------------------------------------------------------------

/// Seconds, then microseconds a kernel.
typedef struct Cost {
  double write, read, verify;
} Cost;

static double less(double a, double b) {
  return a < b ? a : b;
}

static bool measure_once(const AccyPlan *plan, const char *folder, Cost *cost, AccyStatus *status) {
  AccyPlan *read = NULL;
  double start = processor_seconds();
  if (!accyBundleWrite(plan, folder, status))
    return false;
  double written = processor_seconds();
  if (!accyBundleRead(folder, &read, status))
    return false;
  double done = processor_seconds();
  bool holds = accyPlanVerify(read, status);
  *cost = (Cost){written - start, done - written, processor_seconds() - done};
  accyPlanDestroy(read);
  return holds;
}

static bool measure(const AccyPlan *plan, const char *folder, Cost *cost, AccyStatus *status) {
  double spent = 0;
  for (int run = 0; run < least_runs || spent < enough_seconds; ++run) {
    Cost once;
    if (!measure_once(plan, folder, &once, status))
      return false;
    spent += once.write + once.read + once.verify;
    *cost = run == 0
                ? once
                : (Cost){less(cost->write, once.write), less(cost->read, once.read), less(cost->verify, once.verify)};
  }
  double kernels = accyPlanGetKernelCount(plan) * 1e-6;
  *cost = (Cost){cost->write / kernels, cost->read / kernels, cost->verify / kernels};
  return true;
}

static bool measure_plan(const Chain *chain, uint32_t kernels, const char *folder, Cost *cost) {
  AccyStatus status;
  AccyPlan *plan = accyPlanCreate();
  bool measured = plan && fill_plan(plan, chain, kernels, &status) && measure(plan, folder, cost, &status);
  accyPlanDestroy(plan);
  return measured || complain(&status);
}

static bool remove_folder(const char *folder) {
  char command[path_capacity + 16];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  return system(command) == 0;
}

/// True when the costs of the longest chain stay within the limits.
static bool measure_chain(const Chain *chain, const char *parent) {
  Cost cost = {0}, lowest = {0};
  for (uint32_t kernels = 10; kernels <= 10000; kernels *= 10) {
    char folder[path_capacity];
    snprintf(folder, sizeof folder, "%s/accy-bundles-XXXXXX", parent);
    if (!mkdtemp(folder))
      return false;
    bool measured = measure_plan(chain, kernels, folder, &cost);
    if (!remove_folder(folder) || !measured)
      return false;
    lowest = kernels == 10 ? cost : (Cost){0, less(lowest.read, cost.read), less(lowest.verify, cost.verify)};
    printf("%-15s %7u %8.2f %8.2f %8.2f\n", chain->name, kernels, cost.write, cost.read, cost.verify);
    fflush(stdout);
  }
  bool within = cost.read <= limit_growth * lowest.read && cost.verify <= limit_growth * lowest.verify;
  printf("%-15s %.2f and %.2f times the least to read and verify; %s\n", chain->name, cost.read / lowest.read,
         cost.verify / lowest.verify, within ? "within the limits" : "too slow");
  return within;
}

int main(int argc, char **argv) {
  const char *parent = argc == 2 ? argv[1] : "/tmp";
  if (argc > 2 || strlen(parent) > path_capacity - 32) {
    fprintf(stderr, "usage: bundles [FOLDER]\n");
    return 2;
  }
  printf("microseconds a kernel\n%-15s %7s %8s %8s %8s\n", "chain", "kernels", "write", "read", "verify");
  bool within = true;
  for (size_t i = 0; i < sizeof chains / sizeof chains[0]; ++i)
    within = measure_chain(&chains[i], parent) && within;
  return within ? 0 : 1;
}
