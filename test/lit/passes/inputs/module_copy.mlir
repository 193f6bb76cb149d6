// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  accy.return %a : tensor<4xf32>
}
