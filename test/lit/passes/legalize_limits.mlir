// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-legalize

// A 64-bit integer in WGSL, at the operation that makes it.
choir.program @i64 attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  %0 = choir.slot 0 output : memref<8xi32>
  choir.launch @k %0 id = 0 : memref<8xi32>
  choir.kernel @k id = 0 kind = elementwise {
    // expected-error @+1 {{'accy.iota' op needs the dtype i64; target 'webgpu' has i1 i32 u32 f32}}
    %w = accy.iota dim = 0 : tensor<8xi64>
    %n = accy.convert %w : tensor<8xi64> -> tensor<8xi32>
    choir.yield %n : tensor<8xi32>
  }
  choir.return %0 : memref<8xi32>
}

// -----

// f64 on WebGPU.
choir.program @f64 attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu:default-limits"}} {
  %0 = choir.slot 0 input : memref<8xf32>
  %1 = choir.slot 1 output : memref<8xf32>
  choir.launch @k %0, %1 id = 0 : memref<8xf32>, memref<8xf32>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @+1 {{'accy.convert' op needs the dtype f64; target 'webgpu:default-limits' has i1 i8 i16 i32 u8 u16 u32 f16 bf16 f32: convert}}
    %w = accy.convert %a : tensor<8xf32> -> tensor<8xf64>
    %n = accy.convert %w : tensor<8xf64> -> tensor<8xf32>
    choir.yield %n : tensor<8xf32>
  }
  choir.return %1 : memref<8xf32>
}

// -----

// More storage buffers than WebGPU's default limits: seven inputs, the output and the element count.
choir.program @buffers attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  %0 = choir.slot 0 input : memref<2xf32>
  %1 = choir.slot 1 input : memref<2xf32>
  %2 = choir.slot 2 input : memref<2xf32>
  %3 = choir.slot 3 input : memref<2xf32>
  %4 = choir.slot 4 input : memref<2xf32>
  %5 = choir.slot 5 input : memref<2xf32>
  %6 = choir.slot 6 input : memref<2xf32>
  %7 = choir.slot 7 output : memref<14xf32>
  choir.launch @k %0, %1, %2, %3, %4, %5, %6, %7 id = 0 : memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<14xf32>
  choir.kernel @k id = 0 kind = shape {
  ^bb0(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>):
    // expected-error @+1 {{'accy.concatenate' op binds 9 buffers; kernels for target 'webgpu' bind at most 8: run accy-split-work-items before accy-outline-kernels, or choose a profile that allows more [CapabilityMismatch]}}
    %c = accy.concatenate %a0, %a1, %a2, %a3, %a4, %a5, %a6 dim = 0 : tensor<2xf32> -> tensor<14xf32>
    choir.yield %c : tensor<14xf32>
  }
  choir.return %7 : memref<14xf32>
}

// -----

// A caller's kernel with as many, which cannot be split.
choir.program @call attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  %0 = choir.slot 0 input : memref<2xf32>
  %1 = choir.slot 1 input : memref<2xf32>
  %2 = choir.slot 2 input : memref<2xf32>
  %3 = choir.slot 3 input : memref<2xf32>
  %4 = choir.slot 4 input : memref<2xf32>
  %5 = choir.slot 5 input : memref<2xf32>
  %6 = choir.slot 6 input : memref<2xf32>
  %7 = choir.slot 7 input : memref<2xf32>
  %8 = choir.slot 8 output : memref<2xf32>
  choir.launch @k %0, %1, %2, %3, %4, %5, %6, %7, %8 id = 0 : memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>
  choir.kernel @k id = 0 kind = kernel_call {
  ^bb0(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>, %a7: tensor<2xf32>):
    // expected-error @+1 {{'accy.kernel_call' op binds 9 buffers; kernels for target 'webgpu' bind at most 8: call a kernel that takes fewer, or choose a profile that allows more [CapabilityMismatch]}}
    %c = accy.kernel_call "mine" %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7 version = 1 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    choir.yield %c : tensor<2xf32>
  }
  choir.return %8 : memref<2xf32>
}

// -----

// More buffers than Metal's argument table.
choir.program @table attributes {target = {backend = "metal", format = "metal_msl", profile = "metal:m1"}} {
  %0 = choir.slot 0 input : memref<2xf32>
  %1 = choir.slot 1 input : memref<2xf32>
  %2 = choir.slot 2 input : memref<2xf32>
  %3 = choir.slot 3 input : memref<2xf32>
  %4 = choir.slot 4 input : memref<2xf32>
  %5 = choir.slot 5 input : memref<2xf32>
  %6 = choir.slot 6 input : memref<2xf32>
  %7 = choir.slot 7 input : memref<2xf32>
  %8 = choir.slot 8 input : memref<2xf32>
  %9 = choir.slot 9 input : memref<2xf32>
  %10 = choir.slot 10 input : memref<2xf32>
  %11 = choir.slot 11 input : memref<2xf32>
  %12 = choir.slot 12 input : memref<2xf32>
  %13 = choir.slot 13 input : memref<2xf32>
  %14 = choir.slot 14 input : memref<2xf32>
  %15 = choir.slot 15 input : memref<2xf32>
  %16 = choir.slot 16 input : memref<2xf32>
  %17 = choir.slot 17 input : memref<2xf32>
  %18 = choir.slot 18 input : memref<2xf32>
  %19 = choir.slot 19 input : memref<2xf32>
  %20 = choir.slot 20 input : memref<2xf32>
  %21 = choir.slot 21 input : memref<2xf32>
  %22 = choir.slot 22 input : memref<2xf32>
  %23 = choir.slot 23 input : memref<2xf32>
  %24 = choir.slot 24 input : memref<2xf32>
  %25 = choir.slot 25 input : memref<2xf32>
  %26 = choir.slot 26 input : memref<2xf32>
  %27 = choir.slot 27 input : memref<2xf32>
  %28 = choir.slot 28 input : memref<2xf32>
  %29 = choir.slot 29 input : memref<2xf32>
  %30 = choir.slot 30 output : memref<60xf32>
  choir.launch @k %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30 id = 0 : memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<60xf32>
  choir.kernel @k id = 0 kind = shape {
  ^bb0(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>, %a7: tensor<2xf32>, %a8: tensor<2xf32>, %a9: tensor<2xf32>, %a10: tensor<2xf32>, %a11: tensor<2xf32>, %a12: tensor<2xf32>, %a13: tensor<2xf32>, %a14: tensor<2xf32>, %a15: tensor<2xf32>, %a16: tensor<2xf32>, %a17: tensor<2xf32>, %a18: tensor<2xf32>, %a19: tensor<2xf32>, %a20: tensor<2xf32>, %a21: tensor<2xf32>, %a22: tensor<2xf32>, %a23: tensor<2xf32>, %a24: tensor<2xf32>, %a25: tensor<2xf32>, %a26: tensor<2xf32>, %a27: tensor<2xf32>, %a28: tensor<2xf32>, %a29: tensor<2xf32>):
    // expected-error @+1 {{'accy.concatenate' op binds 32 buffers; kernels for target 'metal:m1' bind at most 31}}
    %c = accy.concatenate %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %a24, %a25, %a26, %a27, %a28, %a29 dim = 0 : tensor<2xf32> -> tensor<60xf32>
    choir.yield %c : tensor<60xf32>
  }
  choir.return %30 : memref<60xf32>
}

// -----

// A binding over 128 MiB.
choir.program @binding attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  %0 = choir.slot 0 input : memref<1xf32>
  %1 = choir.slot 1 output : memref<33554433xf32>
  choir.launch @k %0, %1 id = 0 : memref<1xf32>, memref<33554433xf32>
  choir.kernel @k id = 0 kind = shape {
  ^bb0(%a: tensor<1xf32>):
    // expected-error @+1 {{'accy.broadcast' op needs a buffer of 134217732 bytes; kernels for target 'webgpu' reach 134217728 of one}}
    %c = accy.broadcast %a dims = [0] : tensor<1xf32> -> tensor<33554433xf32>
    choir.yield %c : tensor<33554433xf32>
  }
  choir.return %1 : memref<33554433xf32>
}

// -----

// More elements than kernels index.
choir.program @elements attributes {target = {backend = "metal", format = "metal_msl", profile = "metal:m1"}} {
  %0 = choir.slot 0 input : memref<1xi8>
  %1 = choir.slot 1 output : memref<1xi8>
  choir.launch @k %0, %1 id = 0 : memref<1xi8>, memref<1xi8>
  choir.kernel @k id = 0 kind = reduction {
  ^bb0(%a: tensor<1xi8>):
    // expected-error @+1 {{'accy.broadcast' op has a tensor of 2147483648 elements; kernels for target 'metal:m1' count 2147483647: split it [LaunchArgumentMismatch]}}
    %b = accy.broadcast %a dims = [0] : tensor<1xi8> -> tensor<2147483648xi8>
    %c = accy.slice %b start = [0] limit = [1] strides = [1] : tensor<2147483648xi8> -> tensor<1xi8>
    choir.yield %c : tensor<1xi8>
  }
  choir.return %1 : memref<1xi8>
}

// -----

// Buffers that no kernel binds: an input that is returned, and one that nothing reads.
choir.program @returned attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  // expected-error @+1 {{'choir.slot' op needs a buffer of 134217732 bytes; kernels for target 'webgpu' reach 134217728 of one}}
  %0 = choir.slot 0 input : memref<33554433xf32>
  choir.return %0 : memref<33554433xf32>
}

// -----

choir.program @unread attributes {target = {backend = "wasm", format = "webassembly_module", profile = "wasm"}} {
  // expected-error @+1 {{'choir.slot' op needs a buffer of 4294967296 bytes; kernels for target 'wasm' reach 4294967295 of one}}
  %0 = choir.slot 0 input : memref<536870912xf64>
  choir.return
}

// -----

// PTX lets a kernel name less than a device has.
choir.program @named attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}} {
  gpu.module @authored {
    // expected-error @+1 {{'gpu.func' op takes 49156 bytes of threadgroup memory; a kernel for target 'cuda:sm_90' can have 49152}}
    gpu.func @too_much(%a: memref<8xf32>) workgroup(%m: memref<12289xf32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
      gpu.return
    }
    gpu.func @enough(%a: memref<8xf32>) workgroup(%m: memref<12288xf32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
      gpu.return
    }
  }
  choir.return
}

// -----

// Threadgroup memory of kernels of the user's own: too much, some where there is none; and none of it counts as a buffer.
choir.program @shared attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  gpu.module @authored {
    // expected-error @+1 {{'gpu.func' op takes 16388 bytes of threadgroup memory; a kernel for target 'webgpu' can have 16384: keep less there, or choose a profile that has more [CapabilityMismatch]}}
    gpu.func @too_much(%a: memref<8xf32>) workgroup(%m: memref<4000xf32, #gpu.address_space<workgroup>>, %n: memref<97xi32, #gpu.address_space<workgroup>>) kernel {
      gpu.return
    }
    gpu.func @enough(%a0: memref<8xf32>, %a1: memref<8xf32>, %a2: memref<8xf32>, %a3: memref<8xf32>, %a4: memref<8xf32>, %a5: memref<8xf32>, %a6: memref<8xf32>, %a7: memref<8xf32>) workgroup(%m: memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
      gpu.return
    }
  }
  choir.return
}

// -----

choir.program @no_groups attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  gpu.module @authored {
    // expected-error @+1 {{'gpu.func' op takes 4 bytes of threadgroup memory; a kernel for target 'cpu' can have 0}}
    gpu.func @some(%a: memref<8xf32>) workgroup(%m: memref<1xf32, #gpu.address_space<workgroup>>) kernel {
      gpu.return
    }
  }
  choir.return
}

// -----

// Kernels of the user's own.
choir.program @authored attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  gpu.module @authored {
    gpu.func @wide(%a: memref<8xf32>) kernel {
      %zero = arith.constant 0 : index
      %x = memref.load %a[%zero] : memref<8xf32>
      // expected-error @+1 {{'arith.extf' op needs the dtype f64; target 'webgpu' has i1 i32 u32 f32}}
      %y = arith.extf %x : f32 to f64
      gpu.return
    }
    // expected-error @+1 {{'gpu.func' op binds 9 buffers; kernels for target 'webgpu' bind at most 8: take fewer, or choose a profile}}
    gpu.func @many(%a0: memref<8xf32>, %a1: memref<8xf32>, %a2: memref<8xf32>, %a3: memref<8xf32>, %a4: memref<8xf32>, %a5: memref<8xf32>, %a6: memref<8xf32>, %a7: memref<8xf32>, %a8: memref<8xf32>) kernel {
      gpu.return
    }
  }
  choir.return
}

// -----

// What the math library has of f32 alone.
choir.program @function attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  %0 = choir.slot 0 input : memref<8xf64>
  %1 = choir.slot 1 output : memref<8xf64>
  choir.launch @k %0, %1 id = 0 : memref<8xf64>, memref<8xf64>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%a: tensor<8xf64>):
    %f = accy.floor %a : tensor<8xf64>
    // expected-error @+1 {{'accy.exp' op has no code for elements of f64 on any target: convert to f32 before it [UnsupportedOperation]}}
    %c = accy.exp %f : tensor<8xf64>
    choir.yield %c : tensor<8xf64>
  }
  choir.return %1 : memref<8xf64>
}

// -----

// What cannot be lowered of kernels of the user's own.
choir.program @authored_code attributes {target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan"}} {
  gpu.module @authored {
    // Exchanges within subgroups, where a target has none.
    // expected-error @+1 {{needs subgroup operation shuffle}}
    gpu.func @shuffle(%a: memref<32xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 32, 1, 1>}} {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<32xf32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %y, %valid = gpu.shuffle xor %x, %one, %width : f32
      memref.store %y, %a[%t] : memref<32xf32>
      gpu.return
    }
    gpu.func @reduce(%a: memref<32xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 32, 1, 1>}} {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<32xf32>
      // expected-error @+1 {{'gpu.subgroup_reduce': kernels hold gpu.block_id}}
      %y = gpu.subgroup_reduce add %x : (f32) -> f32
      memref.store %y, %a[%t] : memref<32xf32>
      gpu.return
    }
  }
  choir.return
}

// -----

// A kernel that hands an input on has no operation to tell it at.
choir.program @handed_on attributes {target = {backend = "webgpu", format = "webgpu_wgsl", profile = "webgpu"}} {
  %0 = choir.slot 0 input : memref<8xf16>
  %1 = choir.slot 1 output : memref<8xf16>
  choir.launch @k %0, %1 id = 0 : memref<8xf16>, memref<8xf16>
  // expected-error @+1 {{'choir.kernel' op needs the dtype f16; target 'webgpu' has i1 i32 u32 f32}}
  choir.kernel @k id = 0 kind = shape {
  ^bb0(%a: tensor<8xf16>):
    choir.yield %a : tensor<8xf16>
  }
  choir.return %1 : memref<8xf16>
}
