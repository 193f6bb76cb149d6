// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=webgpu:default-limits --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=WORDS --match-full-lines --strict-whitespace < %t/bundle/accy_choir_elementwise_add_0.wgsl
// RUN: FileCheck %s --check-prefix=BYTES < %t/bundle/bytes.wgsl
// RUN: FileCheck %s --check-prefix=HALVES < %t/bundle/halves.wgsl
// RUN: FileCheck %s --check-prefix=UNUSED < %t/bundle/unused.wgsl
// RUN: FileCheck %s --check-prefix=PLAN < %t/bundle/plan.json
// Compiled again, every text is the same.
// RUN: accy-opt %s --accy-compile=target=webgpu:default-limits --accy-export=dir=%t/again -o /dev/null
// RUN: diff -r %t/bundle %t/again

// The whole module of a small kernel: argument i is binding i, and what is only read is bound as such.
//      WORDS:@group(0) @binding(0) var<storage, read> buffer_0: array<f32, 7>;
// WORDS-NEXT:@group(0) @binding(1) var<storage, read> buffer_1: array<f32, 7>;
// WORDS-NEXT:@group(0) @binding(2) var<storage, read_write> buffer_2: array<f32, 7>;
// WORDS-NEXT:@group(0) @binding(3) var<storage, read> buffer_3: array<u32, 1>;
// WORDS-EMPTY:
// WORDS-NEXT:@compute @workgroup_size(8, 1, 1)
// WORDS-NEXT:fn accy_choir_elementwise_add_0(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread: vec3<u32>) {
// WORDS-NEXT:  let v0 = 0u;
// WORDS-NEXT:  let v1 = group.x;
// WORDS-NEXT:  let v2 = 8u;
// WORDS-NEXT:  let v3 = thread.x;
// WORDS-NEXT:  let v4 = v1 * v2;
// WORDS-NEXT:  let v5 = v4 + v3;
// WORDS-NEXT:  let v6 = buffer_3[v0];
// WORDS-NEXT:  let v7 = v5 < v6;
// WORDS-NEXT:  if v7 {
// WORDS-NEXT:    let v8 = buffer_0[v5];
// WORDS-NEXT:    let v9 = buffer_1[v5];
// WORDS-NEXT:    let v10 = v8 + v9;
// WORDS-NEXT:    buffer_2[v5] = v10;
// WORDS-NEXT:  }
// WORDS-NEXT:}
func.func @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> tensor<7xf32> {
  %0 = accy.add %a, %b : tensor<7xf32>
  accy.return %0 : tensor<7xf32>
}

// PLAN: "entry":{{[[:space:]]*}}"accy_choir_elementwise_add_0"
// PLAN: "kind":{{[[:space:]]*}}"text"
// PLAN: "path":{{[[:space:]]*}}"accy_choir_elementwise_add_0.wgsl"
// PLAN: "threadgroup":{{[[:space:]]*}}[8, 1, 1]

gpu.module @authored {
  // Bytes lie four a word; thirteen need four words. A word that is written belongs to several threads, so that its
  // bits are cleared and set by atomics; a buffer that is only read has none.
  // BYTES: var<storage, read> buffer_0: array<u32, 4>;
  // BYTES: var<storage, read_write> buffer_1: array<atomic<u32>, 4>;
  // BYTES: let [[I:v[0-9]+]] = thread.x;
  // BYTES: let [[X:v[0-9]+]] = (buffer_0[[[I]] >> 2u] >> (([[I]] & 3u) << 3u)) & 255u;
  // BYTES: let [[Y:v[0-9]+]] = (atomicLoad(&buffer_1[[[I]] >> 2u]) >> (([[I]] & 3u) << 3u)) & 255u;
  // BYTES: let [[S:v[0-9]+]] = ([[X]] + [[Y]]) & 255u;
  // BYTES: atomicAnd(&buffer_1[[[I]] >> 2u], ~(255u << (([[I]] & 3u) << 3u)));
  // BYTES: atomicOr(&buffer_1[[[I]] >> 2u], [[S]] << (([[I]] & 3u) << 3u));
  gpu.func @bytes(%a: memref<13xi8>, %o: memref<13xi8>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 13, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<13xi8>
    %y = memref.load %o[%i] : memref<13xi8>
    %s = arith.addi %x, %y : i8
    memref.store %s, %o[%i] : memref<13xi8>
    gpu.return
  }

  // Numbers of 16 bits, integers and floats, lie two a word and are not changed on their way.
  // HALVES: var<storage, read> buffer_0: array<u32, 3>;
  // HALVES: var<storage, read_write> buffer_1: array<atomic<u32>, 3>;
  // HALVES: let [[I:v[0-9]+]] = thread.y;
  // HALVES: let [[X:v[0-9]+]] = (buffer_0[[[I]] >> 1u] >> (([[I]] & 1u) << 4u)) & 65535u;
  // HALVES: atomicAnd(&buffer_1[[[I]] >> 1u], ~(65535u << (([[I]] & 1u) << 4u)));
  // HALVES: atomicOr(&buffer_1[[[I]] >> 1u], [[X]] << (([[I]] & 1u) << 4u));
  gpu.func @halves(%a: memref<5xf16>, %o: memref<5xi16>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 1, 5, 1>}} {
    %i = gpu.thread_id y
    %x = memref.load %a[%i] : memref<5xf16>
    %bits = arith.bitcast %x : f16 to i16
    memref.store %bits, %o[%i] : memref<5xi16>
    gpu.return
  }

  // A buffer that is not used is mentioned, so that it stays in the pipeline's layout.
  // UNUSED: fn unused() {
  // UNUSED-NEXT: _ = &buffer_0;
  // UNUSED-NEXT: }
  gpu.func @unused(%a: memref<5xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 1, 1, 1>}} {
    gpu.return
  }
}
