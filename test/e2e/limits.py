# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Programs at the limits of targets: what is split or folded to fit still computes the same.

import array
import json
import pathlib
import random
import tempfile

from harness import Failed
from npy import write_npy
from programs import compile_bundle, runner, write_profile


def concatenation(count):
    """Elements of `count` inputs of 3, each computed on, one after the other."""
    names = ", ".join(f"%a{i}" for i in range(count))
    arguments = ", ".join(f"%a{i}: tensor<3xf32>" for i in range(count))
    size = 3 * count
    text = f"""func.func @main({arguments}) -> tensor<{size}xf32> {{
  %0 = accy.concatenate {names} dim = 0 : tensor<3xf32> -> tensor<{size}xf32>
  %1 = accy.neg %0 : tensor<{size}xf32>
  accy.return %1 : tensor<{size}xf32>
}}
"""
    inputs = [array.array("f", [3 * i + j for j in range(3)]) for i in range(count)]
    return text, [(3,)] * count, inputs, (size,), array.array("f", [-float(i) for i in range(size)])


def subtraction(rows, columns):
    """More elements than a grid of one dimension has threads on Vulkan."""
    shape = f"tensor<{rows}x{columns}xf32>"
    text = f"""func.func @main(%a: {shape}, %b: {shape}) -> {shape} {{
  %0 = accy.sub %a, %b : {shape}
  accy.return %0 : {shape}
}}
"""
    size = rows * columns
    left = array.array("f", range(size))
    right = array.array("f", [1.0]) * size
    return text, [(rows, columns)] * 2, [left, right], (rows, columns), array.array("f", range(-1, size - 1))


def run_exactly(tools, target, program, kernels):
    text, shapes, inputs, shape, expected = program
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "program.mlir").write_text(text)
        plan = compile_bundle(tools, folder / "program.mlir", target, folder / "bundle")
        if len(plan["kernels"]) != kernels:
            raise Failed(f"{len(plan['kernels'])} kernels where there should be {kernels}")
        most = plan["target"]["bindings"]["max_buffers"]
        for kernel in plan["kernels"]:
            buffers = sum("buffer" in argument or "count_buffer" in argument for argument in kernel["arguments"])
            if buffers > most:
                raise Failed(f"{kernel['entry']} binds {buffers} buffers; the target allows {most}")
        arguments = []
        for i, (values, extents) in enumerate(zip(inputs, shapes)):
            write_npy(folder / f"in{i}.npy", values, extents)
            arguments.append(f"--input={folder / f'in{i}.npy'}")
        write_npy(folder / "out.npy", expected, shape)
        tools.check(*runner(tools, str(target)), folder / "bundle", *arguments, f"--expect={folder / 'out.npy'}", "--rtol=0",
                    "--atol=0")


NARROW = """func.func @main(%a: tensor<7x9xf32>, %b: tensor<9x5xf32>) -> (tensor<7x5xf32>, tensor<7x9xi1>, tensor<7x9xf32>) {
  %0 = accy.convert %a : tensor<7x9xf32> -> tensor<7x9xTYPE>
  %1 = accy.convert %b : tensor<9x5xf32> -> tensor<9x5xTYPE>
  %2 = accy.dot_general %0, %1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0]ACCUMULATE : tensor<7x9xTYPE>, tensor<9x5xTYPE> -> tensor<7x5xSUM>
  %9 = accy.convert %2 : tensor<7x5xSUM> -> tensor<7x5xf32>
  %k = accy.constant dense<ONE> : tensor<7x9xTYPE>
  %3 = accy.compare lt %0, %k : tensor<7x9xTYPE>
  %4 = accy.reverse %0 dims = [0] : tensor<7x9xTYPE>
  %5 = accy.select %3, %4, %k : tensor<7x9xi1>, tensor<7x9xTYPE>, tensor<7x9xTYPE>
  %6 = accy.max %5, %0 : tensor<7x9xTYPE>
  %7 = accy.neg %6 : tensor<7x9xTYPE>
  %8 = accy.convert %7 : tensor<7x9xTYPE> -> tensor<7x9xf32>
  accy.return %9, %3, %8 : tensor<7x5xf32>, tensor<7x9xi1>, tensor<7x9xf32>
}
"""

# Moves and conversions, which need no arithmetic of the type; halves of words at odd places.
MOVES = """func.func @main(%a: tensor<7x9xf32>, %b: tensor<9x5xf32>) -> (tensor<63xTYPE>, tensor<52xTYPE>, tensor<7x9xf32>) {
  %0 = accy.convert %a : tensor<7x9xf32> -> tensor<7x9xTYPE>
  %1 = accy.convert %b : tensor<9x5xf32> -> tensor<9x5xTYPE>
  %2 = accy.reshape %0 : tensor<7x9xTYPE> -> tensor<63xTYPE>
  %3 = accy.transpose %1 permutation = [1, 0] : tensor<9x5xTYPE> -> tensor<5x9xTYPE>
  %4 = accy.reshape %3 : tensor<5x9xTYPE> -> tensor<45xTYPE>
  %k = accy.constant dense<[ONE, 3ZEROS, 5ZEROS, 7ZEROS, 9ZEROS, 11ZEROS, 13ZEROS]> : tensor<7xTYPE>
  %5 = accy.concatenate %k, %4 dim = 0 : tensor<7xTYPE>, tensor<45xTYPE> -> tensor<52xTYPE>
  %6 = accy.convert %0 : tensor<7x9xTYPE> -> tensor<7x9xf32>
  accy.return %2, %5, %6 : tensor<63xTYPE>, tensor<52xTYPE>, tensor<7x9xf32>
}
"""


def narrow_program(text, kind):
    is_float = kind.endswith("f16")
    for word, value in (("TYPE", kind), ("ONE", "1.0" if is_float else "1"), ("SUM", "f32" if is_float else kind),
                        ("ZEROS", ".0" if is_float else ""), ("ACCUMULATE", " accumulate = f32" if is_float else "")):
        text = text.replace(word, value)
    return text


def without_features(tools, folder, target, missing):
    """A profile like that target's but for these features, of a device that has the dtypes all the same."""
    path = write_profile(tools, folder, target, "threadgroup")
    profile = json.loads(path.read_text())
    profile["target"]["features"] = [name for name in profile["target"]["features"] if name not in missing]
    path.write_text(json.dumps(profile))
    return path


def run_narrow(tools, text, kind, missing):
    """What SPIR-V has no type for, or a device no storage, is moved as bits and packed into words: the results are those
    of the CPU."""
    source = random.Random(1)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "program.mlir").write_text(narrow_program(text, kind))
        inputs = []
        for name, shape in (("a", (7, 9)), ("b", (9, 5))):
            values = [source.uniform(-2, 2) if kind.endswith("f16") else source.uniform(-4e4, 4e4) for _ in range(shape[0] * shape[1])]
            values[:6] = [float("nan"), -0.0, float("inf"), 1e-40, 65519.9, -3.3e-7]
            write_npy(folder / f"{name}.npy", array.array("f", values if name == "a" else values[6:] + [1.0] * 6), shape)
            inputs.append(f"--input={folder / f'{name}.npy'}")
        results = [folder / f"out{i}.npy" for i in range(3)]
        profile = without_features(tools, folder, "vulkan:llvmpipe", missing)
        for target, flags in (("cpu:x86-64-v3", [f"--output={path}" for path in results]),
                              (profile, [f"--expect={path}" for path in results] + ["--rtol=0", "--atol=0"])):
            compile_bundle(tools, folder / "program.mlir", target, folder / "bundle")
            tools.check(tools.run_tool, folder / "bundle", *inputs, *flags)


def run_in_small_threadgroups(tools, target, threads):
    """Elementwise kernels keep to the threads that a profile's threadgroups may have."""
    with tempfile.TemporaryDirectory() as scratch:
        profile = write_profile(tools, pathlib.Path(scratch), target, "threadgroup", max_threads=threads,
                                max_threads_per_dim=[threads, 1, 1])
        run_exactly(tools, profile, subtraction(30, 7), 1)


def add_tests(counter, tools, quick):
    # Target, inputs and kernels: one that adds up and negates what the others have joined.
    for target, inputs, kernels in (("vulkan", 28, 2), ("vulkan", 29, 3), ("vulkan", 200, 9), ("cpu", 200, 2),
                                    ("wasm", 200, 2)):
        counter.run(f"concatenation of {inputs} on {target}", run_exactly, tools, target, concatenation(inputs), kernels)
    for target in ("cpu", "cpu:x86-64-v3", "vulkan:llvmpipe"):
        for threads in (1, 48):
            counter.run(f"threadgroups of {threads} on {target}", run_in_small_threadgroups, tools, target, threads)
    for kind in ("bf16", "f16", "i16", "ui16", "i8"):
        for missing in ([], ["storage_16bit", "storage_8bit"]):
            name = f"{kind} on vulkan as on cpu" + (f" without {' and '.join(missing)}" if missing else "")
            counter.run(name, run_narrow, tools, NARROW, kind, missing)
    for missing in (["f16_arithmetic"], ["f16_arithmetic", "storage_16bit"]):
        counter.run(f"moves of f16 on vulkan without {' and '.join(missing)}", run_narrow, tools, MOVES, "f16", missing)
    counter.run("subtraction of 6 million on vulkan", run_exactly, tools, "vulkan", subtraction(3000, 2001), 1)
