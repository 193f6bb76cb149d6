// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile="targets=cpu,cuda:sm_90" --accy-export=dir=%t/bundles -o /dev/null
// RUN: ls %t/bundles/cpu/half/plan.json %t/bundles/cpu/whole/plan.json %t/bundles/cuda-sm_90/half/plan.json

// A profile that refuses the program: an error that names the target, and nothing is written.
// RUN: not accy-opt %s --accy-compile="targets=cpu:x86-64-v3,metal,vulkan:desktop" --accy-export=dir=%t/refused -o /dev/null 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not ls %t/refused
// REFUSED: error: 'accy.convert' op needs the dtype f64; target 'metal' has i1 i32 u32 f16 f32
// REFUSED: error: 'accy.convert' op needs the dtype f64; target 'vulkan:desktop' has

func.func @half(%a: tensor<8xf32>) -> tensor<8xf64> {
  %0 = accy.convert %a : tensor<8xf32> -> tensor<8xf64>
  accy.return %0 : tensor<8xf64>
}
func.func @whole(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
