// RUN: accy-opt %s --accy-legalize=target=cpu | FileCheck %s --check-prefix=CODE
// RUN: accy-opt %s --accy-legalize=target=cuda:sm_90 | FileCheck %s --check-prefix=CUDA
// RUN: accy-opt %s --accy-legalize=target=vulkan --accy-legalize | FileCheck %s --check-prefix=VULKAN
// RUN: accy-opt %s --accy-legalize="target=cpu format=cpu_object" | FileCheck %s --check-prefix=CPU
// RUN: not accy-opt %s --accy-legalize 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not accy-opt %s --accy-legalize=target=abacus 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not accy-opt %s --accy-legalize=target=cuda:sm_1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not accy-opt %s --accy-legalize="target=cpu format=cuda_ptx" 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not accy-opt %s --accy-legalize="target=cpu format=tape" 2>&1 | FileCheck %s --check-prefix=NOFORMAT
// RUN: not accy-opt %s --accy-legalize=target=cpu --accy-legalize=target=cuda 2>&1 | FileCheck %s --check-prefix=OTHER

// CODE: choir.program @main attributes {target = {backend = "cpu", format = "cpu_machine_code", profile = "cpu"}}
// CPU: choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}}
// CPU: choir.kernel {{.*}}legalization = {dtypes = ["i1", "f32"], features = [], status = "legal", subgroup = []}
// CUDA: target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_90"}
// VULKAN: target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan"}
// NONE: error: 'choir.program' op has no target
// UNKNOWN: error: {{.*}}[UnsupportedOperation]
// FORMAT: error: {{.*}}[UnsupportedArtifactFormat]
// NOFORMAT: error: {{.*}}knows no artifact format 'tape'; target 'cpu' takes cpu_machine_code or cpu_object [UnsupportedArtifactFormat]
// OTHER: error: {{.*}}{{.*}}was asked for target 'cuda' but is recorded for 'cpu' [CapabilityMismatch]
choir.program @main {
  %0 = choir.slot 0 input : memref<8xf32>
  %1 = choir.slot 1 output : memref<8xi1>
  choir.launch @compare %0, %1 id = 0 : memref<8xf32>, memref<8xi1>
  choir.kernel @compare id = 0 kind = elementwise {
  ^bb0(%a: tensor<8xf32>):
    %c = accy.compare lt %a, %a : tensor<8xf32>
    choir.yield %c : tensor<8xi1>
  }
  choir.return %1 : memref<8xi1>
}
