// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations print and parse again as they were.

// RUN: accy-opt %s | FileCheck %s
// RUN: accy-opt %s | accy-opt | FileCheck %s
// RUN: accy-opt %s -mlir-print-op-generic | accy-opt | FileCheck %s

// CHECK-LABEL: func.func @unary
func.func @unary(%f: tensor<4xf32>, %i: tensor<2x3xi8>, %b: tensor<i1>) -> tensor<4xf32> {
  // CHECK: accy.neg %{{.*}} : tensor<4xf32>
  %0 = accy.neg %f : tensor<4xf32>
  // CHECK: accy.neg %{{.*}} : tensor<2x3xi8>
  %1 = accy.neg %i : tensor<2x3xi8>
  // CHECK: accy.abs %{{.*}} : tensor<4xf32>
  %2 = accy.abs %f : tensor<4xf32>
  // CHECK: accy.sign %{{.*}} : tensor<2x3xi8>
  %3 = accy.sign %i : tensor<2x3xi8>
  // CHECK: accy.exp %{{.*}} : tensor<4xf32>
  %4 = accy.exp %f : tensor<4xf32>
  // CHECK: accy.expm1 %{{.*}} : tensor<4xf32>
  %5 = accy.expm1 %f : tensor<4xf32>
  // CHECK: accy.log %{{.*}} : tensor<4xf32>
  %6 = accy.log %f : tensor<4xf32>
  // CHECK: accy.log1p %{{.*}} : tensor<4xf32>
  %7 = accy.log1p %f : tensor<4xf32>
  // CHECK: accy.sqrt %{{.*}} : tensor<4xf32>
  %8 = accy.sqrt %f : tensor<4xf32>
  // CHECK: accy.rsqrt %{{.*}} : tensor<4xf32>
  %9 = accy.rsqrt %f : tensor<4xf32>
  // CHECK: accy.sin %{{.*}} : tensor<4xf32>
  %10 = accy.sin %f : tensor<4xf32>
  // CHECK: accy.cos %{{.*}} : tensor<4xf32>
  %11 = accy.cos %f : tensor<4xf32>
  // CHECK: accy.tan %{{.*}} : tensor<4xf32>
  %12 = accy.tan %f : tensor<4xf32>
  // CHECK: accy.tanh %{{.*}} : tensor<4xf32>
  %13 = accy.tanh %f : tensor<4xf32>
  // CHECK: accy.logistic %{{.*}} : tensor<4xf32>
  %14 = accy.logistic %f : tensor<4xf32>
  // CHECK: accy.erf %{{.*}} : tensor<4xf32>
  %15 = accy.erf %f : tensor<4xf32>
  // CHECK: accy.floor %{{.*}} : tensor<4xf32>
  %16 = accy.floor %f : tensor<4xf32>
  // CHECK: accy.ceil %{{.*}} : tensor<4xf32>
  %17 = accy.ceil %f : tensor<4xf32>
  // CHECK: accy.round %{{.*}} ties = away : tensor<4xf32>
  %18 = accy.round %f ties = away : tensor<4xf32>
  // CHECK: accy.round %{{.*}} ties = even : tensor<4xf32>
  %19 = accy.round %f ties = even : tensor<4xf32>
  // CHECK: accy.not %{{.*}} : tensor<i1>
  %20 = accy.not %b : tensor<i1>
  // CHECK: accy.convert %{{.*}} : tensor<2x3xi8> -> tensor<2x3xbf16>
  %21 = accy.convert %i : tensor<2x3xi8> -> tensor<2x3xbf16>
  accy.return %19 : tensor<4xf32>
}

// Every element type.
// CHECK-LABEL: func.func @elements
// CHECK-SAME: tensor<0xf16>, %{{.*}}: tensor<1xbf16>, %{{.*}}: tensor<f64>
func.func @elements(%f16: tensor<0xf16>, %bf16: tensor<1xbf16>, %f64: tensor<f64>, %i16: tensor<i16>,
                    %i32: tensor<i32>, %i64: tensor<i64>, %ui8: tensor<ui8>, %ui16: tensor<ui16>,
                    %ui32: tensor<ui32>, %ui64: tensor<1x1x1x1x1x1x1x2xui64>) -> tensor<0xf16> {
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<0xf16>
  %0 = accy.add %f16, %f16 : tensor<0xf16>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<1xbf16>
  %1 = accy.add %bf16, %bf16 : tensor<1xbf16>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<f64>
  %2 = accy.add %f64, %f64 : tensor<f64>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<i16>
  %3 = accy.add %i16, %i16 : tensor<i16>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<i32>
  %4 = accy.add %i32, %i32 : tensor<i32>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<i64>
  %5 = accy.add %i64, %i64 : tensor<i64>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<ui8>
  %6 = accy.add %ui8, %ui8 : tensor<ui8>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<ui16>
  %7 = accy.add %ui16, %ui16 : tensor<ui16>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<ui32>
  %8 = accy.add %ui32, %ui32 : tensor<ui32>
  // CHECK: accy.add %{{.*}}, %{{.*}} : tensor<1x1x1x1x1x1x1x2xui64>
  %9 = accy.add %ui64, %ui64 : tensor<1x1x1x1x1x1x1x2xui64>
  accy.return %0 : tensor<0xf16>
}

// CHECK-LABEL: func.func @binary
func.func @binary(%f: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: accy.add %{{.*}}, %{{.*}} {note = "kept"} : tensor<4xf32>
  %0 = accy.add %f, %f {note = "kept"} : tensor<4xf32>
  // CHECK: accy.sub %{{.*}}, %{{.*}} : tensor<4xf32>
  %1 = accy.sub %f, %f : tensor<4xf32>
  // CHECK: accy.mul %{{.*}}, %{{.*}} : tensor<4xf32>
  %2 = accy.mul %f, %f : tensor<4xf32>
  // CHECK: accy.div %{{.*}}, %{{.*}} : tensor<4xf32>
  %3 = accy.div %f, %f : tensor<4xf32>
  // CHECK: accy.rem %{{.*}}, %{{.*}} : tensor<4xi32>
  %4 = accy.rem %i, %i : tensor<4xi32>
  // CHECK: accy.pow %{{.*}}, %{{.*}} : tensor<4xi32>
  %5 = accy.pow %i, %i : tensor<4xi32>
  // CHECK: accy.max %{{.*}}, %{{.*}} : tensor<4xf32>
  %6 = accy.max %f, %f : tensor<4xf32>
  // CHECK: accy.min %{{.*}}, %{{.*}} : tensor<4xf32>
  %7 = accy.min %f, %f : tensor<4xf32>
  // CHECK: accy.and %{{.*}}, %{{.*}} : tensor<4xi32>
  %8 = accy.and %i, %i : tensor<4xi32>
  // CHECK: accy.or %{{.*}}, %{{.*}} : tensor<4xi32>
  %9 = accy.or %i, %i : tensor<4xi32>
  // CHECK: accy.xor %{{.*}}, %{{.*}} : tensor<4xi32>
  %10 = accy.xor %i, %i : tensor<4xi32>
  // CHECK: accy.shl %{{.*}}, %{{.*}} : tensor<4xi32>
  %11 = accy.shl %i, %i : tensor<4xi32>
  // CHECK: accy.shr %{{.*}}, %{{.*}} : tensor<4xi32>
  %12 = accy.shr %i, %i : tensor<4xi32>
  accy.return %12 : tensor<4xi32>
}

// CHECK-LABEL: func.func @choosing
func.func @choosing(%f: tensor<4xf32>, %s: tensor<f32>, %p: tensor<i1>) -> tensor<4xf32> {
  // CHECK: accy.compare eq %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = accy.compare eq %f, %f : tensor<4xf32>
  // CHECK: accy.compare ne
  %1 = accy.compare ne %f, %f : tensor<4xf32>
  // CHECK: accy.compare lt
  %2 = accy.compare lt %f, %f : tensor<4xf32>
  // CHECK: accy.compare le
  %3 = accy.compare le %f, %f : tensor<4xf32>
  // CHECK: accy.compare gt
  %4 = accy.compare gt %f, %f : tensor<4xf32>
  // CHECK: accy.compare ge
  %5 = accy.compare ge %f, %f : tensor<4xf32>
  // CHECK: accy.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  %6 = accy.select %0, %f, %f : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  // CHECK: accy.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  %7 = accy.select %p, %f, %f : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  // CHECK: accy.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>
  %8 = accy.select %p, %p, %p : tensor<i1>
  // CHECK: accy.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<f32>, tensor<4xf32>, tensor<f32>
  %9 = accy.clamp %s, %f, %s : tensor<f32>, tensor<4xf32>, tensor<f32>
  // CHECK: accy.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>
  %10 = accy.clamp %f, %f, %f : tensor<4xf32>
  accy.return %10 : tensor<4xf32>
}
