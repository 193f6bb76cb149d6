// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three hand-written kernels between generated ones. Results: ((a + b)·3 + 1, (a + b)·0.5·b, (a·b) + (a + b)).

func.func @main(%a: tensor<1000xf32>, %b: tensor<1000xf32>)
    -> (tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>) {
  %sum = accy.add %a, %b : tensor<1000xf32>

  // A fixed launch; the factor 3 is a static argument of the registry's.
  %scaled = accy.kernel_call "example.scale" %sum version = 1 : tensor<1000xf32> -> tensor<1000xf32>
  %one = accy.constant dense<1.0> : tensor<1000xf32>
  %first = accy.add %scaled, %one : tensor<1000xf32>

  // The grid follows from the scalar 1000; the factor 0.5 is a runtime scalar, too.
  %halved = accy.kernel_call "example.scale" %sum version = 2 scalars = [{bits = 1000 : i64, kind = "u32"}, {bits = 1056964608 : i64, kind = "f32"}] : tensor<1000xf32> -> tensor<1000xf32>
  %second = accy.mul %halved, %b : tensor<1000xf32>

  // Adds to its first operand in place.
  %product = accy.mul %a, %b : tensor<1000xf32>
  %third = accy.kernel_call "example.accumulate" %product, %sum version = 1 effects = ["readwrite", "read"] alias = 0 : tensor<1000xf32>, tensor<1000xf32> -> tensor<1000xf32>
  accy.return %first, %second, %third : tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>
}
