// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @main(%a: tensor<5000000xf32>) -> tensor<f32> {
  %0 = accy.reduce sum %a dims = [0] : tensor<5000000xf32> -> tensor<f32>
  accy.return %0 : tensor<f32>
}
