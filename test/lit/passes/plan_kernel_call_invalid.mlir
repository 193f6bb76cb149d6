// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-compile="target=cuda registry=%S/inputs/registry.json"
// RUN: not accy-opt %s --accy-compile=target=cuda 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not accy-opt %s --accy-compile="target=cuda registry=%t.absent.json" 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not accy-opt %s --accy-compile="target=cuda registry=%s" 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not accy-opt %s --accy-plan=registry=%S/inputs/scale.ptx 2>&1 | FileCheck %s --check-prefix=JSON

// NONE: error: 'choir.launch' op on target 'cuda': calls 'accy.custom.scale' version 3, and no kernel registry was given [UnsupportedOperation]
// ABSENT: cannot be planned with the registry '{{.*}}absent.json': cannot open {{.*}}No such file or directory [InvalidArtifact]
// JSON: this is not JSON [InvalidArtifact]

func.func @no_entry(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{the kernel registry has no 'accy.custom.scale' version 3 for cuda_ptx [UnsupportedOperation]}}
  %0 = accy.kernel_call "accy.custom.scale" %a version = 3 : tensor<8xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

func.func @argument_count(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'accy.custom.scale' takes 5 arguments; its output, inputs, count and scalars make 4 [InvalidArtifact]}}
  %0 = accy.kernel_call "accy.custom.scale" %a version = 1 : tensor<8xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

func.func @scalar_count(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'accy.custom.scale' takes 1 runtime scalars; the op gives 2 [InvalidArtifact]}}
  %0 = accy.kernel_call "accy.custom.scale" %a, %b version = 2 scalars = [{bits = 1 : i64, kind = "u32"}, {bits = 2 : i64, kind = "u32"}] : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

func.func @scalar_kind(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{grid axis x follows from runtime scalar 0, no u32 [InvalidArtifact]}}
  %0 = accy.kernel_call "accy.custom.scale" %a, %b version = 2 scalars = [{bits = 1 : i64, kind = "f32"}] : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

// The entry's own dtypes count, whatever the tensors hold.
func.func @dtype(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{bf16}}
  %0 = accy.kernel_call "accy.custom.atomic" %a, %b version = 1 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

func.func @entry(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'accy.custom.misnamed' version 1: the payload has no kernel 'scales', which in cuda_ptx is a directive .entry of that name; name one that it has as the entry [InvalidArtifact]}}
  %0 = accy.kernel_call "accy.custom.misnamed" %a version = 1 : tensor<8xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
