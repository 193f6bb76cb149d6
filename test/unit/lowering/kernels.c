// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels for the tests of lowering; see fixture.h.

#include "fixture.h"

// The position of a thread in x as %gid, and `if (position < count)`, which the kernel closes.
#define GUARDED(count)                                                                                                 \
  "%c0 = arith.constant 0 : index %c1 = arith.constant 1 : index\n"                                                    \
  "%bid = gpu.block_id x %bdim = gpu.block_dim x %tid = gpu.thread_id x\n"                                             \
  "%base = arith.muli %bid, %bdim : index %gid = arith.addi %base, %tid : index\n"                                     \
  "%n32 = memref.load " count "[%c0] : memref<1xi32> %n = arith.index_castui %n32 : i32 to index\n"                    \
  "%in = arith.cmpi ult, %gid, %n : index\n"                                                                           \
  "scf.if %in {\n"
#define END_GUARDED "}\n gpu.return } }\n"

const char kernel_add[] =
    "gpu.module @kernels { gpu.func @add(%a: memref<1000xf32>, %b: memref<1000xf32>, %o: memref<1000xf32>,\n"
    "    %count: memref<1xi32>) kernel attributes {choir.note = \"kept\"} {\n" GUARDED(
        "%count") "%x = memref.load %a[%gid] : memref<1000xf32> %y = memref.load %b[%gid] : memref<1000xf32>\n"
                  "%s = arith.addf %x, %y : f32 memref.store %s, %o[%gid] : memref<1000xf32>\n" END_GUARDED;

const char kernel_row_sum[] =
    "gpu.module @kernels { gpu.func @row_sum(%a: memref<1000xf32>, %o: memref<20xf32>, %count: memref<1xi32>) kernel "
    "{\n" GUARDED("%count") "%c100 = arith.constant 100 : index %c10 = arith.constant 10 : index\n"
                            "%zero = arith.constant 0.0 : f32 %seven = arith.constant 7.0 : f32\n"
                            "%row = arith.muli %gid, %c100 : index\n"
                            "%sum = scf.for %k = %c0 to %c100 step %c1 iter_args(%acc = %zero) -> f32 {\n"
                            "  %i = arith.addi %row, %k : index %x = memref.load %a[%i] : memref<1000xf32>\n"
                            "  %t = arith.addf %acc, %x : f32 scf.yield %t : f32 }\n"
                            "memref.store %sum, %o[%gid] : memref<20xf32>\n"
                            // Runs gid times: none for the first row.
                            "%times = scf.for %k = %c0 to %gid step %c1 iter_args(%acc = %seven) -> f32 {\n"
                            "  %t = arith.addf %acc, %seven : f32 scf.yield %t : f32 }\n"
                            "%second = arith.addi %gid, %c10 : index memref.store %times, %o[%second] : "
                            "memref<20xf32>\n" END_GUARDED;

const char kernel_predicate[] =
    "gpu.module @kernels { gpu.func @predicate(%a: memref<13xf32>, %p: memref<13xi8>, %o: memref<13xi8>,\n"
    "    %count: memref<1xi32>) kernel {\n" GUARDED(
        "%count") "%zero = arith.constant 0.0 : f32 %zero8 = arith.constant 0 : i8\n"
                  "%x = memref.load %a[%gid] : memref<13xf32> %old = memref.load %p[%gid] : memref<13xi8>\n"
                  "%on = arith.cmpi ne, %old, %zero8 : i8 %positive = arith.cmpf ogt, %x, %zero : f32\n"
                  "%both = arith.andi %on, %positive : i1\n"
                  "%r = scf.if %both -> f32 { %q = arith.mulf %x, %x : f32 scf.yield %q : f32 } else { scf.yield %zero "
                  ": f32 }\n"
                  "%large = arith.cmpf oge, %r, %x : f32 %flag = arith.xori %large, %on : i1\n"
                  "%chosen = arith.select %flag, %on, %large : i1 %v = arith.extui %chosen : i1 to i8\n"
                  "memref.store %v, %o[%gid] : memref<13xi8>\n" END_GUARDED;

const char kernel_dot[] =
    "gpu.module @kernels { gpu.func @dot(%a: memref<30xf32>, %b: memref<42xf32>, %o: memref<70xf32>) kernel {\n"
    "%c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %c3 = arith.constant 3 : index\n"
    "%c5 = arith.constant 5 : index %c7 = arith.constant 7 : index %zero = arith.constant 0.0 : f32\n"
    "%bx = gpu.block_id x %by = gpu.block_id y %batch = gpu.block_id z %dx = gpu.block_dim x %dy = gpu.block_dim y\n"
    "%tx = gpu.thread_id x %ty = gpu.thread_id y\n"
    "%x0 = arith.muli %bx, %dx : index %n = arith.addi %x0, %tx : index\n"
    "%y0 = arith.muli %by, %dy : index %m = arith.addi %y0, %ty : index\n"
    "%inN = arith.cmpi ult, %n, %c7 : index %inM = arith.cmpi ult, %m, %c5 : index %in = arith.andi %inM, %inN : i1\n"
    "scf.if %in {\n"
    "%bm = arith.muli %batch, %c5 : index %row = arith.addi %bm, %m : index\n"
    "%acc = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> f32 {\n"
    "  %ra = arith.muli %row, %c3 : index %ia = arith.addi %ra, %k : index\n"
    "  %bk = arith.muli %batch, %c3 : index %rb = arith.addi %bk, %k : index %rb7 = arith.muli %rb, %c7 : index\n"
    "  %ib = arith.addi %rb7, %n : index\n"
    "  %x = memref.load %a[%ia] : memref<30xf32> %y = memref.load %b[%ib] : memref<42xf32>\n"
    "  %p = arith.mulf %x, %y : f32 %t = arith.addf %s, %p : f32 scf.yield %t : f32 }\n"
    "%ro = arith.muli %row, %c7 : index %io = arith.addi %ro, %n : index\n"
    "memref.store %acc, %o[%io] : memref<70xf32>\n" END_GUARDED;

const char kernel_newton[] =
    "gpu.module @kernels { gpu.func @newton(%a: memref<5xi32>, %o: memref<10xi32>, %count: memref<1xi32>) kernel "
    "{\n" GUARDED(
        "%count") "%one = arith.constant 1 : i32 %two = arith.constant 2 : i32 %c5 = arith.constant 5 : index\n"
                  "%x = memref.load %a[%gid] : memref<5xi32>\n"
                  // The number of halvings until 1, by scf.while with two carried values.
                  "%w:2 = scf.while (%v = %x, %steps = %c0) : (i32, index) -> (i32, index) {\n"
                  "  %more = arith.cmpi ugt, %v, %one : i32 scf.condition(%more) %v, %steps : i32, index\n"
                  "} do { ^bb0(%v: i32, %steps: index): %h = arith.divui %v, %two : i32 %s = arith.addi %steps, %c1 : "
                  "index\n"
                  "  scf.yield %h, %s : i32, index }\n"
                  "%halvings = arith.index_cast %w#1 : index to i32 memref.store %halvings, %o[%gid] : memref<10xi32>\n"
                  "%low, %high = arith.mului_extended %x, %x : i32 %second = arith.addi %gid, %c5 : index\n"
                  "memref.store %high, %o[%second] : memref<10xi32>\n" END_GUARDED;

const char kernel_math[] =
    "gpu.module @kernels { gpu.func @math(%a: memref<9xf32>, %b: memref<9xf32>, %o: memref<9xf32>,\n"
    "    %count: memref<1xi32>) kernel {\n" GUARDED(
        "%count") "%x = memref.load %a[%gid] : memref<9xf32> %y = memref.load %b[%gid] : memref<9xf32>\n"
                  "%p = arith.mulf %x, %y : f32 %s = arith.addf %p, %y : f32 %r = math.sqrt %s : f32\n"
                  "%d = arith.divf %r, %x : f32 %u = math.absf %d : f32 %v = arith.maximumf %u, %y : f32\n"
                  "memref.store %v, %o[%gid] : memref<9xf32>\n" END_GUARDED;

const char kernel_positions[] =
    "gpu.module @kernels { gpu.func @positions(%o: memref<288xi32>) kernel {\n"
    "%bx = gpu.block_id x %by = gpu.block_id y %bz = gpu.block_id z\n"
    "%tx = gpu.thread_id x %ty = gpu.thread_id y %tz = gpu.thread_id z\n"
    "%dx = gpu.block_dim x %dy = gpu.block_dim y %dz = gpu.block_dim z\n"
    "%gx = gpu.grid_dim x %gy = gpu.grid_dim y %gz = gpu.grid_dim z\n"
    // The block's number, the thread's number in the block, and the number of all threads of all blocks before.
    "%b0 = arith.muli %bz, %gy : index %b1 = arith.addi %b0, %by : index %b2 = arith.muli %b1, %gx : index\n"
    "%block = arith.addi %b2, %bx : index\n"
    "%t0 = arith.muli %tz, %dy : index %t1 = arith.addi %t0, %ty : index %t2 = arith.muli %t1, %dx : index\n"
    "%thread = arith.addi %t2, %tx : index\n"
    "%s0 = arith.muli %dx, %dy : index %s1 = arith.muli %s0, %dz : index %first = arith.muli %block, %s1 : index\n"
    "%at = arith.addi %first, %thread : index\n"
    "%c1000 = arith.constant 1000 : index %v0 = arith.muli %block, %c1000 : index\n"
    "%v1 = arith.addi %v0, %thread : index %v2 = arith.muli %v1, %gz : index %v = arith.index_cast %v2 : index to i32\n"
    "memref.store %v, %o[%at] : memref<288xi32> gpu.return } }";

const char kernel_exchange[] =
    "gpu.module @kernels { gpu.func @exchange(%a: memref<128xi32>, %o: memref<128xi32>)\n"
    "    workgroup(%s: memref<64xi32, #gpu.address_space<workgroup>>, %u: memref<1xf32, "
    "#gpu.address_space<workgroup>>)\n"
    "    kernel {\n"
    "%c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %c3 = arith.constant 3 : index\n"
    "%c63 = arith.constant 63 : index %c64 = arith.constant 64 : index %half = arith.constant 0.5 : f32\n"
    "%b = gpu.block_id x %t = gpu.thread_id x %base = arith.muli %b, %c64 : index\n"
    "%at = arith.addi %base, %t : index %x = memref.load %a[%at] : memref<128xi32>\n"
    "%first = arith.cmpi eq, %t, %c63 : index\n"
    "scf.if %first { memref.store %half, %u[%c0] : memref<1xf32, #gpu.address_space<workgroup>> }\n"
    "%last = scf.for %k = %c0 to %c3 step %c1 iter_args(%v = %x) -> i32 {\n"
    "  memref.store %v, %s[%t] : memref<64xi32, #gpu.address_space<workgroup>>\n"
    "  gpu.barrier\n"
    "  %r = arith.subi %c63, %t : index %n = arith.addi %r, %k : index %m = arith.remui %n, %c64 : index\n"
    "  %w = memref.load %s[%m] : memref<64xi32, #gpu.address_space<workgroup>>\n"
    "  gpu.barrier\n"
    "  %sum = arith.addi %v, %w : i32 scf.yield %sum : i32 }\n"
    "%h = memref.load %u[%c0] : memref<1xf32, #gpu.address_space<workgroup>> %bits = arith.bitcast %h : f32 to i32\n"
    "%z = arith.addi %last, %bits : i32 memref.store %z, %o[%at] : memref<128xi32> gpu.return } }";

const char kernel_extrema[] =
    "gpu.module @kernels { gpu.func @extrema(%a: memref<32xf32>, %b: memref<32xf32>, %o: memref<64xf32>) kernel {\n"
    "%t = gpu.thread_id x %c16 = arith.constant 16 : index\n"
    "%t1 = arith.addi %t, %c16 : index %t2 = arith.addi %t1, %c16 : index %t3 = arith.addi %t2, %c16 : index\n"
    "%x = memref.load %a[%t] : memref<32xf32> %y = memref.load %b[%t] : memref<32xf32>\n"
    "%z = memref.load %a[%t1] : memref<32xf32> %w = memref.load %b[%t1] : memref<32xf32>\n"
    "%r0 = arith.maximumf %x, %y : f32 %r1 = arith.minimumf %x, %y : f32\n"
    "%r2 = arith.maxnumf %z, %w : f32 %r3 = arith.minnumf %z, %w : f32\n"
    "memref.store %r0, %o[%t] : memref<64xf32> memref.store %r1, %o[%t1] : memref<64xf32>\n"
    "memref.store %r2, %o[%t2] : memref<64xf32> memref.store %r3, %o[%t3] : memref<64xf32> gpu.return } }";

const char kernel_remainders[] =
    "gpu.module @kernels { gpu.func @remainders(%a: memref<16xi32>, %b: memref<16xi32>, %o: memref<16xi32>) kernel {\n"
    "%t = gpu.thread_id x %x = memref.load %a[%t] : memref<16xi32> %y = memref.load %b[%t] : memref<16xi32>\n"
    "%r = arith.remsi %x, %y : i32 memref.store %r, %o[%t] : memref<16xi32> gpu.return } }";

const char kernel_bytes[] =
    "gpu.module @kernels { gpu.func @bytes(%a: memref<16xi8>, %b: memref<16xi8>, %o: memref<64xi32>) kernel {\n"
    "%t = gpu.thread_id x %c16 = arith.constant 16 : index\n"
    "%t1 = arith.addi %t, %c16 : index %t2 = arith.addi %t1, %c16 : index %t3 = arith.addi %t2, %c16 : index\n"
    "%x = memref.load %a[%t] : memref<16xi8> %y = memref.load %b[%t] : memref<16xi8>\n"
    "%sum = arith.addi %x, %y : i8 %r0 = arith.extui %sum : i8 to i32 %r1 = arith.extsi %sum : i8 to i32\n"
    "%f = arith.uitofp %sum : i8 to f32 %r2 = arith.fptosi %f : f32 to i32\n"
    "%u = arith.cmpi ult, %x, %y : i8 %s = arith.cmpi slt, %sum, %y : i8 %e = arith.addi %u, %s : i1\n"
    "%m = arith.maxui %x, %y : i8 %k = arith.select %e, %m, %sum : i8 %r3 = arith.extui %k : i8 to i32\n"
    "memref.store %r0, %o[%t] : memref<64xi32> memref.store %r1, %o[%t1] : memref<64xi32>\n"
    "memref.store %r2, %o[%t2] : memref<64xi32> memref.store %r3, %o[%t3] : memref<64xi32> gpu.return } }";
