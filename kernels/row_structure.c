// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See row_structure.h.

#include "kernels/row_structure.h"

#include "dialects/accy/ops.h"
#include "kernels/reduction.h"
#include "support/ir.h"
#include "support/pointer_map.h"

// What depends on a fold.
typedef enum RowValue {
  RowValueNone,      // no fold
  RowValuePerRow,    // an element for each row
  RowValuePerColumn, // an element for each column of each row
} RowValue;

typedef struct RowReader {
  AccyRowStructure structure;
  AccyPointerMap values; // of the values that depend on a fold, RowValue
} RowReader;

static RowValue get_value(const RowReader *reader, MlirValue value) {
  return (RowValue)accyPointerMapGet(&reader->values, value.ptr, RowValueNone);
}

// What a tensor of so many elements is that depends on folds; none when it is neither.
static RowValue classify_count(const RowReader *reader, MlirType tensor) {
  int64_t count = (int64_t)accyShapedTypeElementCount(tensor);
  if (count == reader->structure.rows)
    return RowValuePerRow;
  return count / reader->structure.columns == reader->structure.rows && count % reader->structure.columns == 0
             ? RowValuePerColumn
             : RowValueNone;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

// The folded dimensions come last, extents of 1 left aside.
static bool read_fold(MlirOperation reduce, int64_t *outRows, int64_t *outColumns) {
  MlirType operand = mlirValueGetType(mlirOperationGetOperand(reduce, 0));
  *outRows = *outColumns = 1;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(operand); i < rank; ++i) {
    int64_t extent = mlirShapedTypeGetDimSize(operand, i);
    if (extent == 1)
      continue;
    if (accyReduceFoldsDimension(reduce, i))
      *outColumns *= extent;
    else if (*outColumns > 1)
      return false;
    else
      *outRows *= extent;
  }
  return *outRows >= 1 && *outColumns >= 2;
}

static RowValue read_reduce(RowReader *reader, MlirOperation reduce) {
  int64_t rows, columns;
  if (get_value(reader, mlirOperationGetOperand(reduce, 0)) == RowValuePerRow || !read_fold(reduce, &rows, &columns))
    return RowValueNone;
  if (reader->structure.num_reduces++ == 0) {
    reader->structure.rows = rows;
    reader->structure.columns = columns;
  }
  return rows == reader->structure.rows && columns == reader->structure.columns ? RowValuePerRow : RowValueNone;
}

// Operands that depend on folds have the result's shape; a predicate or bound of one element for all has not.
static RowValue read_elementwise(const RowReader *reader, MlirOperation op) {
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  RowValue value = RowValueNone;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (get_value(reader, operand) == RowValueNone)
      continue;
    if (mlirShapedTypeGetRank(mlirValueGetType(operand)) != mlirShapedTypeGetRank(result))
      return RowValueNone;
    value = get_value(reader, operand);
  }
  return value;
}

static bool is_mapped(MlirOperation broadcast, MlirType operand, intptr_t dimension) {
  for (intptr_t i = 0, n = accyGetI64ArraySize(broadcast, "dims"); i < n; ++i)
    if (accyGetI64ArrayElement(broadcast, "dims", i) == dimension && mlirShapedTypeGetDimSize(operand, i) != 1)
      return true;
  return false;
}

// The operand's dimensions become the leading ones of the result, in order, extents of 1 left aside.
static bool leads_with_operand(MlirOperation broadcast, MlirType operand, MlirType result) {
  int64_t last = -1;
  for (intptr_t i = 0, n = accyGetI64ArraySize(broadcast, "dims"); i < n; ++i) {
    int64_t dimension = accyGetI64ArrayElement(broadcast, "dims", i);
    if (mlirShapedTypeGetDimSize(operand, i) == 1)
      continue;
    if (dimension < last)
      return false;
    last = dimension;
  }
  for (intptr_t i = 0; i < last; ++i)
    if (mlirShapedTypeGetDimSize(result, i) != 1 && !is_mapped(broadcast, operand, i))
      return false;
  return true;
}

static RowValue read_broadcast(const RowReader *reader, MlirOperation op) {
  MlirValue operand = mlirOperationGetOperand(op, 0);
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (get_value(reader, operand) != RowValuePerRow || !leads_with_operand(op, mlirValueGetType(operand), result))
    return RowValueNone;
  return classify_count(reader, result);
}

static bool depends_on_fold(const RowReader *reader, MlirOperation op) {
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (get_value(reader, mlirOperationGetOperand(op, i)) != RowValueNone)
      return true;
  return false;
}

// What the operation, which is a fold or depends on one, gives; none when that has no place in rows.
static RowValue read_dependent(RowReader *reader, MlirOperation op) {
  if (accyOpIsElementwise(op))
    return read_elementwise(reader, op);
  switch (accyOpGetOpcode(op)) {
  case AccyOp_reduce:
    return read_reduce(reader, op);
  case AccyOp_broadcast:
    return read_broadcast(reader, op);
  case AccyOp_reshape: // of one element a row: the order stays
    return get_value(reader, mlirOperationGetOperand(op, 0)) == RowValuePerRow ? RowValuePerRow : RowValueNone;
  default:
    return RowValueNone;
  }
}

static bool read_operation(RowReader *reader, MlirOperation op) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  if (opcode == AccyOp_none || opcode == AccyOp_dot_general || opcode == AccyOp_kernel_call)
    return false;
  if (opcode != AccyOp_reduce && !depends_on_fold(reader, op))
    return true;
  RowValue value = read_dependent(reader, op);
  return value != RowValueNone && accyPointerMapSet(&reader->values, mlirOperationGetResult(op, 0).ptr, value);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

bool accyRowStructureRead(MlirBlock body, AccyRowStructure *outStructure) {
  RowReader reader = {0};
  MlirOperation terminator = mlirBlockGetTerminator(body);
  bool fits = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); fits && !mlirOperationEqual(op, terminator);
       op = mlirOperationGetNextInBlock(op))
    fits = read_operation(&reader, op);
  RowValue result = get_value(&reader, mlirOperationGetOperand(terminator, 0));
  accyPointerMapDestroy(&reader.values);
  reader.structure.has_row_result = result == RowValuePerRow;
  *outStructure = reader.structure;
  return fits && result != RowValueNone;
}

intptr_t accyRowStructureFirstColumn(const AccyRowStructure *structure, MlirType tensor) {
  intptr_t rank = mlirShapedTypeGetRank(tensor), i = 0;
  int64_t rows = 1;
  for (; i < rank; ++i) {
    int64_t extent = mlirShapedTypeGetDimSize(tensor, i);
    if (rows == structure->rows && extent != 1)
      break;
    rows *= extent;
  }
  return i;
}
