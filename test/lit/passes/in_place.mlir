// Elementwise kernels update dying inputs in place: the kernel and its function say so, and the slots share memory.
// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=cpu},accy-kernelize,accy-plan-memory)' | FileCheck %s
// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule,accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=cpu},accy-kernelize,accy-plan-memory)' | FileCheck %s --check-prefix=FUSED
// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=cpu},accy-kernelize{in-place=false},accy-plan-memory)' | FileCheck %s --check-prefix=APART
// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=cpu},accy-kernelize{strategies=generic},accy-plan-memory)' | FileCheck %s --check-prefix=APART
// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=webgpu},accy-kernelize,accy-plan-memory)' | FileCheck %s --check-prefix=APART
// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=cpu},accy-kernelize)' | sed 's/aliased_input = 0/aliased_input = 7/' | not accy-opt --accy-plan-memory 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=cpu},accy-kernelize)' | sed 's/@accy_choir_elementwise_neg_1 id = 1 kind = elementwise attributes {/&aliased_input = 0 : i64, /' | not accy-opt --accy-plan-memory 2>&1 | FileCheck %s --check-prefix=ALIVE

// APART-NOT: aliased_input
// NUMBER: error: 'choir.kernel' op has an 'aliased_input' that is no number of one of its 2 inputs [InvalidArtifact]
// ALIVE: error: 'choir.program' op slot 3 cannot take the memory of slot 2: {{.*}} [InvalidArtifact]

// An argument stays as it is, a value that is used again or returned lives on, and a transpose reads in another order.
// CHECK-LABEL: choir.program @main
// CHECK-SAME: assignments = [{{.*}}{allocation = [[A:[0-9]+]] : i64, slot = 3 : i64}, {{.*}}{allocation = [[A]] : i64, slot = 4 : i64}, {allocation = [[A]] : i64, slot = 6 : i64}]
// CHECK-SAME: total_bytes = 320
// CHECK: choir.kernel @accy_choir_elementwise_add_0 {{.*}}attributes {legalization
// CHECK: choir.kernel @accy_choir_elementwise_neg_1 {{.*}}attributes {legalization
// CHECK: choir.kernel @accy_choir_elementwise_mul_2 {{.*}}attributes {aliased_input = 0
// CHECK: choir.kernel @accy_choir_shape_transpose_3 {{.*}}attributes {legalization
// CHECK: choir.kernel @accy_choir_elementwise_sub_4 {{.*}}attributes {aliased_input = 1
// CHECK: gpu.func @accy_choir_elementwise_mul_2({{.*}}choir.aliased_input = 0 : i64
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = accy.add %a, %b : tensor<4x4xf32>
  %1 = accy.neg %0 : tensor<4x4xf32>
  %2 = accy.mul %1, %0 : tensor<4x4xf32>
  %3 = accy.transpose %2 permutation = [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %4 = accy.sub %3, %2 : tensor<4x4xf32>
  accy.return %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Where one kernel reads a value in order and transposed, it is not updated.
// FUSED-LABEL: choir.program @fused
// FUSED: choir.kernel @accy_choir_dot_general
// FUSED: choir.kernel @accy_choir_elementwise_transpose_sub_1 {{.*}}attributes {legalization
// FUSED-NOT: aliased_input
func.func @fused(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = accy.dot_general %a, %a lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %1 = accy.transpose %0 permutation = [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %2 = accy.sub %1, %0 : tensor<4x4xf32>
  accy.return %2 : tensor<4x4xf32>
}
