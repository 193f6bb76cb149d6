// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt %s --accy-plan --split-input-file --verify-diagnostics
//
// What the absence of a body means: of f32 nobody lowered it; of another dtype the target has no kernel of it. A
// dot_general and a reduction look at their input, too.
choir.program @elementwise attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}} {
  %0 = choir.slot 0 input : memref<8xf64>
  choir.launch @k %0, %0 id = 0 : memref<8xf64>
  // expected-error @below {{'choir.kernel' op on target 'cuda:sm_90': has no lowered body: run accy-kernelize first (needs a kernel of kind elementwise on f64, and none was lowered) [CapabilityMismatch]}}
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%x: tensor<8xf64>):
    %s = accy.neg %x : tensor<8xf64>
    choir.yield %s : tensor<8xf64>
  }
  choir.return
}

// -----

choir.program @dot attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}} {
  %0 = choir.slot 0 input : memref<4x4xf16>
  %1 = choir.slot 1 output : memref<4x4xf32>
  choir.launch @k %0, %0, %1 id = 0 : memref<4x4xf16>, memref<4x4xf16>, memref<4x4xf32>
  // expected-error @below {{(needs a kernel of kind dot_general on f16, and none was lowered) [CapabilityMismatch]}}
  choir.kernel @k id = 0 kind = dot_general {
  ^bb0(%x: tensor<4x4xf16>, %y: tensor<4x4xf16>):
    %s = accy.dot_general %x, %y lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] accumulate = f32 : tensor<4x4xf16> -> tensor<4x4xf32>
    choir.yield %s : tensor<4x4xf32>
  }
  choir.return %1 : memref<4x4xf32>
}

// -----

choir.program @reduction attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda"}} {
  %0 = choir.slot 0 input : memref<8xf32>
  %1 = choir.slot 1 output : memref<f32>
  choir.launch @k %0, %1 id = 0 : memref<8xf32>, memref<f32>
  // expected-error @below {{(no kernel was lowered for this reduction) [UnsupportedOperation]}}
  choir.kernel @k id = 0 kind = reduction {
  ^bb0(%x: tensor<8xf32>):
    %s = accy.reduce sum %x dims = [0] : tensor<8xf32> -> tensor<f32>
    choir.yield %s : tensor<f32>
  }
  choir.return %1 : memref<f32>
}

// -----

// A kernel of kind kernel_call is the call and nothing else.
choir.program @call attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda"}} {
  %0 = choir.slot 0 input : memref<8xf32>
  choir.launch @k %0, %0 id = 0 : memref<8xf32>
  // expected-error @below {{'choir.kernel' op of kind kernel_call must hold one accy.kernel_call on its inputs, in order, and nothing else [InvalidArtifact]}}
  choir.kernel @k id = 0 kind = kernel_call {
  ^bb0(%x: tensor<8xf32>):
    %s = accy.kernel_call "mine" %x version = 1 : tensor<8xf32> -> tensor<8xf32>
    %t = accy.neg %s : tensor<8xf32>
    choir.yield %t : tensor<8xf32>
  }
  choir.return
}
