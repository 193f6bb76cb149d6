// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-kernelize=strategies=generic --split-input-file %s | FileCheck %s

// Trailing dimensions are one loop; what does not depend on it is before it, what follows after it. The launch is
// planned elsewhere.

// CHECK-LABEL: choir.program @rows
// CHECK: strategy = "reduction"
// CHECK: gpu.func @kernel({{[^{]*}}) kernel {
// CHECK: scf.if
// CHECK: %[[ROW:.*]] = arith.muli %[[I:.*]], %c30
// CHECK: %[[B:.*]] = memref.load %arg1[%[[I]]]
// CHECK: %[[SUM:.*]] = scf.for %[[K:.*]] = %c0 to %c30 step %c1 iter_args(%[[S:.*]] = %{{.*}}) -> (f32)
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[ROW]], %[[K]]
// CHECK-NEXT: %[[A:.*]] = memref.load %arg0[%[[AT]]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[A]], %[[B]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[S]], %[[D]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: %[[ROOT:.*]] = math.sqrt %[[SUM]]
// CHECK: memref.store %[[ROOT]], %arg2[%[[I]]]
choir.program @rows attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda"}} {
  choir.kernel @kernel id = 0 kind = reduction attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<4x5x6xf32>, %y: tensor<4xf32>):
    %b = accy.broadcast %y dims = [0] : tensor<4xf32> -> tensor<4x5x6xf32>
    %d = accy.sub %x, %b : tensor<4x5x6xf32>
    %s = accy.reduce sum %d dims = [1, 2] : tensor<4x5x6xf32> -> tensor<4xf32>
    %r = accy.sqrt %s : tensor<4xf32>
    choir.yield %r : tensor<4xf32>
  }
  choir.return
}

// -----

// Without an element to fold there is no loop, whose result would be undefined on some targets.

// CHECK-LABEL: choir.program @nothing
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NOT: scf.for
// CHECK: memref.store %[[ONE]]
choir.program @nothing attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = reduction attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<4x0xf32>):
    %r = accy.reduce prod %x dims = [1] : tensor<4x0xf32> -> tensor<4xf32>
    choir.yield %r : tensor<4xf32>
  }
  choir.return
}

// -----

// Booleans are bytes in memory; sums of 16-bit floats are kept in f32.

// CHECK-LABEL: choir.program @booleans
// CHECK: gpu.func @kernel(%{{.*}}: memref<6xi8>, %{{.*}}: memref<2xi8>, %{{.*}}: memref<1xi32>)
// CHECK: scf.for {{.*}} -> (i1)
// CHECK: %[[BYTE:.*]] = memref.load %arg0
// CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[BYTE]], %c0_i8
// CHECK: arith.andi %{{.*}}, %[[BIT]] : i1
// CHECK: %[[STORED:.*]] = arith.extui %{{.*}} : i1 to i8
// CHECK: memref.store %[[STORED]], %arg1
choir.program @booleans attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = reduction attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<2x3xi1>):
    %r = accy.reduce and %x dims = [1] : tensor<2x3xi1> -> tensor<2xi1>
    choir.yield %r : tensor<2xi1>
  }
  choir.return
}

// -----

// CHECK-LABEL: choir.program @halves
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
choir.program @halves attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda"}} {
  choir.kernel @kernel id = 0 kind = reduction attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<2x3xf16>):
    %r = accy.reduce sum %x dims = [1] : tensor<2x3xf16> -> tensor<2xf16>
    choir.yield %r : tensor<2xf16>
  }
  choir.return
}
