# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Real programs, compiled and run on each backend that this machine has, and compared with the reference results.

import functools
import json
import pathlib
import shutil
import tempfile

import gpt_block
from harness import ROOT, Failed, Skipped, shared_data
from npy import read_npy, write_npy_like

# Name, relative and absolute tolerance, and the most kernels it may take.
PROGRAMS = [
    ("add", 2e-5, 2e-6, 1),
    ("fused_add_mul", 2e-5, 2e-6, 1),
    ("mlp", 2e-5, 2e-6, 2),
    ("softmax", 2e-5, 2e-6, 4),
    ("layernorm", 2e-5, 2e-6, 7),
    ("attention", 2e-5, 2e-6, 8),
    ("attention_causal", 2e-5, 2e-6, 9),
    ("gpt_block", 1e-4, 1e-5, 45),
]

# Programs whose reference result is itself beyond the tolerance of the exact result (docs/accuracy.md tells why), and
# their evaluation in double precision. They are compared with the exact result, and may be as much further from it as
# the reference's largest error is. Each has one result.
EXACT = {"gpt_block": gpt_block.evaluate}


def source(name):
    path = shared_data() / "stablehlo" / f"{name}.generic.mlir"
    if not path.exists():
        raise Skipped(f"the program {name} is absent")
    return path


def compile_bundle(tools, path, target, folder, options=""):
    tools.check(tools.opt, path, f"--accy-compile=target={target} {options}", f"--accy-export=dir={folder}", "-o",
                "/dev/null")
    return json.loads((folder / "plan.json").read_text())


def runner(tools, target):
    """The command that runs a bundle of the target."""
    if not target.startswith("wasm"):
        return [tools.run_tool]
    node = shutil.which("node")
    if not node:
        raise Skipped("node is absent")
    return [node, ROOT / "runtime" / "web" / "run.mjs"]


@functools.lru_cache(maxsize=None)
def evaluate_exactly(name, num_inputs):
    """The exact result's elements, and the largest error of the reference result."""
    data = source(name).parent
    exact = EXACT[name]([read_npy(data / f"{name}.in{i}.npy") for i in range(num_inputs)])
    reference = read_npy(data / f"{name}.out0.npy")
    return exact, max(abs(a - b) for a, b in zip(reference, exact, strict=True))


def expect(name, plan, atol, scratch):
    """The files with the expected results, and the absolute tolerance."""
    references = [source(name).parent / f"{name}.out{i}.npy" for i in range(len(plan["outputs"]))]
    if name not in EXACT:
        return references, atol
    exact, error = evaluate_exactly(name, len(plan["inputs"]))
    largest = max(map(abs, exact))
    if error > atol * largest:
        raise Failed(f"the exact result differs from the reference by {error}, too much for values up to {largest}")
    path = scratch / "exact.npy"
    write_npy_like(path, references[0], exact)
    return [path], atol + error


def run_on(tools, name, rtol, atol, target, options=""):
    """Compiles, runs through accy-run and compares."""
    data = source(name).parent
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        folder = scratch / "bundle"
        plan = compile_bundle(tools, source(name), target, folder, options)
        inputs = [f"--input={data / f'{name}.in{i}.npy'}" for i in range(len(plan["inputs"]))]
        expected, atol = expect(name, plan, atol, scratch)
        tools.check(*runner(tools, target), folder, *inputs, *(f"--expect={path}" for path in expected),
                    f"--rtol={rtol}", f"--atol={atol}")
        return f"{len(plan['kernels'])} kernels"


def count_kernels(tools, name, most):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        kernels = len(compile_bundle(tools, source(name), "cpu", folder)["kernels"])
    if kernels > most:
        raise Failed(f"{kernels} kernels; {most} are the most")
    return f"{kernels} kernels, at most {most}"


def assemble_ptx(tools, name):
    """Every PTX file is taken by ptxas, and nothing in it is left unresolved."""
    ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_bundle(tools, source(name), "cuda:sm_90", folder)
        for kernel in plan["kernels"]:
            path = folder / kernel["payload"]["path"]
            if ".extern" in path.read_text():
                raise Failed(f"{path.name} has an unresolved .extern")
            if ptxas:
                tools.check(ptxas, "-arch=sm_90", path, "-o", "/dev/null")
        if not ptxas:
            raise Skipped("ptxas is absent; the PTX has no .extern")
        return f"{len(plan['kernels'])} files"


def add_tests(counter, tools, quick):
    for name, rtol, atol, most in PROGRAMS:
        counter.run(f"kernels of {name}", count_kernels, tools, name, most)
        for target in ("cpu", "vulkan", "wasm"):
            counter.run(f"{name} on {target}", run_on, tools, name, rtol, atol, target)
        if quick:
            continue
        counter.run(f"{name} on cpu, object", run_on, tools, name, rtol, atol, "cpu", "format=cpu_object")
        counter.run(f"{name} on wasm:simd128", run_on, tools, name, rtol, atol, "wasm:simd128")
        for target in ("cpu", "vulkan"):
            counter.run(f"{name} on {target}, generic", run_on, tools, name, rtol, atol, target, "strategies=generic")
        counter.run(f"{name} to PTX", assemble_ptx, tools, name)
