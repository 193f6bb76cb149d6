// RUN: accy-opt %s -split-input-file --accy-schedule | FileCheck %s
// RUN: accy-opt %s -split-input-file --accy-schedule --accy-schedule | FileCheck %s
// RUN: accy-opt %s -split-input-file --accy-schedule="max-ops=1" | FileCheck %s --check-prefix=ONE
// RUN: accy-opt %s -split-input-file --accy-schedule="max-inputs=2" | FileCheck %s --check-prefix=TWO
// RUN: accy-opt %s -split-input-file --accy-schedule="inline-splats=false" | FileCheck %s --check-prefix=SLOT

// Elementwise operations with one use run together.
// CHECK-LABEL: func.func @chain
// CHECK: choir.work_item %arg0, %arg1, %arg2 id = 0 kind = elementwise
// CHECK-SAME: chain_operand_count = 1
// CHECK-SAME: element_count = 8
// CHECK-SAME: estimated_element_ops = 16
// CHECK-SAME: external_input_value_count = 3
// CHECK-SAME: external_operand_count = 3
// CHECK-SAME: op_count = 2
// CHECK-SAME: static_read_bytes = 96
// CHECK-SAME: static_total_bytes = 128
// CHECK-SAME: static_write_bytes = 32
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>, %[[Z:.*]]: tensor<8xf32>):
// CHECK-NEXT: %[[S:.*]] = accy.add %[[X]], %[[Y]]
// CHECK-NEXT: %[[P:.*]] = accy.mul %[[S]], %[[Z]]
// CHECK-NEXT: choir.yield %[[P]]
// CHECK-NOT: choir.work_item
// ONE-LABEL: func.func @chain
// ONE: choir.work_item {{.*}} id = 0
// ONE: choir.work_item {{.*}} id = 1
// TWO-LABEL: func.func @chain
// TWO: choir.work_item %arg0, %arg1 id = 0
// TWO: choir.work_item {{.*}}, %arg2 id = 1
func.func @chain(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  %1 = accy.mul %0, %c : tensor<8xf32>
  accy.return %1 : tensor<8xf32>
}

// -----

// A value with two users outside its group is computed once. Dead operations are scheduled, too.
// CHECK-LABEL: func.func @shared
// CHECK: choir.work_item {{.*}} id = 0 kind = elementwise
// CHECK: choir.work_item {{.*}} id = 1 kind = elementwise
// CHECK: choir.work_item {{.*}} id = 2 kind = shape
// CHECK: choir.work_item {{.*}} id = 3 kind = elementwise
// CHECK-NOT: choir.work_item
func.func @shared(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>,
                  %f: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %s = accy.add %a, %b : tensor<8xf32>
  %p = accy.mul %s, %c : tensor<8xf32>
  %dead = accy.concatenate %s, %d dim = 0 : tensor<8xf32> -> tensor<16xf32>
  %q = accy.add %e, %f : tensor<8xf32>
  return %p, %q : tensor<8xf32>, tensor<8xf32>
}

// -----

// A reduction takes its producers in; what follows it is a kernel of its own. A computed value that a broadcast repeats
// is not recomputed.
// CHECK-LABEL: func.func @reduction
// CHECK: choir.work_item %arg0 id = 0 kind = reduction
// CHECK: accy.mul
// CHECK: accy.reduce sum
// CHECK: choir.work_item {{.*}} id = 1 kind = elementwise
// CHECK: accy.sqrt
// CHECK-NOT: accy.broadcast
// CHECK: choir.work_item {{.*}} id = 2 kind = elementwise
// CHECK: accy.broadcast
// CHECK: accy.div
func.func @reduction(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = accy.mul %a, %a : tensor<4x8xf32>
  %1 = accy.reduce sum %0 dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = accy.sqrt %1 : tensor<4xf32>
  %3 = accy.broadcast %2 dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %4 = accy.div %a, %3 : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// A dot_general takes its consumers in, but no producers.
// CHECK-LABEL: func.func @dot
// CHECK: choir.work_item %arg0 id = 0 kind = elementwise
// CHECK: accy.exp
// CHECK: choir.work_item {{.*}} id = 1 kind = dot_general
// CHECK: accy.dot_general
// CHECK: accy.broadcast
// CHECK: accy.add
// CHECK-NOT: choir.work_item
func.func @dot(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<16xf32>) -> tensor<4x16xf32> {
  %0 = accy.exp %a : tensor<4x8xf32>
  %1 = accy.dot_general %0, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x8xf32>, tensor<8x16xf32> -> tensor<4x16xf32>
  %2 = accy.broadcast %c dims = [1] : tensor<16xf32> -> tensor<4x16xf32>
  %3 = accy.add %1, %2 : tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// Constants of equal elements go into the kernels that use them, unless asked otherwise; others get a slot.
// CHECK-LABEL: func.func @constants
// CHECK: %[[T:.*]] = accy.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NOT: accy.constant
// CHECK: choir.work_item %arg0, %[[T]] id = 0
// CHECK: accy.constant dense<3.000000e+00>
// SLOT-LABEL: func.func @constants
// SLOT: %[[S:.*]] = accy.constant dense<3.000000e+00>
// SLOT: choir.work_item {{.*}}%[[S]]{{.*}} id = 0
func.func @constants(%a: tensor<2xf32>) -> tensor<2xf32> {
  %s = accy.constant dense<3.0> : tensor<2xf32>
  %t = accy.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = accy.add %a, %t : tensor<2xf32>
  %1 = accy.mul %0, %s : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// What merely moves an iota's elements is copied into its users, but not without end: each of these doubles what one
// kernel would compute.
// CHECK-LABEL: func.func @doubling
// CHECK: choir.work_item {{.*}}id = 0 kind = elementwise
// CHECK: choir.work_item {{.*}}kind = shape
// CHECK: return
func.func @doubling() -> tensor<4xi32> {
  %0 = accy.iota dim = 0 : tensor<4xi32>
  %c1 = accy.concatenate %0, %0 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %1 = accy.slice %c1 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c2 = accy.concatenate %1, %1 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %2 = accy.slice %c2 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c3 = accy.concatenate %2, %2 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %3 = accy.slice %c3 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c4 = accy.concatenate %3, %3 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %4 = accy.slice %c4 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c5 = accy.concatenate %4, %4 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %5 = accy.slice %c5 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c6 = accy.concatenate %5, %5 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %6 = accy.slice %c6 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c7 = accy.concatenate %6, %6 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %7 = accy.slice %c7 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c8 = accy.concatenate %7, %7 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %8 = accy.slice %c8 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c9 = accy.concatenate %8, %8 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %9 = accy.slice %c9 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c10 = accy.concatenate %9, %9 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %10 = accy.slice %c10 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c11 = accy.concatenate %10, %10 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %11 = accy.slice %c11 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  %c12 = accy.concatenate %11, %11 dim = 0 : tensor<4xi32> -> tensor<8xi32>
  %12 = accy.slice %c12 start = [0] limit = [8] strides = [2] : tensor<8xi32> -> tensor<4xi32>
  return %12 : tensor<4xi32>
}

// -----

// Nothing to do: values that pass through.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: return %arg0
func.func @nothing(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
