// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=cuda --accy-export=dir=%t/cuda | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t/cuda/plan.json
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/cuda/user_negate.ptx
// RUN: accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t/vulkan | FileCheck %s
// RUN: accy-opt %s --accy-compile="target=cpu format=cpu_object" --accy-export=dir=%t/cpu | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOOP --input-file=%t/cpu/plan.json
// Planned and emitted again, each kernel has one artifact still.
// RUN: accy-opt %s --accy-compile=target=cuda --accy-plan --accy-emit --accy-plan-memory | FileCheck %s

// CHECK-NOT: {{^}}gpu.module
// CHECK: choir.program @main
// CHECK: gpu.module @authored
// CHECK: gpu.func @user_negate
// CHECK-SAME: plan = {
// CHECK-SAME: launch_kind = "authored"
// CHECK-SAME: source = "choir_kernel"
// CHECK-COUNT-2: choir.artifact @
// CHECK-NOT: choir.artifact @

// PTX: .visible .entry user_negate

// PLAN: "source":{{[[:space:]]*}}"tensor"
// PLAN: "source":{{[[:space:]]*}}"choir_kernel"
// PLAN: "launch_kind":{{[[:space:]]*}}"authored"
// PLAN: "entry":{{[[:space:]]*}}"user_negate"
// PLAN: "arguments":{{[[:space:]]*}}[]
// PLAN: "argument_count":{{[[:space:]]*}}2
// PLAN: "output":{{[[:space:]]*}}null
// PLAN: "grid":{{[[:space:]]*}}[2, 1, 1]
// PLAN: "threadgroup":{{[[:space:]]*}}[4, 1, 1]

// In a host loop the count, grid and threadgroup are the last seven arguments.
// LOOP: "entry":{{[[:space:]]*}}"user_negate"
// LOOP: "argument_count":{{[[:space:]]*}}9

gpu.module @authored {
  gpu.func @user_negate(%input: memref<8xf32>, %output: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 2, 1, 1>, threadgroup = array<i64: 4, 1, 1>}} {
    %group = gpu.block_id x
    %threads = gpu.block_dim x
    %thread = gpu.thread_id x
    %start = arith.muli %group, %threads : index
    %i = arith.addi %start, %thread : index
    %value = memref.load %input[%i] : memref<8xf32>
    %negated = arith.negf %value : f32
    memref.store %negated, %output[%i] : memref<8xf32>
    gpu.return
  }
}

func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
