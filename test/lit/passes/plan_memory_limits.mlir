// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All buffers of a WebAssembly plan lie in one memory of 32-bit addresses, of which a module needs some itself.
// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-compile=target=wasm
// RUN: sed 's/expected-error/expected-none/' %s | accy-opt -split-input-file --accy-compile=target=cpu -o /dev/null

// Inputs and an output, each small enough by itself.
// expected-error @+1 {{'choir.program' op needs 9600000000 bytes for its buffers; addresses of target 'wasm' reach 4293918720: split the function, or choose another target [CapabilityMismatch]}}
func.func @inputs(%a: tensor<800000000xf32>, %b: tensor<800000000xf32>) -> tensor<800000000xf32> {
  %0 = accy.add %a, %b : tensor<800000000xf32>
  return %0 : tensor<800000000xf32>
}

// -----

// Two temporaries that are alive at once.
// expected-error @+1 {{'choir.program' op needs 6400320000 bytes for its buffers}}
func.func @arena(%a: tensor<40000x1xf32>, %b: tensor<1x20000xf32>) -> tensor<20000xf32> {
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<40000x1xf32>, tensor<1x20000xf32> -> tensor<40000x20000xf32>
  %1 = accy.dot_general %b, %a lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [1] : tensor<1x20000xf32>, tensor<40000x1xf32> -> tensor<20000x40000xf32>
  %2 = accy.dot_general %0, %1 lhs_batch = [1] rhs_batch = [0] lhs_contract = [0] rhs_contract = [1] : tensor<40000x20000xf32>, tensor<20000x40000xf32> -> tensor<20000xf32>
  return %2 : tensor<20000xf32>
}

// -----

// As much as fits: 4293918720 bytes with the output's one.
func.func @fits(%a: tensor<4293918719xi8>, %b: tensor<1xi8>) -> tensor<1xi8> {
  return %b : tensor<1xi8>
}

// -----

// expected-error @+1 {{'choir.program' op needs 4293918721 bytes for its buffers}}
func.func @one_more(%a: tensor<4293918720xi8>, %b: tensor<1xi8>) -> tensor<1xi8> {
  return %b : tensor<1xi8>
}
