// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See interface.h.
#include "runtime/interface.h"

#include "runtime/error.h"
#include "runtime/tensor.h"

#include <inttypes.h>
#include <string.h>

static bool check_slot(const AccyPlan *plan, uint32_t id, const char *kind, size_t index, AccyRuntimeError *error) {
  const AccySlot *slot = accyPlanFindSlot(plan, id);
  if (!slot)
    return accyRuntimeFail(error, "%s %zu is slot %" PRIu32 ", which the plan does not have", kind, index, id);
  if (slot->layout.rank > ACCY_TENSOR_MAX_RANK)
    return accyRuntimeFail(error, "%s %zu has rank %" PRIu32 ", more than %d", kind, index, slot->layout.rank,
                           ACCY_TENSOR_MAX_RANK);
  if (slot->layout.kind != AccyLayoutKindRowMajor)
    return accyRuntimeFail(error, "%s %zu has layout %s; only row_major can be read and written", kind, index,
                           accyLayoutKindName(slot->layout.kind));
  size_t elements, bytes;
  if (!accyTensorComputeSize(slot->dtype, (int32_t)slot->layout.rank, slot->layout.dims, &elements, &bytes, error))
    return false;
  if (bytes != slot->bytes)
    return accyRuntimeFail(error, "%s %zu has %" PRIu64 " bytes in the plan, but its shape needs %zu", kind, index,
                           slot->bytes, bytes);
  return true;
}

bool accyInterfaceCheck(const AccyPlan *plan, AccyRuntimeError *error) {
  for (uint32_t i = 0; i < plan->input_count; ++i)
    if (!check_slot(plan, plan->inputs[i], "input", i, error))
      return false;
  for (uint32_t i = 0; i < plan->output_count; ++i)
    if (!check_slot(plan, plan->outputs[i], "output", i, error))
      return false;
  return true;
}

static bool has_type_of(const AccyTensor *tensor, const AccySlot *slot) {
  size_t bytes = slot->layout.rank * sizeof *tensor->dims;
  return tensor->dtype == slot->dtype && tensor->rank == (int32_t)slot->layout.rank &&
         (bytes == 0 || memcmp(tensor->dims, slot->layout.dims, bytes) == 0);
}

bool accyInterfaceCheckTensor(const AccySlot *slot, const char *kind, size_t index, const AccyTensor *tensor,
                              AccyRuntimeError *error) {
  AccyRuntimeError reason;
  if (!accyTensorCheck(tensor, &reason))
    return accyRuntimeFail(error, "%s %zu: %s", kind, index, reason.message);
  if (has_type_of(tensor, slot))
    return true;
  char given[ACCY_TENSOR_TYPE_LENGTH], wanted[ACCY_TENSOR_TYPE_LENGTH];
  accyTensorFormatType(tensor->dtype, tensor->rank, tensor->dims, given, sizeof given);
  accyTensorFormatType(slot->dtype, (int32_t)slot->layout.rank, slot->layout.dims, wanted, sizeof wanted);
  return accyRuntimeFail(error, "%s %zu is %s, but %s was given", kind, index, wanted, given);
}
