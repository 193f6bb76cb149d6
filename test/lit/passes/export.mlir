// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=SUM < %t/bundle/sum/plan.json
// RUN: FileCheck %s --check-prefix=TABLE < %t/bundle/table/plan.json
// RUN: test -f %t/bundle/table/constant.1.bin
// RUN: not accy-opt %s --accy-compile=target=vulkan --accy-export 2>&1 | FileCheck %s --check-prefix=NODIR
// RUN: not accy-opt %s --accy-export=dir=%t/none 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t/no/parent 2>&1 | FileCheck %s --check-prefix=PARENT
// RUN: not ls %t/none
// RUN: not accy-opt %s --accy-compile=target=vulkan "--accy-export=dir=%t/named name=both" 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not ls %t/named
// RUN: accy-opt %s "--accy-compile=target=cpu format=cpu_object" --accy-export=dir=%t/c -o /dev/null
// RUN: FileCheck %s --check-prefix=HEADER < %t/c/table/table.h
// RUN: FileCheck %s --check-prefix=SOURCE < %t/c/table/table.c

// Several functions have a folder each.
// SUM: "function":	"sum"
// SUM: "entry":	"accy_choir_elementwise_add_0"
// TABLE: "function":	"table"
// TABLE: "constant":	"constant.1.bin"
// NODIR: error: {{.*}}cannot be exported: give accy-export{dir=FOLDER}
// NOTHING: export.mlir:[[# @LINE + 12]]:1: error: {{.*}}has no compiled program to export: it begins with 'func.func', and what is exported is a choir.program; run accy-compile first
// PARENT: export.mlir:[[# @LINE + 11]]:1: error: 'choir.program' op cannot be exported: making the folder '{{.*}}no/parent' failed: No such file or directory; make the folder that it is to be in first
// NAMED: export.mlir:[[# @LINE + 10]]:1: error: {{.*}}cannot be exported: 2 programs cannot all be named 'both'

// For objects there is a C interface.
// HEADER: #define TABLE_INPUT0_ELEMENTS 2 // input0: f32[2]
// HEADER: #define TABLE_ARENA_BYTES 0
// HEADER: void table_run(const float *input0, float *output0, void *arena);
// HEADER: void accy_choir_elementwise_add_0(const float *input0, const float *input1, float *output, const uint32_t *count, uint32_t element_count, uint32_t grid_x,
// SOURCE: const uint64_t constant1[] = {
// SOURCE-NEXT: 0x400000003f800000,
// SOURCE: accy_choir_elementwise_add_0(input0, (const void *)constant1, output0, &(uint32_t){2}, 2, 1, 1, 1, 2, 1, 1);
func.func @sum(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @table(%a: tensor<2xf32>) -> tensor<2xf32> {
  %k = accy.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = accy.add %a, %k : tensor<2xf32>
  return %0 : tensor<2xf32>
}
