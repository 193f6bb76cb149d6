// RUN: accy-opt %s --accy-compile=target=cuda:sm_90 | FileCheck %s --check-prefixes=OFF,PRECISE
// RUN: accy-opt %s --accy-compile="target=cuda:sm_90 fast-math=true" | FileCheck %s --check-prefixes=ON,APPROXIMATE
// RUN: accy-opt %s --accy-compile="target=cuda:sm_90 fast-math=true" -o %t.whole
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-assign-targets=target=cuda:sm_90 --accy-split-work-items --accy-outline-kernels --accy-legalize --accy-kernelize=fast-math=true | accy-opt --accy-plan | accy-opt --accy-emit | accy-opt --accy-plan-memory | cmp - %t.whole
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile="target=cpu:x86-64-v3 format=cpu_object" --accy-export=dir=%t/off -o /dev/null
// RUN: accy-opt %s --accy-compile="target=cpu:x86-64-v3 format=cpu_object fast-math=true" --accy-export=dir=%t/on -o /dev/null
// RUN: llvm-objdump -d %t/off/main/accy_choir_elementwise_mul_add_div_sqrt_0.o | FileCheck %s --check-prefix=NOFMA
// RUN: llvm-objdump -d %t/on/main/accy_choir_elementwise_mul_add_div_sqrt_0.o | FileCheck %s --check-prefix=FMA
// RUN: accy-opt %s --accy-compile=target=metal | FileCheck %s --check-prefix=METALOFF
// RUN: accy-opt %s --accy-compile="target=metal fast-math=true" | FileCheck %s --check-prefix=METALON
// RUN: accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t/spirv -o /dev/null
// RUN: accy-opt %s --accy-compile="target=vulkan fast-math=true" --accy-export=dir=%t/fast_spirv -o /dev/null
// RUN: python3 %S/inputs/no_contraction.py %t/spirv/main/accy_choir_elementwise_mul_add_div_sqrt_0.spv 0
// RUN: python3 %S/inputs/no_contraction.py %t/fast_spirv/main/accy_choir_elementwise_mul_add_div_sqrt_0.spv 2
// RUN: python3 %S/inputs/no_contraction.py %t/spirv/library/accy_choir_elementwise_mul_add_exp_0.spv 0
// RUN: python3 %S/inputs/no_contraction.py %t/fast_spirv/library/accy_choir_elementwise_mul_add_exp_0.spv 2
// RUN: accy-opt %s --accy-compile="target=metal fast-math=true" | FileCheck %s --check-prefix=METALMIXED
// RUN: accy-opt %s --accy-compile="target=vulkan fast-math=true" | FileCheck %s --check-prefix=INTEGERS

// Off by default: no operation carries a flag.
// OFF-NOT: fastmath
// ON: gpu.func @accy_choir_elementwise_mul_add_div_sqrt_0
// ON: arith.mulf {{.*}} fastmath<contract>
// ON: arith.addf {{.*}} fastmath<contract>
// ON: arith.divf {{.*}} fastmath<arcp,afn>
// ON: math.sqrt {{.*}} fastmath<afn>

// PRECISE: mul.rn.f32
// PRECISE: add.rn.f32
// PRECISE: div.rn.f32
// PRECISE: sqrt.rn.f32
// APPROXIMATE: fma.rn.f32
// APPROXIMATE: div.approx.f32
// APPROXIMATE: sqrt.approx.f32

// NOFMA-NOT: vfmadd
// FMA: vfmadd

// METALOFF: #pragma STDC FP_CONTRACT OFF
// METALON: #pragma STDC FP_CONTRACT ON

// In SPIR-V each operation says for itself whether it may not be contracted: of the program's a product and a sum may,
// the quotient and what the exponential is made of may not.

// In Metal's text all of a kernel may, or nothing.
// METALMIXED: FP_CONTRACT ON{{.*}}accy_choir_elementwise_mul_add_div_sqrt_0
// METALMIXED: FP_CONTRACT OFF{{.*}}accy_choir_elementwise_mul_add_exp_0

// What functions are made of is never relaxed, nor are other operations: here, the first sum is the program's own, and
// no multiplication of the exponential carries a flag.
// INTEGERS: gpu.func @accy_choir_elementwise_mul_add_exp_0
// INTEGERS: arith.addf {{.*}} fastmath<contract>
// INTEGERS-NOT: fastmath
// INTEGERS: gpu.return
// INTEGERS: gpu.func @accy_choir_elementwise_mul_add_max_0
// INTEGERS-NOT: fastmath
// INTEGERS: gpu.return
func.func @main(%a: tensor<6xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) -> tensor<6xf32> {
  %0 = accy.mul %a, %b : tensor<6xf32>
  %1 = accy.add %0, %c : tensor<6xf32>
  %2 = accy.div %1, %b : tensor<6xf32>
  %3 = accy.sqrt %2 : tensor<6xf32>
  accy.return %3 : tensor<6xf32>
}
func.func @library(%a: tensor<6xf32>) -> tensor<6xf32> {
  %0 = accy.mul %a, %a : tensor<6xf32>
  %1 = accy.add %0, %a : tensor<6xf32>
  %2 = accy.exp %1 : tensor<6xf32>
  accy.return %2 : tensor<6xf32>
}
func.func @integers(%a: tensor<6xi32>) -> tensor<6xi32> {
  %0 = accy.mul %a, %a : tensor<6xi32>
  %1 = accy.add %0, %a : tensor<6xi32>
  %2 = accy.max %1, %a : tensor<6xi32>
  accy.return %2 : tensor<6xi32>
}
