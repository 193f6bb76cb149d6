// RUN: accy-opt %s --accy-compile="target=cuda registry=%S/inputs/registry.json" | FileCheck %s
// Nothing after accy-plan needs the registry: the IR alone is exported.
// RUN: rm -rf %t && mkdir %t && cp %S/inputs/registry.json %S/inputs/scale.ptx %t
// RUN: accy-opt %s --accy-compile="target=cuda registry=%t/registry.json" -o %t/compiled.mlir
// RUN: rm %t/registry.json %t/scale.ptx
// RUN: accy-opt %t/compiled.mlir --accy-emit --accy-plan-memory --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/bundle/plan.json
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/bundle/scale.ptx
// Planned again, a call has one artifact still.
// RUN: accy-opt %t/compiled.mlir --accy-plan=registry=%S/inputs/registry.json | FileCheck %s

// PTX: .visible .entry scale

// The first call has no scalars, and a count argument; the second one's scalar is the element count.
// CHECK: choir.launch @accy_choir_kernel_call_{{.*}}_0 %0, %1, %2 id = 0
// CHECK-SAME: candidates = [{est_bytes = {{[0-9]+}} : i64, est_ops = {{[0-9]+}} : i64, geometry = {grid = array<i64: 1, 1, 1>, shared_bytes = 2048 : i64, threadgroup = array<i64: 8, 1, 1>}, score = 0 : i64}]
// CHECK-SAME: count_argument = "scalar_u32"
// CHECK-SAME: features = ["dynamic_shared_memory"]
// CHECK-SAME: fixed_threadgroup = true
// CHECK-SAME: kernel_call = {entry = "scale", runtime_scalars = [], static_arguments = [{bits = 7 : i64, kind = "u32"}]}
// CHECK-SAME: launch_kind = "kernel_call"
// CHECK-SAME: source = "kernel_call"
// CHECK: choir.launch @accy_choir_kernel_call_{{.*}}_1 %2, %2, %3 id = 1
// CHECK-SAME: grid = array<i64: 3, 2, 1>
// CHECK-SAME: count_argument = "none"
// CHECK-SAME: kernel_call = {entry = "scale", launch = {grid = [{divisor = 3 : i64, scalar_index = 0 : i64}, {extent = 2 : i64}, {extent = 1 : i64}], shared_bytes = 0 : i64, threadgroup = array<i64: 8, 1, 1>}, runtime_scalars = [{bits = 8 : i64, kind = "u32"}], shape_family = "0x00000000000000aa", static_arguments = []}
// CHECK: choir.artifact @accy_choir_kernel_call_{{.*}}_0 format = cuda_ptx payload = "{{.*}}.visible .entry scale
// CHECK: choir.artifact @accy_choir_kernel_call_{{.*}}_1 format = cuda_ptx
// CHECK-NOT: choir.artifact

// JSON: "source":{{[[:space:]]*}}"kernel_call"
// JSON: "launch_kind":{{[[:space:]]*}}"kernel_call"
// JSON: "entry":{{[[:space:]]*}}"scale"
// JSON: "count":{{[[:space:]]*}}8
// JSON: "scalar":
// JSON-NEXT: "u32":{{[[:space:]]*}}7
// JSON: "argument_count":{{[[:space:]]*}}5
// JSON: "count_argument":{{[[:space:]]*}}"scalar_u32"
// JSON: "shared_bytes":{{[[:space:]]*}}2048
// JSON: "fixed_threadgroup":{{[[:space:]]*}}true
// JSON: "candidates":
// JSON: "shared_bytes":{{[[:space:]]*}}2048
// JSON: "source":{{[[:space:]]*}}"kernel_call"
// JSON: "runtime_scalar":
// JSON-NEXT: "u32":{{[[:space:]]*}}8
// JSON: "argument_count":{{[[:space:]]*}}4
// JSON: "kernel_call_launch":
// What the calls' kernel asks of its buffers is not known: they begin where all of the target's do.
// JSON: "allocations":
// JSON: "offset":{{[[:space:]]*}}0,
// JSON: "alignment":{{[[:space:]]*}}256
// JSON: "offset":{{[[:space:]]*}}256,
// JSON: "alignment":{{[[:space:]]*}}256
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.kernel_call "accy.custom.scale" %a, %b version = 1 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  // An operand given twice is passed twice.
  %1 = accy.kernel_call "accy.custom.scale" %0, %0 version = 2 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  accy.return %1 : tensor<8xf32>
}
