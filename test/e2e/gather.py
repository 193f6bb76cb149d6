# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Lookups along each dimension by indices of each type, some of them beyond the ends, on every engine. Elements that are
# moved keep every bit.

import math
import pathlib
import tempfile

from browser import Browser
from engines import run_files, run_in_node, run_metal, write_expected
from harness import Failed
from npy import write_tensor
from programs import compile_bundle
from strategies import pack
from strict import require_processor
from webgpu import expect_pass, run_page
from windows import tensor

TABLE = [3, 5, 4]
VALUES = [float(i * i - 7) for i in range(60)]

# Name, the type of the indices, their shape, and they themselves.
INDICES = {
    "i32": ([2, 3], [0, 4, -1, 5, 2**31 - 1, -(2**31)]),
    "ui32": ([4], [2, 3, 2**32 - 1, 2**31]),
    "i8": ([3], [1, -128, 127]),
    "ui8": ([2], [255, 128]),
    "i16": ([1], [-3]),
    "i64": ([4], [2**40, -(2**40), 2**32 + 1, 1]),
    "ui64": ([2], [2**63, 3]),
}
ONE = ("i32", [], [2])
NONE = ("i32", [0], [])

TARGETS = [  # which indices, and how it is run
    ("cpu", ["i32", "ui32", "i64", "ui64"], run_files), ("cpu:x86-64-v3", list(INDICES), run_files),
    ("wasm", ["i32", "ui32", "i64", "ui64"], run_in_node), ("wasm:simd128", list(INDICES), run_in_node),
    ("vulkan", ["i32", "ui32"], run_files), ("vulkan:llvmpipe", list(INDICES), run_files),
    ("metal:m1", list(INDICES), run_metal), ("cuda:sm_90", list(INDICES), run_files),
]


def gather(dim, shape, indices):
    """The extents and elements of the table's gather."""
    inner = math.prod(TABLE[dim + 1:])
    rows = [VALUES[(outer * TABLE[dim] + min(max(index, 0), TABLE[dim] - 1)) * inner + i]
            for outer in range(math.prod(TABLE[:dim])) for index in indices for i in range(inner)]
    return TABLE[:dim] + shape + TABLE[dim + 1:], rows


def make_program(kinds):
    """The text, the inputs as type, shape and values, and the results as shapes and values. Two results are computed
    with: one from indices that are computed, one whose lookup is part of a kernel."""
    inputs = [("f32", TABLE, VALUES)] + [(kind, *INDICES[kind]) for kind in kinds] + [ONE, NONE]
    table, lines, outputs = tensor(TABLE, "f32"), [], []
    for number, (kind, shape, indices) in enumerate(inputs[1:], 1):
        for dim in range(3):
            extents, values = gather(dim, shape, indices)
            lines.append(f"%r{len(outputs)} = accy.gather %a0, %a{number} dim = {dim} : {table}, {tensor(shape, kind)} -> "
                         f"{tensor(extents, 'f32')}")
            outputs.append((extents, values))
    kind, shape, indices = inputs[1]
    extents, values = gather(1, shape, [min(max(-1 - index, -(2**31)), 2**31 - 1) for index in indices])
    given, result = tensor(shape, kind), tensor(extents, "f32")
    lines += [f"%n = accy.not %a1 : {given}", f"%x = accy.neg %a0 : {table}",
              f"%g = accy.gather %x, %n dim = 1 : {table}, {given} -> {result}",
              f"%r{len(outputs)} = accy.mul %g, %g : {result}"]
    outputs.append((extents, [value * value for value in values]))
    arguments = ", ".join(f"%a{i}: {tensor(shape, kind)}" for i, (kind, shape, _) in enumerate(inputs))
    types = ", ".join(tensor(extents, "f32") for extents, _ in outputs)
    names = ", ".join(f"%r{i}" for i in range(len(outputs)))
    text = "\n  ".join([f"func.func @main({arguments}) -> ({types}) {{", *lines, f"accy.return {names} : {types}"]) + "\n}\n"
    return text, inputs, outputs


def write_program(folder, kinds):
    """Options that give the inputs, their bytes, and the results as shapes and bytes."""
    text, inputs, outputs = make_program(kinds)
    (folder / "program.mlir").write_text(text)
    packed = [pack(kind, values) for kind, _, values in inputs]
    for i, ((kind, shape, _), data) in enumerate(zip(inputs, packed, strict=True)):
        write_tensor(folder / f"in{i}.npy", kind, shape, data)
    arguments = [f"--input={folder / f'in{i}.npy'}" for i in range(len(inputs))]
    return arguments, packed, [(shape, pack("f32", values)) for shape, values in outputs]


def check(tools, target, kinds, run):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        arguments, packed, outputs = write_program(folder, kinds)
        plan = compile_bundle(tools, folder / "program.mlir", target, folder / "bundle")
        if run is run_in_node:
            arguments += write_expected(folder, "f32", outputs)
        require_processor(target)
        actual = run(tools, folder / "bundle", plan, target, arguments, packed)
        for i, (result, (_, expected)) in enumerate(zip(actual or [], outputs, strict=actual is not None)):
            if result != expected:
                raise Failed(f"result {i} is {result.hex()}, expected {expected.hex()}")


def check_in_browser(tools, browser):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        arguments, _, outputs = write_program(folder, ["i32", "ui32"])
        compile_bundle(tools, folder / "program.mlir", "webgpu", folder / "bundle")
        expect_pass(run_page(tools, browser, folder / "bundle", [*arguments, *write_expected(folder, "f32", outputs)]))


def add_tests(counter, tools, quick):
    for target, kinds, run in TARGETS[::3] if quick else TARGETS:
        counter.run(f"gather on {target}", check, tools, target, kinds, run)
    with Browser() as browser:
        counter.run("gather in a browser", check_in_browser, tools, browser)
