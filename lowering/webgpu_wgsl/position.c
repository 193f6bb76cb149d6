// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread's place in the grid, and the sizes of grid and threadgroup. WGSL does not say which threads share a
// subgroup: where they exchange values, a thread's number is made from its subgroup's and its place in that.

#include "lowering/shuffle.h"
#include "lowering/webgpu_wgsl/writer.h"
#include "support/ir.h"

static const char dimensions[] = {'x', 'y', 'z'};

// An operation of gpu, and the entry point's parameter that answers it, by its number in parameters; the size of a
// threadgroup is a number of the text.
typedef struct PositionRow {
  const char *operation;
  int parameter;
} PositionRow;

enum { NoParameter = -1, Group, Thread, Groups, FirstOfSubgroup };

static const PositionRow rows[] = {
    {"gpu.block_id", Group}, {"gpu.thread_id", Thread}, {"gpu.grid_dim", Groups}, {"gpu.block_dim", NoParameter}};

static const struct {
  const char *name, *builtin, *type;
} parameters[] = {{"group", "workgroup_id", "vec3<u32>"},       {"thread", "local_invocation_id", "vec3<u32>"},
                  {"groups", "num_workgroups", "vec3<u32>"},    {"subgroup", "subgroup_id", "u32"},
                  {"subgroup_threads", "subgroup_size", "u32"}, {"lane", "subgroup_invocation_id", "u32"}};
_Static_assert(sizeof parameters / sizeof *parameters == ACCY_WGSL_POSITION_COUNT, "a mark for each");

static const PositionRow *find_row(MlirOperation op) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (accyOperationIs(op, rows[i].operation))
      return &rows[i];
  return NULL;
}

// The number of the dimension that the operation asks for; -1 where it is none of the three.
static int dimension_of(MlirOperation op) {
  static const char *const texts[] = {"#gpu<dim x>", "#gpu<dim y>", "#gpu<dim z>"};
  MlirAttribute dimension = accyGetAttribute(op, "dimension");
  for (int i = 0; i < 3; ++i)
    if (mlirAttributeEqual(dimension, mlirAttributeParseGet(mlirOperationGetContext(op), accyText(texts[i]))))
      return i;
  return -1;
}

static void write_number_by_subgroup(AccyWgslWriter *writer, MlirOperation op) {
  for (int i = FirstOfSubgroup; i < ACCY_WGSL_POSITION_COUNT; ++i)
    writer->usesPosition[i] = true;
  accyWgslLine(writer, "let v%lld = subgroup * subgroup_threads + lane;",
               (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)));
}

static void write_position(AccyWgslWriter *writer, MlirOperation op, const PositionRow *row, int dimension) {
  if (row->parameter == NoParameter) {
    accyWgslLine(writer, "let v%lld = %uu;", (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)),
                 writer->request->geometry.threadgroup[dimension]);
    return;
  }
  if (row->parameter == Thread && dimension == 0 && accyKernelHasShuffles(writer->request->kernel)) {
    write_number_by_subgroup(writer, op);
    return;
  }
  writer->usesPosition[row->parameter] = true;
  accyWgslLine(writer, "let v%lld = %s.%c;", (long long)accyWgslDefine(writer, mlirOperationGetResult(op, 0)),
               parameters[row->parameter].name, dimensions[dimension]);
}

bool accyWgslWritePosition(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  const PositionRow *row = find_row(op);
  if (!row)
    return false;
  int dimension = dimension_of(op);
  *outResult = dimension < 0 ? accyWgslError(writer, op, "its dimension is none of x, y and z [InvalidArtifact]")
                             : mlirLogicalResultSuccess();
  if (dimension >= 0)
    write_position(writer, op, row, dimension);
  return true;
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
