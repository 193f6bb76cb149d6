// RUN: accy-opt %s -split-input-file --accy-assign-memory-spaces | FileCheck %s

// CHECK-LABEL: choir.program @main
// CHECK: choir.slot 0 input {memory = {access = "read_only", space = "device_global", transfer = "host_to_device"}}
// CHECK: choir.slot 1 constant {{.*}} {memory = {access = "read_only", space = "device_constant", transfer = "none"}}
// CHECK: choir.slot 2 temporary {memory = {access = "read_write", space = "device_global", transfer = "none"}}
// CHECK: choir.slot 3 output {memory = {access = "write_only", space = "device_global", transfer = "device_to_host"}}
// An output that another kernel reads is read, too.
// CHECK: choir.slot 4 output {memory = {access = "read_write", space = "device_global", transfer = "device_to_host"}}
choir.program @main {
  %0 = choir.slot 0 input : memref<4xf32>
  %1 = choir.slot 1 constant value = dense<1.0> : tensor<4xf32> : memref<4xf32>
  %2 = choir.slot 2 temporary : memref<4xf32>
  %3 = choir.slot 3 output : memref<4xf32>
  %4 = choir.slot 4 output : memref<4xf32>
  choir.launch @k %0, %1, %2 id = 0 : memref<4xf32>
  choir.launch @k %0, %2, %4 id = 1 : memref<4xf32>
  choir.launch @k %4, %2, %3 id = 2 : memref<4xf32>
  choir.return %3, %4 : memref<4xf32>
}

// -----

// Nothing to assign.
// CHECK-LABEL: func.func @main
func.func @main() {
  return
}
