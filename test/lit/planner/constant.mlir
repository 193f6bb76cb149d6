// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts of x + a constant of 8 elements on cuda: three slots.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile="target=cuda strategies=generic" --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --input-file=%t/bundle/plan.json
// RUN: od -A n -t f4 -w32 %t/bundle/constant.1.bin | FileCheck %s --check-prefix=BYTES

// CHECK: "slots": [{
// CHECK-NEXT: "id": 0,
// CHECK-NEXT: "role": ["input"],
// CHECK-NEXT: "dtype": "f32",
// CHECK-NEXT: "space": "device_global",
// CHECK-NEXT: "access": "read_only",
// CHECK-NEXT: "transfer": "host_to_device",
// CHECK-NEXT: "layout": "row_major",
// CHECK-NEXT: "dims": [8],
// CHECK-NEXT: "strides": [1],
// CHECK-NEXT: "minor_to_major": [0],
// CHECK-NEXT: "elements": 8,
// CHECK-NEXT: "bytes": 32,
// CHECK-NEXT: "alignment": 4,
// CHECK-NEXT: "contiguous": true,
// CHECK-NEXT: "static": true,
// CHECK-NEXT: "fingerprint": "0x{{[0-9a-f]+}}",
// CHECK-NEXT: "constant": null
// CHECK-NEXT: }, {
// CHECK-NEXT: "id": 1,
// CHECK-NEXT: "role": ["constant"],
// CHECK-NEXT: "dtype": "f32",
// CHECK-NEXT: "space": "device_constant",
// CHECK-NEXT: "access": "read_only",
// CHECK-NEXT: "transfer": "none",
// CHECK-NEXT: "layout": "row_major",
// CHECK-NEXT: "dims": [8],
// CHECK-NEXT: "strides": [1],
// CHECK-NEXT: "minor_to_major": [0],
// CHECK-NEXT: "elements": 8,
// CHECK-NEXT: "bytes": 32,
// CHECK-NEXT: "alignment": 4,
// CHECK-NEXT: "contiguous": true,
// CHECK-NEXT: "static": true,
// CHECK-NEXT: "fingerprint": "0x{{[0-9a-f]+}}",
// CHECK-NEXT: "constant": "constant.1.bin"
// CHECK-NEXT: }, {
// CHECK-NEXT: "id": 2,
// CHECK-NEXT: "role": ["output"],
// CHECK-NEXT: "dtype": "f32",
// CHECK-NEXT: "space": "device_global",
// CHECK-NEXT: "access": "write_only",
// CHECK-NEXT: "transfer": "device_to_host",
// CHECK-NEXT: "layout": "row_major",
// CHECK-NEXT: "dims": [8],
// CHECK-NEXT: "strides": [1],
// CHECK-NEXT: "minor_to_major": [0],
// CHECK-NEXT: "elements": 8,
// CHECK-NEXT: "bytes": 32,
// CHECK-NEXT: "alignment": 4,
// CHECK-NEXT: "contiguous": true,
// CHECK-NEXT: "static": true,
// CHECK-NEXT: "fingerprint": "0x{{[0-9a-f]+}}",
// CHECK-NEXT: "constant": null
// CHECK-NEXT: }],
// CHECK-NEXT: "inputs": [0],
// CHECK-NEXT: "outputs": [2],
// BYTES: {{^ +2 +2 +2 +2 +2 +2 +2 +2$}}
// BYTES-NOT: {{.}}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %k = accy.constant dense<2.0> : tensor<8xf32>
  %0 = accy.add %a, %k : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
