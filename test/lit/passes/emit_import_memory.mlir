// RUN: accy-opt %s --accy-compile="target=wasm wasm-import-memory=true" | FileCheck %s --check-prefix=IMPORT
// RUN: accy-opt %s --accy-compile="targets=cpu,wasm,cuda wasm-import-memory=true" | FileCheck %s --check-prefix=IMPORT
// RUN: accy-opt %s --accy-compile="targets=cpu,cuda wasm-import-memory=false" -o /dev/null
// RUN: not accy-opt %s --accy-compile="target=cpu wasm-import-memory=true" 2>&1 | FileCheck %s
// RUN: not accy-opt %s --accy-compile="targets=cuda,cpu wasm-import-memory=true" 2>&1 | FileCheck %s
// RUN: accy-opt %s --accy-compile=target=cpu -o %t.mlir
// RUN: not accy-opt %t.mlir --accy-emit=wasm-import-memory=true 2>&1 | FileCheck %s

// The option is for the targets that make WebAssembly modules, as a format is for those that take it; where there is
// none, it is refused.
// IMPORT: format = webassembly_module payload = dense<"0x0061736D01000000{{.*}}03656E76066D656D6F727902
// CHECK: mlir:{{[1-9][0-9]*}}:{{[0-9]+}}: error: {{.*}}cannot be emitted with wasm-import-memory: it is for WebAssembly modules, and no program is compiled to any; target 'cpu' makes cpu_machine_code: leave the option out, or name a wasm target [UnsupportedOperation]
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
