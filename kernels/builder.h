// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the bodies of kernels: the arith, memref, scf and gpu operations that kernel form allows, as short calls.
// Operations go to the end of the builder's block; constants go to the head of the kernel, each once.

#ifndef ACCY_KERNELS_BUILDER_H
#define ACCY_KERNELS_BUILDER_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"

/// Where operations go and what location they carry. A value; copies build into the same kernel.
typedef struct AccyKernelBuilder {
  MlirContext context;
  /// The kernel's block, which holds the constants.
  MlirBlock entry;
  /// Where operations are appended.
  MlirBlock block;
  MlirLocation location;
  /// Whether the program's own arithmetic may be fused and approximated; see accyBuildScalar. Functions never are.
  bool fast_math;
  /// The most steps that a thread's loops may take together, where the target has a limit; 0: no limit.
  int64_t mostLoopSteps;
  /// Whether sums of products may be fused: the target rounds once what math.fma computes.
  bool hasFusedMultiplyAdd;
} AccyKernelBuilder;

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

MlirType accyIntegerType(const AccyKernelBuilder *builder, unsigned width);
MlirType accyIndexType(const AccyKernelBuilder *builder);
MlirType accyF32Type(const AccyKernelBuilder *builder);

/// The type that an element has as a scalar of a kernel: integers without sign, floats as they are.
MlirType accyScalarType(MlirType element);

/// The type that an element has in a buffer: an i1 takes a byte.
MlirType accyStorageType(MlirType element);

/// The constant of an integer or float attribute, whose type is the constant's.
MlirValue accyBuildConstant(AccyKernelBuilder *builder, MlirAttribute value);
/// The integer constant of a signless integer type; the value is truncated to its width.
MlirValue accyBuildInteger(AccyKernelBuilder *builder, MlirType type, int64_t value);
/// The constant of a float type nearest to the value.
MlirValue accyBuildFloat(AccyKernelBuilder *builder, MlirType type, double value);
/// The constant of type index.
MlirValue accyBuildIndex(AccyKernelBuilder *builder, int64_t value);
/// The number as a constant of an integer or float type.
MlirValue accyBuildNumber(AccyKernelBuilder *builder, MlirType type, double value);

/// The block that a value is defined in.
MlirBlock accyValueGetBlock(MlirValue value);

/// Whether the value is an integer or index constant, and which.
bool accyMatchInteger(MlirValue value, int64_t *outValue);

//===----------------------------------------------------------------------===//
// Scalar operations
//===----------------------------------------------------------------------===//

/// An operation of one operand whose result has the same type, as math.absf.
MlirValue accyBuildUnary(AccyKernelBuilder *builder, const char *name, MlirValue operand);
/// An operation of two operands of one type, whose result has it, too, as arith.addf.
MlirValue accyBuildBinary(AccyKernelBuilder *builder, const char *name, MlirValue left, MlirValue right);
/// An operation of three operands of one type, whose result has it, too, as math.fma.
MlirValue accyBuildTernary(AccyKernelBuilder *builder, const char *name, MlirValue first, MlirValue second,
                           MlirValue third);
/// An operation of one operand whose result has another type, as arith.extf.
MlirValue accyBuildCast(AccyKernelBuilder *builder, const char *name, MlirValue operand, MlirType type);
MlirValue accyBuildSelect(AccyKernelBuilder *builder, MlirValue condition, MlirValue yes, MlirValue no);

/// Predicates of arith.cmpi and arith.cmpf, with their numbers there.
typedef enum AccyIntegerPredicate {
  AccyIntegerEqual = 0,
  AccyIntegerNotEqual = 1,
  AccyIntegerSignedLess = 2,
  AccyIntegerSignedLessEqual = 3,
  AccyIntegerSignedGreater = 4,
  AccyIntegerSignedGreaterEqual = 5,
  AccyIntegerUnsignedLess = 6,
  AccyIntegerUnsignedLessEqual = 7,
  AccyIntegerUnsignedGreater = 8,
  AccyIntegerUnsignedGreaterEqual = 9,
} AccyIntegerPredicate;

typedef enum AccyFloatPredicate {
  AccyFloatEqual = 1,
  AccyFloatGreater = 2,
  AccyFloatGreaterEqual = 3,
  AccyFloatLess = 4,
  AccyFloatLessEqual = 5,
  AccyFloatNotEqual = 13, // true when either is NaN; the others are false then
} AccyFloatPredicate;

MlirValue accyBuildCompareIntegers(AccyKernelBuilder *builder, AccyIntegerPredicate predicate, MlirValue left,
                                   MlirValue right);
MlirValue accyBuildCompareFloats(AccyKernelBuilder *builder, AccyFloatPredicate predicate, MlirValue left,
                                 MlirValue right);

/// Whether both hold; null for `left` stands for what always does.
MlirValue accyBuildConjunction(AccyKernelBuilder *builder, MlirValue left, MlirValue right);

//===----------------------------------------------------------------------===//
// Memory and control flow
//===----------------------------------------------------------------------===//

MlirValue accyBuildLoad(AccyKernelBuilder *builder, MlirValue buffer, MlirValue index);
void accyBuildStore(AccyKernelBuilder *builder, MlirValue value, MlirValue buffer, MlirValue index);

/// Lets the threads of a threadgroup wait for each other, so that they see what the others have stored before it.
void accyBuildBarrier(AccyKernelBuilder *builder);

/// A counted loop under construction. Its body is filled before the loop itself is placed, so that what does not
/// depend on the loop can still be put before it.
typedef struct AccyLoop {
  MlirBlock body;
  /// Counts from 0 to the extent.
  MlirValue counter;
} AccyLoop;

/// The most values that a loop carries.
enum { ACCY_MOST_CARRIED = 64 };

/// Begins a loop over 0 … extent-1 that carries values of the given types; accyLoopGetCarried has them in the body.
AccyLoop accyBeginLoop(AccyKernelBuilder *builder, intptr_t numCarried, const MlirType *types);
/// The carried value `index` as the body sees it.
MlirValue accyLoopGetCarried(const AccyLoop *loop, intptr_t index);
/// Ends the body with the values of the next turn, and places the loop where the builder stands. `outResults` has one
/// entry a carried value, and may be `initial`. The extent is at least 1.
void accyEndLoop(AccyKernelBuilder *builder, const AccyLoop *loop, int64_t extent, intptr_t numCarried,
                 const MlirValue *initial, const MlirValue *next, MlirValue *outResults);

/// Places an scf.if; each block is handed over, and what it yields has the type of the result. Null values: no result.
MlirValue accyBuildIf(AccyKernelBuilder *builder, MlirValue condition, MlirBlock thenBlock, MlirValue thenValue,
                      MlirBlock elseBlock, MlirValue elseValue);

/// gpu.thread_id, gpu.block_id, gpu.block_dim or gpu.grid_dim of dimension 'x', 'y' or 'z'.
MlirValue accyBuildGpuIndex(AccyKernelBuilder *builder, const char *name, char dimension);
/// The i32 or f32 of the thread whose number differs by an exclusive or with `distance`, among every `width` threads of
/// a subgroup: constants of type i32. All threads must reach the builder's place.
MlirValue accyBuildShuffleXor(AccyKernelBuilder *builder, MlirValue value, MlirValue distance, MlirValue width);
/// The number of the thread in its grid along the dimension.
MlirValue accyBuildGlobalId(AccyKernelBuilder *builder, char dimension);

#endif // ACCY_KERNELS_BUILDER_H
