// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums need no bits; which of two is larger does.
func.func @main(%a: tensor<4xf64>, %b: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %0 = accy.add %a, %b : tensor<4xf64>
  %1 = accy.sqrt %0 : tensor<4xf64>
  %2 = accy.max %a, %b : tensor<4xf64>
  accy.return %1, %2 : tensor<4xf64>, tensor<4xf64>
}
