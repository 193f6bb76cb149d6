// RUN: accy-opt %s --pass-pipeline='builtin.module(accy-schedule{max-ops=1},accy-bufferize,accy-assign-memory-spaces,accy-assign-layouts,accy-outline-kernels,accy-legalize{target=cuda},accy-kernelize,accy-plan)' -o %t
// RUN: accy-opt %t --accy-plan-memory | FileCheck %s --check-prefix=LEAST
// RUN: accy-opt %t --accy-plan-memory=goal=1 | FileCheck %s --check-prefix=LEAST
// RUN: accy-opt %t --accy-plan-memory=goal=136 | FileCheck %s --check-prefix=LEAST
// RUN: accy-opt %t --accy-plan-memory=goal=180 | FileCheck %s --check-prefix=GREEDY
// RUN: accy-opt %t --accy-plan-memory="goal=180 budget=1" | FileCheck %s --check-prefix=GREEDY
// RUN: not accy-opt %t --accy-plan-memory=goal=-1 2>&1 | FileCheck %s --check-prefix=BAD

// Greedy orders place the temporaries in 180 bytes; the search finds the least, 136, unless 180 are good enough.
// LEAST: arenas = [{arena_bytes = 136 : i64, least_bytes = 136 : i64, peak_bytes = 136 : i64
// GREEDY: arenas = [{arena_bytes = 180 : i64, least_bytes = 136 : i64, peak_bytes = 136 : i64
// BAD: error: {{.*}}accy-plan-memory takes a goal of 1 byte or more, or 0 for the least that an arena can have
func.func @main(%a: tensor<4xf32>, %w0: tensor<4x7xf32>, %w1: tensor<7x11xf32>, %w2: tensor<11x12xf32>, %w3: tensor<12x3xf32>, %w4: tensor<3x11xf32>, %w5: tensor<11x15xf32>, %w6: tensor<7x12xf32>, %w7: tensor<12x6xf32>, %w8: tensor<15x16xf32>) -> tensor<16xf32> {
  %v0 = accy.dot_general %a, %w0 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<4xf32>, tensor<4x7xf32> -> tensor<7xf32>
  %v1 = accy.dot_general %v0, %w1 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<7xf32>, tensor<7x11xf32> -> tensor<11xf32>
  %v2 = accy.dot_general %v1, %w2 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<11xf32>, tensor<11x12xf32> -> tensor<12xf32>
  %v3 = accy.dot_general %v2, %w3 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<12xf32>, tensor<12x3xf32> -> tensor<3xf32>
  %v4 = accy.dot_general %v3, %w4 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<3xf32>, tensor<3x11xf32> -> tensor<11xf32>
  %v5 = accy.dot_general %v1, %w5 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<11xf32>, tensor<11x15xf32> -> tensor<15xf32>
  %v6 = accy.dot_general %v0, %w6 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<7xf32>, tensor<7x12xf32> -> tensor<12xf32>
  %v7 = accy.dot_general %v6, %w7 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<12xf32>, tensor<12x6xf32> -> tensor<6xf32>
  %v8 = accy.dot_general %v5, %w8 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<15xf32>, tensor<15x16xf32> -> tensor<16xf32>
  accy.return %v8 : tensor<16xf32>
}
