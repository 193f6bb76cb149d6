// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=webgpu --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=IF < %t/bundle/branches.wgsl
// RUN: FileCheck %s --check-prefix=FOR < %t/bundle/counted.wgsl
// RUN: FileCheck %s --check-prefix=UNSIGNED < %t/bundle/counted_unsigned.wgsl
// RUN: FileCheck %s --check-prefix=WHILE < %t/bundle/conditional.wgsl
// RUN: FileCheck %s --check-prefix=POSITION < %t/bundle/positions.wgsl

func.func @main(%a: tensor<7xf32>) -> tensor<7xf32> {
  %0 = accy.neg %a : tensor<7xf32>
  accy.return %0 : tensor<7xf32>
}

gpu.module @authored {
  // Results are variables that each branch sets.
  // IF: var [[R:v[0-9]+]]: u32;
  // IF-NEXT: var [[B:v[0-9]+]]: bool;
  // IF-NEXT: if {{v[0-9]+}} {
  // IF-NEXT:   let [[S:v[0-9]+]] = [[X:v[0-9]+]] + [[X]];
  // IF-NEXT:   [[R]] = [[S]];
  // IF-NEXT:   [[B]] = {{v[0-9]+}};
  // IF-NEXT: } else {
  // IF-NEXT:   [[R]] = [[X]];
  // IF-NEXT:   [[B]] = {{v[0-9]+}};
  // IF-NEXT: }
  // IF-NEXT: if [[B]] {
  // IF-NEXT:   buffer_0[{{v[0-9]+}}] = [[R]];
  // IF-NEXT: }
  gpu.func @branches(%o: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = arith.index_cast %i : index to i32
    %four = arith.constant 4 : index
    %yes = arith.constant true
    %no = arith.constant false
    %small = arith.cmpi ult, %i, %four : index
    %r, %b = scf.if %small -> (i32, i1) {
      %s = arith.addi %x, %x : i32
      scf.yield %s, %yes : i32, i1
    } else {
      scf.yield %x, %no : i32, i1
    }
    scf.if %b {
      memref.store %r, %o[%i] : memref<8xi32>
    }
    gpu.return
  }

  // What is carried is read at the head of the body, so that two values can change places.
  // FOR: let [[ONE:v[0-9]+]] = 1u;
  // FOR: var [[A:v[0-9]+]] = {{v[0-9]+}};
  // FOR-NEXT: var [[B:v[0-9]+]] = {{v[0-9]+}};
  // FOR-NEXT: for (var [[K:v[0-9]+]] = {{v[0-9]+}}; bitcast<i32>([[K]]) < bitcast<i32>({{v[0-9]+}}); [[K]] = [[K]] + [[ONE]]) {
  // FOR-NEXT:   let [[A1:v[0-9]+]] = [[A]];
  // FOR-NEXT:   let [[B1:v[0-9]+]] = [[B]];
  // FOR-NEXT:   [[A]] = [[B1]];
  // FOR-NEXT:   [[B]] = [[A1]];
  // FOR-NEXT: }
  // FOR-NEXT: buffer_0[{{v[0-9]+}}] = [[A]];
  gpu.func @counted(%o: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %x = arith.constant 2.5 : f32
    %y = arith.constant 3.5 : f32
    %a, %b = scf.for %k = %zero to %i step %one iter_args(%c = %x, %d = %y) -> (f32, f32) {
      scf.yield %d, %c : f32, f32
    }
    memref.store %a, %o[%i] : memref<8xf32>
    gpu.return
  }

  // UNSIGNED: for (var [[K:v[0-9]+]] = [[LOWER:v[0-9]+]]; [[K]] < {{v[0-9]+}}; [[K]] = [[K]] + {{v[0-9]+}}) {
  gpu.func @counted_unsigned(%o: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %zero = arith.constant 0 : i32
    %three = arith.constant 3 : i32
    %n = arith.constant -1 : i32
    scf.for unsigned %k = %zero to %n step %three : i32 {
      memref.store %k, %o[%i] : memref<8xi32>
    }
    gpu.return
  }

  // WHILE: var [[R:v[0-9]+]]: u32;
  // WHILE-NEXT: var [[X:v[0-9]+]]_next = {{v[0-9]+}};
  // WHILE-NEXT: loop {
  // WHILE-NEXT:   let [[X]] = [[X]]_next;
  // WHILE-NEXT:   let [[C:v[0-9]+]] = [[X]] > [[ONE:v[0-9]+]];
  // WHILE-NEXT:   if ![[C]] {
  // WHILE-NEXT:     [[R]] = [[X]];
  // WHILE-NEXT:     break;
  // WHILE-NEXT:   }
  // WHILE-NEXT:   let [[H:v[0-9]+]] = [[X]] >> [[ONE]];
  // WHILE-NEXT:   [[X]]_next = [[H]];
  // WHILE-NEXT: }
  // WHILE-NEXT: buffer_0[{{v[0-9]+}}] = [[R]];
  gpu.func @conditional(%o: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %one = arith.constant 1 : i32
    %start = arith.index_castui %i : index to i32
    %r = scf.while (%x = %start) : (i32) -> i32 {
      %c = arith.cmpi ugt, %x, %one : i32
      scf.condition(%c) %x : i32
    } do {
    ^bb0(%x: i32):
      %h = arith.shrui %x, %one : i32
      scf.yield %h : i32
    }
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  // The size of a threadgroup is known.
  // POSITION: @compute @workgroup_size(4, 2, 1)
  // POSITION-NEXT: fn positions(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  // POSITION-NEXT: group.y;
  // POSITION-NEXT: thread.z;
  // POSITION-NEXT: groups.x;
  // POSITION-NEXT: = 2u;
  gpu.func @positions(%o: memref<800xi32>) kernel attributes {choir.geometry = {grid = array<i64: 3, 3, 3>, threadgroup = array<i64: 4, 2, 1>}} {
    %a = gpu.block_id y
    %b = gpu.thread_id z
    %c = gpu.grid_dim x
    %d = gpu.block_dim y
    %ab = arith.addi %a, %b : index
    %cd = arith.addi %c, %d : index
    %i = arith.addi %ab, %cd : index
    %v = arith.index_cast %i : index to i32
    memref.store %v, %o[%i] : memref<800xi32>
    gpu.return
  }
}
