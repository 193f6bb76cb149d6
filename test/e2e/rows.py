# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels that fold rows and compute with what they have folded, on every device that this machine has, against the
# generic strategies, which have a kernel for each fold: the results are the same bits, as sums are of small integers.

import pathlib
import tempfile

from browser import Browser
from harness import Failed
from programs import compile_bundle
from strategies import (NARROW_FLOATS, TARGETS, compare, compare_in_browser, integers, special, wrapping, write_program)


def shape_of(extents, element):
    return "".join(f"{extent}x" for extent in extents) + element


def spread(element, shape, kept, fill, twice=True):
    """The distance of each element from its row's greatest, times the sum of those: two folds and what needs them."""
    full, row = shape_of(shape, element), shape_of(shape[:kept], element)
    dims, folded = list(range(kept)), list(range(kept, len(shape)))
    body = (f"%m = accy.reduce max %a0 dims = {folded} : tensor<{full}> -> tensor<{row}>\n"
            f"%b = accy.broadcast %m dims = {dims} : tensor<{row}> -> tensor<{full}>\n"
            f"%d = accy.sub %b, %a0 : tensor<{full}>\n")
    if twice:
        body += (f"%s = accy.reduce sum %d dims = {folded} : tensor<{full}> -> tensor<{row}>\n"
                 f"%t = accy.broadcast %s dims = {dims} : tensor<{row}> -> tensor<{full}>\n"
                 f"%r = accy.mul %d, %t : tensor<{full}>")
    else:
        body += f"%r = accy.neg %d : tensor<{full}>"
    return f"spread of {full} over {folded}", [(element, shape)], full, body, fill


# Name, inputs, result, body and what fills the inputs.
ROWS = [
    *(spread("f32", shape, kept, integers) for shape, kept in [
        ([1, 2], 1), ([3, 2], 1), ([1, 5], 1), ([7], 0), ([5, 3], 1), ([1, 1024], 1), ([33, 257], 1), ([2, 4096], 1),
        ([300, 16], 1), ([1000, 3], 1), ([129, 64], 1), ([3, 5, 100], 2), ([3, 5, 100], 1), ([4, 1, 36], 2),
        ([2, 1, 3, 1, 40], 3), ([6, 1000], 1)]),
    # More than a thread keeps, with and without a rest.
    spread("f32", [2, 36864], 1, integers), spread("f32", [3, 40001], 1, integers),
    spread("f32", [9, 200], 1, special, twice=False), spread("i32", [9, 200], 1, wrapping),
    *(spread(element, [5, 264], 1, integers) for element in ["i8", "ui8", "i16", *NARROW_FLOATS]),
    # Columns of their own, rows of their own, and shapes on the way.
    ("a scaled and shifted distance", [("f32", [6, 40]), ("f32", [40]), ("f32", [6]), ("f32", [])], "6x40xf32",
     "%m = accy.reduce sum %a0 dims = [1] : tensor<6x40xf32> -> tensor<6xf32>\n"
     "%n = accy.sub %m, %a2 : tensor<6xf32>\n"
     "%c = accy.reshape %n : tensor<6xf32> -> tensor<6x1xf32>\n"
     "%b = accy.broadcast %c dims = [0, 1] : tensor<6x1xf32> -> tensor<6x40xf32>\n"
     "%d = accy.sub %a0, %b : tensor<6x40xf32>\n"
     "%g = accy.broadcast %a1 dims = [1] : tensor<40xf32> -> tensor<6x40xf32>\n"
     "%e = accy.mul %d, %g : tensor<6x40xf32>\n"
     "%z = accy.broadcast %a3 dims = [] : tensor<f32> -> tensor<6x40xf32>\n"
     "%q = accy.compare lt %e, %z : tensor<6x40xf32>\n"
     "%r = accy.select %q, %z, %e : tensor<6x40xi1>, tensor<6x40xf32>, tensor<6x40xf32>", integers),
    ("a fold of folds of each row", [("f32", [37, 260])], "37xf32",
     "%m = accy.reduce min %a0 dims = [1] : tensor<37x260xf32> -> tensor<37xf32>\n"
     "%b = accy.broadcast %m dims = [0] : tensor<37xf32> -> tensor<37x260xf32>\n"
     "%d = accy.sub %a0, %b : tensor<37x260xf32>\n"
     "%s = accy.reduce sum %d dims = [1] : tensor<37x260xf32> -> tensor<37xf32>\n"
     "%r = accy.sub %s, %m : tensor<37xf32>", integers),
    ("rows under another shape", [("f32", [4, 8, 30])], "32x30xf32",
     "%m = accy.reduce max %a0 dims = [2] : tensor<4x8x30xf32> -> tensor<4x8xf32>\n"
     "%n = accy.neg %m : tensor<4x8xf32>\n"
     "%f = accy.reshape %n : tensor<4x8xf32> -> tensor<32xf32>\n"
     "%x = accy.reshape %a0 : tensor<4x8x30xf32> -> tensor<32x30xf32>\n"
     "%b = accy.broadcast %f dims = [0] : tensor<32xf32> -> tensor<32x30xf32>\n"
     "%r = accy.add %x, %b : tensor<32x30xf32>", integers),
    ("a padded and a turned row", [("f32", [9, 50]), ("f32", [])], "9x57xf32",
     "%p = accy.pad %a0, %a1 low = [0, 3] high = [0, 4] interior = [0, 0] : tensor<9x50xf32>, tensor<f32> -> "
     "tensor<9x57xf32>\n"
     "%v = accy.reverse %p dims = [1] : tensor<9x57xf32>\n"
     "%m = accy.reduce sum %p dims = [1] : tensor<9x57xf32> -> tensor<9xf32>\n"
     "%b = accy.broadcast %m dims = [0] : tensor<9xf32> -> tensor<9x57xf32>\n"
     "%r = accy.sub %v, %b : tensor<9x57xf32>", integers),
    ("what all rows have", [("i1", [9, 70]), ("f32", [9, 70])], "9x70xf32",
     "%m = accy.reduce or %a0 dims = [1] : tensor<9x70xi1> -> tensor<9xi1>\n"
     "%b = accy.broadcast %m dims = [0] : tensor<9xi1> -> tensor<9x70xi1>\n"
     "%n = accy.neg %a1 : tensor<9x70xf32>\n"
     "%r = accy.select %b, %a1, %n : tensor<9x70xi1>, tensor<9x70xf32>, tensor<9x70xf32>", integers),
]


def expect_one_kernel(tools, target, options, inputs, result, body, fill):
    """The program's folds and what needs them are one kernel."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        plan = compile_bundle(tools, write_program(folder, inputs, result, body), target, folder / "best", options)
        kinds = [kernel["kind"] for kernel in plan["kernels"]]
        if [kind for kind in kinds if kind != "shape"] != ["row_pipeline"]:
            raise Failed(f"the kernels are {kinds}")


def compare_row(tools, target, options, *program):
    expect_one_kernel(tools, target, options, *program)
    compare(tools, target, options, *program)


def in_place_program():
    """What lies between the kernels is updated where it is."""
    full, row = "tensor<37x96xf32>", "tensor<37xf32>"
    return ([("f32", [37, 40]), ("f32", [40, 96])], "37x96xf32",
            "%x = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
            f"tensor<37x40xf32>, tensor<40x96xf32> -> {full}\n"
            f"%m = accy.reduce max %x dims = [1] : {full} -> {row}\n"
            f"%b = accy.broadcast %m dims = [0] : {row} -> {full}\n"
            f"%d = accy.sub %x, %b : {full}\n"
            f"%s = accy.reduce sum %d dims = [1] : {full} -> {row}\n"
            f"%t = accy.broadcast %s dims = [0] : {row} -> {full}\n"
            f"%q = accy.mul %d, %t : {full}\n"
            "%w = accy.transpose %a1 permutation = [1, 0] : tensor<40x96xf32> -> tensor<96x40xf32>\n"
            f"%y = accy.dot_general %q, %w lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : {full}, "
            "tensor<96x40xf32> -> tensor<37x40xf32>\n"
            f"%r = accy.dot_general %y, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
            f"tensor<37x40xf32>, tensor<40x96xf32> -> {full}", integers)


def check_in_place(tools, target):
    inputs, result, body, fill = in_place_program()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        plan = compile_bundle(tools, write_program(folder, inputs, result, body), target, folder / "best")
        rows = [kernel for kernel in plan["kernels"] if kernel["kind"] == "row_pipeline"]
        places = {row["slot"]: row["allocation"] for row in plan["memory"]["assignments"]}
        if len(rows) != 1 or places[rows[0]["inputs"][0]] != places[rows[0]["output"]]:
            raise Failed("the rows are not updated in place")
    compare(tools, target, "", inputs, result, body, fill)


def add_browser_tests(counter, tools, quick):
    with Browser() as browser:
        for name, *program in ROWS[::8] if quick else ROWS:
            counter.run(f"{name}, in a browser", compare_in_browser, tools, browser, "webgpu:default-limits",
                        "strategy=row_pipeline", 0, *program)


def add_tests(counter, tools, quick):
    for i, (name, *program) in enumerate(ROWS):
        for target in TARGETS:
            # Compiling Metal's language takes long: each strategy has a part of the programs.
            for number, options in enumerate(["strategy=row_pipeline", ""]):
                every = 8 if quick else 4 if target.startswith("metal") else 1
                exchanges = options or target != "vulkan:llvmpipe"
                if exchanges and i % every == number % every:
                    how = "in memory" if options else "by the best strategy"
                    counter.run(f"{name}, {how}, on {target}", compare_row, tools, target, options, *program)
    for target in TARGETS:
        counter.run(f"rows in place on {target}", check_in_place, tools, target)
    add_browser_tests(counter, tools, quick)
