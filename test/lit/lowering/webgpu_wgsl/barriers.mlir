// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=webgpu --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=TREE < %t/bundle/tree.wgsl
// RUN: FileCheck %s --check-prefix=BUFFER < %t/bundle/through_buffer.wgsl
// RUN: FileCheck %s --check-prefix=UNIFORM < %t/bundle/uniform_flow.wgsl

func.func @main(%a: tensor<7xf32>) -> tensor<7xf32> {
  %0 = accy.neg %a : tensor<7xf32>
  accy.return %0 : tensor<7xf32>
}

gpu.module @authored {
  // A sum over a threadgroup, as a tree: branches that only some threads take end before each barrier.
  // TREE: @group(0) @binding(1) var<storage, read_write> buffer_1: array<f32, 2>;
  // TREE-NEXT: var<workgroup> memory_2: array<f32, 64>;
  // TREE: memory_2[{{v[0-9]+}}] = {{v[0-9]+}};
  // TREE-NEXT: workgroupBarrier();
  // TREE: loop {
  // TREE:   if {{v[0-9]+}} {
  // TREE:     memory_2[
  // TREE:   }
  // TREE-NEXT: workgroupBarrier();
  // TREE-NOT: storageBarrier
  gpu.func @tree(%a: memref<128xf32>, %o: memref<2xf32>) workgroup(%sums: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 2, 1, 1>, threadgroup = array<i64: 64, 1, 1>}} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %half = arith.constant 32 : index
    %group = gpu.block_id x
    %threads = gpu.block_dim x
    %thread = gpu.thread_id x
    %start = arith.muli %group, %threads : index
    %i = arith.addi %start, %thread : index
    %x = memref.load %a[%i] : memref<128xf32>
    memref.store %x, %sums[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = scf.while (%stride = %half) : (index) -> index {
      %more = arith.cmpi ugt, %stride, %zero : index
      scf.condition(%more) %stride : index
    } do {
    ^bb0(%stride: index):
      %adds = arith.cmpi ult, %thread, %stride : index
      scf.if %adds {
        %other = arith.addi %thread, %stride : index
        %left = memref.load %sums[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
        %right = memref.load %sums[%other] : memref<64xf32, #gpu.address_space<workgroup>>
        %sum = arith.addf %left, %right : f32
        memref.store %sum, %sums[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %next = arith.shrui %stride, %one : index
      scf.yield %next : index
    }
    %is_first = arith.cmpi eq, %thread, %zero : index
    scf.if %is_first {
      %sum = memref.load %sums[%zero] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %sum, %o[%group] : memref<2xf32>
    }
    gpu.return
  }

  // Threads that hand on values in a buffer wait for that as well.
  // BUFFER: buffer_0[{{v[0-9]+}}] = {{v[0-9]+}};
  // BUFFER-NEXT: storageBarrier();
  // BUFFER-NEXT: workgroupBarrier();
  gpu.func @through_buffer(%o: memref<64xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 64, 1, 1>}} {
    %last = arith.constant 63 : index
    %thread = gpu.thread_id x
    %x = arith.index_castui %thread : index to i32
    memref.store %x, %o[%thread] : memref<64xi32>
    gpu.barrier
    %other = arith.subi %last, %thread : index
    %y = memref.load %o[%other] : memref<64xi32>
    gpu.barrier
    memref.store %y, %o[%thread] : memref<64xi32>
    gpu.return
  }

  // Buffers that are only read, places of threadgroups, loops over them and what such loops carry are the same for all
  // threads; a value may vary that decides nothing.
  // UNIFORM-COUNT-3: workgroupBarrier();
  gpu.func @uniform_flow(%n: memref<1xi32>, %o: memref<64xf32>) workgroup(%m: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 64, 1, 1>}} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %x = arith.constant 1.0 : f32
    %thread = gpu.thread_id x
    %group = gpu.block_id x
    %count = memref.load %n[%zero] : memref<1xi32>
    %times = arith.index_castui %count : i32 to index
    %enough = arith.cmpi ugt, %times, %group : index
    %limit = scf.if %enough -> index {
      gpu.barrier
      scf.yield %times : index
    } else {
      scf.yield %one : index
    }
    %sum, %steps = scf.for %k = %zero to %limit step %one iter_args(%acc = %x, %s = %zero) -> (f32, index) {
      memref.store %acc, %m[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %y = memref.load %m[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
      %z = arith.addf %y, %acc : f32
      %t = arith.addi %s, %k : index
      scf.yield %z, %t : f32, index
    }
    %again = arith.cmpi ugt, %steps, %one : index
    scf.if %again {
      gpu.barrier
    }
    memref.store %sum, %o[%thread] : memref<64xf32>
    gpu.return
  }
}
