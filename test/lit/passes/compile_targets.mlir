// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile="targets=cuda,vulkan:llvmpipe,cpu,wasm" --accy-export=dir=%t/all -o %t/all.mlir
// RUN: accy-opt %s --accy-compile=target=cuda --accy-export=dir=%t/cuda -o /dev/null
// RUN: accy-opt %s --accy-compile=target=vulkan:llvmpipe --accy-export=dir=%t/vulkan-llvmpipe -o /dev/null
// RUN: accy-opt %s --accy-compile=target=cpu --accy-export=dir=%t/cpu -o /dev/null
// RUN: accy-opt %s --accy-compile=target=wasm --accy-export=dir=%t/wasm -o /dev/null

// Each target has a folder with what a run for it alone gives.
// RUN: ls %t/all | FileCheck %s --check-prefix=FOLDERS
// RUN: diff -r %t/all/cuda %t/cuda
// RUN: diff -r %t/all/vulkan-llvmpipe %t/vulkan-llvmpipe
// RUN: diff -r %t/all/cpu %t/cpu
// RUN: diff -r %t/all/wasm %t/wasm
// FOLDERS: {{^}}cpu{{$}}
// FOLDERS-NEXT: {{^}}cuda{{$}}
// FOLDERS-NEXT: {{^}}vulkan-llvmpipe{{$}}
// FOLDERS-NEXT: {{^}}wasm{{$}}
// FOLDERS-NOT: {{.}}

// One target in the list has its folder, too.
// RUN: accy-opt %s --accy-compile=targets=cpu --accy-export=dir=%t/one -o /dev/null
// RUN: diff -r %t/one/cpu %t/cpu

// Text between the stages changes nothing.
// RUN: accy-opt %s --accy-schedule | accy-opt --accy-bufferize | accy-opt --accy-assign-memory-spaces | accy-opt --accy-assign-layouts | accy-opt --accy-assign-targets="targets=cuda,vulkan:llvmpipe,cpu,wasm" | accy-opt --accy-split-work-items | accy-opt --accy-outline-kernels | accy-opt --accy-legalize | accy-opt --accy-kernelize | accy-opt --accy-plan | accy-opt --accy-emit | accy-opt --accy-plan-memory -o %t/stages.mlir
// RUN: cmp %t/all.mlir %t/stages.mlir

// RUN: not accy-opt %s --accy-compile="target=cpu targets=cuda" 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not accy-opt %s --accy-compile="targets=cpu,cuda format=tape" 2>&1 | FileCheck %s --check-prefix=FORMAT
// OPTIONS: give one of the options target and targets
// FORMAT: error: {{.*}}cannot be compiled to format 'tape': none of its targets takes it
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  %1 = accy.exp %0 : tensor<8xf32>
  accy.return %1 : tensor<8xf32>
}
