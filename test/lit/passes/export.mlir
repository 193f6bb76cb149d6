// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=SUM < %t/bundle/sum/plan.json
// RUN: FileCheck %s --check-prefix=TABLE < %t/bundle/table/plan.json
// RUN: test -f %t/bundle/table/constant.1.bin
// RUN: not accy-opt %s --accy-compile=target=vulkan --accy-export 2>&1 | FileCheck %s --check-prefix=NODIR
// RUN: not accy-opt %s --accy-export=dir=%t/none 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t/no/parent 2>&1 | FileCheck %s --check-prefix=PARENT
// RUN: not ls %t/none

// Several functions have a folder each.
// SUM: "function":	"sum"
// SUM: "entry":	"accy_choir_elementwise_add_0"
// TABLE: "function":	"table"
// TABLE: "constant":	"constant.1.bin"
// NODIR: error: {{.*}}cannot be exported: give accy-export{dir=FOLDER}
// NOTHING: error: {{.*}}has no compiled program to export: run accy-compile first
// PARENT: error: {{.*}}cannot be exported: making the folder {{.*}} failed
func.func @sum(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @table(%a: tensor<2xf32>) -> tensor<2xf32> {
  %k = accy.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = accy.add %a, %k : tensor<2xf32>
  return %0 : tensor<2xf32>
}
