# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Operations over windows, with odd sizes, strides, dilations and paddings, give what their definition gives, element by
# element. Floats are small integers, infinities and NaN, so that sums and products are exact in any order.

import array
import functools
import itertools
import math
import pathlib
import random
import tempfile

from npy import write_npy
from programs import compile_bundle, runner
from strict import pick

CODES = {"f32": "f", "i32": "i", "ui32": "I"}


class Axis:
    """Windows along one dimension."""

    def __init__(self, size=1, stride=1, pad=(0, 0), base=1, dilation=1):
        self.size, self.stride, self.pad, self.base, self.dilation = size, stride, pad, base, dilation

    def count(self, extent):
        """How many windows there are over an extent."""
        padded = (extent and (extent - 1) * self.base + 1) + sum(self.pad)
        return max(0, (padded - (self.size - 1) * self.dilation - 1) // self.stride + 1)

    def find(self, extent, window, element):
        """The index of a window's element, or None in the padding."""
        place = window * self.stride + element * self.dilation - self.pad[0]
        return place // self.base if place >= 0 and place % self.base == 0 and place // self.base < extent else None


def indices(shape):
    return itertools.product(*map(range, shape))


def offset(shape, index):
    """Where an element is in row-major order; None where one of its indices is."""
    if None in index:
        return None
    return functools.reduce(lambda sum, pair: sum * pair[0] + pair[1], zip(shape, index), 0)


def tensor(shape, element):
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def numbers(axes, attribute):
    return f"array<i64: {', '.join(str(getattr(axis, attribute)) for axis in axes)}>" if axes else "array<i64>"


def padding(axes):
    pads = [list(axis.pad) for axis in axes]
    return f"dense<{pads}> : tensor<{len(axes)}x2xi64>" if axes else "dense<> : tensor<0x2xi64>"


def make_elements(source, element, count, special):
    """Elements; of so many floats one is infinite or NaN."""
    if element == "f32":
        return [source.choice([math.inf, -math.inf, math.nan]) if source.random() * special < 1
                else float(source.randint(-8, 8)) for _ in range(count)]
    return [source.randint(0, 2**32 - 1) if element == "ui32" else source.randint(-2**31, 2**31 - 1) for _ in range(count)]


def wrap(value, element):
    return (value + 2**31) % 2**32 - 2**31 if element == "i32" else value


# ---- Reductions of windows ------------------------------------------------------------------------------------------

COMBINERS = {"add": lambda a, b: a + b, "maximum": lambda a, b: pick(a, b, True), "minimum": lambda a, b: pick(a, b, False)}

# Shape, element type, body, start value as it is written and as a number, windows.
REDUCTIONS = [
    ([129], "f32", "add", "0.0", 0.0, [Axis(129, pad=(128, 0))]),
    ([3, 17], "f32", "add", "1.0", 1.0, [Axis(), Axis(7, stride=3, pad=(2, 5), dilation=2)]),
    ([7, 9], "f32", "maximum", "0xFF800000", -math.inf, [Axis(3, stride=2, pad=(1, 1)), Axis(2, stride=2)]),
    ([7, 9], "f32", "minimum", "3.0", 3.0, [Axis(5, pad=(-1, 3), base=2), Axis(3, stride=4, pad=(0, -2))]),
    ([2, 5, 6], "i32", "add", "-7", -7, [Axis(2, base=3), Axis(3, dilation=2, pad=(2, 2)), Axis(6)]),
    ([23], "ui32", "maximum", "0", 0, [Axis(13, stride=5, pad=(6, 4), base=2, dilation=2)]),
    ([4, 3], "f32", "add", "0.0", 0.0, [Axis(6), Axis(2)]),
    ([0, 3], "i32", "minimum", "5", 5, [Axis(2, pad=(1, 2)), Axis(3)]),
    ([], "f32", "maximum", "2.0", 2.0, []),
]


def reduce_window(name, case):
    shape, element, body, start, _, axes = case
    scalar, result = tensor([], element), [axis.count(extent) for axis, extent in zip(axes, shape)]
    return result, f"""
  %{name}.start = "stablehlo.constant"() <{{value = dense<{start}> : {scalar}}}> : () -> {scalar}
  %{name} = "stablehlo.reduce_window"(%{name}.in0, %{name}.start) <{{window_dimensions = {numbers(axes, "size")},
      window_strides = {numbers(axes, "stride")}, base_dilations = {numbers(axes, "base")},
      window_dilations = {numbers(axes, "dilation")}, padding = {padding(axes)}}}> ({{
  ^bb0(%left: {scalar}, %right: {scalar}):
    %both = "stablehlo.{body}"(%left, %right) : ({scalar}, {scalar}) -> {scalar}
    "stablehlo.return"(%both) : ({scalar}) -> ()
  }}) : ({tensor(shape, element)}, {scalar}) -> {tensor(result, element)}"""


def evaluate_reduction(case, operands):
    shape, element, body, _, start, axes = case

    def read(window, place):
        index = offset(shape, [axis.find(extent, *at) for axis, extent, at in zip(axes, shape, zip(window, place))])
        return start if index is None else operands[0][index]

    for window in indices([axis.count(extent) for axis, extent in zip(axes, shape)]):
        value = functools.reduce(COMBINERS[body], (read(window, place) for place in indices([a.size for a in axes])), start)
        yield wrap(value, element)


# ---- Convolutions -----------------------------------------------------------------------------------------------------

# Shapes of input and kernel, dimension numbers, element type, groups of features, windows (their sizes are the
# kernel's), and in which spatial dimensions the kernel is reversed.
CONVOLUTIONS = [
    ([2, 7, 6, 3], [3, 2, 3, 5], "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "f32", 1,
     [Axis(3, stride=2, pad=(1, 1)), Axis(2, pad=(0, 3))], [False, False]),
    ([2, 3, 5, 6], [4, 3, 2, 3], "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", "f32", 1,
     [Axis(2, dilation=3, pad=(2, 0)), Axis(3, base=2, pad=(-1, 2))], [True, False]),
    ([9, 2, 3], [2, 2, 4], "[0, f, b]x[i, o, 0]->[f, 0, b]", "i32", 1, [Axis(4, stride=3, pad=(2, 1))], [True]),
    ([2, 5, 4, 6], [2, 3, 3, 8], "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "f32", 2,
     [Axis(2, stride=2), Axis(3, pad=(1, 1))], [False, True]),
    ([1, 6, 5], [3, 1, 6], "[b, f, 0]x[0, i, o]->[b, 0, f]", "f32", 6, [Axis(3, pad=(1, 1))], [False]),
    ([2, 3, 4, 5, 2], [2, 1, 3, 2, 3], "[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 2, 0, 1, f]", "f32", 1,
     [Axis(2), Axis(1, stride=2), Axis(3, pad=(1, 0), dilation=2)], [False, False, False]),
    ([4, 3], [5, 3], "[b, f]x[o, i]->[b, f]", "f32", 1, [], []),
    ([2, 5, 4, 3], [1, 1, 3, 7], "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "f32", 1, [Axis(1), Axis(1)], [False, False]),
    ([2, 3, 4], [5, 4, 2], "[b, 0, f]x[0, i, o]->[b, 0, f]", "f32", 1, [Axis(5)], [False]),
    ([2, 4, 0], [3, 0, 2], "[b, 0, f]x[0, i, o]->[b, 0, f]", "f32", 1, [Axis(3)], [False]),
]


def read_labels(text):
    """The labels of the dimensions of input, kernel and result; those of spatial ones are numbers."""
    return [[int(label) if label.isdigit() else label for label in part.strip("[]").split(", ")]
            for part in text.replace("->", "x").split("x")]


def convolution(name, case):
    shape, kernel, text, element, groups, axes, reversed_ = case
    dims, filters, results = read_labels(text)
    extents = {"b": shape[dims.index("b")], "f": kernel[filters.index("o")]}
    extents |= {i: axis.count(shape[dims.index(i)]) for i, axis in enumerate(axes)}
    result = [extents[label] for label in results]
    flags = f"array<i1: {', '.join(str(flag).lower() for flag in reversed_)}>" if axes else "array<i1>"
    return result, f"""
  %{name} = "stablehlo.convolution"(%{name}.in0, %{name}.in1) <{{batch_group_count = 1 : i64,
      dimension_numbers = #stablehlo.conv<{text}>, feature_group_count = {groups} : i64,
      window_strides = {numbers(axes, "stride")}, padding = {padding(axes)}, lhs_dilation = {numbers(axes, "base")},
      rhs_dilation = {numbers(axes, "dilation")}, window_reversal = {flags}}}>
      : ({tensor(shape, element)}, {tensor(kernel, element)}) -> {tensor(result, element)}"""


def evaluate_convolution(case, operands):
    shape, kernel, text, element, groups, axes, reversed_ = case
    dims, filters, results = read_labels(text)
    features, outputs = kernel[filters.index("i")], kernel[filters.index("o")]

    def multiply(at, place, feature):
        place_in_kernel = [axis.size - 1 - k if flag else k for axis, k, flag in zip(axes, place, reversed_)]
        found = [axis.find(shape[dims.index(i)], at[i], place[i]) for i, axis in enumerate(axes)]
        read = dict(enumerate(found), b=at["b"], f=at["f"] // (outputs // groups) * features + feature)
        taken = dict(enumerate(place_in_kernel), i=feature, o=at["f"])
        index = offset(shape, [read[label] for label in dims])
        left = 0 if index is None else operands[0][index]
        return left * operands[1][offset(kernel, [taken[label] for label in filters])]

    for position in indices(convolution("", case)[0]):
        at = dict(zip(results, position))
        places = itertools.product(indices([axis.size for axis in axes]), range(features))
        yield wrap(sum(multiply(at, *place) for place in places), element)


# ---- Running ----------------------------------------------------------------------------------------------------------


class Kind:
    """Cases of one operation: what writes one, what evaluates it, the shapes of a case's operands, and how rare special
    elements are."""

    def __init__(self, cases, write, evaluate, shapes, special):
        self.cases, self.write, self.evaluate, self.shapes, self.special = cases, write, evaluate, shapes, special


KINDS = {
    "reduce_window": Kind(REDUCTIONS, reduce_window, evaluate_reduction, lambda case: [(case[0], case[1])], 50),
    "convolution": Kind(CONVOLUTIONS, convolution, evaluate_convolution,
                        lambda case: [(case[0], case[3]), (case[1], case[3])], 1000),
}


def write_program(kind, path):
    """One function for all cases; returns the shapes of its results."""
    arguments, lines, shapes, types = [], [], [], []
    for i, case in enumerate(kind.cases):
        operands = kind.shapes(case)
        arguments += [f"%r{i}.in{j}: {tensor(*operand)}" for j, operand in enumerate(operands)]
        shape, text = kind.write(f"r{i}", case)
        lines.append(text)
        shapes.append(shape)
        types.append(tensor(shape, operands[0][1]))
    names = ", ".join(f"%r{i}" for i in range(len(lines)))
    path.write_text(f"func.func @main({', '.join(arguments)}) -> ({', '.join(types)}) {{{''.join(lines)}\n"
                    f"  return {names} : {', '.join(types)}\n}}\n")
    return shapes


def check(tools, target, kind):
    source = random.Random(len(kind.cases))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        shapes = write_program(kind, scratch / "program.mlir")
        compile_bundle(tools, scratch / "program.mlir", target, scratch / "bundle")
        inputs, outputs = [], []
        for case, shape in zip(kind.cases, shapes):
            operands = []
            for extents, element in kind.shapes(case):
                elements = make_elements(source, element, math.prod(extents), kind.special)
                operands.append(array.array(CODES[element], elements))
                inputs.append(scratch / f"in{len(inputs)}.npy")
                write_npy(inputs[-1], operands[-1], extents)
            outputs.append(scratch / f"out{len(outputs)}.npy")
            write_npy(outputs[-1], array.array(operands[0].typecode, kind.evaluate(case, operands)), shape)
        tools.check(*runner(tools, target), scratch / "bundle", *(f"--input={path}" for path in inputs),
                    *(f"--expect={path}" for path in outputs), "--rtol=0", "--atol=0")
    return f"{len(kind.cases)} cases, {sum(map(math.prod, shapes))} elements"


def add_tests(counter, tools, quick):
    for name, kind in KINDS.items():
        for target in ("cpu",) if quick else ("cpu", "wasm"):
            counter.run(f"{name} on {target}", check, tools, target, kind)
