// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pass misses is an error that says so, whichever stage was left out or edited.
// RUN: rm -rf %t && mkdir %t
// RUN: split-file %s %t
// RUN: accy-opt %t/resources.mlir --accy-outline-kernels --verify-diagnostics
// RUN: accy-opt %t/kind.mlir --accy-outline-kernels --verify-diagnostics
// RUN: accy-opt %t/lacking.mlir --accy-plan --verify-diagnostics
// RUN: accy-opt %t/strategy.mlir --accy-legalize=target=cuda --accy-kernelize=strategy=elementwise_vector --verify-diagnostics

// RUN: accy-opt %t/program.mlir --accy-compile=target=cuda -o %t/compiled.mlir
// RUN: sed '/choir.artifact/d' %t/compiled.mlir > %t/edited.mlir
// RUN: not accy-opt %t/edited.mlir --accy-export=dir=%t/bundle 2>&1 | FileCheck %s --check-prefix=ARTIFACT
// RUN: sed 's/space = "device_global"/space = "attic"/' %t/compiled.mlir > %t/edited.mlir
// RUN: not accy-opt %t/edited.mlir --accy-export=dir=%t/bundle 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: sed 's/alignment = 4/alignment = "four"/; s/alignment = 16/alignment = "four"/' %t/compiled.mlir > %t/edited.mlir
// RUN: not accy-opt %t/edited.mlir --accy-export=dir=%t/bundle 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: sed 's/memory = {allocated_bytes = [0-9]* : i64/memory = {allocated_bytes = "all"/' %t/compiled.mlir > %t/edited.mlir
// RUN: not accy-opt %t/edited.mlir --accy-export=dir=%t/bundle 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not ls %t/bundle/plan.json
// ARTIFACT: error: 'choir.kernel' op has no artifact: run accy-emit first [InvalidArtifact]
// SPACE: error: 'choir.slot' op has a record 'memory' without a known access, space and transfer [InvalidArtifact]
// LAYOUT: error: 'choir.slot' op has a record 'layout' without a known kind, strides, order and alignment [InvalidArtifact]
// MEMORY: error: 'choir.program' op has a record 'memory' whose entry 'allocated_bytes' is absent or malformed [InvalidArtifact]

//--- resources.mlir
choir.program @main {
  %0 = choir.slot 0 input : memref<8xf32>
  // expected-error @below {{'choir.work_item' op has no resources: run accy-schedule first [MissingScheduleWorkItem]}}
  choir.work_item %0, %0 id = 0 kind = elementwise {
  ^bb0(%x: tensor<8xf32>):
    %s = accy.neg %x : tensor<8xf32>
    choir.yield %s : tensor<8xf32>
  } : memref<8xf32>, memref<8xf32>
  choir.return
}

//--- kind.mlir
choir.program @main {
  %0 = choir.slot 0 input : memref<8xf32>
  // expected-error @below {{'choir.work_item' op has a body that does not fit its kind 'dot_general' [InvalidArtifact]}}
  choir.work_item %0, %0 id = 0 kind = dot_general attributes {resources = {op_count = 1 : i64}} {
  ^bb0(%x: tensor<8xf32>):
    %s = accy.neg %x : tensor<8xf32>
    choir.yield %s : tensor<8xf32>
  } : memref<8xf32>, memref<8xf32>
  choir.return
}

//--- lacking.mlir
choir.program @main attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda"}} {
  %0 = choir.slot 0 input : memref<8xf32>
  // expected-error @below {{'choir.launch' op launches a kernel that the program lacks [InvalidArtifact]}}
  choir.launch @k %0, %0 id = 0 : memref<8xf32>
  choir.return
}

//--- strategy.mlir
choir.program @main {
  %0 = choir.slot 0 input : memref<3xf32>
  choir.launch @k %0, %0 id = 0 : memref<3xf32>
  // expected-error @below {{'choir.kernel' op is not what strategy 'elementwise_vector' can build: choose another, or none, for target cuda:baseline [UnsupportedOperation]}}
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%x: tensor<3xf32>):
    %s = accy.neg %x : tensor<3xf32>
    choir.yield %s : tensor<3xf32>
  }
  choir.return
}

//--- program.mlir
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
