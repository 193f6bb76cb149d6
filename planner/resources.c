// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See resources.h.
#include "accy-c/Launch.h"

#include "planner/arithmetic.h"

static uint64_t sum_bytes(const AccyValueSize *values, uint32_t count, bool *complete) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (values[i].is_static)
      sum = accySaturatingAdd(sum, values[i].bytes);
    else
      *complete = false;
  }
  return sum;
}

static uint64_t estimate_ops(const AccyWorkItem *item) {
  switch (item->kind) {
  case AccyKernelKindDotGeneral:
    return accySaturatingMul(accySaturatingMul(2, item->m),
                             accySaturatingMul(item->n, accySaturatingMul(item->k, item->batch)));
  case AccyKernelKindReduction:
    return item->input_element_count;
  case AccyKernelKindRowPipeline:
    return accySaturatingMul(item->input_element_count, item->op_count);
  default:
    return accySaturatingMul(item->element_count, item->op_count);
  }
}

void accyResourcesClassify(AccyResources *resources) {
  uint64_t bytes = resources->static_total_bytes;
  uint64_t ops = resources->estimated_element_ops;
  resources->ops_per_kib = bytes ? accySaturatingMul(ops, 1024) / bytes : 0;
  if (!resources->static_bytes_complete || bytes == 0 || ops == 0)
    resources->resource_class = AccyResourceClassUnknown;
  else if (resources->ops_per_kib <= 256)
    resources->resource_class = AccyResourceClassMemoryBound;
  else if (resources->ops_per_kib <= 1024)
    resources->resource_class = AccyResourceClassBalanced;
  else
    resources->resource_class = AccyResourceClassComputeWeighted;
}

void accyResourcesCompute(const AccyWorkItem *item, AccyResources *outResources) {
  AccyResources resources = {.static_bytes_complete = true};
  resources.static_read_bytes = sum_bytes(item->inputs, item->input_count, &resources.static_bytes_complete);
  resources.static_write_bytes = sum_bytes(item->outputs, item->output_count, &resources.static_bytes_complete);
  resources.static_total_bytes = accySaturatingAdd(resources.static_read_bytes, resources.static_write_bytes);
  resources.op_count = item->op_count;
  resources.external_input_value_count = item->input_count;
  resources.external_operand_count = item->external_operand_count;
  resources.chain_operand_count = item->chain_operand_count;
  resources.element_count = item->element_count;
  resources.element_size = item->element_size;
  resources.estimated_element_ops = estimate_ops(item);
  accyResourcesClassify(&resources);
  *outResources = resources;
}

uint64_t accyThreadgroupShare(uint64_t total, uint64_t n, uint64_t threads) {
  if (total == 0 || n == 0 || threads == 0)
    return 0;
  return accyCeilDiv(accySaturatingMul(total, threads), n);
}
