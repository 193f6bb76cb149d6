# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels of the user's own with every kind of operation that may stand in one: on each target they are compiled to the
# end, or refused by accy-legalize in an error that names the operation, the target and a code.

import re

from harness import ROOT, Failed
from refusals import LEGALIZE, find_errors

# What the operations below compute with; %m and %p are threadgroup and private memory where a kernel has any.
PROLOGUE = """    %i = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %bit = arith.cmpi ult, %i, %two : index
    %k = memref.load %n[%i] : memref<64xi32>
    %l = memref.load %n[%zero] : memref<64xi32>
    %x = memref.load %a[%i] : memref<64xf32>
    %y = memref.load %a[%zero] : memref<64xf32>
"""

# Code generators leave out what nobody uses.
STORE, STORE_INTEGER = "memref.store %r, %a[%i] : memref<64xf32>", "memref.store %r, %n[%i] : memref<64xi32>"

OPERATIONS = {
    "gpu": """
        gpu.barrier
        gpu.printf "%f", %x : f32
        gpu.printf "no value"
        %r = gpu.global_id x
        %r = gpu.block_id y
        %r = gpu.grid_dim z
        %r = gpu.lane_id
        %r = gpu.subgroup_id : index
        %r = gpu.num_subgroups : index
        %r = gpu.subgroup_size : index
        %r = gpu.cluster_id x
        %r = gpu.cluster_dim x
        %r = gpu.cluster_block_id x
        %r = gpu.cluster_dim_blocks x
        %r = gpu.all_reduce add %x {} : (f32) -> f32
        %r = gpu.subgroup_reduce add %x : (f32) -> f32
        %r = gpu.subgroup_broadcast %x, first_active_lane : f32
        %r = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
        %w = arith.constant 64 : i32 %r, %v = gpu.shuffle up %x, %l, %w : f32
        %w = arith.constant 4 : i32 %d = arith.constant 1 : i32 %r, %v = gpu.shuffle xor %x, %d, %w : f32
        %d = arith.constant 1 : i32 %w = arith.constant 32 : i32 %r, %v = gpu.shuffle xor %x, %d, %w : f32
        %r, %v = gpu.rotate %x, 1, 32 : f32
        %r = gpu.alloc () : memref<8xf32>
        gpu.wait
        %w = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
        gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) { gpu.terminator }
    """,
    "memref": """
        %r = memref.alloca() : memref<8xf32>
        %r = memref.alloc() : memref<8xf32>
        memref.copy %a, %a : memref<64xf32> to memref<64xf32>
        %r = memref.dim %a, %zero : memref<64xf32>
        %r = memref.cast %a : memref<64xf32> to memref<?xf32>
        %r = memref.subview %a[0] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1]>>
        %r = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [1] : memref<64xf32> to memref<8xf32, strided<[1]>>
        %r = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
        %r = memref.atomic_rmw addf %x, %a[%i] : (f32, memref<64xf32>) -> f32
        %r = memref.atomic_rmw addi %k, %n[%i] : (i32, memref<64xi32>) -> i32
        %r = memref.generic_atomic_rmw %a[%i] : memref<64xf32> { ^bb0(%c: f32): memref.atomic_yield %c : f32 }
        memref.prefetch %a[%i], read, locality<3>, data : memref<64xf32>
        memref.assume_alignment %a, 16 : memref<64xf32>
        %r = memref.assume_alignment %a, 16 : memref<64xf32>
        %r = memref.extract_aligned_pointer_as_index %a : memref<64xf32> -> index
        %r = memref.load %a[%one] {nontemporal = true} : memref<64xf32>
        memref.store %x, %a[%one] {nontemporal = true} : memref<64xf32>
    """,
    "vector": """
        %r = vector.load %a[%zero] : memref<64xf32>, vector<4xf32>
        %r = vector.broadcast %x : f32 to vector<4xf32>
        %r = vector.transfer_read %a[%zero], %x : memref<64xf32>, vector<4xf32>
        %r = arith.constant dense<1.0> : vector<4xf32>
        vector.print %x : f32
    """,
    "math": "\n".join(
        [f"%r = math.{name} %x : f32 {STORE}" for name in (
            "absf acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log log10 log1p log2 "
            "round roundeven rsqrt sin sinh sqrt tan tanh trunc").split()]
        + [f"%r = math.{name} %k : i32 {STORE_INTEGER}" for name in "absi ctlz ctpop cttz".split()]
        + [f"%r = math.{name} %x : f32" for name in "isfinite isinf isnan isnormal".split()]
        + ["%r = math.atan2 %x, %y : f32", "%r = math.powf %x, %y : f32", "%r = math.copysign %x, %y : f32",
           f"%r = math.fma %x, %y, %x : f32 {STORE}", "%r = math.fpowi %x, %k : f32, i32", "%r = math.ipowi %k, %l : i32",
           "%r:2 = math.sincos %x : f32"]),
    "scf": """
        scf.if %bit { memref.store %x, %a[%zero] : memref<64xf32> }
        %r = scf.if %bit -> f32 { scf.yield %x : f32 } else { scf.yield %y : f32 }
        %r = scf.for %j = %zero to %two step %one iter_args(%s = %x) -> f32 { scf.yield %s : f32 }
        %r = scf.for unsigned %j = %k to %l step %l iter_args(%s = %x) -> f32 : i32 { scf.yield %s : f32 }
        %r = scf.while (%s = %k) : (i32) -> i32 { %c = arith.cmpi slt, %s, %l : i32 scf.condition(%c) %s : i32 } do { ^bb0(%s: i32): %t = arith.addi %s, %l : i32 scf.yield %t : i32 }
        scf.index_switch %i case 1 { scf.yield } default { scf.yield }
        scf.parallel (%j) = (%zero) to (%two) step (%one) { scf.reduce }
        scf.forall (%j) in (2) { scf.forall.in_parallel {} }
        scf.execute_region { scf.yield }
    """,
    "cf": """
        cf.assert %bit, "out of range"
        cf.br ^bb1 ^bb1:
        cf.cond_br %bit, ^bb1, ^bb1 ^bb1:
        cf.switch %k : i32, [ default: ^bb1 ] ^bb1:
    """,
    "arith": "\n".join(
        [f"%r = arith.{name} %k, %l : i32 {STORE_INTEGER}" for name in (
            "addi andi ceildivsi ceildivui divsi divui floordivsi maxsi maxui minsi minui muli ori remsi remui shli shrsi "
            "shrui subi xori").split()]
        + [f"%r = arith.{name} %x, %y : f32 {STORE}" for name in
           "addf divf maximumf maxnumf minimumf minnumf mulf remf subf".split()]
        + [f"%r, %w = arith.{name} %k, %l : i32 {STORE_INTEGER}" for name in "mulsi_extended mului_extended".split()]
        + [f"%r = arith.cmpf {name}, %x, %y : f32" for name in "oeq one ord ueq ult uno".split()]
        + ["%r, %v = arith.addui_extended %k, %l : i32, i1", "%r = arith.negf %x : f32",
           "%r = arith.select %bit, %x, %y : f32", "%r = arith.bitcast %x : f32 to i32",
           "%r = arith.extsi %k : i32 to i64", "%r = arith.extui %k : i32 to i64", "%r = arith.trunci %k : i32 to i8",
           "%r = arith.trunci %k : i32 to i4", "%r = arith.extf %x : f32 to f64", "%r = arith.truncf %x : f32 to f16",
           "%r = arith.truncf %x : f32 to bf16", "%r = arith.truncf %x : f32 to f8E5M2",
           "%r = arith.truncf %x to_nearest_even : f32 to f16", "%r = arith.truncf %x upward : f32 to f16",
           "%r = arith.fptosi %x : f32 to i32", "%r = arith.fptoui %x : f32 to i8", "%r = arith.sitofp %k : i32 to f32",
           "%r = arith.uitofp %k : i32 to f16", "%r = arith.index_cast %k : i32 to index",
           "%r = arith.index_castui %i : index to i32", "%r = arith.constant 1 : i128", "%r = arith.constant 1.0 : f80",
           "%r = arith.scaling_truncf %x, %x : f32, f32 to f8E5M2"]),
    "func": """
        func.call @elsewhere() : () -> ()
        %r = func.constant @elsewhere : () -> ()
    """,
    "llvm": """
        %r = llvm.mlir.constant(1 : i32) : i32
        llvm.intr.trap
    """,
    "memory": """
        #gpu.address_space<workgroup>
        #gpu.address_space<private>
    """,
}
# The same of other numbers: %u and %v are of that type.
INTEGERS = ["i8", "i16", "i64"]
FLOATS = ["f16", "bf16", "f64"]
OF_INTEGERS = ["arith.addi", "arith.muli", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.shli",
               "arith.shrsi", "arith.shrui", "arith.maxsi", "arith.minui", "arith.ceildivsi", "arith.floordivsi"]
OF_FLOATS = ["arith.addf", "arith.divf", "arith.maximumf", "arith.minnumf"]


def list_numbers():
    """Operations on the other numbers, each with the type of %u and %v; results are stored where there is a buffer."""
    for type in INTEGERS + FLOATS:
        store = f"memref.store %r, %b[%i] : memref<64x{type}>"
        names = OF_INTEGERS if type in INTEGERS else OF_FLOATS
        yield from ((type, f"%r = {name} %u, %v : {type} {store}") for name in names)
        yield type, f"%r = arith.select %bit, %u, %v : {type} {store}"
        yield from ((type, f"%r = arith.{name} %{value} : {own} to {type} {store}") for name, value, own in (
            [("index_cast", "i", "index"), ("fptosi", "x", "f32"), ("fptoui", "x", "f32")] if type in INTEGERS
            else [("sitofp", "k", "i32"), ("uitofp", "k", "i32")]))
    for type in INTEGERS:
        store = f"memref.store %r, %b[%i] : memref<64x{type}>"
        yield type, f"%r, %w = arith.mulsi_extended %u, %v : {type} {store}"
        yield from ((type, f"%r = arith.{name} %u : {type} to f32 {STORE}") for name in ("sitofp", "uitofp"))
        yield type, f"%r = arith.{'trunci' if type == 'i64' else 'extsi'} %u : {type} to i32 {STORE_INTEGER}"
        yield type, f"%c = arith.cmpi slt, %u, %v : {type} %r = arith.select %c, %x, %y : f32 {STORE}"
    for type in FLOATS:
        store = f"memref.store %r, %b[%i] : memref<64x{type}>"
        yield from ((type, f"%r = arith.{name} %u : {type} to i32 {STORE_INTEGER}") for name in ("fptosi", "fptoui"))
        yield type, f"%r = arith.{'truncf' if type == 'f64' else 'extf'} %u : {type} to f32 {STORE}"
        yield type, f"%c = arith.cmpf ult, %u, %v : {type} %r = arith.select %c, %x, %y : f32 {STORE}"
        yield from ((type, f"%r = math.{name} %u : {type} {store}") for name in ("absf", "sqrt"))
        yield type, f"%r = math.fma %u, %v, %u : {type} {store}"


# What stands in the gpu.module besides.
MEMBERS = {"func": "  func.func private @elsewhere()\n"}


def write_program(dialect, operation):
    """A module with a kernel that holds the operation, of a dialect above or on numbers of a type."""
    attributions, members, buffers, loads = "", MEMBERS.get(dialect, ""), "%a: memref<64xf32>, %n: memref<64xi32>", ""
    if dialect not in OPERATIONS:
        buffers += f", %b: memref<64x{dialect}>"
        loads = "".join(f"    %{value} = memref.load %b[%{index}] : memref<64x{dialect}>\n"
                        for value, index in (("u", "i"), ("v", "zero")))
    if dialect == "memory":
        kind = "workgroup" if "workgroup" in operation else "private"
        attributions = f" {kind}(%m: memref<64xf32, {operation}>)"
        operation = f"memref.store %x, %m[%i] : memref<64xf32, {operation}>"
    return f"""gpu.module @own {{
{members}  gpu.func @own({buffers}){attributions} kernel
      attributes {{choir.geometry = {{grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 64, 1, 1>}}}} {{
{PROLOGUE}{loads}    {operation}
    gpu.return
  }}
}}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {{
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}}
"""


def list_operations():
    return [*((dialect, line.strip()) for dialect, lines in OPERATIONS.items() for line in lines.splitlines()
              if line.strip()), *list_numbers()]


def check(tools, target, operations):
    programs = [(operation, write_program(dialect, operation)) for dialect, operation in operations]
    messages = find_errors(tools, f"--accy-compile=target={target}", programs)
    early = find_errors(tools, f"--pass-pipeline={LEGALIZE.format(target)}", [programs[i] for i in messages])
    for i, (index, late) in enumerate(messages.items()):
        name, text = programs[index]
        if early.get(i) != late:
            raise Failed(f"{name} is refused after accy-legalize: {late[0]}")
        for message in late:
            if not re.search(r"\[(CapabilityMismatch|UnsupportedOperation|InvalidArtifact)\]$", message):
                raise Failed(f"{name} is refused without a code: {message}")
            if f"'{target}'" not in message and "stands in a gpu.module" not in message:
                raise Failed(f"{name} is refused without the target: {message}")
    return f"{len(programs)} kernels, {len(messages)} refused"


def read_targets():
    return re.findall(r"^\| `(\w+(?::[\w-]+)?)` \|.*\| \w+ \|", (ROOT / "docs/generated/targets.md").read_text(),
                      re.MULTILINE)


def add_tests(counter, tools, quick):
    # The baselines come first. Each target gets some of the operations, others than its neighbours.
    operations, stride = list_operations(), 6 if quick else 3
    for i, target in enumerate(read_targets()[: 6 if quick else None]):
        counter.run(f"operations of own kernels on {target}", check, tools, target, operations[i % stride::stride])
