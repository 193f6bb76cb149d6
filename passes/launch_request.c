// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See launch_request.h.

#include "passes/launch_request.h"

#include "passes/geometry.h"
#include "support/ir.h"

//===----------------------------------------------------------------------===//
// Of an operation
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Of a function
//===----------------------------------------------------------------------===//

// An entry of a dictionary that is at least 1.
static bool read_u32(MlirAttribute dictionary, const char *name, uint32_t *out) {
  MlirAttribute entry = accyDictionaryGet(dictionary, name);
  if (mlirAttributeIsNull(entry) || !mlirAttributeIsAInteger(entry))
    return false;
  int64_t value = mlirIntegerAttrGetValueInt(entry);
  *out = (uint32_t)value;
  return value >= 1 && value <= UINT32_MAX;
}

static MlirLogicalResult add_block(AccyLaunchRequest *request, MlirOperation function) {
  MlirAttribute block = accyGetAttribute(function, "choir.dot_general_block");
  if (mlirAttributeIsNull(block))
    return mlirLogicalResultSuccess();
  request->shape = AccyLaunchShapeDotGeneralBlock;
  if (!read_u32(block, "rows", &request->dot_general.block_m) ||
      !read_u32(block, "columns", &request->dot_general.block_n) ||
      !read_u32(block, "threads", &request->dot_general.threads_x))
    return accyEmitOpError(function, "has a 'choir.dot_general_block' without rows, columns and threads of 1 to 2^32-1 "
                                     "[InvalidArtifact]");
  request->dot_general.threads_y = request->dot_general.threads_x;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult add_group(AccyLaunchRequest *request, MlirOperation function) {
  MlirAttribute group = accyGetAttribute(function, "choir.reduction_group");
  if (mlirAttributeIsNull(group))
    return mlirLogicalResultSuccess();
  request->shape = AccyLaunchShapeReductionGroup;
  if (!read_u32(group, "threads", &request->reduction.threads) ||
      !read_u32(group, "output_threads", &request->reduction.output_threads))
    return accyEmitOpError(function, "has a 'choir.reduction_group' without threads and output_threads of 1 to 2^32-1 "
                                     "[InvalidArtifact]");
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult add_rows(AccyLaunchRequest *request, MlirOperation function) {
  MlirAttribute rows = accyGetAttribute(function, "choir.row_pipeline");
  uint32_t threadgroups;
  request->shape = AccyLaunchShapeRowPipeline;
  if (!read_u32(rows, "threadgroups", &threadgroups) || !read_u32(rows, "threads", &request->row_pipeline.threads))
    return accyEmitOpError(function, "has no 'choir.row_pipeline' with threadgroups and threads of 1 to 2^32-1 "
                                     "[InvalidArtifact]");
  request->row_pipeline.rows = threadgroups;
  return mlirLogicalResultSuccess();
}

// One thread an element, or, where the function says so, a vector of them.
static void add_elements(AccyLaunchRequest *request, MlirOperation function) {
  int64_t vectors = accyGetInteger(function, "choir.vector_count", 0);
  request->shape = vectors > 0 ? AccyLaunchShapeElementwiseVector : AccyLaunchShapeGeneric;
  request->vector_count = vectors > 0 ? (uint64_t)vectors : 0;
}

MlirLogicalResult accyLaunchRequestAddFunction(AccyLaunchRequest *request, MlirOperation function,
                                               AccyKernelKind kind) {
  if (mlirLogicalResultIsFailure(accyReadGeometry(function, &request->geometry, &request->has_geometry)))
    return mlirLogicalResultFailure();
  switch (kind) {
  case AccyKernelKindDotGeneral:
    return add_block(request, function);
  case AccyKernelKindReduction:
    return add_group(request, function);
  case AccyKernelKindRowPipeline:
    return add_rows(request, function);
  default:
    add_elements(request, function);
    return mlirLogicalResultSuccess();
  }
}
