// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-outline-kernels: each work item becomes a choir.kernel, named as its entry will be, and a choir.launch of it.

#include "passes/kernel_name.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/work_item.h"
#include "support/ir.h"

#include <stdlib.h>

// The loop structure of a dot_general or reduction, which planning needs when the body has become a gpu.func; null for
// other kinds.
static MlirAttribute shape_attribute(MlirOperation item) {
  AccyAttributeMaker maker = accyAttributeMakerForOne(mlirOperationGetContext(item));
  MlirBlock body = accyGetBlock(item, 0);
  MlirOperation dot = accyWorkItemFindAnchor(body, "accy.dot_general");
  MlirOperation reduce = accyWorkItemFindAnchor(body, "accy.reduce");
  AccyDotShape dotShape;
  AccyReductionShape reductionShape;
  if (accyTextEquals(accyGetString(item, "kind"), "row_pipeline"))
    return mlirAttributeGetNull();
  if (!mlirOperationIsNull(dot) && accyReadDotShape(dot, &dotShape))
    return accyDotShapeAttribute(&maker, &dotShape);
  if (!mlirOperationIsNull(reduce) && accyReadReductionShape(reduce, &reductionShape))
    return accyReductionShapeAttribute(&maker, &reductionShape);
  return mlirAttributeGetNull();
}

static MlirOperation create_kernel(MlirOperation item, const char *name, int64_t id) {
  MlirContext context = mlirOperationGetContext(item);
  MlirAttribute shape = shape_attribute(item);
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(item, 0));
  MlirNamedAttribute attributes[6] = {
      accyNamed("sym_name", accyStringAttribute(context, name)),
      accyNamed("id", accyI64Attribute(context, id)),
      accyNamed("kind", accyGetAttribute(item, "kind")),
      accyNamed("resources", accyGetAttribute(item, "resources")),
      accyNamed("work_item", accyGetAttribute(item, "id")),
  };
  if (!mlirAttributeIsNull(shape))
    attributes[5] = accyNamed("shape", shape);
  return accyCreateOperation(&(AccyOpSpec){.name = "choir.kernel",
                                           .location = mlirOperationGetLocation(item),
                                           .numAttributes = mlirAttributeIsNull(shape) ? 5 : 6,
                                           .attributes = attributes,
                                           .numRegions = 1,
                                           .regions = &region});
}

static MlirLogicalResult create_launch(MlirOperation item, const char *name, int64_t id) {
  MlirContext context = mlirOperationGetContext(item);
  intptr_t count = mlirOperationGetNumOperands(item);
  MlirValue *slots = malloc((size_t)count * sizeof *slots);
  if (!slots)
    return accyEmitOpError(item, "cannot be outlined: out of memory [OutOfMemory]");
  for (intptr_t i = 0; i < count; ++i)
    slots[i] = mlirOperationGetOperand(item, i);
  MlirNamedAttribute attributes[] = {
      accyNamed("kernel", mlirFlatSymbolRefAttrGet(context, accyText(name))),
      accyNamed("id", accyI64Attribute(context, id)),
  };
  MlirOperation launch = accyCreateOperation(&(AccyOpSpec){.name = "choir.launch",
                                                           .location = mlirOperationGetLocation(item),
                                                           .numOperands = count,
                                                           .operands = slots,
                                                           .numAttributes = 2,
                                                           .attributes = attributes});
  free(slots);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(item), item, launch);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check(MlirOperation item) {
  if (mlirOperationGetNumResults(item) != 0)
    return accyEmitOpError(item, "still yields a tensor: run accy-bufferize first");
  if (mlirAttributeIsNull(accyGetAttribute(item, "resources")))
    return accyEmitOpError(item, "has no resources: run accy-schedule first [MissingScheduleWorkItem]");
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult outline_work_item(MlirOperation item, int64_t id) {
  char name[ACCY_NAME_CAPACITY];
  if (mlirLogicalResultIsFailure(check(item)) || mlirLogicalResultIsFailure(accyKernelName(item, id, name)) ||
      mlirLogicalResultIsFailure(create_launch(item, name, id)))
    return mlirLogicalResultFailure();
  MlirOperation program = mlirOperationGetParentOperation(item);
  MlirBlock body = accyGetBlock(program, 0);
  mlirBlockInsertOwnedOperationBefore(body, mlirBlockGetTerminator(body), create_kernel(item, name, id));
  mlirOperationDestroy(item);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult outline_program(MlirOperation program, void *userData) {
  (void)userData;
  int64_t id = 0;
  ACCY_FOR_EACH(kernel, accyGetBlock(program, 0), "choir.kernel") {
    ++id;
  }
  MlirOperation next;
  for (MlirOperation item = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(program, 0)), "choir.work_item");
       !mlirOperationIsNull(item); item = next) {
    next = accyFindNext(mlirOperationGetNextInBlock(item), "choir.work_item");
    if (mlirLogicalResultIsFailure(outline_work_item(item, id++)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  (void)options;
  return accyForEachProgram(module, outline_program, NULL);
}

const AccyPassRow accyOutlineKernelsPass = {
    .argument = "accy-outline-kernels",
    .description = "Turn work items into kernels and launches of them",
    .anchor = "builtin.module",
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};
