// RUN: accy-opt %s -split-input-file -verify-diagnostics

func.func @add(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{custom op 'stablehlo.add' is written in its own syntax: only the generic form is read; `stablehlo-opt --mlir-print-op-generic` prints it}}
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @constant() -> tensor<4xf32> {
  // expected-error @+1 {{custom op 'stablehlo.constant' is written in its own syntax}}
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @erf(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{custom op 'chlo.erf' is written in its own syntax}}
  %0 = chlo.erf %a : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The generic form is read, also of what is not known.
func.func @generic(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.unheard_of"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
