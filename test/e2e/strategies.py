# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Strategies whose threads work together, and the generic ones where a thread's loops are long, on every device that
# this machine has, against the generic strategies on the processor, or on the device itself where it fuses products
# with sums: the results are the same bits. Sums are of small integers, so that every order of summation gives the same;
# those of dot_general are of any floats, since a block sums in the generic order.

import functools
import pathlib
import random
import struct
import tempfile

import metal
import webgpu
from browser import Browser
from harness import Failed, Skipped
from npy import read_npy, write_tensor
from programs import compile_bundle
from strict import require_processor

TARGETS = ["vulkan:llvmpipe", "cuda:sm_90", "metal:m1"]
CODES = {"f16": "e", "f32": "f", "f64": "d", "i1": "B", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "ui8": "B",
         "ui16": "H", "ui32": "I", "ui64": "Q"}
NARROW_FLOATS, NARROW_INTEGERS = ["bf16", "f16"], ["i8", "ui8", "i16"]


def to_bf16(value):
    """The bits of the nearest bf16, ties to even."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits >> 16 if value != value else (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def pack(kind, values):
    if kind == "bf16":
        return struct.pack(f"<{len(values)}H", *map(to_bf16, values))
    return struct.pack(f"<{len(values)}{CODES[kind]}", *values)


def unpack(kind, data):
    if kind == "bf16":
        data = b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data), 2))
        kind = "f32"
    code = CODES[kind]
    return struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)


def integers(kind, count):
    """Small integers of both signs."""
    draw = random.Random(count)
    low = 0 if kind in ("i1", "ui8", "ui32") else -4
    return [draw.randint(low, 1 if kind == "i1" else 5) for _ in range(count)]


def wrapping(kind, count):
    """Integers of all sizes: sums and products wrap."""
    draw, limit = random.Random(count), 1 << (8 * struct.calcsize(CODES[kind]) - 1)
    return [draw.randrange(2 * limit) if kind.startswith("u") else draw.randrange(-limit, limit) for _ in range(count)]


def odd(kind, count):
    """Products of these wrap, and are never 0."""
    return [value | 1 for value in wrapping(kind, count)]


def ones(kind, count):
    return [1] * count


def signs(kind, count):
    """1 and -1, with 2 now and then: products stay exact."""
    return [2 if i % 1000 == 7 else -1 if i % 3 == 1 else 1 for i in range(count)]


def special(kind, count):
    """Zeros of both signs, infinities, and NaN in the second half."""
    values = [0.0, -0.0, float("-inf"), -1.5, float("inf"), 2.5]
    return [float("nan") if i == count * 3 // 4 else values[i % 4 if i < count // 2 else i % 6] for i in range(count)]


def halves(kind, count):
    """Sums of these are exact in f32, and a sum of sums that were rounded to f16 differs."""
    return [1 + i % 5 / 1024 if i % 2 else -1 for i in range(count)]


def negative_zeros(kind, count):
    return [-0.0] * count


def floats(kind, count):
    draw = random.Random(count)
    return [draw.uniform(-1, 1) for _ in range(count)]


def reduction(kind, element, shape, dims, fill):
    kept = "".join(f"{extent}x" for i, extent in enumerate(shape) if i not in dims)
    operand = "".join(f"{extent}x" for extent in shape) + element
    body = f"%r = accy.reduce {kind} %a0 dims = {dims} : tensor<{operand}> -> tensor<{kept}{element}>"
    return f"{kind} of {operand} over {dims}", [(element, shape)], f"{kept}{element}", body, fill


# Name, inputs, result, body and what fills the inputs.
REDUCTIONS = [
    *(reduction("sum", "f32", shape, dims, integers) for shape, dims in [
        ([1], [0]), ([2], [0]), ([3], [0]), ([257], [0]), ([1024], [0]), ([70000], [0]), ([5, 7], [1]), ([5, 7], [0]),
        ([2, 4096], [1]), ([300, 16], [1]), ([1000, 3], [0]), ([1000, 33], [0]), ([3, 1000, 5], [1]),
        ([3, 1, 1000], [2]),
        ([33, 3, 65], [0, 2]), ([7, 2, 12, 2, 9], [1, 3]), ([1, 1], [0, 1]), ([4, 250000], [1])]),
    # More steps than a thread may take on some devices.
    reduction("sum", "f32", [65536], [0], ones), reduction("sum", "f32", [70000, 2], [0], ones),
    reduction("sum", "i32", [3, 1000], [1], integers), reduction("sum", "ui32", [1000], [0], integers),
    reduction("prod", "f32", [3, 1001], [1], signs), reduction("prod", "i32", [3, 1001], [1], signs),
    reduction("max", "f32", [2, 1000], [1], special), reduction("min", "f32", [1000, 2], [0], special),
    reduction("max", "f32", [130], [0], negative_zeros), reduction("max", "i32", [70001], [0], integers),
    reduction("min", "ui32", [5, 77], [1], integers), reduction("and", "i32", [9, 100], [1], integers),
    reduction("or", "i32", [100, 9], [0], integers), reduction("and", "i1", [6, 129], [1], integers),
    reduction("or", "i1", [6, 129], [1], integers), reduction("max", "i1", [129], [0], integers),
    ("softmax's middle", [("f32", [37, 260]), ("f32", [37])], "37xf32",
     "%b = accy.broadcast %a1 dims = [0] : tensor<37xf32> -> tensor<37x260xf32>\n"
     "%d = accy.sub %a0, %b : tensor<37x260xf32>\n"
     "%m = accy.mul %d, %d : tensor<37x260xf32>\n"
     "%r = accy.reduce sum %m dims = [1] : tensor<37x260xf32> -> tensor<37xf32>", integers),
    ("a sum of a transposed slice", [("f32", [40, 50])], "45xf32",
     "%s = accy.slice %a0 start = [1, 5] limit = [40, 50] strides = [2, 1] : tensor<40x50xf32> -> tensor<20x45xf32>\n"
     "%t = accy.transpose %s permutation = [1, 0] : tensor<20x45xf32> -> tensor<45x20xf32>\n"
     "%r = accy.reduce sum %t dims = [1] : tensor<45x20xf32> -> tensor<45xf32>", integers),
    ("a sum of a padded row", [("f32", [3, 100]), ("f32", [])], "3xf32",
     "%p = accy.pad %a0, %a1 low = [0, 3] high = [0, -1] interior = [0, 1] : tensor<3x100xf32>, tensor<f32> -> "
     "tensor<3x201xf32>\n"
     "%r = accy.reduce sum %p dims = [1] : tensor<3x201xf32> -> tensor<3xf32>", integers),
]

# The kinds of reductions that are exact in each type of 16 and 8 bits, with special values for floats.
NARROW_REDUCTIONS = [
    reduction(kind, element, shape, dims, fill)
    for elements, rows in [
        (NARROW_FLOATS, [("sum", integers), ("sum", special), ("prod", signs), ("prod", special), ("max", special),
                         ("min", special), ("max", negative_zeros), ("min", integers)]),
        (NARROW_INTEGERS, [("sum", wrapping), ("prod", odd), ("max", wrapping), ("min", wrapping)])]
    for element in elements
    for i, (kind, fill) in enumerate(rows)
    for shape, dims in [([3, 1001], [1]), ([1000, 5], [0]), ([33, 3, 65], [0, 2])][i % 3:][:1]]

# Large reductions of few outputs, which become two.
SPLITS = [
    reduction("sum", "f32", [1 << 17], [0], integers), reduction("sum", "f32", [300007], [0], integers),
    reduction("max", "f32", [300007], [0], special), reduction("prod", "i32", [2, 70001, 2], [1], signs),
    reduction("and", "i1", [600, 211], [0, 1], ones), reduction("min", "i32", [2, 3, 5, 7001], [1, 3], integers),
    reduction("sum", "f16", [1 << 17], [0], halves), reduction("sum", "bf16", [1 << 17], [0], integers),
    reduction("max", "bf16", [300007], [0], special), reduction("min", "f16", [2, 70001, 2], [1], special),
    reduction("sum", "i8", [300007], [0], wrapping), reduction("prod", "ui8", [2, 70001], [1], odd),
    reduction("max", "i16", [1 << 17], [0], wrapping),
    ("a fused sum of squares", [("f32", [257, 1021])], "f32",
     "%m = accy.mul %a0, %a0 : tensor<257x1021xf32>\n"
     "%r = accy.reduce sum %m dims = [1, 0] : tensor<257x1021xf32> -> tensor<f32>", integers),
]

# More than 65535 steps a thread, after which loops end on some devices.
LONG_LOOPS = [
    reduction("sum", "f32", [65535], [0], ones), reduction("sum", "f32", [65536], [0], ones),
    reduction("sum", "i32", [2, 150001], [1], integers), reduction("max", "f32", [70000], [0], special),
    reduction("min", "f32", [70000, 3], [0], integers), reduction("sum", "f32", [300, 2, 300], [0, 2], integers),
    reduction("or", "i1", [70000], [0], integers), reduction("sum", "f32", [41, 3, 50, 2, 40], [0, 2, 4], integers),
    ("a fused row sum", [("f32", [2, 70000]), ("f32", [2])], "2xf32",
     "%b = accy.broadcast %a1 dims = [0] : tensor<2xf32> -> tensor<2x70000xf32>\n"
     "%m = accy.mul %a0, %b : tensor<2x70000xf32>\n"
     "%r = accy.reduce sum %m dims = [1] : tensor<2x70000xf32> -> tensor<2xf32>", integers),
    ("a product over 70000", [("f32", [3, 70000]), ("f32", [70000, 2])], "3x2xf32",
     "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
     "tensor<3x70000xf32>, tensor<70000x2xf32> -> tensor<3x2xf32>", floats),
    ("a product over 300 x 300", [("f32", [300, 3, 300]), ("f32", [300, 300])], "3xf32",
     "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [0, 2] rhs_contract = [1, 0] : "
     "tensor<300x3x300xf32>, tensor<300x300xf32> -> tensor<3xf32>", floats),
]


def product(kind, rows, columns, depth, fill, result=None, lhs="mk", rhs="kn", attributes=""):
    """A product of matrices whose operands have their dimensions in the order of their letters."""
    extent = {"m": rows, "n": columns, "k": depth}
    shapes = [[extent[letter] for letter in order] for order in (lhs, rhs)]
    types = [f"tensor<{'x'.join(map(str, shape))}x{kind}>" for shape in shapes]
    output = f"{rows}x{columns}x{result or kind}"
    body = (f"%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [{lhs.index('k')}] "
            f"rhs_contract = [{rhs.index('k')}]{attributes} : {types[0]}, {types[1]} -> tensor<{output}>")
    if types[0] == types[1]:
        body = body.replace(f"{types[0]}, {types[1]}", types[0])
    inputs = [(kind, shape) for shape in shapes]
    kinds = kind if result is None else f"{kind} into {result}"
    numbers = fill.__name__.replace("_", " ")
    return f"{lhs} times {rhs} of {kinds}, {rows}x{columns}x{depth}, {numbers}", inputs, output, body, fill


# Sizes around those of blocks, every order of dimensions, and what is fused.
PRODUCTS = [
    *(product("f32", *sizes, floats) for sizes in [
        (1, 1, 1), (2, 3, 4), (16, 16, 16), (17, 33, 5), (32, 32, 8), (128, 128, 8), (129, 131, 9), (200, 100, 300),
        (300, 200, 7), (1, 300, 40), (300, 1, 40), (5, 70, 1001), (640, 512, 24), (1500, 1400, 12)]),
    *(product("f32", 70, 90, depth, floats, None, *orders) for depth in (24, 25)
      for orders in [("km", "kn"), ("mk", "nk"), ("km", "nk")]),
    product("f32", 40, 36, 17, special), product("f32", 40, 36, 16, negative_zeros),
    product("i32", 37, 41, 19, integers),
    product("f16", 48, 40, 32, floats, "f32", attributes=" accumulate = f32"),
    product("f32", 17, 18, 70000, floats),
    ("a batched product with a bias", [("f32", [3, 33, 20]), ("f32", [3, 20, 40]), ("f32", [40])], "3x33x40xf32",
     "%d = accy.dot_general %a0, %a1 lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : "
     "tensor<3x33x20xf32>, tensor<3x20x40xf32> -> tensor<3x33x40xf32>\n"
     "%b = accy.broadcast %a2 dims = [2] : tensor<40xf32> -> tensor<3x33x40xf32>\n"
     "%r = accy.add %d, %b : tensor<3x33x40xf32>", floats),
    ("batches inside and two contractions", [("f32", [3, 2, 34, 5]), ("f32", [5, 2, 3, 36])], "2x34x36xf32",
     "%r = accy.dot_general %a0, %a1 lhs_batch = [1] rhs_batch = [1] lhs_contract = [0, 3] rhs_contract = [2, 0] : "
     "tensor<3x2x34x5xf32>, tensor<5x2x3x36xf32> -> tensor<2x34x36xf32>", floats),
    ("rows and columns of several dimensions", [("f32", [4, 5, 12]), ("f32", [12, 3, 8])], "4x5x3x8xf32",
     "%r = accy.dot_general %a0, %a1 lhs_batch = [] rhs_batch = [] lhs_contract = [2] rhs_contract = [0] : "
     "tensor<4x5x12xf32>, tensor<12x3x8xf32> -> tensor<4x5x3x8xf32>", floats),
    ("a transposed operand and a square", [("f32", [36, 40]), ("f32", [44, 40])], "36x44xf32",
     "%t = accy.transpose %a1 permutation = [1, 0] : tensor<44x40xf32> -> tensor<40x44xf32>\n"
     "%d = accy.dot_general %a0, %t lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : "
     "tensor<36x40xf32>, tensor<40x44xf32> -> tensor<36x44xf32>\n"
     "%r = accy.mul %d, %d : tensor<36x44xf32>", floats),
]


# Elements of 16 and 8 bits, which are stored in words of threadgroup memory, with sums of their own type and wider ones.
NARROW_PRODUCTS = [
    *(product(kind, 33, 35, 31, fill) for kind in NARROW_FLOATS for fill in (floats, special, negative_zeros)),
    *(product(kind, 48, 40, 32, floats, "f32", "km", "nk", " accumulate = f32") for kind in NARROW_FLOATS),
    *(product(kind, 37, 41, 19, wrapping) for kind in NARROW_INTEGERS),
    product("i8", 40, 36, 33, wrapping, "i32", attributes=" accumulate = i32"),
    product("ui8", 40, 36, 33, wrapping, "ui32", attributes=" accumulate = ui32"),
    product("i16", 65, 70, 64, wrapping, "i32", "mk", "nk", " accumulate = i32"),
]


@functools.cache
def contents_of(fill, kind, count):
    """The bytes of an input, which programs and targets share."""
    return pack(kind, fill(kind, count))


def write_inputs(folder, inputs, fill):
    """Paths and bytes of the inputs' files."""
    paths, contents = [], []
    for i, (kind, shape) in enumerate(inputs):
        count = 1
        for extent in shape:
            count *= extent
        contents.append(contents_of(fill, kind, count))
        paths.append(folder / f"in{i}.npy")
        write_tensor(paths[-1], kind, shape, contents[-1])
    return paths, contents


def run(tools, folder, plan, target, paths, contents):
    """The output's bytes."""
    if target.startswith("metal"):
        return metal.run_bundle(tools, folder, plan, contents)[0]
    output = folder / "out.npy"
    process = tools.call(tools.run_tool, folder, *(f"--input={path}" for path in paths), f"--output={output}")
    if process.returncode != 0 and ("no CUDA driver" in process.stderr or "no Vulkan" in process.stderr):
        raise Skipped(process.stderr.strip())
    if process.returncode != 0:
        raise Failed(process.stderr.strip())
    return read_npy(output).tobytes()


def same(kind, left, right):
    """Whether the bits are the same, but for those of NaN."""
    if left == right or kind not in ("bf16", "f16", "f32", "f64") or len(left) != len(right):
        return left == right
    pairs = zip(unpack(kind, left), unpack(kind, right), strict=True)
    return all(struct.pack("d", a) == struct.pack("d", b) or (a != a and b != b) for a, b in pairs)


def write_program(folder, inputs, result, body):
    arguments = ", ".join(f"%a{i}: tensor<{''.join(f'{e}x' for e in shape)}{kind}>"
                          for i, (kind, shape) in enumerate(inputs))
    source = folder / "program.mlir"
    source.write_text(f"func.func @main({arguments}) -> tensor<{result}> {{\n{body}\n"
                      f"accy.return %r : tensor<{result}>\n}}\n")
    return source


def compare_values(tools, folder, target, profile, options, inputs, result, body, fill):
    """Compares on a target, compiled for a profile of its; returns the plan."""
    source = write_program(folder, inputs, result, body)
    paths, contents = write_inputs(folder, inputs, fill)
    plan = compile_bundle(tools, source, profile, folder / "best", options)
    reference = target if target.startswith("cuda") else "cpu:x86-64-v3"
    generic = compile_bundle(tools, source, reference, folder / "generic", "strategies=generic")
    actual = run(tools, folder / "best", plan, target, paths, contents)
    expected = run(tools, folder / "generic", generic, reference, paths, contents)
    if not same(result.split("x")[-1], actual, expected):
        raise Failed("other values than the generic strategy's")
    return plan


def compare(tools, target, options, *program):
    with tempfile.TemporaryDirectory() as scratch:
        compare_values(tools, pathlib.Path(scratch), target, target, options, *program)


# What one rounding to a type may come to, where the rounded numbers differ.
ROUNDING = {"f16": 2.0 ** -10, "bf16": 2.0 ** -7}


def compare_values_in_browser(tools, browser, target, options, tolerance, inputs, result, body, fill):
    """In WGSL sums of products may be contracted: the page compares with a tolerance. Returns the plan."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        source = write_program(folder, inputs, result, body)
        paths, _ = write_inputs(folder, inputs, fill)
        plan = compile_bundle(tools, source, target, folder / "best", options)
        compile_bundle(tools, source, "cpu:x86-64-v3", folder / "generic", "strategies=generic")
        require_processor("cpu:x86-64-v3")
        tolerance = tolerance and max(tolerance, ROUNDING.get(result.split("x")[-1], 0))
        arguments, expected = [f"--input={path}" for path in paths], folder / "out.npy"
        tools.check(tools.run_tool, folder / "generic", *arguments, f"--output={expected}")
        webgpu.expect_pass(webgpu.run_page(tools, browser, folder / "best", [
            *arguments, f"--expect={expected}", f"--rtol={tolerance}", f"--atol={tolerance}"]))
        return plan


def compare_in_browser(*program):
    compare_values_in_browser(*program)


def add_browser_tests(counter, tools, quick):
    rows = [("shared", "strategy=reduction_group", 0, REDUCTIONS + NARROW_REDUCTIONS), ("in two steps", "", 0, SPLITS),
            ("in blocks", "strategy=dot_general_block", 1e-5, PRODUCTS + NARROW_PRODUCTS)]
    with Browser() as browser:
        for how, options, tolerance, programs in rows:
            for name, *program in programs[::8] if quick else programs:
                counter.run(f"{name}, {how}, in a browser", compare_in_browser, tools, browser, "webgpu:default-limits",
                            options, tolerance, *program)


def add_tests(counter, tools, quick):
    reductions, products = REDUCTIONS + NARROW_REDUCTIONS, PRODUCTS + NARROW_PRODUCTS
    for name, *program in reductions[::8] if quick else reductions:
        for target in TARGETS:
            counter.run(f"{name}, shared, on {target}", compare, tools, target, "strategy=reduction_group", *program)
    for name, *program in SPLITS[::4] if quick else SPLITS:
        for target in TARGETS:
            counter.run(f"{name}, in two steps, on {target}", compare, tools, target, "", *program)
    for name, *program in products[::8] if quick else products:
        for target in TARGETS:
            counter.run(f"{name}, in blocks, on {target}", compare, tools, target, "strategy=dot_general_block",
                        *program)
    for name, *program in LONG_LOOPS:
        for target in ("vulkan", "vulkan:llvmpipe"):
            counter.run(f"{name} in one thread on {target}", compare, tools, target, "strategies=generic", *program)
        if not quick:
            counter.run(f"{name} by the best strategy on vulkan:llvmpipe", compare, tools, "vulkan:llvmpipe", "",
                        *program)
    add_browser_tests(counter, tools, quick)
