// RUN: accy-opt %s --accy-compile="target=cpu strategies=generic" | FileCheck %s
// RUN: not accy-opt %s --accy-compile 2>&1 | FileCheck %s --check-prefix=NOTARGET
// RUN: not accy-opt %s --accy-compile="target=cpu strategies=magic" 2>&1 | FileCheck %s --check-prefix=STRATEGIES
// RUN: not accy-opt %s --pass-pipeline="builtin.module(accy-compile{target=cpu,x})" 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: accy-opt --help | FileCheck %s --check-prefix=HELP

// CHECK: choir.artifact
// NOTARGET: error: 'choir.program' op has no target: give accy-assign-targets{target=BACKEND[:PROFILE]}, as target=cuda:sm_90
// PLAIN: give target=BACKEND[:PROFILE], as target=cuda:sm_90
// STRATEGIES: strategies is 'best' or 'generic'
// HELP: --accy-assign-layouts
// HELP: --accy-compile
// HELP: --strategies=<string>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
