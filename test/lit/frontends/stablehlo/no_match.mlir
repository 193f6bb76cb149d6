// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs without StableHLO stay as they are.

// RUN: accy-opt %s > %t.before
// RUN: accy-opt %s --stablehlo-to-accy > %t.after
// RUN: diff %t.before %t.after

module @program attributes {accy.note = 1 : i64} {
  func.func @main(%arg0: tensor<?xf32> {llvm.name = "x"}, %arg1: memref<4xf32>) -> tensor<?xf32> {
    %0 = arith.addf %arg0, %arg0 : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @accy(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = accy.add %arg0, %arg0 : tensor<4xf32>
    accy.return %0 : tensor<4xf32>
  }
}
