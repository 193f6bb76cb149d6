// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An authored kernel keeps its name, which can be none that its format's language has a use for.

// RUN: not accy-opt %s --accy-compile=target=cpu 2>&1 | FileCheck %s --check-prefix=C
// RUN: not accy-opt %s --accy-compile="target=cpu format=cpu_object" 2>&1 | FileCheck %s --check-prefix=C
// RUN: not accy-opt %s --accy-compile=target=metal 2>&1 | FileCheck %s --check-prefix=METAL
// RUN: accy-opt %s --accy-compile=target=wasm | FileCheck %s --check-prefix=KEPT
// RUN: accy-opt %s --accy-compile=target=cuda | FileCheck %s --check-prefix=KEPT

// C: error: {{.*}}'while' is a word of C or C++, in which entries are declared: rename it [InvalidArtifact]
// METAL: error: {{.*}}'{{while|kernel}}' is a word of Metal's language, in which entries are declared: rename it [InvalidArtifact]
// KEPT: choir.artifact @while
gpu.module @authored {
  gpu.func @while(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
  gpu.func @kernel(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
