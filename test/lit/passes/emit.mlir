// RUN: accy-opt %s --accy-compile=target=cuda:sm_90 | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: accy-opt %s --accy-compile=target=vulkan | FileCheck %s --check-prefixes=CHECK,VULKAN
// RUN: accy-opt %s --accy-compile=target=cpu | FileCheck %s --check-prefixes=CHECK,CODE
// RUN: accy-opt %s --accy-compile="target=cpu format=cpu_object" | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: accy-opt %s --accy-compile=target=cpu --accy-compile=target=cpu > %t.twice
// RUN: accy-opt %s --accy-compile=target=cpu | diff - %t.twice
// RUN: accy-opt %s --accy-compile=target=wasm | FileCheck %s --check-prefixes=CHECK,WASM
// RUN: accy-opt %s --accy-compile="target=wasm wasm-import-memory=true" | FileCheck %s --check-prefixes=CHECK,IMPORT
// RUN: not env ACCY_LD=no-such-linker accy-opt %s --accy-compile=target=cpu 2>&1 | FileCheck %s --check-prefix=NOLLD
// RUN: not env ACCY_WASM_LD=no-such-linker accy-opt %s --accy-compile=target=wasm 2>&1 | FileCheck %s --check-prefix=NOLINKER
// RUN: accy-opt %s --accy-compile=target=metal | FileCheck %s --check-prefixes=CHECK,METAL
// RUN: accy-opt %s --accy-compile=target=webgpu | FileCheck %s --check-prefixes=CHECK,WEBGPU
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-outline-kernels --accy-legalize=target=cpu --accy-kernelize > %t
// RUN: not accy-opt %t --accy-emit 2>&1 | FileCheck %s --check-prefix=NOPLAN

// The kernel that was lowered stays as it was.
// CHECK: gpu.func @accy_choir_elementwise_add_0
// CHECK: arith.addf
// CUDA: choir.artifact @accy_choir_elementwise_add_0 format = cuda_ptx payload = "{{.*}}.target sm_90{{.*}}.visible .entry accy_choir_elementwise_add_0
// VULKAN: choir.artifact @accy_choir_elementwise_add_0 format = vulkan_spirv payload = dense<"0x03022307
// CODE: choir.artifact @accy_choir_elementwise_add_0 format = cpu_machine_code payload = dense<"0x
// CPU: choir.artifact @accy_choir_elementwise_add_0 format = cpu_object payload = dense<"0x7F454C46
// WASM: choir.artifact @accy_choir_elementwise_add_0 format = webassembly_module payload = dense<"0x0061736D01000000
// WASM-NOT: 03656E76066D656D6F727902
// WASM-SAME: 066D656D6F72790200
// The import of env.memory, and no export of a memory.
// IMPORT: choir.artifact @accy_choir_elementwise_add_0 format = webassembly_module payload = dense<"0x0061736D01000000
// IMPORT-SAME: 03656E76066D656D6F727902
// IMPORT-NOT: 066D656D6F72790200
// NOLINKER: error: {{.*}}wasm-ld-22 cannot be started
// NOLLD: error: {{.*}}ld.lld-22 cannot be started
// METAL: choir.artifact @accy_choir_elementwise_add_0 format = metal_msl payload = "{{.*}}kernel void accy_choir_elementwise_add_0(
// WEBGPU: choir.artifact @accy_choir_elementwise_add_0 format = webgpu_wgsl payload = "{{.*}}fn accy_choir_elementwise_add_0(
// NOPLAN: error: 'choir.launch' op has no record 'plan': run accy-plan first [InvalidArtifact]
func.func @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> tensor<7xf32> {
  %0 = accy.add %a, %b : tensor<7xf32>
  return %0 : tensor<7xf32>
}
