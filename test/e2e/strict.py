# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fast mathematics is off: elementwise programs give, bit for bit, what evaluating them in f32 operation by operation
# gives. (Of a NaN no more is promised than that it is one.)

import array
import ctypes
import functools
import math
import pathlib
import random
import struct
import tempfile

import aarch64
from harness import Failed, Skipped
from npy import write_npy
from programs import Engine, compile_bundle, error, gpu, runner

COUNT = 1000  # no multiple of a vector's width
SPECIAL = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 1e-45, -1e-45, 1.1754942e-38, 1.17549435e-38,
           3.4028235e38, -3.4028235e38, 16777216.0, 16777217.0, 1 / 3, -0.1]


def rounded(value):
    """The double as an f32. Sums, products, quotients and roots of f32 lose nothing by being computed in double first."""
    return ctypes.c_float(value).value


def divide(a, b):
    if b != 0 or math.isnan(a) or a == 0:
        return a / b if b != 0 else math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def pick(a, b, larger):
    """accy.max and accy.min: NaN if either is NaN, and -0 below 0."""
    if math.isnan(a) or math.isnan(b):
        return math.nan
    key = (lambda x: (x, math.copysign(1.0, x)))
    return (max if larger else min)(a, b, key=key)


BINARY = {
    "add": lambda a, b: rounded(a + b),
    "sub": lambda a, b: rounded(a - b),
    "mul": lambda a, b: rounded(a * b),
    "div": lambda a, b: rounded(divide(a, b)),
    "max": lambda a, b: pick(a, b, True),
    "min": lambda a, b: pick(a, b, False),
}
UNARY = {
    "neg": lambda a: -a,
    "abs": abs,
    "sqrt": lambda a: a if a == 0 or math.isnan(a) else rounded(math.sqrt(a)) if a > 0 else math.nan,
    "floor": lambda a: math.copysign(float(math.floor(a)), a) if math.isfinite(a) else a,
}

# What an optimizer would fuse, reassociate, turn into a multiplication or take out. Values are named by number; the
# first four are the inputs.
PATTERNS = {
    "fused multiply-add": [("mul", 0, 1), ("add", 4, 2)],
    "fused multiply-subtract": [("mul", 0, 1), ("sub", 2, 4)],
    "sum of products": [("mul", 0, 1), ("mul", 2, 3), ("add", 4, 5)],
    "cancellation": [("add", 0, 1), ("sub", 4, 0)],
    "reassociation": [("add", 0, 1), ("add", 4, 2), ("add", 5, 3)],
    "quotients of one divisor": [("div", 0, 3), ("div", 1, 3), ("mul", 4, 5)],
    "product with a quotient": [("div", 0, 1), ("mul", 4, 1)],
    "root squared": [("sqrt", 0), ("mul", 4, 4)],
    "reciprocal of a root": [("sqrt", 0), ("div", 1, 4)],
    "zeros": [("sub", 0, 0), ("mul", 4, 1), ("add", 5, 2)],
}


def random_program(seed):
    source = random.Random(seed)
    steps = []
    for number in range(4, 20):
        name = source.choice(list(BINARY) * 2 + list(UNARY))
        operands = [max(0, number - 1 - int(source.expovariate(0.3))) for _ in range(2 if name in BINARY else 1)]
        steps.append((name, *operands))
    return steps


def make_inputs(seed):
    source = random.Random(seed)

    def element():
        kind = source.random()
        if kind < 0.1:
            return rounded(source.choice(SPECIAL))
        if kind < 0.3:
            return struct.unpack("f", source.randbytes(4))[0]
        return rounded(source.uniform(-4, 4))
    return [array.array("f", [element() for _ in range(COUNT)]) for _ in range(4)]


def evaluate(steps, inputs):
    """The last value, and one over it, which tells the sign of zeros apart."""
    values = [list(column) for column in inputs]
    for name, *operands in steps:
        function = BINARY.get(name) or UNARY[name]
        values.append([function(*elements) for elements in zip(*(values[i] for i in operands))])
    return values[-1], [BINARY["div"](1.0, x) for x in values[-1]]


@functools.cache
def make_case(steps, seed):
    """Inputs of a program, and what it gives for them; once for all targets."""
    inputs = make_inputs(seed)
    return inputs, evaluate(steps, inputs)


def write_program(steps):
    shape = f"tensor<{COUNT}xf32>"
    arguments = ", ".join(f"%{i}: {shape}" for i in range(4))
    lines = [f"  %{4 + i} = accy.{name} {', '.join(f'%{o}' for o in operands)} : {shape}"
             for i, (name, *operands) in enumerate(steps)]
    last = 3 + len(steps)
    return "\n".join([f"func.func @main({arguments}) -> ({shape}, {shape}) {{", *lines,
                      f"  %one = accy.constant dense<1.0> : {shape}", f"  %over = accy.div %one, %{last} : {shape}",
                      f"  accy.return %{last}, %over : {shape}, {shape}", "}", ""]).replace("%", "%v")


def require_processor(target):
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    needed = {"cpu:x86-64-v3": (" avx2 ", " fma "), "cpu:x86-64-v4": (" avx512f ", " avx512vl ")}.get(target, ())
    if not all(flag in flags for flag in needed):
        raise Skipped(f"the processor is no {target.partition(':')[2]}")


def check(tools, target, steps, seed):
    require_processor(target)
    inputs, outputs = make_case(steps, seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "program.mlir").write_text(write_program(steps))
        compile_bundle(tools, folder / "program.mlir", target, folder / "bundle")
        arguments = []
        for i, column in enumerate(inputs):
            write_npy(folder / f"in{i}.npy", column, (COUNT,))
            arguments.append(f"--input={folder / f'in{i}.npy'}")
        for i, column in enumerate(outputs):
            write_npy(folder / f"out{i}.npy", array.array("f", column), (COUNT,))
            arguments.append(f"--expect={folder / f'out{i}.npy'}")
        engine = gpu(tools) if target.startswith("cuda") else Engine(runner(tools, target))
        engine.run(tools, folder / "bundle", *arguments, "--rtol=0", "--atol=0")


def check_aarch64(tools, steps, seed):
    """The same in an emulator, to which the inputs' bytes go, and from which those of the outputs come."""
    inputs, expectations = make_case(steps, seed)
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch) / "program.mlir"
        program.write_text(write_program(steps))
        _, outputs = aarch64.run_program(tools, program, [column.tobytes() for column in inputs], False)
    for i, (output, expected) in enumerate(zip(outputs, expectations, strict=True)):
        for index, (left, right) in enumerate(zip(memoryview(output).cast("f"), expected, strict=True)):
            if error(left, right) != 0:
                raise Failed(f"output {i} differs at {index}: {left}, expected {right}")


# Those with vector instructions of each width, and those without.
TARGETS = ("cpu", "cpu:x86-64-v3", "cpu:x86-64-v4", "wasm", "wasm:simd128", "cuda", "cuda:sm_90")


def add_tests(counter, tools, quick):
    programs = {**PATTERNS, **{f"random program {i}": random_program(i) for i in range(4 if quick else 16)}}
    for seed, (name, steps) in enumerate((name, tuple(steps)) for name, steps in programs.items()):
        for target in TARGETS:
            counter.run(f"strict {name} on {target}", check, tools, target, steps, seed)
        if not quick:
            counter.run(f"strict {name} on {aarch64.TARGET}", check_aarch64, tools, steps, seed)
