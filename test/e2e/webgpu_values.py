# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What WGSL leaves to its implementations, computed in headless Chromium as on the processor: NaN, infinities, zeros of
# both signs, sums in the order in which they are written, integers at their limits, numbers of 8 and 16 bits. The
# processor's results are the expected ones, bit for bit but for NaN's and for subnormals, which may be flushed to 0.

import pathlib
import tempfile

from browser import Browser
from harness import Failed, Skipped
from webgpu import expect_pass, run_page

# Odd, so that the last word of bytes is not full; more than one threadgroup.
COUNT = 1021
LEAST_NORMAL = 1.1754944e-38

# f32 by their bits: zeros, ones, infinities, NaN, and numbers whose sums and products are inexact.
SPECIALS = [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3DCCCCCD, 0xC0490FDB,
            0x4B7FFFFF, 0x2EDBE6FF]
SUBNORMALS = [0x00000001, 0x80000001, 0x007FFFFF, 0x80000000, 0x00000000, 0x3F800000]
RELATIONS = ["eq", "ne", "lt", "le", "gt", "ge"]


class Function:
    """A function's text under construction. `op` appends an operation and gives the name of its result."""

    def __init__(self, elements):
        self.arguments = [f"%a{i}" for i in range(len(elements))]
        self.types = {name: self.type(element) for name, element in zip(self.arguments, elements)}
        self.lines, self.results = [], []

    @staticmethod
    def type(element):
        return f"tensor<{COUNT}x{element}>"

    def append(self, text, type_text):
        name = f"%{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        self.types[name] = type_text
        return name

    def constant(self, bits):
        type_text = self.type("f32")
        return self.append(f"accy.constant dense<0x{bits:08X}> : {type_text}", type_text)

    def op(self, name, *operands):
        return self.append(f"accy.{name} {', '.join(operands)} : {self.types[operands[0]]}", self.types[operands[0]])

    def convert(self, operand, element):
        to = self.type(element)
        return operand if self.types[operand] == to else self.append(
            f"accy.convert {operand} : {self.types[operand]} -> {to}", to)

    def compare(self, relation, left, right):
        return self.append(f"accy.compare {relation} {left}, {right} : {self.types[left]}", self.type("i1"))

    def text(self):
        arguments = ", ".join(f"{name}: {self.types[name]}" for name in self.arguments)
        types = ", ".join(self.types[name] for name in self.results)
        lines = "\n".join(self.lines)
        return (f"func.func @main({arguments}) -> ({types}) {{\n{lines}\n"
                f"  accy.return {', '.join(self.results)} : {types}\n}}\n")


# ---- Programs: each appends what it returns to f.results ---------------------------------------------------------------


def sums_and_products(f, a, b, c):
    """Expressions that a compiler which reassociates, factors or folds would change."""
    large, tenth, zero, minus_zero = (f.constant(bits) for bits in (0x461C4000, 0x3DCCCCCD, 0, 0x80000000))
    infinity, three, one = (f.constant(bits) for bits in (0x7F800000, 0x40400000, 0x3F800000))
    add, sub, mul, div = (lambda x, y, name=name: f.op(name, x, y) for name in ("add", "sub", "mul", "div"))
    f.results += [
        sub(add(a, large), large), add(sub(a, b), b), sub(add(a, b), b), sub(large, sub(large, a)),
        add(add(add(a, b), c), tenth), mul(mul(a, large), tenth), mul(div(a, b), b), div(div(a, three), large),
        div(mul(a, large), large), div(one, div(one, a)), add(mul(a, b), mul(a, c)), sub(mul(a, b), mul(c, b)),
        mul(a, zero), mul(a, minus_zero), add(a, zero), sub(a, zero), sub(zero, a), div(zero, a), div(a, three),
        sub(a, a), div(a, a), add(a, infinity), mul(a, infinity), mul(a, one), f.op("neg", sub(a, b)),
        mul(f.op("sqrt", a), f.op("sqrt", a))]


def order(f, a, b, c):
    """Extrema and comparisons; reciprocals tell zeros apart."""
    one = f.constant(0x3F800000)
    extrema = [f.op("max", a, b), f.op("min", a, b), f.op("clamp", a, b, c)]
    f.results += extrema + [f.op("div", one, extremum) for extremum in extrema]
    f.results += [f.compare(relation, a, b) for relation in RELATIONS]
    f.results += [f.compare(relation, a, a) for relation in RELATIONS]
    f.results += [f.compare("lt", a, f.constant(0x7F800000)), f.compare("eq", a, f.constant(0xFF800000)),
                  f.op("sign", a), f.convert(a, "i1")]


def moves(f, a, b, _):
    """What moves numbers, changes their signs and finds extrema keeps subnormals."""
    flag = f.compare("eq", a, a)
    f.results += [f.op("neg", a), f.op("abs", a), f.op("max", a, b), f.op("min", a, b),
                  f.append(f"accy.select {flag}, {a}, {b} : {f.type('i1')}, {f.types[a]}, {f.types[a]}", f.types[a])]


def integers(f, a, b):
    for name in ("add", "sub", "mul", "div", "rem", "max", "min", "and", "or", "xor", "shl", "shr", "pow"):
        f.results.append(f.op(name, a, b))
    f.results += [f.op("neg", a), f.op("not", a)] + [f.compare(relation, a, b) for relation in RELATIONS]
    f.results += [f.convert(a, element) for element in ("f32", "i32", "ui32", "i8", "ui16", "i1")]


def signed_integers(f, a, b):
    integers(f, a, b)
    f.results += [f.op("abs", a), f.op("sign", a)]


def to_integers(f, a, _, __):
    f.results += [f.convert(a, element) for element in ("i32", "ui32", "i16", "ui16", "i8", "ui8")]


def narrow_floats(element):
    def program(f, a, b, _):
        """Rounds to 16 bits and back, and computes on such numbers."""
        x, y = f.convert(a, element), f.convert(b, element)
        values = [x] + [f.op(name, x, y) for name in ("add", "mul", "max")] + [f.op("neg", x), f.op("abs", y)]
        f.results += [f.convert(value, "f32") for value in values]
        from_integer = f.convert(f.convert(a, "i32"), element)
        f.results += [f.compare("lt", x, y), f.convert(x, "i32"), f.convert(from_integer, "f32")]
    return program


def functions(f, a, b, _):
    for name in ("exp", "expm1", "log", "log1p", "sin", "cos", "tan", "tanh", "logistic", "rsqrt", "floor", "ceil"):
        f.results.append(f.op(name, a))
    f.results += [f.op("pow", a, b), f.op("rem", a, b)]


# ---- Inputs ------------------------------------------------------------------------------------------------------------


def pairs(numpy, values):
    """COUNT of the values twice, the second against the first in turn; then the second shifted."""
    first = numpy.resize(numpy.repeat(values, len(values)), COUNT)
    second = numpy.resize(values, COUNT)
    return [first, second, numpy.roll(second, 5)]


def floats(numpy, bits):
    values = numpy.array(bits, numpy.uint32).view(numpy.float32)
    generator = numpy.random.default_rng(7)
    arrays = pairs(numpy, values)
    for array in arrays:  # the rest: of both signs, some orders of magnitude apart
        rest = COUNT - len(values) ** 2
        array[-rest:] = generator.standard_normal(rest) * 10.0 ** generator.integers(-5, 6, rest)
    return arrays


def integers_of(name):
    def make(numpy):
        limits = numpy.iinfo(name)
        values = [limits.min, limits.min + 1, limits.max, limits.max - 1, 0, 1, 2, 3, 7, 31, 100]
        values += [-1, -2, -7] if limits.min else [limits.max // 2, limits.max // 2 + 1]
        return pairs(numpy, numpy.array(values, name))[:2]
    return make


def special_floats(numpy):
    return floats(numpy, SPECIALS)


def subnormal_floats(numpy):
    return floats(numpy, SUBNORMALS)


# Name, program, element type, inputs, relative and absolute tolerance.
CASES = [
    ("sums and products", sums_and_products, "f32", special_floats, 0, LEAST_NORMAL),
    ("order", order, "f32", special_floats, 0, 0),
    ("subnormals", moves, "f32", subnormal_floats, 0, 0),
    ("floats to integers", to_integers, "f32", special_floats, 0, 0),
    ("f16", narrow_floats("f16"), "f32", special_floats, 0, 0),
    ("bf16", narrow_floats("bf16"), "f32", special_floats, 0, LEAST_NORMAL),
    ("functions", functions, "f32", special_floats, 5e-7, LEAST_NORMAL),
    ("i32", signed_integers, "i32", integers_of("int32"), 0, 0),
    ("u32", integers, "ui32", integers_of("uint32"), 0, 0),
    ("i16", signed_integers, "i16", integers_of("int16"), 0, 0),
    ("u16", integers, "ui16", integers_of("uint16"), 0, 0),
    ("i8", signed_integers, "i8", integers_of("int8"), 0, 0),
    ("u8", integers, "ui8", integers_of("uint8"), 0, 0),
]


def compile_program(tools, scratch, target):
    folder = scratch / target.partition(":")[0]
    tools.check(tools.opt, scratch / "program.mlir", f"--accy-compile=target={target}", f"--accy-export=dir={folder}",
                "-o", "/dev/null")
    return folder


def check(tools, browser, program, element, make_inputs, rtol, atol):
    try:
        import numpy
    except ImportError:
        raise Skipped("numpy is not installed") from None
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        arrays = make_inputs(numpy)
        function = Function([element] * len(arrays))
        program(function, *function.arguments)
        (scratch / "program.mlir").write_text(function.text())
        inputs, outputs = [], [scratch / f"out{i}.npy" for i in range(len(function.results))]
        for i, array in enumerate(arrays):
            numpy.save(scratch / f"in{i}.npy", array)
            inputs.append(f"--input={scratch / f'in{i}.npy'}")
        tools.check(tools.run_tool, compile_program(tools, scratch, "cpu:x86-64-v3"), *inputs,
                    *[f"--output={path}" for path in outputs])
        options = [*inputs, *[f"--expect={path}" for path in outputs], f"--rtol={rtol}", f"--atol={atol}"]
        expect_pass(run_page(tools, browser, compile_program(tools, scratch, "webgpu:default-limits"), options))
        return f"{len(outputs)} results"


def check_signs(tools, run, target):
    """Signs of subnormals are -1 and 1, or zeros where the device takes the numbers for zeros; nothing else."""
    try:
        import numpy
    except ImportError:
        raise Skipped("numpy is not installed") from None
    subnormals = numpy.array(SUBNORMALS + [1, 0x80000002, 0x00400000], numpy.uint32).view(numpy.float32)
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        function = Function(["f32"])
        function.results.append(function.op("sign", "%a0"))
        (scratch / "program.mlir").write_text(function.text())
        bundle, answers = compile_program(tools, scratch, target), []
        numpy.save(scratch / "in.npy", numpy.resize(subnormals, COUNT))
        for answer in (numpy.sign(subnormals), numpy.where(abs(subnormals) < 1, 0 * subnormals, numpy.sign(subnormals))):
            numpy.save(scratch / "out.npy", numpy.resize(answer.astype(numpy.float32), COUNT))
            try:
                run(bundle, [f"--input={scratch / 'in.npy'}", f"--expect={scratch / 'out.npy'}", "--rtol=0", "--atol=0"])
                return None
            except Failed as error:
                answers.append(str(error))
        raise Failed("; ".join(answers))


def add_tests(counter, tools, quick):
    def run_here(bundle, options):
        tools.check(tools.run_tool, bundle, *options)

    for target in ("cpu", "vulkan:llvmpipe"):
        counter.run(f"signs of subnormals on {target}", check_signs, tools, run_here, target)
    with Browser() as browser:
        def run_there(bundle, options):
            expect_pass(run_page(tools, browser, bundle, options))
        counter.run("signs of subnormals in WGSL", check_signs, tools, run_there, "webgpu:default-limits")
        for name, *case in CASES[:3] if quick else CASES:
            counter.run(f"{name} in WGSL", check, tools, browser, *case)
