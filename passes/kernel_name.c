// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// See kernel_name.h.

#include "passes/kernel_name.h"

#include "dialects/accy/ops.h"
#include "passes/kernel_shape.h"
#include "passes/work_item.h"
#include "support/ir.h"

#include <stdio.h>
#include <string.h>

// Longest detail that leaves room for the prefix, kind, id and suffix.
enum { detailCapacity = 80 };

static void hash_text(uint64_t *hash, const char *text) {
  for (; *text; ++text) // FNV-1a
    *hash = (*hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
}

// The names of the operations in order, joined by `_`; a list that is too long keeps its beginning and ends in a hash
// of the whole.
static void join_op_names(MlirBlock body, char detail[detailCapacity]) {
  size_t length = 0;
  bool cut = false;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  detail[0] = '\0';
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    AccyOpcode opcode = accyOpGetOpcode(op);
    if (opcode == AccyOp_none || opcode == AccyOp_constant)
      continue;
    const char *name = accyOpGetDefinition(opcode)->mnemonic;
    hash_text(&hash, "_");
    hash_text(&hash, name);
    size_t needed = strlen(name) + (length > 0);
    cut = cut || length + needed > detailCapacity - 1 - 17; // keeps room for `_` and the hash
    if (!cut)
      length += (size_t)snprintf(detail + length, detailCapacity - length, "%s%s", length > 0 ? "_" : "", name);
  }
  if (cut)
    snprintf(detail + length, detailCapacity - length, "_%016llx", (unsigned long long)hash);
}

static bool describe_dot(MlirOperation dot, char detail[detailCapacity]) {
  AccyDotShape shape;
  if (!accyReadDotShape(dot, &shape))
    return false;
  snprintf(detail, detailCapacity, "%s_%llux%llux%llu", accyDtypeName(shape.inputDtype), (unsigned long long)shape.m,
           (unsigned long long)shape.n, (unsigned long long)shape.k);
  return true;
}

static bool describe_reduction(MlirOperation reduce, char detail[detailCapacity]) {
  AccyReductionShape shape;
  if (!accyReadReductionShape(reduce, &shape))
    return false;
  snprintf(detail, detailCapacity, "%s_rank%u_axis%u_%s", accyReductionKindName(shape.kind), shape.rank, shape.axis,
           accyDtypeName(shape.dtype));
  return true;
}

MlirLogicalResult accyKernelName(MlirOperation item, int64_t id, char outName[ACCY_NAME_CAPACITY]) {
  MlirBlock body = accyGetBlock(item, 0);
  MlirStringRef kind = accyGetString(item, "kind");
  char detail[detailCapacity] = "";
  bool described = true;
  if (accyTextEquals(kind, "dot_general") || accyTextEquals(kind, "reduction")) {
    bool isDot = accyTextEquals(kind, "dot_general");
    MlirOperation anchor = accyWorkItemFindAnchor(body, isDot ? "accy.dot_general" : "accy.reduce");
    described =
        !mlirOperationIsNull(anchor) && (isDot ? describe_dot(anchor, detail) : describe_reduction(anchor, detail));
  } else {
    join_op_names(body, detail);
    described = detail[0] != '\0';
  }
  if (!described)
    return accyEmitOpError(item, "has a body that does not fit its kind '%.*s' [InvalidArtifact]", (int)kind.length,
                           kind.data);
  int length = snprintf(outName, ACCY_NAME_CAPACITY, "accy_choir_%.*s_%s_%lld", (int)kind.length, kind.data, detail,
                        (long long)id);
  if (length >= ACCY_NAME_CAPACITY)
    return accyEmitOpError(item, "has a kernel name of %d characters; 127 are the most [InvalidArtifact]", length);
  return mlirLogicalResultSuccess();
}
