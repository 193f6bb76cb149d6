// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gpu.func that a choir.kernel becomes: its arguments, and what every kernel begins and ends with.
//
// Arguments: the inputs in order, the output, then for all kinds but dot_general the element count, a buffer of one
// u32. Buffers are flat; an empty tensor's has one element. Spec: planner.md, section 4 (argument order).

#ifndef ACCY_KERNELS_KERNEL_FUNCTION_H
#define ACCY_KERNELS_KERNEL_FUNCTION_H

#include "accy-c/Target.h"
#include "kernels/element.h"

/// A choir.kernel that is to become a function, read off the program.
typedef struct AccyKernelWork {
  MlirOperation kernel;
  MlirBlock body;
  /// What the body yields.
  MlirValue result;
  int64_t elementCount;
  MlirStringRef kind;
  /// What the kernel becomes.
  AccyFormat format;
  /// Whether the format's entry point loops over the grid on one thread, as on cpu and wasm.
  bool isHostLoop;
  /// Whether the program's own arithmetic may be fused and approximated.
  bool fast_math;
  /// What it is built for. Not owned.
  const AccyTargetCapabilities *target;
  /// Functions of scalars. Not owned.
  AccyMathLibrary library;
} AccyKernelWork;

/// Whether the target has vectorized layouts.
static inline bool accyKernelWorkHasVectors(const AccyKernelWork *work) {
  return (work->target->layouts & ACCY_BIT(AccyLayoutSupportVectorized)) != 0;
}

/// How many threadgroups a launch may have along x.
static inline int64_t accyKernelWorkMaxGridX(const AccyKernelWork *work) {
  return work->isHostLoop ? UINT32_MAX : work->target->threadgroup.max_grid_per_dim[0];
}

/// A function under construction.
typedef struct AccyKernelFunction {
  MlirOperation op;
  /// At the end of the entry block.
  AccyKernelBuilder builder;
  /// The inputs' buffers by number, then the output's, then the element count's if there is one.
  MlirValue *arguments;
  intptr_t numInputs;
  bool hasCount;
  /// By number of the buffer, the multiple of bytes at which it begins; null: each at its element's.
  int64_t *alignments;
} AccyKernelFunction;

/// Creates the detached function, named as the kernel, with an empty entry block. Released by
/// accyKernelFunctionTake or accyKernelFunctionDestroy.
AccyKernelFunction accyKernelFunctionCreate(const AccyKernelWork *work);

/// Ends the function and hands it over; the rest is released.
MlirOperation accyKernelFunctionTake(AccyKernelFunction *function);

/// Destroys the function with all it holds.
void accyKernelFunctionDestroy(AccyKernelFunction *function);

/// Counts on the buffer of that number to begin at a multiple of `alignment` bytes, as attribute
/// choir.buffer_alignment: an entry a buffer, 0 where nothing is asked for.
void accyKernelFunctionAlignBuffer(AccyKernelFunction *function, intptr_t number, int64_t alignment);

/// Memory of `count` elements that the threads of a threadgroup share, undefined at first.
MlirValue accyKernelFunctionAddThreadgroupMemory(AccyKernelFunction *function, MlirType element, int64_t count);

/// Asks for the launch geometry, as attribute choir.geometry.
void accyKernelFunctionSetGeometry(AccyKernelFunction *function, const AccyGeometry *geometry);

/// The number of elements that the launch asks for, loaded from its buffer; the function has one.
MlirValue accyKernelFunctionLoadCount(AccyKernelFunction *function);

/// Stores the result's element at the position, which is in the current scope of the elements.
void accyKernelFunctionStoreAt(const AccyKernelFunction *function, const AccyKernelWork *work, AccyElements *elements,
                               const AccyPosition *position);

/// Stores a scalar as the result's element at the position likewise.
void accyKernelFunctionStoreScalar(const AccyKernelFunction *function, const AccyKernelWork *work,
                                   AccyElements *elements, const AccyPosition *position, MlirValue scalar);

/// Stores the result's element at the position that the groups give, in the manner of accyPositionCreate, if `guard`
/// holds (null: always). False when an error has been reported.
bool accyKernelFunctionStoreElement(AccyKernelFunction *function, const AccyKernelWork *work, MlirValue guard,
                                    intptr_t numGroups, const AccyPositionGroup *groups);

/// The same at a row-major index.
bool accyKernelFunctionStoreLinear(AccyKernelFunction *function, const AccyKernelWork *work, MlirValue guard,
                                   MlirValue linear);

#endif // ACCY_KERNELS_KERNEL_FUNCTION_H
