// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Planning and emission leave the target-independent kernels as they are: the same text before and after, nothing of a
// target in it, and the same fingerprint when it is planned again.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-outline-kernels -o %t/outlined.mlir

// RUN: accy-opt %t/outlined.mlir --accy-legalize=target=cuda --accy-kernelize -o %t/kernels.mlir
// RUN: sed -n '/gpu.module @kernels/,/^    }/p' %t/kernels.mlir > %t/before
// RUN: FileCheck %s --check-prefix=KERNELS < %t/before
// RUN: accy-opt %t/kernels.mlir --accy-plan --accy-emit --accy-plan-memory -o %t/emitted.mlir
// RUN: sed -n '/gpu.module @kernels/,/^    }/p' %t/emitted.mlir > %t/after
// RUN: diff %t/before %t/after
// RUN: grep -o 'body_fingerprint = "0x[0-9a-f]*"' %t/emitted.mlir > %t/fingerprints
// RUN: accy-opt %t/emitted.mlir --accy-plan | grep -o 'body_fingerprint = "0x[0-9a-f]*"' > %t/again
// RUN: diff %t/fingerprints %t/again
// RUN: FileCheck %s --check-prefix=FINGERPRINTS < %t/fingerprints

// RUN: accy-opt %t/outlined.mlir --accy-legalize=target=vulkan --accy-kernelize -o %t/kernels.mlir
// RUN: sed -n '/gpu.module @kernels/,/^    }/p' %t/kernels.mlir > %t/before
// RUN: FileCheck %s --check-prefix=KERNELS < %t/before
// RUN: accy-opt %t/kernels.mlir --accy-plan --accy-emit | sed -n '/gpu.module @kernels/,/^    }/p' > %t/after
// RUN: diff %t/before %t/after

// RUN: accy-opt %t/outlined.mlir --accy-legalize=target=cpu --accy-kernelize -o %t/kernels.mlir
// RUN: sed -n '/gpu.module @kernels/,/^    }/p' %t/kernels.mlir > %t/before
// RUN: FileCheck %s --check-prefix=KERNELS < %t/before
// RUN: accy-opt %t/kernels.mlir --accy-plan --accy-emit | sed -n '/gpu.module @kernels/,/^    }/p' > %t/after
// RUN: diff %t/before %t/after

// KERNELS-NOT: {{nvvm|llvm|spirv}}.
// KERNELS: gpu.func @accy_choir_reduction
// KERNELS-NOT: {{nvvm|llvm|spirv}}.
// KERNELS: gpu.func @accy_choir_elementwise
// KERNELS-NOT: {{nvvm|llvm|spirv}}.

// FINGERPRINTS-COUNT-2: body_fingerprint = "0x
// FINGERPRINTS-NOT: body_fingerprint
func.func @main(%a: tensor<16x16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  %0 = accy.reduce sum %a dims = [1] : tensor<16x16xf32> -> tensor<16xf32>
  %1 = accy.add %0, %b : tensor<16xf32>
  accy.return %1 : tensor<16xf32>
}
