// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of a program whose temporaries die: ten slots, four kernels, and by strategy reuse three allocations.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile="target=cuda strategies=generic" --accy-plan-memory=strategy=reuse --accy-export=dir=%t/bundle -o %t/ir
// RUN: FileCheck %s < %t/ir
// RUN: grep -c "choir.slot " %t/ir | FileCheck %s --check-prefix=SLOTS
// RUN: grep -c "choir.launch " %t/ir | FileCheck %s --check-prefix=LAUNCHES
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t/bundle/plan.json

// CHECK: memory = {allocated_bytes = 128
// CHECK-SAME: peak_bytes = 128
// CHECK-SAME: total_bytes = 160
// SLOTS: {{^10$}}
// LAUNCHES: {{^4$}}

// The last output takes the place of the first temporary.
// PLAN: "strategy": "reuse",
// PLAN-NEXT: "allocations": [{
// PLAN-NEXT: "id": 0,
// PLAN: "bytes": 32,
// PLAN: "id": 1,
// PLAN: "bytes": 32,
// PLAN: "id": 2,
// PLAN: "bytes": 64,
// PLAN-NOT: "id"
// PLAN: "assignments": [{
// PLAN-NEXT: "slot": 6,
// PLAN-NEXT: "allocation": 0
// PLAN-NEXT: }, {
// PLAN-NEXT: "slot": 7,
// PLAN-NEXT: "allocation": 1
// PLAN-NEXT: }, {
// PLAN-NEXT: "slot": 8,
// PLAN-NEXT: "allocation": 2
// PLAN-NEXT: }, {
// PLAN-NEXT: "slot": 9,
// PLAN-NEXT: "allocation": 0
// PLAN-NEXT: }],
// PLAN-NEXT: "total_bytes": 160,
// PLAN-NEXT: "allocated_bytes": 128,
// PLAN-NEXT: "peak_bytes": 128,
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>, %f: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %s = accy.add %a, %b : tensor<8xf32>
  %p = accy.mul %s, %c : tensor<8xf32>
  %x = accy.concatenate %s, %d dim = 0 : tensor<8xf32> -> tensor<16xf32>
  %q = accy.add %e, %f : tensor<8xf32>
  accy.return %p, %q : tensor<8xf32>, tensor<8xf32>
}
