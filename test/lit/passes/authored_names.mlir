// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An authored kernel keeps its name, which can be none that its format's language has a use for.

// RUN: not accy-opt %s --accy-compile="target=cpu format=cpu_object" 2>&1 | FileCheck %s --check-prefix=RESERVED
// RUN: not accy-opt %s --accy-compile=target=metal 2>&1 | FileCheck %s --check-prefixes=RESERVED,METAL
// RUN: not accy-opt %s --accy-compile=target=webgpu 2>&1 | FileCheck %s --check-prefix=RESERVED
// RUN: accy-opt %s --accy-compile="target=cpu format=cpu_machine_code" | FileCheck %s --check-prefix=KEPT
// RUN: accy-opt %s --accy-compile=target=wasm | FileCheck %s --check-prefix=KEPT
// RUN: accy-opt %s --accy-compile=target=cuda | FileCheck %s --check-prefix=KEPT

// RESERVED: error: {{.*}}'while' means something else in its text: rename it [InvalidArtifact]
// METAL: error: {{.*}}'kernel' means something else in its text: rename it [InvalidArtifact]
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
