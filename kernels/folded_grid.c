// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See folded_grid.h.

#include "kernels/folded_grid.h"

#include "accy-c/Launch.h"

enum {
  /// The threads of a threadgroup with one thread an element, and those of a side of a product's tile.
  ElementThreads = 64,
  TileThreads = 16,
};

static int64_t ceil_div(int64_t value, int64_t divisor) {
  return (value + divisor - 1) / divisor;
}

static int64_t smaller(int64_t left, int64_t right) {
  return left < right ? left : right;
}

//===----------------------------------------------------------------------===//
// Geometries
//===----------------------------------------------------------------------===//

bool accyFoldGrid(const AccyTargetCapabilities *target, int64_t groups, int64_t threadsX, int64_t threadsY,
                  AccyGeometry *outGeometry) {
  const uint32_t *most = target->threadgroup.max_grid_per_dim;
  int64_t layer = (int64_t)smaller(most[0], INT32_MAX) * smaller(most[1], INT32_MAX);
  if (groups < 1 || layer < 1)
    return false;
  int64_t layers = ceil_div(groups, layer), ofLayer = ceil_div(groups, layers), rows = ceil_div(ofLayer, most[0]);
  *outGeometry = (AccyGeometry){{(uint32_t)ceil_div(ofLayer, rows), (uint32_t)rows, (uint32_t)layers},
                                {(uint32_t)threadsX, (uint32_t)threadsY, 1},
                                0};
  return layers <= most[2] && accyGeometryValidate(target, outGeometry, NULL);
}

// Whether the planner has a launch without a geometry of the kernel's, as it has with larger threadgroups than those of
// a folded grid. Which ones it looks at depends on what the kernel computes, of which nothing is known here.
static bool has_usual_launch(AccyLaunchRequest request, int64_t count) {
  static const AccyResourceClass classes[] = {AccyResourceClassMemoryBound, AccyResourceClassComputeWeighted};
  AccyResources resources = {.element_count = (uint64_t)count};
  AccyLaunchResources launch;
  bool has = true;
  request.resources = &resources;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; ++i) {
    resources.resource_class = classes[i];
    has = has && accyLaunchResourcesPlan(&request, &launch, NULL);
  }
  return has;
}

bool accyFoldElements(const AccyTargetCapabilities *target, AccyFormat format, int64_t count,
                      AccyGeometry *outGeometry) {
  const AccyTargetThreadgroup *limits = &target->threadgroup;
  AccyLaunchRequest usual = {.target = target, .format = format, .shape = AccyLaunchShapeGeneric};
  int64_t threads = smaller(ElementThreads, smaller(limits->max_threads, limits->max_threads_per_dim[0]));
  if (threads < 1 || ceil_div(count, threads) <= limits->max_grid_per_dim[0] || has_usual_launch(usual, count))
    return false;
  return accyFoldGrid(target, ceil_div(count, threads), threads, 1, outGeometry);
}

bool accyFoldProduct(const AccyTargetCapabilities *target, AccyFormat format, const AccyDotOutput *output,
                     AccyGeometry *outGeometry) {
  const AccyTargetThreadgroup *limits = &target->threadgroup;
  int64_t side = smaller(TileThreads, smaller(limits->max_threads_per_dim[0], limits->max_threads_per_dim[1]));
  while (side > 1 && side * side > limits->max_threads)
    side /= 2;
  if (side < 1)
    return false;
  int64_t columns = ceil_div(output->columns, side), rows = ceil_div(output->rows, side);
  const uint32_t *most = limits->max_grid_per_dim;
  AccyLaunchRequest usual = {.target = target, .format = format, .shape = AccyLaunchShapeDotGeneral};
  usual.dot_general.m = (uint64_t)output->rows;
  usual.dot_general.n = (uint64_t)output->columns;
  usual.dot_general.batch = (uint64_t)output->batch;
  if ((columns <= most[0] && rows <= most[1] && output->batch <= most[2]) ||
      has_usual_launch(usual, output->rows * output->columns * output->batch))
    return false;
  return accyFoldGrid(target, columns * rows * output->batch, side, side, outGeometry);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static MlirValue append_dimension(AccyKernelBuilder *builder, MlirValue outer, char dimension) {
  MlirValue extent = accyBuildGpuIndex(builder, "gpu.grid_dim", dimension);
  MlirValue before = accyBuildBinary(builder, "arith.muli", outer, extent);
  return accyBuildBinary(builder, "arith.addi", before, accyBuildGpuIndex(builder, "gpu.block_id", dimension));
}

MlirValue accyBuildGroupNumber(AccyKernelBuilder *builder) {
  MlirValue layer = accyBuildGpuIndex(builder, "gpu.block_id", 'z');
  return append_dimension(builder, append_dimension(builder, layer, 'y'), 'x');
}

MlirValue accyKernelFunctionFindElement(AccyKernelFunction *function, const AccyKernelWork *work, int64_t count) {
  AccyKernelBuilder *builder = &function->builder;
  AccyGeometry geometry;
  if (work->isHostLoop || !accyFoldElements(work->target, work->format, count, &geometry))
    return accyBuildGlobalId(builder, 'x');
  accyKernelFunctionSetGeometry(function, &geometry);
  MlirValue threads = accyBuildGpuIndex(builder, "gpu.block_dim", 'x');
  MlirValue first = accyBuildBinary(builder, "arith.muli", accyBuildGroupNumber(builder), threads);
  return accyBuildBinary(builder, "arith.addi", first, accyBuildGpuIndex(builder, "gpu.thread_id", 'x'));
}

MlirValue accyKernelFunctionFindGroup(AccyKernelFunction *function, const AccyKernelWork *work, int64_t groups,
                                      int64_t threads, bool *outIsFolded) {
  AccyGeometry geometry;
  *outIsFolded = groups > accyKernelWorkMaxGridX(work) && accyFoldGrid(work->target, groups, threads, 1, &geometry);
  if (!*outIsFolded)
    return accyBuildGpuIndex(&function->builder, "gpu.block_id", 'x');
  accyKernelFunctionSetGeometry(function, &geometry);
  return accyBuildGroupNumber(&function->builder);
}
