// RUN: accy-opt %s --accy-compile=target=cpu | FileCheck %s

// A program without kernels has no artifacts.
// CHECK-LABEL: choir.program @main
// CHECK-NOT: choir.artifact
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
