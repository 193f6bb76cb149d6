// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of three inputs, an output and the element count.
func.func @main(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = accy.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}
