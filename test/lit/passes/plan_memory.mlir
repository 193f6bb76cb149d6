// RUN: accy-opt %s --accy-compile=target=cpu | FileCheck %s --check-prefix=PACK
// RUN: accy-opt %s --accy-compile=target=cpu --accy-plan-memory=strategy=reuse | FileCheck %s --check-prefix=REUSE
// RUN: accy-opt %s --accy-compile=target=cpu --accy-plan-memory=budget=1 | FileCheck %s --check-prefix=PACK
// RUN: not accy-opt %s --accy-compile=target=cpu --accy-plan-memory=strategy=magic 2>&1 | FileCheck %s --check-prefix=MAGIC
// RUN: not accy-opt %s --accy-compile=target=cpu --accy-plan-memory=budget=-1 2>&1 | FileCheck %s --check-prefix=BUDGET

// Three values of 64 bytes, of which two live at a time.
// PACK: memory = {allocated_bytes = 128 : i64
// PACK-SAME: arenas = [{arena_bytes = 128 : i64, least_bytes = 128 : i64, peak_bytes = 128 : i64, space = "device_global"}]
// PACK-SAME: peak_bytes = 128 : i64, strategy = "pack", total_bytes = 192 : i64}
// REUSE: memory = {allocated_bytes = 128 : i64
// REUSE-SAME: assignments = [{allocation = 0 : i64, slot = 1 : i64}, {allocation = 1 : i64, slot = 2 : i64}, {allocation = 0 : i64, slot = 3 : i64}]
// REUSE-SAME: strategy = "reuse"
// MAGIC: error: {{.*}}accy-plan-memory takes strategy=pack or strategy=reuse, not 'magic'
// BUDGET: error: {{.*}}accy-plan-memory takes a budget of 1 or more, or 0 for the default
func.func @main(%a: tensor<16xf32>) -> tensor<4x4xf32> {
  %0 = accy.reshape %a : tensor<16xf32> -> tensor<4x4xf32>
  %1 = accy.dot_general %0, %0 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %2 = accy.dot_general %1, %1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x4xf32> -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
