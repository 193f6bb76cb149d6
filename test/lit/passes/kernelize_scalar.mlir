// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-kernelize --split-input-file %s | FileCheck %s
// RUN: accy-opt --accy-kernelize --split-input-file --mlir-print-debuginfo %s | FileCheck --check-prefix=LOCATION %s

// Integers: neither a zero divisor nor the least integer by -1 reaches the division.

// CHECK-LABEL: choir.program @division
// CHECK: %[[A:.*]] = memref.load %arg0
// CHECK: %[[B:.*]] = memref.load %arg1
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %c0_i32
// CHECK: %[[SAFE:.*]] = arith.select %{{.*}}, %c1_i32, %[[B]]
// CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[SAFE]]
// CHECK: arith.select %{{.*}}, %c-1_i32, %[[Q]]
choir.program @division attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%a: tensor<4xi32>, %b: tensor<4xi32>):
    %r = accy.div %a, %b : tensor<4xi32>
    choir.yield %r : tensor<4xi32>
  }
  choir.return
}

// -----

// Unsigned elements are signless in the kernel, with unsigned operations.

// CHECK-LABEL: choir.program @unsigned
// CHECK: gpu.func @kernel(%{{.*}}: memref<4xi8>, %{{.*}}: memref<4xi8>, %{{.*}}: memref<4xi8>,
// CHECK: arith.remui
// CHECK: arith.maxui
// CHECK: arith.cmpi ult, %{{.*}}, %c8_i8
// CHECK: arith.shrui
choir.program @unsigned attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%a: tensor<4xui8>, %b: tensor<4xui8>):
    %q = accy.rem %a, %b : tensor<4xui8>
    %m = accy.max %q, %b : tensor<4xui8>
    %r = accy.shr %m, %b : tensor<4xui8>
    choir.yield %r : tensor<4xui8>
  }
  choir.return
}

// -----

// What is out of range does not reach the conversion.

// CHECK-LABEL: choir.program @convert
// CHECK-DAG: arith.constant -1.280000e+02 : f32
// CHECK-DAG: arith.constant 1.280000e+02 : f32
// CHECK: %[[SAFE:.*]] = arith.select
// CHECK: arith.fptosi %[[SAFE]] : f32 to i8
choir.program @convert attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%a: tensor<4xf32>):
    %r = accy.convert %a : tensor<4xf32> -> tensor<4xi8>
    choir.yield %r : tensor<4xi8>
  }
  choir.return
}

// -----

// Functions are expanded: nothing of the math dialect is left but square root and magnitude.

// CHECK-LABEL: choir.program @functions
// CHECK: gpu.func
// CHECK-NOT: math.{{exp|tanh|log}}
// CHECK: math.sqrt
// CHECK: gpu.return
choir.program @functions attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%a: tensor<4xf32>):
    %e = accy.exp %a : tensor<4xf32>
    %t = accy.tanh %e : tensor<4xf32>
    %l = accy.log %t : tensor<4xf32>
    %r = accy.sqrt %l : tensor<4xf32>
    choir.yield %r : tensor<4xf32>
  }
  choir.return
}

// -----

// bf16 is computed in f32 and rounded once an operation; comparisons are ordered but for ne.

// CHECK-LABEL: choir.program @bf16
// CHECK: arith.addf %{{.*}} : f32
// CHECK-NOT: arith.addf %{{.*}} : bf16
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf une
choir.program @bf16 attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda"}} {
  choir.kernel @kernel id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%a: tensor<4xbf16>, %b: tensor<4xf32>):
    %s = accy.add %a, %a : tensor<4xbf16>
    %c = accy.convert %s : tensor<4xbf16> -> tensor<4xf32>
    %l = accy.compare lt %c, %b : tensor<4xf32>
    %n = accy.compare ne %c, %b : tensor<4xf32>
    %r = accy.and %l, %n : tensor<4xi1>
    choir.yield %r : tensor<4xi1>
  }
  choir.return
}

// -----

// What is built for an operation has its location, what is loaded that of the operation that asks.

// LOCATION: memref.load %arg0{{.*}} loc(#[[ADD:.*]])
// LOCATION: arith.addf {{.*}} loc(#[[ADD]])
// LOCATION: arith.negf {{.*}} loc(#[[NEG:.*]])
// LOCATION-DAG: #[[ADD]] = loc("sum")
// LOCATION-DAG: #[[NEG]] = loc("negated")
choir.program @locations attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%a: tensor<4xf32>):
    %s = accy.add %a, %a : tensor<4xf32> loc("sum")
    %r = accy.neg %s : tensor<4xf32> loc("negated")
    choir.yield %r : tensor<4xf32>
  }
  choir.return
}
