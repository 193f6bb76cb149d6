// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scf: if, for and while as WGSL's if, for and loop. Results and carried values are variables; within a body the
// carried ones are read once, at its head, so that all can be set anew at its end.

#include "lowering/webgpu_wgsl/number.h"
#include "support/ir.h"

// An scf.for's operands: lower bound, upper bound, step, then initial values.
enum { LowerBound, UpperBound, Step, FirstInitialValue };

static void declare_variable(AccyWgslWriter *writer, MlirValue value) {
  const char *type = accyWgslTypeName(mlirValueGetType(value));
  accyWgslLine(writer, "var v%lld: %s;", (long long)accyWgslDefine(writer, value), type);
}

static void assign(AccyWgslWriter *writer, MlirValue variable, MlirValue value) {
  accyWgslLine(writer, "v%lld = v%lld;", (long long)accyWgslNumber(writer, variable),
               (long long)accyWgslNumber(writer, value));
}

// Writes the block; its terminator's operands are assigned to the operation's results.
static MlirLogicalResult write_branch(AccyWgslWriter *writer, MlirOperation op, MlirBlock block) {
  ++writer->depth;
  MlirLogicalResult result = accyWgslWriteBlock(writer, block);
  if (mlirLogicalResultIsSuccess(result))
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      assign(writer, mlirOperationGetResult(op, i), mlirOperationGetOperand(mlirBlockGetTerminator(block), i));
  --writer->depth;
  return result;
}

static MlirLogicalResult write_if(AccyWgslWriter *writer, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    declare_variable(writer, mlirOperationGetResult(op, i));
  accyWgslLine(writer, "if v%lld {", (long long)accyWgslNumber(writer, mlirOperationGetOperand(op, 0)));
  MlirLogicalResult result = write_branch(writer, op, accyGetBlock(op, 0));
  MlirBlock otherwise = accyGetBlock(op, 1);
  if (mlirLogicalResultIsSuccess(result) && !mlirBlockIsNull(otherwise)) {
    accyWgslLine(writer, "} else {");
    result = write_branch(writer, op, otherwise);
  }
  accyWgslLine(writer, "}");
  return result;
}

// Declares the results as variables that begin with the initial values.
static void declare_carried(AccyWgslWriter *writer, MlirOperation op, intptr_t firstInitialValue) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    long long initial = accyWgslNumber(writer, mlirOperationGetOperand(op, firstInitialValue + i));
    accyWgslLine(writer, "var v%lld = v%lld;", (long long)accyWgslDefine(writer, mlirOperationGetResult(op, i)),
                 initial);
  }
}

// The counter is a variable that the body sees as it is.
static void append_loop_head(AccyWgslWriter *writer, MlirOperation op, MlirValue counter) {
  bool isUnsigned = !mlirAttributeIsNull(accyGetAttribute(op, "unsignedCmp"));
  AccyWgslForm form = isUnsigned ? AccyWgslAsUnsigned : AccyWgslAsSigned;
  AccyWgslResult next = {mlirValueGetType(counter), AccyWgslAsUnsigned, true};
  long long lower = accyWgslNumber(writer, mlirOperationGetOperand(op, LowerBound));
  long long number = accyWgslDefine(writer, counter);
  accyWgslBeginLine(writer);
  ACCY_WGSL_APPEND(writer, "for (var v%lld = v%lld; ", number, lower);
  accyWgslAppendOperand(writer, counter, form);
  ACCY_WGSL_APPEND(writer, " < ");
  accyWgslAppendOperand(writer, mlirOperationGetOperand(op, UpperBound), form);
  ACCY_WGSL_APPEND(writer, "; v%lld = ", number);
  accyWgslBeginResult(writer, next);
  accyWgslAppendOperand(writer, counter, AccyWgslAsUnsigned);
  ACCY_WGSL_APPEND(writer, " + ");
  accyWgslAppendOperand(writer, mlirOperationGetOperand(op, Step), AccyWgslAsUnsigned);
  accyWgslEndResult(writer, next);
  ACCY_WGSL_APPEND(writer, ") {\n");
}

static MlirLogicalResult write_for(AccyWgslWriter *writer, MlirOperation op) {
  MlirBlock body = accyGetBlock(op, 0);
  declare_carried(writer, op, FirstInitialValue);
  append_loop_head(writer, op, mlirBlockGetArgument(body, 0));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    long long carried = accyWgslNumber(writer, mlirOperationGetResult(op, i));
    ++writer->depth;
    accyWgslLine(writer, "let v%lld = v%lld;", (long long)accyWgslDefine(writer, mlirBlockGetArgument(body, i + 1)),
                 carried);
    --writer->depth;
  }
  MlirLogicalResult result = write_branch(writer, op, body);
  accyWgslLine(writer, "}");
  return result;
}

// The variables of an scf.while are named after the arguments of its first block. What its condition hands on is the
// arguments of the second block and, when the loop ends, the results.
static MlirLogicalResult write_while_body(AccyWgslWriter *writer, MlirOperation op) {
  MlirBlock before = accyGetBlock(op, 0), after = accyGetBlock(op, 1);
  intptr_t numCarried = mlirBlockGetNumArguments(before);
  for (intptr_t i = 0; i < numCarried; ++i) {
    long long number = accyWgslNumber(writer, mlirBlockGetArgument(before, i));
    accyWgslLine(writer, "let v%lld = v%lld_next;", number, number);
  }
  if (mlirLogicalResultIsFailure(accyWgslWriteBlock(writer, before)))
    return mlirLogicalResultFailure();
  MlirOperation condition = mlirBlockGetTerminator(before);
  accyWgslLine(writer, "if !v%lld {", (long long)accyWgslNumber(writer, mlirOperationGetOperand(condition, 0)));
  ++writer->depth;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    assign(writer, mlirOperationGetResult(op, i), mlirOperationGetOperand(condition, i + 1));
    accyWgslAlias(writer, mlirBlockGetArgument(after, i), mlirOperationGetOperand(condition, i + 1));
  }
  accyWgslLine(writer, "break;");
  --writer->depth;
  accyWgslLine(writer, "}");
  if (mlirLogicalResultIsFailure(accyWgslWriteBlock(writer, after)))
    return mlirLogicalResultFailure();
  MlirOperation yield = mlirBlockGetTerminator(after);
  for (intptr_t i = 0; i < numCarried; ++i)
    accyWgslLine(writer, "v%lld_next = v%lld;", (long long)accyWgslNumber(writer, mlirBlockGetArgument(before, i)),
                 (long long)accyWgslNumber(writer, mlirOperationGetOperand(yield, i)));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult write_while(AccyWgslWriter *writer, MlirOperation op) {
  MlirBlock before = accyGetBlock(op, 0);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    declare_variable(writer, mlirOperationGetResult(op, i));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(before); ++i) {
    long long initial = accyWgslNumber(writer, mlirOperationGetOperand(op, i));
    accyWgslLine(writer, "var v%lld_next = v%lld;", (long long)accyWgslDefine(writer, mlirBlockGetArgument(before, i)),
                 initial);
  }
  accyWgslLine(writer, "loop {");
  ++writer->depth;
  MlirLogicalResult result = write_while_body(writer, op);
  --writer->depth;
  accyWgslLine(writer, "}");
  return result;
}

bool accyWgslWriteControlFlow(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  static const struct {
    const char *name;
    MlirLogicalResult (*write)(AccyWgslWriter *writer, MlirOperation op);
  } rows[] = {{"scf.if", write_if}, {"scf.for", write_for}, {"scf.while", write_while}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (accyOperationIs(op, rows[i].name)) {
      *outResult = rows[i].write(writer, op);
      return true;
    }
  return false;
}
