// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels keep in threadgroup memory is checked before anything is lowered. The strategies that use it ask how much
// there is: on ever smaller devices they keep less, and at last the generic ones are taken.
// DEFINE: %{bytes} =
// DEFINE: %{profile} = python3 -c 'import json, sys; plan = json.load(open("%t/bundle/plan.json")); plan["target"]["memory"]["shared_bytes_per_threadgroup"] = %{bytes}; print(json.dumps({key: plan[key] for key in ("backend", "format", "target")}))' >%t/%{bytes}.json
// DEFINE: %{compile} = accy-opt %s --accy-compile=target=%t/%{bytes}.json -o %t/%{bytes}.mlir
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=vulkan:llvmpipe --accy-export=dir=%t/bundle -o /dev/null
// REDEFINE: %{bytes} = 32768
// RUN: %{profile}
// RUN: %{compile}
// REDEFINE: %{bytes} = 4096
// RUN: %{profile}
// RUN: %{compile}
// REDEFINE: %{bytes} = 1024
// RUN: %{profile}
// RUN: %{compile}
// REDEFINE: %{bytes} = 64
// RUN: %{profile}
// RUN: %{compile}
// REDEFINE: %{bytes} = 0
// RUN: %{profile}
// RUN: %{compile}
// RUN: FileCheck %s --check-prefix=LARGE < %t/32768.mlir
// RUN: FileCheck %s --check-prefix=SMALL < %t/1024.mlir
// RUN: FileCheck %s --check-prefix=NONE < %t/0.mlir
// RUN: not accy-opt %s --accy-compile='target=%t/1024.json strategy=dot_general_block' 2>&1 | FileCheck %s --check-prefix=UNFIT

// A kernel that has more by the time that it is planned.
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-outline-kernels --accy-legalize=target=vulkan:llvmpipe --accy-kernelize -o %t/kernels.mlir
// RUN: sed 's/memref<128xf32, #gpu/memref<8193xf32, #gpu/g' %t/kernels.mlir | not accy-opt --accy-plan 2>&1 | FileCheck %s --check-prefix=GROWN

// LARGE: strategy = "reduction_subgroup"
// LARGE: strategy = "dot_general_block"
// SMALL: strategy = "reduction_subgroup"
// SMALL-NOT: strategy = "dot_general_block"
// NONE-NOT: workgroup(
// UNFIT: error: {{.*}}dot_general_block
// GROWN: error: 'gpu.func' op takes 32940 bytes of threadgroup memory; a kernel for target 'vulkan:llvmpipe' can have 32768: keep less there, or choose a profile that has more [CapabilityMismatch]
func.func @main(%x: tensor<64x520xf32>, %a: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) {
  %r = accy.reduce sum %x dims = [1] : tensor<64x520xf32> -> tensor<64xf32>
  %d = accy.dot_general %a, %a lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<64x64xf32> -> tensor<64x64xf32>
  return %r, %d : tensor<64xf32>, tensor<64x64xf32>
}
