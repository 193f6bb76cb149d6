// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-compile=target=webgpu:default-limits

gpu.module @authored {
  // expected-error @+1 {{kernel 'loop' cannot be lowered to webgpu_wgsl for target 'webgpu:default-limits': 'loop' means something else in its text: rename it [InvalidArtifact]}}
  gpu.func @loop(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  // expected-error @+1 {{needs the dtype i64; target 'webgpu:default-limits' has i1 i8 i16 i32 u8 u16 u32 f16 bf16 f32: convert}}
  gpu.func @wide(%a: memref<8xi64>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  // expected-error @+1 {{needs a buffer of 2400000000 bytes; kernels for target 'webgpu:default-limits' reach 134217728 of one}}
  gpu.func @large(%a: memref<600000000xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  gpu.func @computes_on_64_bits(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf32>
    // expected-error @+1 {{'arith.extf' op needs the dtype f64; target 'webgpu:default-limits' has i1 i8 i16 i32 u8 u16 u32 f16 bf16 f32: convert}}
    %y = arith.extf %x : f32 to f64
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  gpu.func @far(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    // expected-error @+1 {{'arith.constant': the index 4294967296 does not fit in 32 bits [CapabilityMismatch]}}
    %i = arith.constant 4294967296 : index
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  gpu.func @narrow_product(%a: memref<8xi8>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xi8>
    // expected-error @+1 {{'arith.mului_extended': it has two results of 8 bits: compute on i32 [UnsupportedOperation]}}
    %low, %high = arith.mului_extended %x, %x : i8
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

gpu.module @authored {
  gpu.func @rounds_twice(%a: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xi32>
    // expected-error @+1 {{'arith.sitofp': it would round twice: convert to f32, then to bf16 [UnsupportedOperation]}}
    %y = arith.sitofp %x : i32 to bf16
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

// What a target cannot compute on is refused before anything is lowered.
func.func @main(%a: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error @+1 {{needs the dtype f64; target 'webgpu:default-limits' has i1 i8 i16 i32 u8 u16 u32 f16 bf16 f32: convert to one of these}}
  %0 = accy.neg %a : tensor<8xf64>
  accy.return %0 : tensor<8xf64>
}

// -----

// A branch that only some threads take.
gpu.module @authored {
  gpu.func @some_threads(%a: memref<8xf32>) workgroup(%m: memref<8xi32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %c = arith.constant 4 : index
    %some = arith.cmpi ult, %i, %c : index
    scf.if %some {
      // expected-error @+1 {{'gpu.barrier': whether it is reached may differ between the threads of a threadgroup}}
      gpu.barrier
    }
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

// A loop of as many turns as the thread's number.
gpu.module @authored {
  gpu.func @different_turns(%a: memref<8xf32>) workgroup(%m: memref<8xi32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %k = %zero to %i step %one {
      // expected-error @+1 {{'gpu.barrier': whether it is reached may differ between the threads of a threadgroup}}
      gpu.barrier
    }
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

// What a thread finds in memory that others write.
gpu.module @authored {
  gpu.func @shared_condition(%a: memref<8xf32>) workgroup(%m: memref<8xi32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %zero = arith.constant 0 : index
    %x = memref.load %m[%zero] : memref<8xi32, #gpu.address_space<workgroup>>
    %none = arith.constant 0 : i32
    %some = arith.cmpi ne, %x, %none : i32
    scf.if %some {
      // expected-error @+1 {{'gpu.barrier': whether it is reached may differ between the threads of a threadgroup}}
      gpu.barrier
    }
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

// A condition that varies from the second turn on.
gpu.module @authored {
  gpu.func @carried(%a: memref<8xf32>) workgroup(%m: memref<8xi32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %three = arith.constant 3 : index
    %r = scf.for %k = %zero to %three step %one iter_args(%c = %one) -> index {
      %some = arith.cmpi eq, %c, %one : index
      scf.if %some {
        // expected-error @+1 {{'gpu.barrier': whether it is reached may differ between the threads of a threadgroup}}
        gpu.barrier
      }
      %next = arith.addi %c, %i : index
      scf.yield %next : index
    }
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}

// -----

// A loop that threads leave after different turns.
gpu.module @authored {
  gpu.func @ends_apart(%a: memref<8xf32>) workgroup(%m: memref<8xi32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %one = arith.constant 1 : index
    %r = scf.while (%x = %i) : (index) -> index {
      %more = arith.cmpi ugt, %x, %one : index
      // expected-error @+1 {{'gpu.barrier': whether it is reached may differ between the threads of a threadgroup}}
      gpu.barrier
      scf.condition(%more) %x : index
    } do {
    ^bb0(%x: index):
      %next = arith.shrui %x, %one : index
      scf.yield %next : index
    }
    gpu.return
  }
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
