// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-kernelize --split-input-file --verify-diagnostics %s
// RUN: not accy-opt --accy-kernelize=strategy=wish %S/kernelize.mlir 2>&1 | FileCheck --check-prefix=STRATEGY %s
// RUN: not accy-opt --accy-kernelize=strategies=worst %S/kernelize.mlir 2>&1 | FileCheck --check-prefix=STRATEGIES %s

// STRATEGY: there is no strategy 'wish'
// STRATEGIES: strategies is 'best' or 'generic', not 'worst'

choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  // expected-error @below {{'choir.kernel' op has no record 'legalization': run accy-legalize first [MissingKernelLegalization]}}
  choir.kernel @k id = 0 kind = elementwise {
  ^bb0(%x: tensor<8xf32>):
    %s = accy.neg %x : tensor<8xf32>
    choir.yield %s : tensor<8xf32>
  }
  choir.return
}

// -----

choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  // expected-error @below {{'choir.kernel' op is not legal on its target [UnsupportedOperation]}}
  choir.kernel @k id = 0 kind = elementwise attributes {legalization = {status = "UnsupportedOperation"}} {
  ^bb0(%x: tensor<8xf32>):
    %s = accy.neg %x : tensor<8xf32>
    choir.yield %s : tensor<8xf32>
  }
  choir.return
}

// -----

choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  // expected-error @below {{'choir.kernel' op has a record 'legalization' whose entry 'status' is absent or malformed [InvalidArtifact]}}
  choir.kernel @k id = 0 kind = elementwise attributes {legalization = {status = "perhaps"}} {
  ^bb0(%x: tensor<8xf32>):
    %s = accy.neg %x : tensor<8xf32>
    choir.yield %s : tensor<8xf32>
  }
  choir.return
}

// -----

choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @k id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<2xf32>):
    // expected-error @below {{'accy.constant' op has different elements inside of a kernel}}
    %c = accy.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %s = accy.add %x, %c : tensor<2xf32>
    choir.yield %s : tensor<2xf32>
  }
  choir.return
}

// -----

choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @k id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<2xf64>):
    // expected-error @below {{'accy.exp' op has no kernel code for elements of type f64: convert to f32 before it [UnsupportedOperation]}}
    %s = accy.exp %x : tensor<2xf64>
    choir.yield %s : tensor<2xf64>
  }
  choir.return
}

// -----

choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  // expected-error @below {{'choir.kernel' op has no strategy for target cpu:baseline that fits it [UnsupportedOperation]}}
  choir.kernel @k id = 0 kind = dot_general attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<2xf32>):
    %s = accy.neg %x : tensor<2xf32>
    choir.yield %s : tensor<2xf32>
  }
  choir.return
}
