// RUN: accy-opt %s --accy-assign-targets=target=cuda:sm_90 | FileCheck %s --check-prefix=ONE --implicit-check-not="module @"
// RUN: accy-opt %s --accy-assign-targets="targets=cuda:sm_90,cpu:x86-64-v3,vulkan:llvmpipe" | FileCheck %s --check-prefix=SEVERAL
// RUN: accy-opt %s --accy-assign-targets="targets=cuda:sm_90,cpu:x86-64-v3,vulkan:llvmpipe" --accy-assign-targets --accy-legalize | FileCheck %s --check-prefix=LEGAL
// RUN: accy-opt %s --accy-assign-targets="targets=cuda,cpu format=cpu_object" | FileCheck %s --check-prefix=FORMAT
// RUN: not accy-opt %s --accy-assign-targets 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not accy-opt %s --accy-assign-targets="target=cpu targets=cpu,cuda" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not accy-opt %s --accy-assign-targets="targets=cuda,abacus" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not accy-opt %s --accy-assign-targets="targets=metl,cuda,abacus," 2>&1 | FileCheck %s --check-prefix=EACH
// RUN: not accy-opt %s --accy-assign-targets="targets=cuda targets=cpu" 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not accy-opt %s --accy-compile="target=cuda target='cpu'" 2>&1 | FileCheck %s --check-prefix=AGAIN-COMPILE
// RUN: not accy-opt %s --accy-assign-targets="targets=cuda,cuda" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not accy-opt %s --accy-assign-targets="targets=cuda," 2>&1 | FileCheck %s --check-prefix=NAMELESS
// RUN: not accy-opt %s --accy-assign-targets="targets=cuda,vulkan format=cpu_object" 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not accy-opt %s --accy-assign-targets="targets=cuda,vulkan format=tape" 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not accy-opt %s --accy-assign-targets=target=cpu --accy-assign-targets="targets=cpu,cuda" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not accy-opt %s --accy-assign-targets="targets=cpu,webgpu" --accy-legalize 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: echo "module {}" | accy-opt --accy-assign-targets="targets=cpu,cuda" | FileCheck %s --check-prefix=NOTHING

// EACH: no backend named 'metl'
// EACH: no backend named 'abacus'
// EACH: a target without a name
// AGAIN: error: option 'targets' of accy-assign-targets is given twice: give it once
// AGAIN-COMPILE: error: option 'target' of accy-compile is given twice: give it once

// ONE: choir.program @narrow attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}}
// ONE: choir.program @wide attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}}

// Each target has a module of its own, in the order given, with every program.
// SEVERAL: module @"cuda-sm_90" attributes {choir.target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}} {
// SEVERAL-NEXT: choir.program @narrow {
// SEVERAL: choir.program @wide {
// SEVERAL: module @"cpu-x86-64-v3" attributes {choir.target = {backend = "cpu", format = "cpu_machine_code", profile = "cpu:x86-64-v3"}} {
// SEVERAL-NEXT: choir.program @narrow {
// SEVERAL: choir.program @wide {
// SEVERAL: module @"vulkan-llvmpipe" attributes {choir.target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan:llvmpipe"}} {
// SEVERAL-NEXT: choir.program @narrow {
// SEVERAL: choir.program @wide {
// SEVERAL-NOT: choir.program

// What follows takes each program's target from its module.
// LEGAL: choir.program @narrow attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}}
// LEGAL: choir.program @wide attributes {target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan:llvmpipe"}}

// A format is meant for the targets that take it.
// FORMAT: module @cuda attributes {choir.target = {backend = "cuda", format = "cuda_ptx", profile = "cuda"}}
// FORMAT: module @cpu attributes {choir.target = {backend = "cpu", format = "cpu_object", profile = "cpu"}}

// NONE: error: 'choir.program' op has no target: give accy-assign-targets{target=BACKEND[:PROFILE]}
// BOTH: error: 'builtin.module' op cannot be compiled for 'target' and for 'targets'
// UNKNOWN: error: 'choir.program' op on target 'abacus': no backend named 'abacus'
// TWICE: error: 'choir.program' op is to be compiled for target 'cuda' twice: name it once [UnsupportedOperation]
// NAMELESS: error: 'choir.program' op cannot be compiled for a target without a name
// NOBODY: error: 'choir.program' op cannot be compiled to format '{{cpu_object|tape}}': none of its targets takes it [UnsupportedArtifactFormat]
// OTHER: error: 'choir.program' op was asked for target 'cuda' but is recorded for 'cpu' [CapabilityMismatch]
// REFUSED: error: 'accy.neg' op needs the dtype f16; target 'cpu' has
// REFUSED: error: 'accy.neg' op needs the dtype f16; target 'webgpu' has
// NOTHING: module {
// NOTHING-NEXT: }
// NOTHING-NOT: module
choir.program @narrow {
  %0 = choir.slot 0 input : memref<8xf32>
  %1 = choir.slot 1 output : memref<8xf32>
  choir.launch @k %0, %1 id = 0 : memref<8xf32>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%a: tensor<8xf32>):
    %c = accy.neg %a : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.return %1 : memref<8xf32>
}
choir.program @wide {
  %0 = choir.slot 0 input : memref<8xf16>
  %1 = choir.slot 1 output : memref<8xf16>
  choir.launch @k %0, %1 id = 0 : memref<8xf16>
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%a: tensor<8xf16>):
    %c = accy.neg %a : tensor<8xf16>
    choir.yield %c : tensor<8xf16>
  }
  choir.return %1 : memref<8xf16>
}
