// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-compile=target=webgpu:default-limits --accy-export=dir=%t/bundle -o /dev/null
// RUN: FileCheck %s --check-prefix=FLOATS < %t/bundle/floats.wgsl
// RUN: FileCheck %s --check-prefix=COMPARE < %t/bundle/comparisons.wgsl
// RUN: FileCheck %s --check-prefix=WORDS < %t/bundle/words.wgsl
// RUN: FileCheck %s --check-prefix=NARROW < %t/bundle/narrow.wgsl
// RUN: FileCheck %s --check-prefix=BITS < %t/bundle/bits.wgsl
// RUN: FileCheck %s --check-prefix=CONVERT < %t/bundle/conversions.wgsl
// RUN: FileCheck %s --check-prefix=HALVES < %t/bundle/halves.wgsl
// RUN: FileCheck %s --check-prefix=WIDE < %t/bundle/wide.wgsl

func.func @main(%a: tensor<7xf32>) -> tensor<7xf32> {
  %0 = accy.neg %a : tensor<7xf32>
  accy.return %0 : tensor<7xf32>
}

gpu.module @authored {
  // The sign is changed as a bit; extrema look at bits, too. Functions come after the kernel, each once.
  // FLOATS: let [[X:v[0-9]+]] = buffer_0[
  // FLOATS: let [[Y:v[0-9]+]] = buffer_0[
  // FLOATS: = bitcast<f32>(bitcast<u32>([[X]]) ^ 0x80000000u);
  // FLOATS: = bitcast<f32>(bitcast<u32>([[X]]) & 0x7fffffffu);
  // FLOATS: = sqrt([[X]]);
  // FLOATS: = maximum([[X]], [[Y]]);
  // FLOATS: = minimum([[X]], [[Y]]);
  // FLOATS: = maximum_number([[X]], [[Y]]);
  // FLOATS: = minimum_number([[X]], [[Y]]);
  // FLOATS: {{^}}fn is_nan(x: f32) -> bool {
  // FLOATS: {{^}}fn ordered(x: f32) -> i32 {
  // FLOATS: {{^}}fn maximum(x: f32, y: f32) -> f32 {
  // FLOATS: {{^}}fn minimum(x: f32, y: f32) -> f32 {
  // FLOATS: {{^}}fn maximum_number(x: f32, y: f32) -> f32 {
  // FLOATS: {{^}}fn minimum_number(x: f32, y: f32) -> f32 {
  // FLOATS-NOT: {{^}}fn
  gpu.func @floats(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %c = arith.constant 0 : index
    %x = memref.load %a[%i] : memref<8xf32>
    %y = memref.load %a[%c] : memref<8xf32>
    %0 = arith.negf %x : f32
    %1 = math.absf %x : f32
    %2 = math.sqrt %x : f32
    %3 = arith.maximumf %x, %y : f32
    %4 = arith.minimumf %x, %y : f32
    %5 = arith.maxnumf %x, %y : f32
    %6 = arith.minnumf %x, %y : f32
    gpu.return
  }

  // What asks for NaN looks at bits; a comparison of a value with itself asks for that.
  // COMPARE: let [[X:v[0-9]+]] = buffer_0[
  // COMPARE: let [[Y:v[0-9]+]] = buffer_0[
  // COMPARE-NEXT: = [[X]] == [[Y]];
  // COMPARE-NEXT: = [[X]] < [[Y]];
  // COMPARE-NEXT: = is_nan([[X]]) | is_nan([[Y]]) | ([[X]] != [[Y]]);
  // COMPARE-NEXT: = ([[X]] < [[Y]]) | ([[X]] > [[Y]]);
  // COMPARE-NEXT: = is_nan([[X]]) | is_nan([[Y]]) | ([[X]] >= [[Y]]);
  // COMPARE-NEXT: = !(is_nan([[X]]) | is_nan([[Y]]));
  // COMPARE-NEXT: = is_nan([[X]]) | is_nan([[X]]);
  // COMPARE-NEXT: = !(is_nan([[X]]) | is_nan([[X]]));
  // COMPARE-NEXT: = false;
  gpu.func @comparisons(%a: memref<8xf32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %c = arith.constant 0 : index
    %x = memref.load %a[%i] : memref<8xf32>
    %y = memref.load %a[%c] : memref<8xf32>
    %0 = arith.cmpf oeq, %x, %y : f32
    %1 = arith.cmpf olt, %x, %y : f32
    %2 = arith.cmpf une, %x, %y : f32
    %3 = arith.cmpf one, %x, %y : f32
    %4 = arith.cmpf uge, %x, %y : f32
    %5 = arith.cmpf ord, %x, %y : f32
    %6 = arith.cmpf une, %x, %x : f32
    %7 = arith.cmpf oeq, %x, %x : f32
    %8 = arith.cmpf false, %x, %y : f32
    gpu.return
  }

  // WORDS: let [[X:v[0-9]+]] = buffer_0[
  // WORDS: let [[Y:v[0-9]+]] = buffer_0[
  // WORDS-NEXT: = [[X]] * [[Y]];
  // WORDS-NEXT: = [[X]] / [[Y]];
  // WORDS-NEXT: = bitcast<u32>(bitcast<i32>([[X]]) / bitcast<i32>([[Y]]));
  // WORDS-NEXT: = bitcast<u32>(bitcast<i32>([[X]]) % bitcast<i32>([[Y]]));
  // WORDS-NEXT: = [[X]] << [[Y]];
  // WORDS-NEXT: = bitcast<u32>(bitcast<i32>([[X]]) >> [[Y]]);
  // WORDS-NEXT: = bitcast<u32>(max(bitcast<i32>([[X]]), bitcast<i32>([[Y]])));
  // WORDS-NEXT: = min([[X]], [[Y]]);
  // WORDS-NEXT: = ceil_divide([[X]], [[Y]]);
  // WORDS-NEXT: = bitcast<u32>(floor_divide_signed(bitcast<i32>([[X]]), bitcast<i32>([[Y]])));
  // WORDS-NEXT: = bitcast<i32>([[X]]) <= bitcast<i32>([[Y]]);
  // WORDS-NEXT: [[B:v[0-9]+]] = [[X]] > [[Y]];
  // WORDS-NEXT: = select([[Y]], [[X]], [[B]]);
  gpu.func @words(%a: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %c = arith.constant 0 : index
    %x = memref.load %a[%i] : memref<8xi32>
    %y = memref.load %a[%c] : memref<8xi32>
    %0 = arith.muli %x, %y : i32
    %1 = arith.divui %x, %y : i32
    %2 = arith.divsi %x, %y : i32
    %3 = arith.remsi %x, %y : i32
    %4 = arith.shli %x, %y : i32
    %5 = arith.shrsi %x, %y : i32
    %6 = arith.maxsi %x, %y : i32
    %7 = arith.minui %x, %y : i32
    %8 = arith.ceildivui %x, %y : i32
    %9 = arith.floordivsi %x, %y : i32
    %10 = arith.cmpi sle, %x, %y : i32
    %11 = arith.cmpi ugt, %x, %y : i32
    %12 = arith.select %11, %x, %y : i32
    gpu.return
  }

  // A narrow number is a word whose upper bits are 0.
  // NARROW: let [[X:v[0-9]+]] = (buffer_0[
  // NARROW: let [[Y:v[0-9]+]] = (buffer_0[
  // NARROW-NEXT: = ([[X]] - [[Y]]) & 255u;
  // NARROW-NEXT: = [[X]] & [[Y]];
  // NARROW-NEXT: = bitcast<u32>(extractBits(bitcast<i32>([[X]]), 0u, 8u) >> [[Y]]) & 255u;
  // NARROW-NEXT: = extractBits(bitcast<i32>([[X]]), 0u, 8u) < extractBits(bitcast<i32>([[Y]]), 0u, 8u);
  // NARROW-NEXT: = [[X]] < [[Y]];
  gpu.func @narrow(%a: memref<8xi8>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %c = arith.constant 0 : index
    %x = memref.load %a[%i] : memref<8xi8>
    %y = memref.load %a[%c] : memref<8xi8>
    %0 = arith.subi %x, %y : i8
    %1 = arith.andi %x, %y : i8
    %2 = arith.shrsi %x, %y : i8
    %3 = arith.cmpi slt, %x, %y : i8
    %4 = arith.cmpi ult, %x, %y : i8
    gpu.return
  }

  // BITS: let [[X:v[0-9]+]] = {{.*}} < {{.*}};
  // BITS: let [[Y:v[0-9]+]] = {{.*}} > {{.*}};
  // BITS-NEXT: = [[X]] & [[Y]];
  // BITS-NEXT: = [[X]] | [[Y]];
  // BITS-NEXT: = [[X]] != [[Y]];
  // BITS-NEXT: = [[X]] != [[Y]];
  // BITS-NEXT: = [[X]] == [[Y]];
  // BITS-NEXT: = select(0u, 1u, [[X]]) < select(0u, 1u, [[Y]]);
  // BITS-NEXT: = select(0i, -1i, [[X]]) < select(0i, -1i, [[Y]]);
  // BITS-NEXT: = (max(select(0u, 1u, [[X]]), select(0u, 1u, [[Y]])) & 1u) != 0u;
  gpu.func @bits(%a: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %c = arith.constant 5 : i32
    %z = memref.load %a[%i] : memref<8xi32>
    %x = arith.cmpi ult, %z, %c : i32
    %y = arith.cmpi ugt, %z, %c : i32
    %0 = arith.andi %x, %y : i1
    %1 = arith.ori %x, %y : i1
    %2 = arith.xori %x, %y : i1
    %3 = arith.addi %x, %y : i1
    %4 = arith.cmpi eq, %x, %y : i1
    %5 = arith.cmpi ult, %x, %y : i1
    %6 = arith.cmpi slt, %x, %y : i1
    %7 = arith.maxui %x, %y : i1
    gpu.return
  }

  // A conversion that changes no bit has no statement.
  // CONVERT: let [[X:v[0-9]+]] = buffer_0[
  // CONVERT-NEXT: let [[B:v[0-9]+]] = [[X]] & 255u;
  // CONVERT-NEXT: let [[T:v[0-9]+]] = ([[X]] & 1u) != 0u;
  // CONVERT-NEXT: = bitcast<u32>(extractBits(bitcast<i32>([[B]]), 0u, 8u));
  // CONVERT-NEXT: = select(0u, 1u, [[T]]);
  // CONVERT-NEXT: = bitcast<u32>(select(0i, -1i, [[T]])) & 255u;
  // CONVERT-NEXT: let [[F:v[0-9]+]] = bitcast<f32>([[X]]);
  // CONVERT-NEXT: = bitcast<u32>(i32([[F]]));
  // CONVERT-NEXT: = u32([[F]]);
  // CONVERT-NEXT: = signed_to_f32(bitcast<i32>([[X]]));
  // CONVERT-NEXT: = f32([[B]]);
  // CONVERT-NEXT: = [[X]] + [[B]];
  // CONVERT-NEXT: }
  gpu.func @conversions(%a: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xi32>
    %b = arith.trunci %x : i32 to i8
    %t = arith.trunci %x : i32 to i1
    %0 = arith.extsi %b : i8 to i32
    %1 = arith.extui %t : i1 to i32
    %2 = arith.extsi %t : i1 to i8
    %f = arith.bitcast %x : i32 to f32
    %3 = arith.fptosi %f : f32 to i32
    %4 = arith.fptoui %f : f32 to i32
    %5 = arith.sitofp %x : i32 to f32
    %6 = arith.uitofp %b : i8 to f32
    %7 = arith.index_cast %x : i32 to index
    %8 = arith.index_castui %b : i8 to index
    %9 = arith.addi %7, %8 : index
    gpu.return
  }

  // 16-bit floats are computed on in f32 and rounded.
  // HALVES: let [[X:v[0-9]+]] = (buffer_0[
  // HALVES: let [[Y:v[0-9]+]] = (buffer_1[
  // HALVES-NEXT: = f32_to_f16(f16_to_f32([[X]]) * f16_to_f32([[X]]));
  // HALVES-NEXT: = f32_to_bf16(bitcast<f32>([[Y]] << 16u) + bitcast<f32>([[Y]] << 16u));
  // HALVES-NEXT: let [[F:v[0-9]+]] = f16_to_f32([[X]]);
  // HALVES-NEXT: = f32_to_bf16([[F]]);
  // HALVES: {{^}}fn is_nan(
  // HALVES: {{^}}fn f16_to_f32(half: u32) -> f32 {
  // HALVES: {{^}}fn f32_to_f16(x: f32) -> u32 {
  // HALVES: {{^}}fn f32_to_bf16(x: f32) -> u32 {
  gpu.func @halves(%a: memref<8xf16>, %b: memref<8xbf16>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf16>
    %y = memref.load %b[%i] : memref<8xbf16>
    %0 = arith.mulf %x, %x : f16
    %1 = arith.addf %y, %y : bf16
    %2 = arith.extf %x : f16 to f32
    %3 = arith.truncf %2 : f32 to bf16
    gpu.return
  }

  // WIDE: let [[X:v[0-9]+]] = buffer_0[
  // WIDE-NEXT: = [[X]] * [[X]];
  // WIDE-NEXT: = multiply_high([[X]], [[X]]);
  // WIDE-NEXT: = [[X]] * [[X]];
  // WIDE-NEXT: = multiply_high_signed([[X]], [[X]]);
  // WIDE-NEXT: let [[S:v[0-9]+]] = [[X]] + [[X]];
  // WIDE-NEXT: = [[S]] < [[X]];
  gpu.func @wide(%a: memref<8xi32>) kernel attributes {choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xi32>
    %low, %high = arith.mului_extended %x, %x : i32
    %low_signed, %high_signed = arith.mulsi_extended %x, %x : i32
    %sum, %carry = arith.addui_extended %x, %x : i32, i1
    gpu.return
  }
}
