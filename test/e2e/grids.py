# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels of more threadgroups than a grid has along a dimension, by each strategy. Values are of profiles whose grids
# are tiny, against the generic strategies on the processor; what needs real limits is compiled, and not run.

import pathlib
import tempfile

from browser import Browser
from harness import Failed
from programs import compile_bundle, write_profile
from refusals import LEGALIZE, find_errors
from strategies import compare_values, compare_values_in_browser, floats, integers, product, reduction, write_program

TINY = [2, 3, 16]


def move(name, inputs, result, body, fill=integers):
    return name, inputs, result, f"%r = accy.{body}", fill


def batched(batch, rows, columns, depth):
    types = [f"tensor<{batch}x{rows}x{depth}xf32>", f"tensor<{batch}x{depth}x{columns}xf32>"]
    result = f"{batch}x{rows}x{columns}xf32"
    body = ("%r = accy.dot_general %a0, %a1 lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : "
            f"{types[0]}, {types[1]} -> tensor<{result}>")
    return f"{batch} products", [("f32", [batch, rows, depth]), ("f32", [batch, depth, columns])], result, body, floats


def rows_minus_largest(rows, columns):
    wide, narrow = f"tensor<{rows}x{columns}xf32>", f"tensor<{rows}xf32>"
    return (f"rows of {rows}x{columns}", [("f32", [rows, columns])], f"{rows}x{columns}xf32",
            f"%m = accy.reduce max %a0 dims = [1] : {wide} -> {narrow}\n"
            f"%b = accy.broadcast %m dims = [0] : {narrow} -> {wide}\n%r = accy.sub %a0, %b : {wide}", integers)


def row_results(rows, columns):
    wide, narrow = f"tensor<{rows}x{columns}xf32>", f"tensor<{rows}xf32>"
    return (f"results of the rows of {rows}x{columns}", [("f32", [rows, columns])], f"{rows}xf32",
            f"%m = accy.reduce max %a0 dims = [1] : {wide} -> {narrow}\n"
            f"%b = accy.broadcast %m dims = [0] : {narrow} -> {wide}\n%d = accy.sub %a0, %b : {wide}\n"
            f"%r = accy.reduce sum %d dims = [1] : {wide} -> {narrow}", integers)


# Options, and the programs; each takes more threadgroups than TINY has in one dimension, none more than in all.
ELEMENTWISE = [move("a sum", [("f32", [5011]), ("f32", [5011])], "5011xf32", "add %a0, %a1 : tensor<5011xf32>")]
VECTORS = [move("a sum of vectors", [("f32", [20036]), ("f32", [20036])], "20036xf32",
                "add %a0, %a1 : tensor<20036xf32>")]
SHAPES = [
    move("a gather", [("f32", [7]), ("ui8", [5011])], "5011xf32",
         "gather %a0, %a1 dim = 0 : tensor<7xf32>, tensor<5011xui8> -> tensor<5011xf32>"),
    move("a transpose", [("f32", [66, 71])], "71x66xf32",
         "transpose %a0 permutation = [1, 0] : tensor<66x71xf32> -> tensor<71x66xf32>"),
    move("a concatenation", [("i8", [2500]), ("i8", [2511])], "5011xi8",
         "concatenate %a0, %a1 dim = 0 : tensor<2500xi8>, tensor<2511xi8> -> tensor<5011xi8>"),
]
FOLDS = [reduction("sum", "f32", [5011, 5], [1], integers), reduction("max", "i32", [6, 5011], [0], integers),
         reduction("sum", "f32", [90, 5, 45], [1], integers), reduction("sum", "f32", [4100, 2], [1], integers)]
# The first of these, and of the large products, are too many for one thread an element.
SHARED = [reduction("sum", "f32", [7000, 2], [1], integers), reduction("sum", "f32", [300, 64], [1], integers),
          reduction("sum", "f32", [61, 1000], [1], integers), reduction("min", "i32", [100, 301], [0], integers),
          reduction("sum", "f32", [5, 100, 41], [1], integers)]
ROWS = [rows_minus_largest(60, 300), rows_minus_largest(301, 33), row_results(61, 257)]
PRODUCTS = [batched(17, 20, 18, 5), batched(19, 16, 35, 8), product("f32", 130, 20, 7, floats),
            product("f32", 20, 120, 7, floats), product("f32", 67, 65, 9, floats)]
LARGE_PRODUCTS = [batched(80, 32, 30, 5), batched(17, 20, 18, 5), batched(19, 16, 35, 8),
                  product("f32", 420, 20, 7, floats), product("f32", 33, 200, 9, floats)]

# For each strategy: the target's kernels are those of the options, or best ones.
CASES = [
    ("", ELEMENTWISE + SHAPES), ("strategies=generic", ELEMENTWISE + SHAPES + FOLDS + PRODUCTS),
    ("strategy=reduction_group", SHARED), ("strategy=dot_general_block", LARGE_PRODUCTS), ("", ROWS),
]
SUBGROUPS = [("strategy=reduction_subgroup", SHARED[:2]), ("strategy=row_pipeline_subgroup", ROWS)]
TARGETS = [
    ("vulkan:llvmpipe", CASES + SUBGROUPS), ("metal:m1", CASES + SUBGROUPS),
    ("cuda:sm_90", CASES + SUBGROUPS + [("strategy=elementwise_vector", VECTORS)]),
]


def require_folded(plan, limits):
    """Some kernel has a grid of more dimensions than its threadgroups, within the limits."""
    grids = [kernel["geometry"]["grid"] for kernel in plan["kernels"]]
    if not any(grid[1] > 1 or grid[2] > 1 for grid in grids) or \
            any(extent > limit for grid in grids for extent, limit in zip(grid, limits)):
        raise Failed(f"the grids are {grids}")


def check(tools, target, options, program):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        profile = write_profile(tools, folder, target, "threadgroup", max_grid_per_dim=TINY)
        require_folded(compare_values(tools, folder, target, profile, options, *program), TINY)


# One threadgroup more than fits: of 64 elements, of 64 vectors of four, or of a tile of a product.
TOO_MANY = [
    reduction("sum", "f32", [64 * 96 + 1, 1], [1], integers), batched(97, 16, 16, 4),
    move("a sum", [("f32", [6145]), ("f32", [6145])], "6145xf32", "add %a0, %a1 : tensor<6145xf32>"),
    move("a sum of vectors", [("f32", [24580]), ("f32", [24580])], "24580xf32", "add %a0, %a1 : tensor<24580xf32>"),
    move("a transpose", [("f32", [5, 1229])], "1229x5xf32",
         "transpose %a0 permutation = [1, 0] : tensor<5x1229xf32> -> tensor<1229x5xf32>"),
    move("a gather", [("f32", [7]), ("ui8", [6145])], "6145xf32",
         "gather %a0, %a1 dim = 0 : tensor<7xf32>, tensor<6145xui8> -> tensor<6145xf32>"),
    rows_minus_largest(30000, 3),
]


def check_too_many(tools, target, program):
    """What no grid holds is refused by accy-legalize, whatever the kernel's kind."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        profile = write_profile(tools, folder, target, "threadgroup", max_grid_per_dim=TINY)
        text = write_program(folder, *program[:-1]).read_text()
        late = find_errors(tools, f"--accy-compile=target={profile}", [("program", text)])
        early = find_errors(tools, f"--pass-pipeline={LEGALIZE.format(profile)}", [("program", text)])
        if late != early or not late[0][0].endswith("[CapabilityMismatch]"):
            raise Failed(f"refused as {late}, and by accy-legalize as {early}")


def check_in_browser(tools, browser, options, program):
    with tempfile.TemporaryDirectory() as scratch:
        profile = write_profile(tools, pathlib.Path(scratch), "webgpu:default-limits", "threadgroup",
                                max_grid_per_dim=TINY)
        require_folded(compare_values_in_browser(tools, browser, profile, options, 1e-5, *program), TINY)


# Of real limits: what elements, rows, products and shapes take more than 65535 threadgroups of.
LARGE = [
    ("a reduction to 30 million", "tensor<30000000x2xi8>", "tensor<30000000xi8>",
     "reduce max %a dims = [1] : tensor<30000000x2xi8> -> tensor<30000000xi8>"),
    ("a reduction of columns to 30 million", "tensor<2x30000000xi8>", "tensor<30000000xi8>",
     "reduce max %a dims = [0] : tensor<2x30000000xi8> -> tensor<30000000xi8>"),
    ("a transpose of 30 million", "tensor<3000x10000xf32>", "tensor<10000x3000xf32>",
     "transpose %a permutation = [1, 0] : tensor<3000x10000xf32> -> tensor<10000x3000xf32>"),
    ("70000 products", "tensor<70000x16x16xf32>", "tensor<70000x16x16xf32>",
     "dot_general %a, %a lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : "
     "tensor<70000x16x16xf32> -> tensor<70000x16x16xf32>"),
    ("a product of 1.5 million rows", "tensor<1500000x1xf32>", "tensor<1500000x16xf32>",
     "constant dense<2.0> : tensor<1x16xf32>\n%r = accy.dot_general %a, %c lhs_batch = [] rhs_batch = [] "
     "lhs_contract = [1] rhs_contract = [0] : tensor<1500000x1xf32>, tensor<1x16xf32> -> tensor<1500000x16xf32>"),
    ("1.5 million rows", "tensor<1500000x20xf32>", "tensor<1500000x20xf32>",
     "reduce max %a dims = [1] : tensor<1500000x20xf32> -> tensor<1500000xf32>\n"
     "%b = accy.broadcast %c dims = [0] : tensor<1500000xf32> -> tensor<1500000x20xf32>\n"
     "%r = accy.sub %a, %b : tensor<1500000x20xf32>"),
]


def check_large(tools, target, options, argument, result, body):
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "program.mlir"
        source.write_text(f"func.func @main(%a: {argument}) -> {result} {{\n"
                          f"{'%c' if '%c' in body else '%r'} = accy.{body}\naccy.return %r : {result}\n}}\n")
        plan = compile_bundle(tools, source, target, pathlib.Path(scratch) / "bundle", options)
        require_folded(plan, [65535] * 3)


def add_tests(counter, tools, quick):
    for target, cases in TARGETS:
        for options, programs in cases:
            for name, *program in programs[::3] if quick else programs:
                counter.run(f"{name} on a tiny grid of {target}, {options or 'best'}", check, tools, target, options,
                            program)
    for target in ("vulkan:llvmpipe", "webgpu:default-limits", "metal:m1", "cuda:sm_90"):
        for name, *program in TOO_MANY:
            counter.run(f"{name} on too tiny a grid of {target}", check_too_many, tools, target, program)
    with Browser() as browser:
        for options, programs in CASES:
            for name, *program in programs[::3] if quick else programs:
                counter.run(f"{name} on a tiny grid in a browser, {options or 'best'}", check_in_browser, tools, browser,
                            options, program)
    for target in ("webgpu:default-limits", "vulkan:desktop"):
        for options in ("", "strategies=generic"):
            for name, *program in LARGE:
                counter.run(f"{name} for {target}, {options or 'best'}", check_large, tools, target, options, *program)
