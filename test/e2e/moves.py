# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What moves elements of 16-bit floats keeps every bit, on every target: also on those whose code generators have no such
# type, and widen and round what they hand on from block to block. Counts of 0 and 1 leave kernels with hardly a loop,
# where LLVM keeps such values longest.

import json
import pathlib
import struct
import tempfile

from browser import Browser
from engines import assemble, run_aarch64, run_files, run_in_node, run_metal, write_expected
from harness import Failed
from npy import write_tensor
from programs import compile_bundle
from strict import require_processor
from webgpu import expect_pass, run_page

ELEMENTS = ["bf16", "f16"]
COUNTS = [0, 1, 13]

# Ones, zeros of both signs, infinities, numbers that are subnormal, and NaN, quiet and signalling, with payloads.
BITS = {
    "bf16": [0x3F80, 0x8000, 0x7F80, 0xFF80, 0x0001, 0x8040, 0x7FC1, 0xFFC0, 0x7F81, 0xFFA5, 0x0000, 0x4049, 0xC2F7],
    "f16": [0x3C00, 0x8000, 0x7C00, 0xFC00, 0x0001, 0x8200, 0x7E01, 0xFE00, 0x7C01, 0xFD55, 0x0000, 0x4248, 0xD7B0],
}


def results(n, a, b, p, m):
    """Extents, text and elements of each result; {} stands for the element type, a tensor's type is t[extents]."""
    row, chosen = a[::-1] + b, [x if flag else y for flag, x, y in zip(m, a, b)]
    padded = [p] + [x for pair in zip(a, [p] * n) for x in pair][: max(2 * n - 1, 0)] + [p, p]
    yield [2 * n], f"accy.concatenate %a, %b dim = 0 : t[{n}] -> t[{2 * n}]", a + b
    yield [n + 1], f"accy.concatenate %a, %p1 dim = 0 : t[{n}], t[1] -> t[{n + 1}]", a + [p]
    yield [3 * n], f"accy.concatenate %a, %b, %a dim = 0 : t[{n}] -> t[{3 * n}]", a + b + a
    yield ([len(padded)], f"accy.pad %a, %p low = [1] high = [2] interior = [1] : t[{n}], t[] -> t[{len(padded)}]",
           padded)
    yield [n], f"accy.reverse %a dims = [0] : t[{n}]", a[::-1]
    yield [(n + 1) // 2], f"accy.slice %a start = [0] limit = [{n}] strides = [2] : t[{n}] -> t[{(n + 1) // 2}]", a[::2]
    yield [3, n], f"accy.broadcast %a dims = [1] : t[{n}] -> t[3,{n}]", a * 3
    yield [n, 3], f"accy.broadcast %a dims = [0] : t[{n}] -> t[{n},3]", [x for x in a for _ in range(3)]
    yield [n, 2], f"accy.transpose %c permutation = [1, 0] : t[2,{n}] -> t[{n},2]", [x for z in zip(a, b) for x in z]
    yield [2 * n], f"accy.reshape %c : t[2,{n}] -> t[{2 * n}]", a + b
    yield [n], f"accy.select %m, %a, %b : tensor<{n}xi1>, t[{n}], t[{n}]", chosen
    yield [2 * n], f"accy.concatenate %r, %b dim = 0 : t[{n}] -> t[{2 * n}]", row
    yield [n], f"accy.select %m, %r, %a : tensor<{n}xi1>, t[{n}], t[{n}]", [
        x if flag else y for flag, x, y in zip(m, a[::-1], a)]
    yield [n], f"accy.slice %q start = [{n}] limit = [{2 * n}] strides = [1] : t[{2 * n}] -> t[{n}]", b


def typed(text, element):
    """The text with tensors' types spelled out."""
    while "t[" in text:
        before, _, rest = text.partition("t[")
        extents, _, after = rest.partition("]")
        text = before + "tensor<" + "".join(f"{extent}x" for extent in extents.split(",") if extent) + element + ">" + after
    return text


def make_program(element, n):
    """The text, the inputs as pairs of type and shape, their bytes, and the results as shapes and bytes."""
    bits = BITS[element]
    a, b, p, m = bits[:n], bits[::-1][:n], bits[8], [i % 3 != 1 for i in range(n)]
    inputs = [(element, [n], a), (element, [n], b), (element, [], [p]), ("i1", [n], m)]
    rows = list(results(n, a, b, p, m))
    lines = [f"%c0 = accy.reshape %a : t[{n}] -> t[1,{n}]", f"%c1 = accy.reshape %b : t[{n}] -> t[1,{n}]",
             f"%c = accy.concatenate %c0, %c1 dim = 0 : t[1,{n}] -> t[2,{n}]", "%p1 = accy.reshape %p : t[] -> t[1]",
             f"%r = accy.reverse %a dims = [0] : t[{n}]", f"%q = accy.concatenate %a, %b dim = 0 : t[{n}] -> t[{2 * n}]"]
    lines += [f"%{i} = {text}" for i, (_, text, _) in enumerate(rows)]
    types = ", ".join(f"t[{','.join(map(str, shape))}]" for shape, _, _ in rows)
    names = ", ".join(f"%{i}" for i in range(len(rows)))
    text = typed("\n  ".join([f"func.func @main(%a: t[{n}], %b: t[{n}], %p: t[], %m: tensor<{n}xi1>) -> ({types}) {{",
                              *lines, f"accy.return {names} : {types}"]) + "\n}\n", element)
    outputs = [(shape, struct.pack(f"<{len(values)}H", *values)) for shape, _, values in rows]
    packed = [struct.pack(f"<{len(values)}{'?' if kind == 'i1' else 'H'}", *values) for kind, _, values in inputs]
    return text, [(kind, shape) for kind, shape, _ in inputs], packed, outputs


# Target, options, how it is run, and whether its profile must be given 16-bit floats first.
TARGETS = [
    ("cpu", "", run_files, True), ("cpu", "format=cpu_object", None, True), ("cpu:x86-64-v3", "", run_files, False),
    ("cpu:x86-64-v4", "", run_files, False), ("cpu:aarch64", "format=cpu_object", run_aarch64, False),
    ("cpu:neoverse-n1", "", None, False), ("cpu:neoverse-v2", "", None, False), ("wasm", "", run_in_node, True),
    ("wasm:simd128", "", run_in_node, False), ("vulkan:llvmpipe", "", run_files, False),
    ("vulkan:desktop", "", run_files, False), ("metal:m1", "", run_metal, False), ("cuda:sm_80", "", assemble, False),
    ("cuda:sm_90", "", assemble, False), ("cuda:sm_90", "", run_files, False),
]


def widen_profile(tools, folder, target):
    """A profile like the target's with 16-bit floats, to move."""
    (folder / "copy.mlir").write_text("func.func @main(%a: tensor<1xf32>) -> tensor<1xf32> {\n"
                                      "  accy.return %a : tensor<1xf32>\n}\n")
    plan = compile_bundle(tools, folder / "copy.mlir", target, folder / "copy")
    profile = {key: plan[key] for key in ("backend", "format", "target")}
    profile["target"] |= {"name": "widened", "dtypes": profile["target"]["dtypes"] + ELEMENTS}
    (folder / "profile.json").write_text(json.dumps(profile))
    return folder / "profile.json"


def write_program(folder, element, n):
    text, inputs, packed, outputs = make_program(element, n)
    (folder / "program.mlir").write_text(text)
    for i, ((kind, shape), data) in enumerate(zip(inputs, packed, strict=True)):
        write_tensor(folder / f"in{i}.npy", kind, shape, data)
    arguments = [f"--input={folder / f'in{i}.npy'}" for i in range(len(inputs))]
    return arguments, packed, outputs


def check(tools, element, n, target, options, run, needs_profile):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        arguments, packed, outputs = write_program(folder, element, n)
        profile = widen_profile(tools, folder, target) if needs_profile else target
        plan = compile_bundle(tools, folder / "program.mlir", profile, folder / "bundle", options)
        if run is run_in_node:
            arguments += write_expected(folder, element, outputs)
        require_processor(target)
        actual = run(tools, folder / "bundle", plan, target, arguments, packed) if run else None
        for i, (result, (_, expected)) in enumerate(zip(actual or [], outputs, strict=actual is not None)):
            if result != expected:
                raise Failed(f"result {i} is {result.hex()}, expected {expected.hex()}")


def check_in_browser(tools, browser, element, n):
    """WGSL's implementations may change a NaN's bits: the page takes one NaN for another."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        arguments, _, outputs = write_program(folder, element, n)
        compile_bundle(tools, folder / "program.mlir", "webgpu:default-limits", folder / "bundle")
        options = [*arguments, *write_expected(folder, element, outputs)]
        expect_pass(run_page(tools, browser, folder / "bundle", options))


def add_tests(counter, tools, quick):
    counts = COUNTS[1:] if quick else COUNTS
    for element in ELEMENTS:
        for n in counts:
            for target, options, run, needs_profile in TARGETS:
                how = "by ptxas" if run is assemble else "run" if run else "compiled"
                counter.run(f"moves of {n} {element} on {target} {options}, {how}", check, tools, element, n, target,
                            options, run, needs_profile)
    with Browser() as browser:
        for element in ELEMENTS:
            for n in counts:
                counter.run(f"moves of {n} {element} in a browser", check_in_browser, tools, browser, element, n)
