// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See launch_request.h.

#include "passes/launch_request.h"

void accyLaunchRequestSetDot(AccyLaunchRequest *request, const AccyDotShape *shape) {
  request->shape = AccyLaunchShapeDotGeneral;
  request->input_dtype = shape->inputDtype;
  request->output_dtype = shape->outputDtype;
  request->dot_general.m = shape->m;
  request->dot_general.n = shape->n;
  request->dot_general.k = shape->k;
  request->dot_general.batch = shape->batch;
}

void accyLaunchRequestSetReduction(AccyLaunchRequest *request, const AccyReductionShape *shape) {
  request->shape = AccyLaunchShapeReduction;
  request->input_dtype = request->output_dtype = shape->dtype;
  request->reduction.kind = shape->kind;
  request->reduction.rank = shape->rank;
  request->reduction.axis = shape->axis;
  request->reduction.input_count = shape->outer * shape->extent * shape->inner;
  request->reduction.output_count = shape->outer * shape->inner;
  uint64_t *dims = request->reduction.dims;
  if (shape->rank == 3)
    dims[0] = shape->outer, dims[1] = shape->extent, dims[2] = shape->inner;
  else if (shape->rank == 2 && shape->axis == 1)
    dims[0] = shape->outer, dims[1] = shape->extent;
  else if (shape->rank == 2)
    dims[0] = shape->extent, dims[1] = shape->inner;
  else
    dims[0] = shape->extent;
}
