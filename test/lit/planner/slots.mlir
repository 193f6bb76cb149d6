// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which tensors have slots: every argument, used or not; a constant once, however many kernels read it, and not at all
// where none does; what a kernel makes.
// RUN: accy-opt %s --accy-compile="target=cuda strategies=generic" | FileCheck %s

// CHECK: choir.slot 0 input
// CHECK: choir.slot 1 input
// CHECK: %[[K:.*]] = choir.slot 2 constant
// CHECK-NOT: choir.slot {{[0-9]+}} constant
// CHECK: choir.launch {{.*}}%[[K]],
// CHECK-NOT: choir.slot {{[0-9]+}} constant
// CHECK: choir.launch {{.*}}%[[K]],
// CHECK-NOT: choir.slot {{[0-9]+}} constant
func.func @main(%a: tensor<8xf32>, %unused: tensor<3xi32>) -> (tensor<8xf32>, tensor<16xf32>) {
  %k = accy.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %none = accy.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = accy.add %a, %k : tensor<8xf32>
  %1 = accy.concatenate %0, %k dim = 0 : tensor<8xf32> -> tensor<16xf32>
  accy.return %0, %1 : tensor<8xf32>, tensor<16xf32>
}
