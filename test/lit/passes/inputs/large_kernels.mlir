// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Around what a grid of 2 x 3 x 16 threadgroups holds: 6144 elements, one for each of 64 threads, and 96 tiles of products.
choir.program @main {
  %0 = choir.slot 0 input : memref<2x6145xf32>
  %1 = choir.slot 1 input : memref<6145xf32>
  %2 = choir.slot 2 output : memref<6145xf32>
  %3 = choir.slot 3 input : memref<6144xf32>
  %4 = choir.slot 4 output : memref<6144xf32>
  %5 = choir.slot 5 input : memref<97x16x16xf32>
  %6 = choir.slot 6 output : memref<97x16x16xf32>
  %7 = choir.slot 7 input : memref<25x32x32xf32>
  %8 = choir.slot 8 output : memref<25x32x32xf32>
  %9 = choir.slot 9 input : memref<30000x3xf32>
  %10 = choir.slot 10 output : memref<30000x3xf32>
  choir.launch @elementwise %1, %2 id = 0 : memref<6145xf32>, memref<6145xf32>
  choir.launch @shape %1, %2 id = 1 : memref<6145xf32>, memref<6145xf32>
  choir.launch @copy %1, %2 id = 2 : memref<6145xf32>, memref<6145xf32>
  choir.launch @reduction %0, %2 id = 3 : memref<2x6145xf32>, memref<6145xf32>
  choir.launch @product %5, %6 id = 4 : memref<97x16x16xf32>, memref<97x16x16xf32>
  choir.launch @rows %9, %10 id = 5 : memref<30000x3xf32>, memref<30000x3xf32>
  choir.launch @fits %3, %4 id = 6 : memref<6144xf32>, memref<6144xf32>
  choir.launch @blocks %7, %8 id = 7 : memref<25x32x32xf32>, memref<25x32x32xf32>
  choir.kernel @elementwise id = 0 kind = elementwise {
  ^bb0(%a: tensor<6145xf32>):
    %m = accy.neg %a : tensor<6145xf32>
    %r = accy.abs %m : tensor<6145xf32>
    choir.yield %r : tensor<6145xf32>
  }
  choir.kernel @shape id = 1 kind = shape {
  ^bb0(%a: tensor<6145xf32>):
    %r = accy.reverse %a dims = [0] : tensor<6145xf32>
    choir.yield %r : tensor<6145xf32>
  }
  choir.kernel @copy id = 2 kind = shape {
  ^bb0(%a: tensor<6145xf32>):
    choir.yield %a : tensor<6145xf32>
  }
  choir.kernel @reduction id = 3 kind = reduction {
  ^bb0(%a: tensor<2x6145xf32>):
    %r = accy.reduce sum %a dims = [0] : tensor<2x6145xf32> -> tensor<6145xf32>
    choir.yield %r : tensor<6145xf32>
  }
  choir.kernel @product id = 4 kind = dot_general {
  ^bb0(%a: tensor<97x16x16xf32>):
    %p = accy.dot_general %a, %a lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<97x16x16xf32> -> tensor<97x16x16xf32>
    %r = accy.neg %p : tensor<97x16x16xf32>
    choir.yield %r : tensor<97x16x16xf32>
  }
  choir.kernel @rows id = 5 kind = row_pipeline {
  ^bb0(%a: tensor<30000x3xf32>):
    %m = accy.reduce max %a dims = [1] : tensor<30000x3xf32> -> tensor<30000xf32>
    %b = accy.broadcast %m dims = [0] : tensor<30000xf32> -> tensor<30000x3xf32>
    %r = accy.sub %a, %b : tensor<30000x3xf32>
    choir.yield %r : tensor<30000x3xf32>
  }
  choir.kernel @fits id = 6 kind = elementwise {
  ^bb0(%a: tensor<6144xf32>):
    %r = accy.neg %a : tensor<6144xf32>
    choir.yield %r : tensor<6144xf32>
  }
  choir.kernel @blocks id = 7 kind = dot_general {
  ^bb0(%a: tensor<25x32x32xf32>):
    %r = accy.dot_general %a, %a lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<25x32x32xf32> -> tensor<25x32x32xf32>
    choir.yield %r : tensor<25x32x32xf32>
  }
  choir.return %2 : memref<6145xf32>
}
