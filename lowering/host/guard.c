// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's guard as a bound of the loop over its positions; see guard.h.

#include "lowering/host/guard.h"

#include "lowering/insert.h"
#include "lowering/kernel_form.h"

// arith.cmpi's predicates, as its attribute encodes them.
enum { PredicateSlt = 2, PredicateUlt = 6 };

// A bound is computed before the loops from constants and from buffers that the kernel only reads, through these.
static bool is_hoistable(MlirOperation op) {
  if (accyOperationIs(op, "memref.load") && accyKernelWritesBuffer(mlirOperationGetOperand(op, 0)))
    return false;
  return accyOperationIs(op, "memref.load") || accyOperationIs(op, "arith.constant") ||
         accyOperationIs(op, "arith.index_cast") || accyOperationIs(op, "arith.index_castui");
}

static bool can_hoist(MlirValue value, MlirBlock body, MlirBlock entry) {
  if (mlirValueIsABlockArgument(value))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(value), entry);
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirBlock block = mlirOperationGetBlock(op);
  if (mlirBlockEqual(block, entry))
    return true;
  if (!mlirBlockEqual(block, body) || !is_hoistable(op))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!can_hoist(mlirOperationGetOperand(op, i), body, entry))
      return false;
  return true;
}

static void hoist(MlirValue value, MlirBlock body, MlirOperation outermost) {
  if (mlirValueIsABlockArgument(value))
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), body))
    return;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    hoist(mlirOperationGetOperand(op, i), body, outermost);
  mlirOperationMoveBefore(op, outermost);
}

// The guard: the only operation of the body that has effects or regions, an scf.if without results and else; null if
// there is none.
static MlirOperation find_guard(MlirBlock body) {
  MlirOperation none = {NULL}, guard = none;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (accyOperationIs(op, "memref.store"))
      return none;
    if (mlirOperationGetNumRegions(op) == 0)
      continue;
    bool isGuard = accyOperationIs(op, "scf.if") && mlirOperationGetNumResults(op) == 0 &&
                   mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1)));
    if (!isGuard || !mlirOperationIsNull(guard))
      return none;
    guard = op;
  }
  return guard;
}

// Lowers the loop's upper bound to `limit`, a value before the loops that is signed or not.
static void lower_bound(MlirOperation loop, MlirOperation outermost, MlirValue limit, bool isSigned) {
  if (isSigned) {
    MlirAttribute zero = mlirIntegerAttrGet(mlirValueGetType(limit), 0);
    limit = accyInsertBinary(outermost, "arith.maxsi", limit, accyInsertConstant(outermost, zero));
  }
  mlirOperationSetOperand(loop, 1, accyInsertBinary(outermost, "arith.minui", mlirOperationGetOperand(loop, 1), limit));
}

static MlirValue induction_variable(MlirOperation loop) {
  return mlirBlockGetArgument(mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0)), 0);
}

// Whether the comparison became the bound of a loop.
static bool move_comparison(MlirOperation comparison, MlirBlock body, MlirOperation outermost,
                            const MlirOperation loops[3]) {
  int64_t predicate = mlirIntegerAttrGetValueInt(accyGetAttribute(comparison, "predicate"));
  if (predicate != PredicateSlt && predicate != PredicateUlt)
    return false;
  MlirValue limit = mlirOperationGetOperand(comparison, 1);
  for (int i = 0; i < 3; ++i) {
    if (mlirOperationIsNull(loops[i]) ||
        !mlirValueEqual(mlirOperationGetOperand(comparison, 0), induction_variable(loops[i])))
      continue;
    if (!can_hoist(limit, body, mlirOperationGetBlock(outermost)))
      return false;
    hoist(limit, body, outermost);
    lower_bound(loops[i], outermost, limit, predicate == PredicateSlt);
    return true;
  }
  return false;
}

// Moves the condition's comparisons, joined by arith.andi, into bounds. `user` is what the condition is operand
// `number` of.
static void move_condition(MlirOperation user, intptr_t number, MlirBlock body, MlirOperation outermost,
                           const MlirOperation loops[3]) {
  MlirValue condition = mlirOperationGetOperand(user, number);
  if (!mlirValueIsAOpResult(condition) || !accyValueHasOneUse(condition))
    return;
  MlirOperation op = mlirOpResultGetOwner(condition);
  if (accyOperationIs(op, "arith.andi")) {
    move_condition(op, 0, body, outermost, loops);
    move_condition(op, 1, body, outermost, loops);
  } else if (accyOperationIs(op, "arith.cmpi") && move_comparison(op, body, outermost, loops)) {
    MlirAttribute isTrue = mlirBoolAttrGet(mlirOperationGetContext(op), 1);
    mlirOperationSetOperand(user, number, accyInsertConstant(outermost, isTrue));
  }
}

void accyGuardMoveIntoBounds(MlirBlock body, MlirOperation outermost, const MlirOperation loops[3]) {
  MlirOperation guard = find_guard(body);
  if (!mlirOperationIsNull(guard))
    move_condition(guard, 0, body, outermost, loops);
}
