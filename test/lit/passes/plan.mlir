// RUN: accy-opt %s --accy-legalize=target=cuda --accy-kernelize=strategies=generic --accy-plan | FileCheck %s --check-prefix=CUDA
// RUN: accy-opt %s --accy-legalize="target=cpu format=cpu_object" --accy-kernelize --accy-plan | FileCheck %s --check-prefix=CPU
// RUN: accy-opt %s --accy-legalize=target=vulkan --accy-kernelize --accy-plan --accy-plan | FileCheck %s --check-prefix=VULKAN
// RUN: not accy-opt %s --accy-plan 2>&1 | FileCheck %s --check-prefix=NOTARGET
// RUN: not accy-opt %s --accy-legalize=target=cuda --accy-plan 2>&1 | FileCheck %s --check-prefix=NOBODY

// CUDA: choir.launch @negate
// CUDA-SAME: candidates = [{est_bytes = 256 : i64, est_ops = 32 : i64, geometry = {grid = array<i64: 1, 1, 1>, shared_bytes = 0 : i64, threadgroup = array<i64: 32, 1, 1>}, score = 0 : i64},
// CUDA-SAME: class = "memory_bound"
// CUDA-SAME: count_argument = "device_buffer_u32"
// CUDA-SAME: element_count = 8
// CUDA-SAME: fixed_threadgroup = false
// CUDA-SAME: launch_kind = "generic"
// CUDA-SAME: source = "tensor"
// CUDA-SAME: subgroup_aligned = true, subgroup_size = 32
// CPU: choir.launch @negate
// CPU-SAME: threadgroup = array<i64: 8, 1, 1>
// CPU-SAME: fixed_threadgroup = true
// CPU-SAME: format = "cpu_object"
// VULKAN: choir.launch @negate
// VULKAN-SAME: threadgroup = array<i64: 8, 1, 1>
// NOTARGET: error: 'choir.program' op has no target: run accy-assign-targets{target=…} first [TargetRecipeMismatch]
// NOBODY: error: 'choir.kernel' op on target 'cuda': has no lowered body: run accy-kernelize first (no kernel was lowered for this elementwise) [UnsupportedOperation]
choir.program @main {
  %0 = choir.slot 0 input : memref<8xf32>
  %1 = choir.slot 1 output : memref<8xf32>
  choir.launch @negate %0, %1 id = 0 : memref<8xf32>
  choir.kernel @negate id = 0 kind = elementwise attributes {resources = {chain_operand_count = 0 : i64, element_count = 8 : i64, element_size = 4 : i64, estimated_element_ops = 8 : i64, external_input_value_count = 1 : i64, external_operand_count = 1 : i64, op_count = 1 : i64, static_bytes_complete = true, static_read_bytes = 32 : i64, static_total_bytes = 64 : i64, static_write_bytes = 32 : i64}, work_item = 0 : i64} {
  ^bb0(%a: tensor<8xf32>):
    %c = accy.neg %a : tensor<8xf32>
    choir.yield %c : tensor<8xf32>
  }
  choir.return %1 : memref<8xf32>
}

// Nothing to plan.
// CUDA-LABEL: func.func @other
func.func @other() {
  return
}
