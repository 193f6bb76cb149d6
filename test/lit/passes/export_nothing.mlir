// RUN: rm -rf %t
// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-compile=target=cpu --accy-export=dir=%t
// RUN: not ls %t
// RUN: echo > %t.empty.mlir
// RUN: not accy-opt %t.empty.mlir --accy-compile=target=cpu --accy-export=dir=%t 2>&1 | FileCheck %s
// CHECK: empty.mlir:{{.*}}error: 'builtin.module' op has no compiled program to export: it is empty; give it a function and run accy-compile first

// What has no program says what it has instead, and where.

module {
  // expected-error @+1 {{has no compiled program to export, and accy-compile does not look into a module in a module: compile and export this one by itself}}
  module {
    func.func @sum(%a: tensor<8xf32>) -> tensor<8xf32> {
      %0 = accy.add %a, %a : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
  }
}

// -----

// expected-error @+1 {{has no compiled program to export: it is empty; give it a function and run accy-compile first}}
module {
}

// -----

// expected-error @+1 {{has no compiled program to export: it begins with 'gpu.module', and what is exported is a choir.program; run accy-compile first}}
module {
  gpu.module @authored {
  }
}
