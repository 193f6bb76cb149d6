// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=targets=cpu,vulkan -o %t/whole.mlir
// RUN: sed '/choir.artifact @accy_choir_elementwise_neg_0 format = vulkan_spirv/d' %t/whole.mlir > %t/unfinished.mlir
// RUN: not accy-opt %t/unfinished.mlir --accy-export=dir=%t/bundles -o /dev/null 2>&1 | FileCheck %s
// RUN: not ls %t/bundles

// One program that cannot be exported keeps all from being written.
// CHECK: error: 'choir.kernel' op has no artifact: run accy-emit first [InvalidArtifact]
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
