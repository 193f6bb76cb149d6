// RUN: rm -rf %t
// RUN: accy-opt %s "--accy-compile=target=cpu format=cpu_object" "--accy-export=dir=%t name=first" -o /dev/null
// RUN: echo "mine" > %t/third.c
// RUN: ls %t | FileCheck %s --check-prefix=FIRST --implicit-check-not={{^[[:alnum:]]}}
// RUN: accy-opt %s "--accy-compile=target=cpu format=cpu_object" "--accy-export=dir=%t name=2nd" -o /dev/null
// RUN: ls %t | FileCheck %s --check-prefix=SECOND --implicit-check-not={{^[[:alnum:]]}}
// RUN: accy-opt %s --accy-compile=target=vulkan "--accy-export=dir=%t name=2nd" -o /dev/null
// RUN: ls %t | FileCheck %s --check-prefix=VULKAN --implicit-check-not={{^[[:alnum:]]}}

// A bundle takes the place of an earlier one in its folder: nothing of that is left, its C interface included, and what
// is the user's own stays, whatever it is called.
// RUN: accy-opt %s "--accy-compile=target=cpu format=cpu_object" "--accy-export=dir=%t name=first" -o /dev/null
// RUN: cp %t/third.c %t/first.c
// RUN: accy-opt %s --accy-compile=target=vulkan --accy-export=dir=%t -o /dev/null
// RUN: ls %t | FileCheck %s --check-prefix=OWN --implicit-check-not={{^[[:alnum:]]}}

// Nor is it written over.
// RUN: not accy-opt %s "--accy-compile=target=cpu format=cpu_object" "--accy-export=dir=%t name=third" -o /dev/null 2>&1 | FileCheck %s --check-prefix=USER
// USER: third.c: a file of that name is there that Accy has not made; give another folder, or another name to the function [InvalidArtifact]
// RUN: grep -q mine %t/third.c
// RUN: ls %t | FileCheck %s --check-prefix=OWN --implicit-check-not={{^[[:alnum:]]}}

// FIRST: accy_choir_elementwise_add_0.o
// FIRST: first.c
// FIRST: first.h
// FIRST: plan.json
// FIRST: third.c
// SECOND: accy_choir_elementwise_add_0.o
// SECOND: f2nd.c
// SECOND: f2nd.h
// SECOND: plan.json
// SECOND: third.c
// VULKAN: accy_choir_elementwise_add_0.spv
// VULKAN: plan.json
// VULKAN: third.c
// OWN: accy_choir_elementwise_add_0.spv
// OWN: first.c
// OWN: plan.json
// OWN: third.c
func.func @sum(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}
