// RUN: accy-opt %s -split-input-file -verify-diagnostics

func.func @kind(%a: tensor<4xf32>) {
  // expected-error @+1 {{'conjuring' is no value of 'kind'}}
  %0 = choir.work_item %a id = 0 kind = conjuring {
  } : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @no_body(%a: tensor<4xf32>) {
  // expected-error @+1 {{(W1) needs a body that ends in 'choir.yield' of one value}}
  %0 = choir.work_item %a id = 0 kind = elementwise {
  } : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @arguments(%a: tensor<4xf32>) {
  // expected-error @+1 {{(W2) has 1 inputs but its body takes 2 arguments}}
  %0 = choir.work_item %a id = 0 kind = elementwise {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    choir.yield %x : tensor<4xf32>
  } : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @shape(%a: tensor<4xf32>) {
  // expected-error @+1 {{(W2) input 0 and the body argument that stands for it differ in shape}}
  %0 = choir.work_item %a id = 0 kind = elementwise {
  ^bb0(%x: tensor<5xf32>):
    choir.yield %x : tensor<5xf32>
  } : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @yielded(%a: tensor<4xf32>) {
  // expected-error @+1 {{(W3) yields a value of another shape than it writes}}
  %0 = choir.work_item %a id = 0 kind = elementwise {
  ^bb0(%x: tensor<4xf32>):
    choir.yield %x : tensor<4xf32>
  } : tensor<4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @memref(%a: memref<4xf32>) {
  // expected-error @+1 {{takes a ranked tensor of static shape as operand 0}}
  %0 = choir.work_item %a id = 0 kind = elementwise {
  ^bb0(%x: tensor<4xf32>):
    choir.yield %x : tensor<4xf32>
  } : memref<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @yield(%a: tensor<4xf32>) {
  // expected-error @+1 {{'choir.yield' op belongs into 'choir.work_item' or 'choir.kernel'}}
  choir.yield %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{(P1) needs a body that ends in 'choir.return'}}
choir.program @no_return {
}

// -----

choir.program @ids {
  // expected-error @+1 {{(P2) has the id 1 where 0 comes next}}
  %0 = choir.slot 1 input : memref<4xf32>
  choir.return
}

// -----

func.func @slot() {
  // expected-error @+1 {{'choir.slot' op belongs into 'choir.program'}}
  %0 = choir.slot 0 input : memref<4xf32>
  return
}

// -----

choir.program @dynamic {
  // expected-error @+1 {{(S1) is a memref of static shape}}
  %0 = choir.slot 0 input : memref<?xf32>
  choir.return
}

// -----

choir.program @large {
  // expected-error @+1 {{(S3) holds a tensor of more than 8 dimensions or 2^63-1 bytes, or of other elements than accy has}}
  %0 = choir.slot 0 input : memref<4294967296x4294967297xf32>
  choir.return
}

// -----

choir.program @long {
  // expected-error @+1 {{(S3) holds}}
  %0 = choir.slot 0 input : memref<1x1x1x1x1x1x1x1x1xf32>
  choir.return
}

// -----

choir.program @elements {
  // expected-error @+1 {{(S3) holds}}
  %0 = choir.slot 0 input : memref<4xi7>
  choir.return
}

// -----

choir.program @no_value {
  // expected-error @+1 {{(S2) carries 'value' exactly when its role is constant}}
  %0 = choir.slot 0 constant : memref<4xf32>
  choir.return
}

// -----

choir.program @value {
  // expected-error @+1 {{(S2) carries a 'value' of another shape than its own}}
  %0 = choir.slot 0 constant value = dense<1.0> : tensor<5xf32> : memref<4xf32>
  choir.return
}

// -----

// expected-error @+1 {{'choir.kernel' op belongs into 'choir.program'}}
choir.kernel @k id = 0 kind = elementwise {
}

// -----

choir.program @shared {
  %0 = choir.slot 0 input : memref<4xf32>
  // expected-error @+1 {{(L2) takes a symbol reference as attribute 'artifact'}}
  choir.launch @k %0 id = 0 {artifact = "other"} : memref<4xf32>
  choir.return
}

// -----

choir.program @launch {
  %0 = choir.slot 0 input : memref<4xf32>
  // expected-error @+1 {{(L1) takes a symbol reference as attribute 'kernel'}}
  choir.launch "k" %0 id = 0 : memref<4xf32>
  choir.return
}

// -----

choir.program @payload {
  // expected-error @+1 {{(A1) has a payload of another kind than its format's, or an empty one [InvalidArtifact]}}
  choir.artifact @k format = cuda_ptx payload = dense<1> : tensor<1xi8>
  choir.return
}

// -----

choir.program @empty_payload {
  // expected-error @+1 {{(A1) has a payload of another kind than its format's, or an empty one [InvalidArtifact]}}
  choir.artifact @k format = cuda_ptx payload = ""
  choir.return
}

// -----

"builtin.module"() ({
  // expected-error @+1 {{'choir.return' op belongs into 'choir.program'}}
  "choir.return"() : () -> ()
}) : () -> ()

// -----

choir.program @twice {
  // expected-note @+1 {{see existing symbol definition here}}
  choir.kernel @k id = 0 kind = elementwise {
  }
  // expected-error @+1 {{redefinition of symbol named 'k'}}
  choir.kernel @k id = 1 kind = elementwise {
  }
  choir.return
}
