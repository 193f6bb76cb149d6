// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-targets=target=cuda -o %t.apart
// RUN: accy-opt %t.apart --accy-fuse-rows | FileCheck %s
// RUN: accy-opt %t.apart --accy-fuse-rows -o %t.fused
// RUN: accy-opt %t.fused --accy-fuse-rows | cmp - %t.fused
// RUN: accy-opt %t.apart --accy-fuse-rows=max-columns=256 | FileCheck %s --check-prefix=SHORT
// RUN: accy-opt %t.apart --accy-fuse-rows=max-ops=3 | FileCheck %s --check-prefix=SMALL
// RUN: accy-opt %t.apart --accy-fuse-rows=max-columns=0 | cmp - %t.apart
// Threads of these cannot share a row: without threadgroup memory, and in a loop over the grid.
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-targets=target=vulkan -o %t.vulkan
// RUN: accy-opt %t.vulkan --accy-fuse-rows | cmp - %t.vulkan
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-targets=target=cpu -o %t.cpu
// RUN: accy-opt %t.cpu --accy-fuse-rows | cmp - %t.cpu
// RUN: not accy-opt %s --accy-schedule --accy-bufferize --accy-fuse-rows 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not accy-opt %t.apart --accy-fuse-rows=max-ops=0 2>&1 | FileCheck %s --check-prefix=OPS

// NONE: error: 'choir.program' op has no target: give accy-assign-targets
// OPS: max-ops

// Four work items and three slots between them become one.
// CHECK-LABEL: choir.program @softmax
// CHECK-NEXT: %[[X:.*]] = choir.slot 0 input : memref<33x257xf32>
// CHECK-NEXT: %[[R:.*]] = choir.slot 1 output : memref<33x257xf32>
// CHECK-NEXT: choir.work_item %[[X]], %[[R]] id = 0 kind = row_pipeline {{.*}}estimated_element_ops = 59367 : i64, external_input_value_count = 1 : i64
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<33x257xf32>):
// CHECK-NEXT: %[[M:.*]] = accy.reduce max %[[A]] dims = [1]
// CHECK-NEXT: %[[B:.*]] = accy.broadcast %[[M]] dims = [0]
// CHECK-NEXT: %[[D:.*]] = accy.sub %[[A]], %[[B]]
// CHECK-NEXT: %[[E:.*]] = accy.exp %[[D]]
// CHECK-NEXT: %[[S:.*]] = accy.reduce sum %[[E]] dims = [1]
// CHECK-NEXT: %[[T:.*]] = accy.broadcast %[[S]] dims = [0]
// CHECK-NEXT: %[[Q:.*]] = accy.div %[[E]], %[[T]]
// CHECK-NEXT: choir.yield %[[Q]]
// CHECK: choir.return

// SHORT-LABEL: choir.program @softmax
// SHORT-NOT: row_pipeline
// SHORT-LABEL: choir.program @row_result
// SHORT: row_pipeline

// The greatest and the exponentials are three operations; the sum would be the fourth.
// SMALL-LABEL: choir.program @softmax
// SMALL: kind = reduction
// SMALL: kind = elementwise
// SMALL-LABEL: choir.program @row_result
func.func @softmax(%x: tensor<33x257xf32>) -> tensor<33x257xf32> {
  %m = accy.reduce max %x dims = [1] : tensor<33x257xf32> -> tensor<33xf32>
  %b = accy.broadcast %m dims = [0] : tensor<33xf32> -> tensor<33x257xf32>
  %d = accy.sub %x, %b : tensor<33x257xf32>
  %e = accy.exp %d : tensor<33x257xf32>
  %s = accy.reduce sum %e dims = [1] : tensor<33x257xf32> -> tensor<33xf32>
  %t = accy.broadcast %s dims = [0] : tensor<33xf32> -> tensor<33x257xf32>
  %r = accy.div %e, %t : tensor<33x257xf32>
  accy.return %r : tensor<33x257xf32>
}

// What has an element a row may be the result.
// CHECK-LABEL: choir.program @row_result
// CHECK: kind = row_pipeline
// CHECK: accy.reduce
// CHECK-NEXT: accy.sqrt
// CHECK-NEXT: choir.yield
func.func @row_result(%x: tensor<2x3x64xf32>) -> tensor<2x3xf32> {
  %s = accy.reduce sum %x dims = [2] : tensor<2x3x64xf32> -> tensor<2x3xf32>
  %r = accy.sqrt %s : tensor<2x3xf32>
  accy.return %r : tensor<2x3xf32>
}

// Columns are no rows.
// CHECK-LABEL: choir.program @columns
// CHECK-NOT: row_pipeline
// CHECK-LABEL: choir.program @other_rows
func.func @columns(%x: tensor<64x6xf32>) -> tensor<64x6xf32> {
  %s = accy.reduce sum %x dims = [0] : tensor<64x6xf32> -> tensor<6xf32>
  %b = accy.broadcast %s dims = [1] : tensor<6xf32> -> tensor<64x6xf32>
  %r = accy.sub %x, %b : tensor<64x6xf32>
  accy.return %r : tensor<64x6xf32>
}

// Nor does an element of one row depend on another row's fold.
// CHECK-NOT: row_pipeline
// CHECK-LABEL: choir.program @turned_rows
func.func @other_rows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = accy.reduce sum %x dims = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %b = accy.broadcast %s dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  %r = accy.sub %x, %b : tensor<8x8xf32>
  accy.return %r : tensor<8x8xf32>
}
// CHECK-NOT: row_pipeline
// CHECK-LABEL: choir.program @lengths
func.func @turned_rows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = accy.reduce sum %x dims = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %v = accy.reverse %s dims = [0] : tensor<8xf32>
  %b = accy.broadcast %v dims = [0] : tensor<8xf32> -> tensor<8x8xf32>
  %r = accy.sub %x, %b : tensor<8x8xf32>
  accy.return %r : tensor<8x8xf32>
}

// Rows of two lengths do not go together.
// CHECK-NOT: accy.reduce sum {{.*}}accy.reduce
// CHECK: accy.reduce max
// CHECK: choir.work_item
// CHECK: accy.reduce sum
// CHECK-LABEL: choir.program @needed
func.func @lengths(%x: tensor<8x16xf32>, %y: tensor<8x32xf32>) -> tensor<8xf32> {
  %m = accy.reduce max %x dims = [1] : tensor<8x16xf32> -> tensor<8xf32>
  %b = accy.broadcast %m dims = [0] : tensor<8xf32> -> tensor<8x32xf32>
  %d = accy.sub %y, %b : tensor<8x32xf32>
  %s = accy.reduce sum %d dims = [1] : tensor<8x32xf32> -> tensor<8xf32>
  accy.return %s : tensor<8xf32>
}

// What is returned, or read by another kernel, stays in memory.
// CHECK-NOT: row_pipeline
// CHECK-LABEL: choir.program @overwritten
func.func @needed(%x: tensor<8x16xf32>) -> (tensor<8xf32>, tensor<8x16xf32>) {
  %s = accy.reduce sum %x dims = [1] : tensor<8x16xf32> -> tensor<8xf32>
  %b = accy.broadcast %s dims = [0] : tensor<8xf32> -> tensor<8x16xf32>
  %r = accy.sub %x, %b : tensor<8x16xf32>
  accy.return %s, %r : tensor<8xf32>, tensor<8x16xf32>
}

// The sum is of what is there before the call writes it.
// CHECK: kind = reduction
// CHECK: kind = kernel_call
// CHECK-NOT: row_pipeline
// CHECK: choir.return
func.func @overwritten(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %n = accy.neg %x : tensor<8x16xf32>
  %s = accy.reduce sum %n dims = [1] : tensor<8x16xf32> -> tensor<8xf32>
  %c = accy.kernel_call "custom.update" %n version = 1 effects = ["readwrite"] alias = 0 : tensor<8x16xf32> -> tensor<8x16xf32>
  %b = accy.broadcast %s dims = [0] : tensor<8xf32> -> tensor<8x16xf32>
  %r = accy.sub %y, %b : tensor<8x16xf32>
  accy.return %c, %r : tensor<8x16xf32>, tensor<8x16xf32>
}
