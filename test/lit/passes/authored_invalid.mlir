// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-compile="target=cuda strategies=generic"

gpu.module @authored {
  // expected-error @+1 {{is an authored kernel without a launch: give it choir.geometry}}
  gpu.func @no_geometry(%a: memref<8xf32>) kernel {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  // expected-error @+1 {{on target 'cuda'}}
  gpu.func @too_wide(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 4096, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  // expected-error @+1 {{takes as argument 0 what is no memref}}
  gpu.func @scalar(%a: index) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 1, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  // expected-error @+1 {{has the name of a generated kernel}}
  gpu.func @accy_choir_elementwise_neg_0(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 1, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
