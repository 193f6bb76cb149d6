// RUN: accy-opt %s -split-input-file --accy-assign-layouts | FileCheck %s

// CHECK-LABEL: choir.program @main
// CHECK: choir.slot 0 input {layout = {alignment = 4 : i64, kind = "row_major", minor_to_major = array<i64: 2, 1, 0>, strides = array<i64: 32, 8, 1>}} : memref<2x4x8xf32>
// CHECK: choir.slot 1 input {layout = {alignment = 4 : i64, kind = "row_major", minor_to_major = array<i64>, strides = array<i64>}} : memref<f32>
// CHECK: choir.slot 2 input {layout = {alignment = 1 : i64, {{.*}}}} : memref<3xi1>
// CHECK: choir.slot 3 input {layout = {alignment = 2 : i64, {{.*}}}} : memref<3xbf16>
// CHECK: choir.slot 4 output {layout = {alignment = 8 : i64, {{.*}}}} : memref<3xui64>
choir.program @main {
  %0 = choir.slot 0 input : memref<2x4x8xf32>
  %1 = choir.slot 1 input : memref<f32>
  %2 = choir.slot 2 input : memref<3xi1>
  %3 = choir.slot 3 input : memref<3xbf16>
  %4 = choir.slot 4 output : memref<3xui64>
  choir.return %4 : memref<3xui64>
}

// -----

// Nothing to assign.
// CHECK-LABEL: func.func @main
func.func @main() {
  return
}
