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

// -----

gpu.module @first {
  gpu.func @same(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
gpu.module @second {
  // expected-error @+1 {{has the name of a kernel of gpu.module @first: entries are told apart by their names, so give it another [InvalidArtifact]}}
  gpu.func @same(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

// Nothing of a gpu.module is left out in silence: what is no kernel, what is another dialect's, and what kernels call.
gpu.module @mine {
  // expected-error @+1 {{is no kernel, and kernels can call no functions: mark it as `kernel`, or write what it computes in the kernels and take it out [UnsupportedOperation]}}
  gpu.func @device(%x: f32) -> f32 {
    gpu.return %x : f32
  }
  // expected-error @+1 {{stands in a gpu.module, of which only gpu.func kernels are compiled: write what it is for in the kernels, or take it out [UnsupportedOperation]}}
  llvm.func @lowered() attributes {nvvm.kernel} {
    llvm.return
  }
  // expected-error @+1 {{'memref.global' op stands in a gpu.module}}
  memref.global @table : memref<8xf32> = dense<1.0>
  // expected-error @+1 {{'func.func' op stands in a gpu.module}}
  func.func @twice(%x: f32) -> f32 {
    %y = arith.addf %x, %x : f32
    return %y : f32
  }
  gpu.func @calls(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf32>
    // expected-error @+1 {{kernel 'calls' cannot be lowered to cuda_ptx for target 'cuda': 'func.call': kernels hold gpu.block_id, gpu.block_dim,}}
    %y = func.call @twice(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<8xf32>
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @mine {
  // expected-error @+1 {{has a 'known_block_size' other than its choir.geometry: let them agree [InvalidArtifact]}}
  gpu.func @other_size(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>, choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
  // expected-error @+1 {{has a 'known_grid_size' other than its choir.geometry}}
  gpu.func @other_grid(%a: memref<8xf32>) kernel attributes {known_grid_size = array<i32: 1, 2, 1>, choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

module {
  module @inner {
    // expected-error @+1 {{stands in a module within the module, where no function is compiled: put it beside the functions [UnsupportedOperation]}}
    gpu.module @mine {
    }
  }
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = accy.neg %a : tensor<8xf32>
    accy.return %0 : tensor<8xf32>
  }
}
