// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not accy-opt %s --split-input-file --accy-compile=target=vulkan 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: accy-opt %s --split-input-file --accy-compile=target=vulkan:desktop

// What no unrolling brings below the limit is refused: loops of 65535 steps in all end on some devices.

// CHECK: error: 'accy.dot_general' op takes 5000001 steps in the loops of a thread; on target 'vulkan' loops end after 65535: fold or contract less at once, or choose a profile without this limit [CapabilityMismatch]
func.func @long(%a: tensor<1x5000000xf32>, %b: tensor<5000000x1xf32>) -> tensor<1x1xf32> {
  %r = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<1x5000000xf32>, tensor<5000000x1xf32> -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// -----

// The remainder's own loop, of up to 32 steps, counts for each element.
// CHECK: error: 'accy.reduce' op takes 136001 steps in the loops of a thread; on target 'vulkan' loops end after 65535
func.func @inner(%a: tensor<4000xf32>, %b: tensor<4000xf32>) -> tensor<f32> {
  %m = accy.rem %a, %b : tensor<4000xf32>
  %r = accy.reduce sum %m dims = [0] : tensor<4000xf32> -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// As it does alone, which is far below the limit.
func.func @short(%a: tensor<4000xf32>, %b: tensor<4000xf32>) -> tensor<4000xf32> {
  %m = accy.rem %a, %b : tensor<4000xf32>
  return %m : tensor<4000xf32>
}

// -----

// With threads that share the sum each takes few steps; generic strategies have one thread for it.
// RUN: not accy-opt %S/inputs/long_sum.mlir --accy-compile="target=vulkan:llvmpipe strategies=generic" -o %t 2>&1 | FileCheck %s --check-prefix=GENERIC --implicit-check-not=error:
// RUN: accy-opt %S/inputs/long_sum.mlir --accy-compile=target=vulkan:llvmpipe -o %t
// RUN: not accy-opt %s --split-input-file --accy-legalize=strategy=magic 2>&1 | FileCheck %s --check-prefix=MAGIC
// GENERIC: error: 'accy.reduce' op takes 5000001 steps in the loops of a thread; on target 'vulkan:llvmpipe' loops end after 65535
// MAGIC: error: there is no strategy 'magic': give one of elementwise
