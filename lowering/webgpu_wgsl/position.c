// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread's place in the grid, and the sizes of grid and threadgroup. WGSL does not say which threads share a
// subgroup: where they exchange values, a thread's number is made from its subgroup's and its place in that.

#include "lowering/shuffle.h"
#include "lowering/webgpu_wgsl/writer.h"
#include "support/ir.h"

static const char dimensions[] = {'x', 'y', 'z'};

// Operations of gpu, and the entry point's parameter that answers them, by its number in parameters.
static const struct {
  const char *operation;
  int parameter;
} rows[] = {{"gpu.block_id", 0}, {"gpu.thread_id", 1}, {"gpu.grid_dim", 2}};

static const struct {
  const char *name, *builtin, *type;
} parameters[] = {{"group", "workgroup_id", "vec3<u32>"},       {"thread", "local_invocation_id", "vec3<u32>"},
                  {"groups", "num_workgroups", "vec3<u32>"},    {"subgroup", "subgroup_id", "u32"},
                  {"subgroup_threads", "subgroup_size", "u32"}, {"lane", "subgroup_invocation_id", "u32"}};
enum { FirstOfSubgroup = 3 };
_Static_assert(sizeof parameters / sizeof *parameters == ACCY_WGSL_POSITION_COUNT, "a mark for each");

static int dimension_of(MlirOperation op) {
  static const char *const texts[] = {"#gpu<dim x>", "#gpu<dim y>", "#gpu<dim z>"};
  MlirAttribute dimension = accyGetAttribute(op, "dimension");
  for (int i = 0; i < 2; ++i)
    if (mlirAttributeEqual(dimension, mlirAttributeParseGet(mlirOperationGetContext(op), accyText(texts[i]))))
      return i;
  return 2;
}

static void write_number_by_subgroup(AccyWgslWriter *writer, MlirOperation op) {
  for (int i = FirstOfSubgroup; i < ACCY_WGSL_POSITION_COUNT; ++i)
    writer->usesPosition[i] = true;
  accyWgslLine(writer, "let v%lld = subgroup * subgroup_threads + lane;",
               (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)));
}

bool accyWgslWritePosition(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  *outResult = mlirLogicalResultSuccess();
  if (accyOperationIs(op, "gpu.block_dim")) {
    accyWgslLine(writer, "let v%lld = %uu;", (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)),
                 writer->request->geometry.threadgroup[dimension_of(op)]);
    return true;
  }
  if (accyOperationIs(op, "gpu.thread_id") && dimension_of(op) == 0 && accyKernelHasShuffles(writer->request->kernel)) {
    write_number_by_subgroup(writer, op);
    return true;
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (!accyOperationIs(op, rows[i].operation))
      continue;
    writer->usesPosition[rows[i].parameter] = true;
    accyWgslLine(writer, "let v%lld = %s.%c;", (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)),
                 parameters[rows[i].parameter].name, dimensions[dimension_of(op)]);
    return true;
  }
  return false;
}

void accyWgslDeclarePositions(const AccyWgslWriter *writer, AccyTextBuffer *text) {
  const char *separator = "";
  for (int i = 0; i < ACCY_WGSL_POSITION_COUNT; ++i) {
    if (!writer->usesPosition[i])
      continue;
    accyTextBufferPrint(text, "%s@builtin(%s) %s: %s", separator, parameters[i].builtin, parameters[i].name,
                        parameters[i].type);
    separator = ", ";
  }
}
