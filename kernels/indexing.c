// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic; see indexing.h. Positions are in position.c.

#include "kernels/indexing.h"

#include "support/ir.h"

void accyIndexingFree(AccyIndexing *indexing) {
  accyMemoFree(&indexing->memo);
  accyArenaFree(&indexing->arena);
}

void *accyIndexingCopy(AccyIndexing *indexing, const void *data, intptr_t count, size_t size) {
  void *memory = accyArenaCopyArray(&indexing->arena, data, (size_t)count, size);
  return memory ? memory : accyAllocate(SIZE_MAX); // which ends the process
}

void accyEnterScope(AccyIndexing *indexing, MlirBlock block, bool isBranch) {
  AccyScope scope = {indexing->scope, block, isBranch};
  indexing->scope = accyIndexingCopy(indexing, &scope, 1, sizeof scope);
}

// The innermost of the scopes that own the values. What belongs to none of the chain is the kernel's.
static const AccyScope *find_scope(const AccyIndexing *indexing, MlirValue left, MlirValue right) {
  const AccyScope *scope = indexing->scope;
  for (; scope->parent; scope = scope->parent)
    if (mlirBlockEqual(accyValueGetBlock(left), scope->block) || mlirBlockEqual(accyValueGetBlock(right), scope->block))
      return scope;
  return scope;
}

static MlirValue build(AccyIndexing *indexing, const char *name, MlirValue left, MlirValue right) {
  AccyMemoKey key = {{(uintptr_t)name, (uintptr_t)left.ptr, (uintptr_t)right.ptr}};
  MlirValue known = accyMemoGet(&indexing->memo, key);
  if (!mlirValueIsNull(known))
    return known;
  AccyKernelBuilder builder = indexing->builder;
  builder.block = find_scope(indexing, left, right)->block;
  MlirValue value = accyBuildBinary(&builder, name, left, right);
  accyMemoPut(&indexing->memo, key, value);
  return value;
}

static MlirValue constant(AccyIndexing *indexing, int64_t value) {
  return accyBuildIndex(&indexing->builder, value);
}

// One address an operation, since the memo goes by it.
static const char add_name[] = "arith.addi";
static const char subtract_name[] = "arith.subi";
static const char multiply_name[] = "arith.muli";
static const char divide_name[] = "arith.divui";
static const char remainder_name[] = "arith.remui";

MlirValue accyIndexAdd(AccyIndexing *indexing, MlirValue left, MlirValue right) {
  int64_t addend;
  if (accyMatchInteger(left, &addend))
    return accyIndexAddConstant(indexing, right, addend);
  if (accyMatchInteger(right, &addend))
    return accyIndexAddConstant(indexing, left, addend);
  return build(indexing, add_name, left, right);
}

MlirValue accyIndexAddConstant(AccyIndexing *indexing, MlirValue value, int64_t addend) {
  int64_t known;
  if (addend == 0)
    return value;
  if (accyMatchInteger(value, &known))
    return constant(indexing, known + addend);
  return build(indexing, add_name, value, constant(indexing, addend));
}

MlirValue accyIndexSubtractFrom(AccyIndexing *indexing, int64_t from, MlirValue value) {
  int64_t known;
  if (accyMatchInteger(value, &known))
    return constant(indexing, from - known);
  return build(indexing, subtract_name, constant(indexing, from), value);
}

MlirValue accyIndexMultiply(AccyIndexing *indexing, MlirValue value, int64_t factor) {
  int64_t known;
  if (factor == 1)
    return value;
  if (factor == 0)
    return constant(indexing, 0);
  if (accyMatchInteger(value, &known))
    return constant(indexing, known * factor);
  return build(indexing, multiply_name, value, constant(indexing, factor));
}

MlirValue accyIndexDivide(AccyIndexing *indexing, MlirValue value, int64_t divisor) {
  int64_t known;
  if (divisor == 1)
    return value;
  if (accyMatchInteger(value, &known) && known >= 0)
    return constant(indexing, known / divisor);
  return build(indexing, divide_name, value, constant(indexing, divisor));
}

MlirValue accyIndexRemainder(AccyIndexing *indexing, MlirValue value, int64_t divisor) {
  int64_t known;
  if (divisor == 1)
    return constant(indexing, 0);
  if (accyMatchInteger(value, &known) && known >= 0)
    return constant(indexing, known % divisor);
  return build(indexing, remainder_name, value, constant(indexing, divisor));
}
