// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of constants in a bundle: those of each element, the least significant first, row by row; a byte for an i1.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=cpu:x86-64-v4 --accy-export=dir=%t/bundle -o /dev/null
// RUN: od -A n -t x1 -v %t/bundle/words/constant.1.bin | FileCheck %s --check-prefix=WORDS
// RUN: od -A n -t x1 -v %t/bundle/halves/constant.1.bin | FileCheck %s --check-prefix=HALVES
// RUN: od -A n -t x1 -v %t/bundle/doubles/constant.1.bin | FileCheck %s --check-prefix=DOUBLES
// RUN: od -A n -t x1 -v %t/bundle/booleans/constant.1.bin | FileCheck %s --check-prefix=BOOLEANS

// WORDS: {{^}} 01 00 00 00 04 03 02 01 ff ff ff ff 00 00 00 80{{$}}
// WORDS-NEXT: {{^}} 05 00 00 00 06 00 00 00{{$}}
// WORDS-NOT: {{.}}
func.func @words(%a: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %k = accy.constant dense<[[1, 0x01020304], [-1, -2147483648], [5, 6]]> : tensor<3x2xi32>
  %0 = accy.add %a, %k : tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// HALVES: {{^}} 00 3c 00 c0 00 7c{{$}}
// HALVES-NOT: {{.}}
func.func @halves(%a: tensor<3xf16>) -> tensor<3xf16> {
  %k = accy.constant dense<[1.0, -2.0, 0x7C00]> : tensor<3xf16>
  %0 = accy.add %a, %k : tensor<3xf16>
  return %0 : tensor<3xf16>
}

// DOUBLES: {{^}} 00 00 00 00 00 00 f0 3f 01 00 00 00 00 00 f8 7f{{$}}
// DOUBLES-NOT: {{.}}
func.func @doubles(%a: tensor<2xf64>) -> tensor<2xf64> {
  %k = accy.constant dense<[1.0, 0x7FF8000000000001]> : tensor<2xf64>
  %0 = accy.add %a, %k : tensor<2xf64>
  return %0 : tensor<2xf64>
}

// BOOLEANS: {{^}} 01 00 00 01 01{{$}}
// BOOLEANS-NOT: {{.}}
func.func @booleans(%a: tensor<5xi1>) -> tensor<5xi1> {
  %k = accy.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  %0 = accy.xor %a, %k : tensor<5xi1>
  return %0 : tensor<5xi1>
}
