// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-split-reductions --split-input-file %s | FileCheck %s
// RUN: accy-opt --accy-split-reductions=groups=0 --split-input-file %s | FileCheck %s --check-prefix=NONE --implicit-check-not=accy.reshape
// RUN: not accy-opt --accy-split-reductions=groups=-1 --split-input-file %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: accy-opt --accy-compile=target=cpu:x86-64-v4 %s --split-input-file --mlir-print-ir-after=accy-split-reductions -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=accy.reshape
// RUN: accy-opt --accy-compile='target=cuda:sm_90 strategies=generic' %s --split-input-file --mlir-print-ir-after=accy-split-reductions -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=accy.reshape

// NEGATIVE: error: 'builtin.module' op cannot be split: groups is at least 0, not -1

// The outermost folded dimension has 1024 parts; what is before it stays one value.
// CHECK-LABEL: func.func @all
// CHECK: %[[E:.*]] = accy.exp
// CHECK: %[[P:.*]] = accy.reshape %[[E]] : tensor<4096x4096xf32> -> tensor<1024x4x4096xf32>
// CHECK: %[[S:.*]] = accy.reduce sum %[[P]] dims = [1, 2]
// CHECK: %[[R:.*]] = accy.reduce sum %[[S]] dims = [0] : tensor<1024xf32> -> tensor<f32>
// CHECK: return %[[R]]
// NONE-LABEL: func.func @all
// NONE: accy.reduce sum %{{.*}} dims = [0, 1]
func.func @all(%a: tensor<4096x4096xf32>) -> tensor<f32> {
  %e = accy.exp %a : tensor<4096x4096xf32>
  %r = accy.reduce sum %e dims = [0, 1] : tensor<4096x4096xf32> -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Fewer parts where outputs are several, and the dimensions before and after stay where they are.
// CHECK-LABEL: func.func @middle
// CHECK: %[[P:.*]] = accy.reshape %{{.*}} : tensor<3x1048576x5xi32> -> tensor<3x128x8192x5xi32>
// CHECK: %[[S:.*]] = accy.reduce max %[[P]] dims = [2]
// CHECK: accy.reduce max %[[S]] dims = [1] : tensor<3x128x5xi32> -> tensor<3x5xi32>
func.func @middle(%a: tensor<3x1048576x5xi32>) -> tensor<3x5xi32> {
  %r = accy.reduce max %a dims = [1] : tensor<3x1048576x5xi32> -> tensor<3x5xi32>
  return %r : tensor<3x5xi32>
}

// -----

// A prime: what the parts leave joins their results. Sums of narrow floats are rounded at the end only.
// CHECK-LABEL: func.func @prime
// CHECK: %[[A:.*]] = accy.slice %arg0 start = [0] limit = [9994240]
// CHECK: %[[W:.*]] = accy.convert %[[A]] : tensor<9994240xf16> -> tensor<9994240xf32>
// CHECK: %[[P:.*]] = accy.reshape %[[W]] : tensor<9994240xf32> -> tensor<1024x9760xf32>
// CHECK: %[[S:.*]] = accy.reduce sum %[[P]] dims = [1]
// CHECK: %[[B:.*]] = accy.slice %arg0 start = [9994240] limit = [10000019]
// CHECK: %[[V:.*]] = accy.convert %[[B]]
// CHECK: %[[C:.*]] = accy.concatenate %[[S]], %[[V]] dim = 0
// CHECK: %[[R:.*]] = accy.reduce sum %[[C]] dims = [0] : tensor<6803xf32> -> tensor<f32>
// CHECK: accy.convert %[[R]] : tensor<f32> -> tensor<f16>
func.func @prime(%a: tensor<10000019xf16>) -> tensor<f16> {
  %r = accy.reduce sum %a dims = [0] : tensor<10000019xf16> -> tensor<f16>
  return %r : tensor<f16>
}

// -----

// The largest of narrow floats is one of them.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: accy.convert
// CHECK: accy.reduce min %{{.*}} dims = [0] : tensor<128xbf16> -> tensor<bf16>
func.func @narrow(%a: tensor<1048576xbf16>) -> tensor<bf16> {
  %r = accy.reduce min %a dims = [0] : tensor<1048576xbf16> -> tensor<bf16>
  return %r : tensor<bf16>
}

// -----

// Too small, enough outputs, nothing to fold, and dimensions of which none can be split.
// CHECK-LABEL: func.func @not
// CHECK-NOT: accy.reshape
// CHECK-NOT: accy.slice
func.func @not(%a: tensor<65535xf32>, %b: tensor<1024x16384xf32>, %c: tensor<0x1048576xf32>, %d: tensor<4099x4099xf32>)
    -> (tensor<f32>, tensor<1024xf32>, tensor<0xf32>, tensor<f32>) {
  %0 = accy.reduce sum %a dims = [0] : tensor<65535xf32> -> tensor<f32>
  %1 = accy.reduce sum %b dims = [1] : tensor<1024x16384xf32> -> tensor<1024xf32>
  %2 = accy.reduce sum %c dims = [1] : tensor<0x1048576xf32> -> tensor<0xf32>
  %3 = accy.reduce sum %d dims = [0, 1] : tensor<4099x4099xf32> -> tensor<f32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<1024xf32>, tensor<0xf32>, tensor<f32>
}
