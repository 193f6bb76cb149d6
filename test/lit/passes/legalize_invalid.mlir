// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-legalize=target=vulkan

choir.program @f64 {
  %0 = choir.slot 0 input : memref<8xf64>
  %1 = choir.slot 1 output : memref<8xf64>
  choir.launch @k %0, %1 id = 0 : memref<8xf64>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%a: tensor<8xf64>):
    // expected-error @+1 {{'accy.neg' op needs the dtype f64; target 'vulkan' has i1 i32 u32 f16 f32: convert to one of these, or choose a profile that has it [CapabilityMismatch]}}
    %c = accy.neg %a : tensor<8xf64>
    choir.yield %c : tensor<8xf64>
  }
  choir.return %1 : memref<8xf64>
}

// -----

choir.program @f16 {
  %0 = choir.slot 0 input : memref<8x8xf16>
  %1 = choir.slot 1 output : memref<8x8xf32>
  choir.launch @k %0, %1 id = 0 : memref<8x8xf16>, memref<8x8xf32>
  choir.kernel @k id = 0 kind = dot_general {
  ^bb0(%a: tensor<8x8xf16>):
    // expected-error @+1 {{'accy.dot_general' op needs the feature f16_arithmetic; target 'vulkan' has atomic_i32 atomic_u32 atomic_index: compute in f32, or choose a profile that has it [CapabilityMismatch]}}
    %c = accy.dot_general %a, %a lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] accumulate = f32 : tensor<8x8xf16> -> tensor<8x8xf32>
    choir.yield %c : tensor<8x8xf32>
  }
  choir.return %1 : memref<8x8xf32>
}

// -----

// Moving, choosing and converting f16 is no arithmetic; comparing them is.
choir.program @f16_moved {
  %0 = choir.slot 0 input : memref<8xf16>
  %1 = choir.slot 1 output : memref<8xi1>
  choir.launch @k %0, %1 id = 0 : memref<8xf16>, memref<8xi1>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%a: tensor<8xf16>):
    %k = accy.constant dense<[0, 2, 4, 6]> : tensor<4xi32>
    %h = accy.constant dense<1.0> : tensor<f16>
    %v0 = accy.reverse %a dims = [0] : tensor<8xf16>
    %v1 = accy.gather %v0, %k dim = 0 : tensor<8xf16>, tensor<4xi32> -> tensor<4xf16>
    %v2 = accy.pad %v1, %h low = [2] high = [2] interior = [0] : tensor<4xf16>, tensor<f16> -> tensor<8xf16>
    %v3 = accy.convert %v2 : tensor<8xf16> -> tensor<8xf32>
    %v4 = accy.compare lt %v3, %v3 : tensor<8xf32>
    %v5 = accy.select %v4, %a, %v2 : tensor<8xi1>, tensor<8xf16>, tensor<8xf16>
    // expected-error @+1 {{'accy.compare' op needs the feature f16_arithmetic}}
    %v6 = accy.compare lt %v5, %a : tensor<8xf16>
    choir.yield %v6 : tensor<8xi1>
  }
  choir.return %1 : memref<8xi1>
}

// -----

choir.program @large {
  %0 = choir.slot 0 input : memref<1048576x1024xf32>
  %1 = choir.slot 1 output : memref<1048576x1024xf32>
  choir.launch @k %0, %1 id = 0 : memref<1048576x1024xf32>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%a: tensor<1048576x1024xf32>):
    // expected-error @+1 {{'accy.neg' op needs a buffer of 4294967296 bytes; kernels for target 'vulkan' reach 134217728 of one: pass and compute it in parts of at most 33554432 elements, or choose a profile whose bindings.max_buffer_bytes says that the device takes more [CapabilityMismatch]}}
    %c = accy.neg %a : tensor<1048576x1024xf32>
    choir.yield %c : tensor<1048576x1024xf32>
  }
  choir.return %1 : memref<1048576x1024xf32>
}

// -----

// A record that was captured without its profile, or for another format than the module's, cannot be made again.
// expected-error @below {{'choir.program' op has a record 'target' without a profile: give 'profile', or let the module say it in 'choir.target' [TargetRecipeMismatch]}}
choir.program @main attributes {target = {backend = "vulkan", format = "vulkan_spirv"}} {
  choir.return
}

// -----

module attributes {choir.target = {backend = "cpu", format = "cpu_machine_code", profile = "cpu"}} {
  // expected-error @below {{'choir.program' op has a record 'target' for format cpu_object in a module for cpu_machine_code [TargetRecipeMismatch]}}
  choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
    choir.return
  }
}
