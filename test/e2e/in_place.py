# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels that update a dying input in place: which do, what the arena falls to, and values, on each device that is here.

import json
import pathlib
import random
import tempfile

from harness import Failed, Skipped
from programs import runner

TARGETS = ("cpu", "vulkan", "wasm")
SQUARE = "tensor<20x20xf32>"

# With a kernel for each operation: 0, 1, 4, 6 and 8 read an argument, a value that lives on, a value that a transpose
# moves, a value twice the same (which is one input), and an output of the program.
CASES = """  %0 = accy.add %a, %b : T
  %1 = accy.neg %0 : T
  %2 = accy.mul %1, %0 : T
  %3 = accy.transpose %2 permutation = [1, 0] : T -> T
  %4 = accy.sub %3, %2 : T
  %5 = accy.max %b, %4 : T
  %6 = accy.mul %5, %5 : T
  %7 = accy.add %6, %a : T
  %8 = accy.neg %7 : T
  accy.return %7, %8 : T, T
"""
ALIASED = [None, None, 0, None, 0, 1, 0, 0, None]


def pipeline(target, folder, max_ops, in_place):
    passes = [f"accy-schedule{{max-ops={max_ops}}}", "accy-bufferize", "accy-assign-memory-spaces", "accy-assign-layouts",
              "accy-outline-kernels", f"accy-legalize{{target={target}}}", f"accy-kernelize{{in-place={in_place}}}",
              "accy-plan", "accy-emit", "accy-plan-memory", f"accy-export{{dir={folder}}}"]
    return f"--pass-pipeline=builtin.module({','.join(passes)})"


def compile_body(tools, body, outputs, target, scratch, max_ops=1, in_place="true"):
    results = ", ".join([SQUARE] * outputs)
    program = scratch / "program.mlir"
    program.write_text(f"func.func @main(%a: T, %b: T) -> ({results}) {{\n{body}}}\n".replace(": T", f": {SQUARE}")
                       .replace("> T", f"> {SQUARE}").replace(", T", f", {SQUARE}"))
    folder = scratch / f"bundle.{target}.{max_ops}.{in_place}"
    tools.check(tools.opt, program, pipeline(target, folder, max_ops, in_place), "-o", "/dev/null")
    return folder, json.loads((folder / "plan.json").read_text())


def check_sharing(plan):
    """Every kernel that has an aliased input has one allocation for it and its output."""
    where = {row["slot"]: row["allocation"] for row in plan["memory"]["assignments"]}
    for kernel in plan["kernels"]:
        index = kernel.get("aliased_input")
        if index is not None and where[kernel["inputs"][index]] != where[kernel["output"]]:
            raise Failed(f"{kernel['entry']}: its output is not where its input {index} is")


def run_bundle(tools, target, folder, inputs, outputs):
    import numpy
    options = []
    for option, arrays in (("input", inputs), ("expect", outputs)):
        for i, values in enumerate(arrays):
            path = folder / f"{option}{i}.npy"
            numpy.save(path, numpy.ascontiguousarray(values))
            options.append(f"--{option}={path}")
    tools.check(*runner(tools, target), folder, *options, "--rtol=1e-4", "--atol=1e-4")


def make_inputs():
    try:
        import numpy
    except ImportError:
        raise Skipped("numpy is not installed") from None
    generator = numpy.random.default_rng(5)
    return numpy, [generator.standard_normal((20, 20)).astype(numpy.float32) for _ in range(2)]


def check_cases(tools, target):
    numpy, (a, b) = make_inputs()
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        folder, plan = compile_body(tools, CASES, 2, target, scratch)
        found = [kernel.get("aliased_input") for kernel in plan["kernels"]]
        if found != ALIASED:
            raise Failed(f"aliased inputs are {found}, not {ALIASED}")
        check_sharing(plan)
        _, apart = compile_body(tools, CASES, 2, target, scratch, in_place="false")
        if plan["memory"]["allocated_bytes"] >= apart["memory"]["allocated_bytes"]:
            raise Failed("the arena does not get smaller")
        product = -(a + b) * (a + b)
        squared = numpy.maximum(b, product.T - product) ** 2
        run_bundle(tools, target, folder, [a, b], [squared + a, -(squared + a)])
        return f"{apart['memory']['allocated_bytes']} bytes fall to {plan['memory']['allocated_bytes']}"


def random_body(seed, numpy, a, b):
    """A program of 25 operations on two squares, and what it computes."""
    choose = random.Random(seed)
    values, lines = [("%a", a), ("%b", b)], []
    for i in range(25):
        (x, left), (y, right) = choose.choice(values[-4:]), choose.choice(values[-6:])
        kind = choose.randrange(6)
        if kind == 0:
            text, value = f"accy.transpose {x} permutation = [1, 0] : T -> T", left.T
        elif kind == 1:
            text, value = f"accy.tanh {x} : T", numpy.tanh(left)
        elif kind == 2:
            lines.append(f"  %r{i} = accy.reduce max {x} dims = [1] : T -> tensor<20xf32>")
            text, value = f"accy.broadcast %r{i} dims = [0] : tensor<20xf32> -> T", left.max(1)[:, None] + 0 * left
        else:
            mnemonic = ("add", "sub", "max")[kind - 3]
            function = (numpy.add, numpy.subtract, numpy.maximum)[kind - 3]
            text, value = f"accy.{mnemonic} {x}, {y} : T", function(left, right)
        lines.append(f"  %v{i} = {text}")
        values.append((f"%v{i}", value))
    (x, first), (y, second) = choose.sample(values[-6:], 2)
    return "\n".join([*lines, f"  accy.return {x}, {y} : T, T", ""]), [first, second]


def check_random(tools, target, count):
    numpy, inputs = make_inputs()
    shared = 0
    with tempfile.TemporaryDirectory() as name:
        for seed in range(count):
            scratch = pathlib.Path(name) / str(seed)
            scratch.mkdir()
            body, expected = random_body(seed, numpy, *inputs)
            folder, plan = compile_body(tools, body, 2, target, scratch, max_ops=1 + seed % 3)
            check_sharing(plan)
            shared += sum("aliased_input" in kernel for kernel in plan["kernels"])
            run_bundle(tools, target, folder, inputs, expected)
    if shared < count:
        raise Failed(f"only {shared} kernels of {count} programs work in place")
    return f"{shared} kernels of {count} programs work in place"


def add_tests(counter, tools, quick):
    for target in TARGETS:
        counter.run(f"updates in place on {target}", check_cases, tools, target)
        counter.run(f"random programs in place on {target}", check_random, tools, target, 3 if quick else 12)
