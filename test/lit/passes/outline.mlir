// RUN: accy-opt %s -split-input-file --accy-schedule --accy-bufferize --accy-outline-kernels | FileCheck %s

// Names tell kind, detail and number; kernels stay with their program.
// CHECK-LABEL: choir.program @elementwise
// CHECK: choir.launch @accy_choir_elementwise_add_mul_0 %0, %1, %2 id = 0
// CHECK: choir.kernel @accy_choir_elementwise_add_mul_0 id = 0 kind = elementwise
// CHECK-SAME: work_item = 0
// CHECK: accy.add
// CHECK: accy.mul
// CHECK: choir.yield
func.func @elementwise(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  %1 = accy.mul %0, %b : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// CHECK-LABEL: choir.program @shape
// CHECK: choir.kernel @accy_choir_shape_reshape_0 id = 0 kind = shape
func.func @shape(%a: tensor<2x4xf32>) -> tensor<8xf32> {
  %0 = accy.reshape %a : tensor<2x4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: choir.program @dot
// CHECK: choir.kernel @accy_choir_dot_general_f32_16x32x8_0 id = 0 kind = dot_general
// CHECK-SAME: shape = {batch = 3 : i64, input_dtype = "f32", k = 8 : i64, m = 16 : i64, n = 32 : i64, output_dtype = "f32"}
func.func @dot(%a: tensor<3x16x8xf32>, %b: tensor<3x32x8xf32>) -> tensor<3x16x32xf32> {
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [2] : tensor<3x16x8xf32>, tensor<3x32x8xf32> -> tensor<3x16x32xf32>
  return %0 : tensor<3x16x32xf32>
}

// -----

// Dimensions collapse to outer, reduced and inner.
// CHECK-LABEL: choir.program @reductions
// CHECK: choir.kernel @accy_choir_reduction_sum_rank1_axis0_f32_0
// CHECK-SAME: shape = {axis = 0 : i64, dtype = "f32", extent = 24 : i64, inner = 1 : i64, kind = "sum", outer = 1 : i64, rank = 1 : i64}
// CHECK: choir.kernel @accy_choir_reduction_max_rank2_axis1_f32_1
// CHECK-SAME: shape = {axis = 1 : i64, dtype = "f32", extent = 12 : i64, inner = 1 : i64, kind = "max", outer = 2 : i64, rank = 2 : i64}
// CHECK: choir.kernel @accy_choir_reduction_min_rank2_axis0_f32_2
// CHECK-SAME: shape = {axis = 0 : i64, dtype = "f32", extent = 6 : i64, inner = 4 : i64, kind = "min", outer = 1 : i64, rank = 2 : i64}
// CHECK: choir.kernel @accy_choir_reduction_prod_rank3_axis1_f32_3
// CHECK-SAME: shape = {axis = 1 : i64, dtype = "f32", extent = 3 : i64, inner = 4 : i64, kind = "prod", outer = 2 : i64, rank = 3 : i64}
// CHECK: choir.kernel @accy_choir_reduction_sum_rank2_axis1_f32_4
// CHECK-SAME: shape = {axis = 1 : i64, dtype = "f32", extent = 8 : i64, inner = 1 : i64, kind = "sum", outer = 3 : i64, rank = 2 : i64}
func.func @reductions(%a: tensor<2x3x4xf32>) -> (tensor<f32>, tensor<2xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<3xf32>) {
  %0 = accy.reduce sum %a dims = [0, 1, 2] : tensor<2x3x4xf32> -> tensor<f32>
  %1 = accy.reduce max %a dims = [1, 2] : tensor<2x3x4xf32> -> tensor<2xf32>
  %2 = accy.reduce min %a dims = [0, 1] : tensor<2x3x4xf32> -> tensor<4xf32>
  %3 = accy.reduce prod %a dims = [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %4 = accy.reduce sum %a dims = [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<2xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<3xf32>
}

// -----

// Nothing to outline.
// CHECK-LABEL: choir.program @nothing
// CHECK-NOT: choir.kernel
func.func @nothing(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
