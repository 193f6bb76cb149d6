// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=webgpu --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=LITERALS < %t/bundle/literals.wgsl
// RUN: FileCheck %s --check-prefix=HIDDEN < %t/bundle/hidden.wgsl
// RUN: FileCheck %s --check-prefix=CHAINS < %t/bundle/chains.wgsl
// RUN: FileCheck %s --check-prefix=FREE < %t/bundle/free.wgsl
// RUN: FileCheck %s --check-prefix=INNER < %t/bundle/inner_product.wgsl

func.func @main(%a: tensor<7xf32>) -> tensor<7xf32> {
  %0 = accy.neg %a : tensor<7xf32>
  accy.return %0 : tensor<7xf32>
}

gpu.module @authored {
  // The shortest decimal of a float; words without sign.
  // LITERALS: = 1.0f;
  // LITERALS-NEXT: = -2.5f;
  // LITERALS-NEXT: = 0.1f;
  // LITERALS-NEXT: = 1e+10f;
  // The greatest float; 3.4028235e+38 is above it.
  // LITERALS-NEXT: = 3.402823466e+38f;
  // LITERALS-NEXT: = 1.1754944e-38f;
  // LITERALS-NEXT: = 0.0f;
  // LITERALS-NEXT: = 4294967295u;
  // LITERALS-NEXT: = 128u;
  // LITERALS-NEXT: = 15360u;
  // LITERALS-NEXT: = 1u;
  // LITERALS-NEXT: = 49024u;
  // LITERALS-NEXT: = true;
  gpu.func @literals() kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %0 = arith.constant 1.0 : f32
    %1 = arith.constant -2.5 : f32
    %2 = arith.constant 0.1 : f32
    %3 = arith.constant 1.0e10 : f32
    %4 = arith.constant 0x7F7FFFFF : f32
    %5 = arith.constant 0x00800000 : f32
    %6 = arith.constant 0.0 : f32
    %7 = arith.constant -1 : i32
    %8 = arith.constant -128 : i8
    %9 = arith.constant 1.0 : f16
    %10 = arith.constant 0x0001 : f16
    %11 = arith.constant -1.0 : bf16
    %12 = arith.constant true
    gpu.return
  }

  // Numbers that WGSL refuses, may change, or may compute with in another way than is written.
  // HIDDEN: let odd = group.x | 1u;
  // HIDDEN-NEXT: let zero = (odd * odd) & 4u;
  // HIDDEN: = bitcast<f32>(0x7f800000u ^ zero);
  // HIDDEN-NEXT: = bitcast<f32>(0xff800000u ^ zero);
  // HIDDEN-NEXT: = bitcast<f32>(0x7fc00000u ^ zero);
  // HIDDEN-NEXT: = bitcast<f32>(0x80000000u ^ zero);
  // HIDDEN-NEXT: = bitcast<f32>(0x00000001u ^ zero);
  // HIDDEN-NEXT: = bitcast<f32>(0x00000000u ^ zero);
  // HIDDEN-NEXT: = bitcast<f32>(0x40400000u ^ zero);
  gpu.func @hidden(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %infinity = arith.constant 0x7F800000 : f32
    %negative = arith.constant 0xFF800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    %minus_zero = arith.constant -0.0 : f32
    %subnormal = arith.constant 0x00000001 : f32
    %zero = arith.constant 0.0 : f32
    %three = arith.constant 3.0 : f32
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf32>
    %0 = arith.mulf %x, %zero : f32
    %1 = arith.divf %x, %three : f32
    memref.store %0, %a[%i] : memref<8xf32>
    gpu.return
  }

  // What could be reassociated or factored: sums of sums, products of products, sums of two products.
  // CHAINS: [[S:v[0-9]+]] = bitcast<f32>(bitcast<u32>([[X:v[0-9]+]] + [[C:v[0-9]+]]) ^ zero);
  // CHAINS-NEXT: [[D:v[0-9]+]] = [[S]] - [[C]];
  // CHAINS-NEXT: [[P:v[0-9]+]] = bitcast<f32>(bitcast<u32>([[D]] * [[C]]) ^ zero);
  // CHAINS-NEXT: [[Q:v[0-9]+]] = bitcast<f32>(bitcast<u32>([[P]] / [[X]]) ^ zero);
  // CHAINS-NEXT: [[R:v[0-9]+]] = bitcast<f32>(bitcast<u32>([[X]] * [[X]]) ^ zero);
  // CHAINS-NEXT: = [[Q]] + [[R]];
  gpu.func @chains(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %c = arith.constant 12582912.0 : f32
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf32>
    %s = arith.addf %x, %c : f32
    %d = arith.subf %s, %c : f32
    %p = arith.mulf %d, %c : f32
    %q = arith.divf %p, %x : f32
    %r = arith.mulf %x, %x : f32
    %t = arith.addf %q, %r : f32
    memref.store %t, %a[%i] : memref<8xf32>
    gpu.return
  }

  // A product in a sum is left free, as in every inner product.
  // FREE-NOT: zero
  gpu.func @free(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %c = arith.constant 3.0 : f32
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf32>
    %p = arith.mulf %x, %c : f32
    %s = arith.addf %p, %c : f32
    %q = arith.mulf %s, %x : f32
    memref.store %q, %a[%i] : memref<8xf32>
    gpu.return
  }

  // So are the sums of an inner product, two of whose steps are one turn of the loop here.
  // INNER-NOT: zero
  // INNER: var [[ACC:v[0-9]+]] = {{v[0-9]+}};
  // INNER: let [[A:v[0-9]+]] = [[ACC]];
  // INNER: let [[P:v[0-9]+]] = [[X:v[0-9]+]] * [[X]];
  // INNER-NEXT: let [[S:v[0-9]+]] = [[A]] + [[P]];
  // INNER-NEXT: let [[Q:v[0-9]+]] = [[X]] * {{v[0-9]+}};
  // INNER-NEXT: let [[T:v[0-9]+]] = [[Q]] + [[S]];
  // INNER-NEXT: [[ACC]] = [[T]];
  gpu.func @inner_product(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %start = arith.constant 0.0 : f32
    %three = arith.constant 3.0 : f32
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %start) -> f32 {
      %x = memref.load %a[%k] : memref<8xf32>
      %p = arith.mulf %x, %x : f32
      %s = arith.addf %acc, %p : f32
      %q = arith.mulf %x, %three : f32
      %t = arith.addf %q, %s : f32
      scf.yield %t : f32
    }
    memref.store %sum, %a[%c0] : memref<8xf32>
    gpu.return
  }
}
