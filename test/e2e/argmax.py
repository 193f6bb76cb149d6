# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The index of the largest and of the smallest value, as JAX asks for it: the first NaN, or else the lowest of equals.

import array
import math
import pathlib
import random
import tempfile

from npy import write_npy
from programs import compile_bundle, runner
from windows import CODES, indices, offset, tensor

# Shape, the dimension that is reduced, element type, and the start value of each direction.
CASES = [
    ([5, 37], 1, "f32", {"GT": "0xFF800000", "LT": "0x7F800000"}),
    ([4, 9, 3], 1, "f32", {"GT": "0xFF800000", "LT": "0x7F800000"}),
    ([300], 0, "f32", {"GT": "0xFF800000", "LT": "0x7F800000"}),
    ([6, 1], 0, "i32", {"GT": "-2147483648", "LT": "2147483647"}),
    ([3, 40], 1, "ui32", {"GT": "0", "LT": "4294967295"}),
]
COMPARED = {"f32": "FLOAT", "i32": "SIGNED", "ui32": "UNSIGNED"}


def make_values(source, element, count):
    """Few different values, so that many are equal; some rows have NaN, one of only the start value."""
    if element != "f32":
        return [source.choice([0, 1, 7, 2**31 - 1]) for _ in range(count)]
    values = [source.choice([-math.inf, math.inf, 0.0, -0.0, 1.0, -2.5]) for _ in range(count)]
    return [math.nan if source.random() < 0.03 else value for value in values]


def write_reduction(name, shape, dim, element, direction, start):
    value, index, kind = tensor([], element), tensor([], "i32"), COMPARED[element]
    result = shape[:dim] + shape[dim + 1:]

    def compare(left, right, direction, element, kind):
        return (f'"stablehlo.compare"({left}, {right}) <{{compare_type = #stablehlo<comparison_type {kind}>, '
                f'comparison_direction = #stablehlo<comparison_direction {direction}>}}> '
                f': ({element}, {element}) -> tensor<i1>')

    return f"""
  %{name}i = "stablehlo.iota"() <{{iota_dimension = {dim} : i64}}> : () -> {tensor(shape, "i32")}
  %{name}s = "stablehlo.constant"() <{{value = dense<{start}> : {value}}}> : () -> {value}
  %{name}z = "stablehlo.constant"() <{{value = dense<0> : {index}}}> : () -> {index}
  %{name}:2 = "stablehlo.reduce"(%{name[:-2]}, %{name}i, %{name}s, %{name}z) <{{dimensions = array<i64: {dim}>}}> ({{
  ^bb0(%v: {value}, %i: {index}, %w: {value}, %j: {index}):
    %further = {compare("%v", "%w", direction, value, kind)}
    %nan = {compare("%v", "%v", "NE", value, kind)}
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = {compare("%v", "%w", "EQ", value, kind)}
    %lower = {compare("%i", "%j", "LT", index, "SIGNED")}
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %0 = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, {value}, {value}) -> {value}
    %1 = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, {index}, {index}) -> {index}
    "stablehlo.return"(%0, %1) : ({value}, {index}) -> ()
  }}) : ({tensor(shape, element)}, {tensor(shape, "i32")}, {value}, {index})
      -> ({tensor(result, element)}, {tensor(result, "i32")})""", result


def evaluate(values, shape, dim, direction):
    """The extreme values and their indices."""
    for rest in indices(shape[:dim] + shape[dim + 1:]):
        row = [values[offset(shape, [*rest[:dim], i, *rest[dim:]])] for i in range(shape[dim])]
        best = 0
        for i, value in enumerate(row):
            if not math.isnan(row[best]) and (math.isnan(value) or (value > row[best] if direction == "GT"
                                                                     else value < row[best])):
                best = i
        yield row[best], best


def check(tools, target):
    source, lines, arguments, results, files = random.Random(1), [], [], [], []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)

        def write(kind, values, shape):
            files.append(f"--{kind}={scratch / f'{len(files)}.npy'}")
            write_npy(scratch / f"{len(files) - 1}.npy", values, shape)

        for number, (shape, dim, element, starts) in enumerate(CASES):
            values = array.array(CODES[element], make_values(source, element, math.prod(shape)))
            arguments.append(f"%r{number}: {tensor(shape, element)}")
            write("input", values, shape)
            for direction, start in starts.items():
                text, result = write_reduction(f"r{number}{direction}", shape, dim, element, direction, start)
                lines.append(text)
                found, places = zip(*evaluate(values, shape, dim, direction))
                for i, (code, expected) in enumerate(((element, found), ("i32", places))):
                    results.append((f"%r{number}{direction}#{i}", tensor(result, code)))
                    write("expect", array.array(CODES[code], expected), result)
        names, types = (", ".join(column) for column in zip(*results))
        (scratch / "program.mlir").write_text(f"func.func @main({', '.join(arguments)}) -> ({types}) {{{''.join(lines)}\n"
                                              f"  return {names} : {types}\n}}\n")
        compile_bundle(tools, scratch / "program.mlir", target, scratch / "bundle")
        tools.check(*runner(tools, target), scratch / "bundle", *files, "--rtol=0", "--atol=0")
    return f"{len(results)} results"


def add_tests(counter, tools, quick):
    for target in ("cpu",) if quick else ("cpu", "wasm"):
        counter.run(f"indices of extremes on {target}", check, tools, target)
