# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Real programs, compiled and run on each backend that this machine has, and compared with the reference results.

import functools
import json
import os
import pathlib
import re
import shutil
import tempfile

import gpt_block
from harness import ROOT, Agrees, Failed, Skipped, shared_data
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

# Programs that are run in one format of each kind of device: their operations become those of the table.
FURTHER_PROGRAMS = [
    ("cumsum", 2e-5, 2e-6, 8),
    ("conv_net", 2e-5, 2e-6, 13),
    ("gather_embedding", 0, 0, 2),
    ("reductions", 2e-5, 2e-6, 7),
]

# Programs whose reference result is itself beyond the tolerance of the exact result (docs/accuracy.md tells why), and
# their evaluation in double precision. They are compared with the exact result, their absolute tolerance being of its
# largest element. Each has one result.
EXACT = {"gpt_block": gpt_block.evaluate}


def source(name):
    path = shared_data() / "stablehlo" / f"{name}.generic.mlir"
    if not path.exists():
        raise Skipped(f"the program {name} is absent")
    return path


def compile_bundle(tools, path, target, folder, options=""):
    """Compiles into the folder; returns the plan."""
    return tools.export(path, f"target={target} {options}", folder)


def write_profile(tools, folder, target, part, **limits):
    """A file with a profile like that target's but for these limits of that part of it."""
    (folder / "copy.mlir").write_text("""func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      accy.return %a : tensor<4xf32>
    }""")
    plan = compile_bundle(tools, folder / "copy.mlir", target, folder / "copy")
    profile = {key: plan[key] for key in ("backend", "format", "target")}
    profile["target"] |= {"name": "other-limits", part: profile["target"][part] | limits}
    (folder / "profile.json").write_text(json.dumps(profile))
    return folder / "profile.json"


class Engine:
    """What runs a bundle: a command, options of it, additions to the environment."""

    def __init__(self, command, *options, environment=None):
        self.command, self.options, self.environment = command, options, environment

    def run(self, tools, folder, *arguments):
        process = tools.call(*self.command, folder, *arguments, *self.options, environment=self.environment)
        if "this processor lacks some of its instructions" in process.stderr:
            raise Skipped(process.stderr.strip())
        text = tools.finish(process)
        if process.stderr:
            raise Failed(f"{process.args[0]} ended well, but said {process.stderr.strip()[:400]}")
        return text


def accy_run(tools):
    return Engine([tools.run_tool])


def llvmpipe(tools):
    """Mesa's driver, under the Khronos validation layer."""
    return Engine([tools.run_tool], "--device=vulkan:llvmpipe", "--validate")


def swiftshader(tools):
    """The driver that comes with Chromium, under the Khronos validation layer."""
    driver = pathlib.Path(os.environ.get("ACCY_SWIFTSHADER", "/usr/lib/chromium/vk_swiftshader_icd.json"))
    if not driver.exists():
        raise Skipped(f"{driver.name} is absent (Debian: chromium; elsewhere: name it in $ACCY_SWIFTSHADER)")
    return Engine([tools.run_tool], "--device=vulkan:swiftshader", "--validate",
                  environment={"VK_ADD_DRIVER_FILES": str(driver)})


class Gpu(Engine):
    """NVIDIA's driver, where there is one."""

    def run(self, tools, folder, *arguments):
        try:
            return super().run(tools, folder, *arguments)
        except Failed as error:
            if "no CUDA driver on this machine" in str(error):
                raise Skipped("no CUDA driver on this machine") from None
            raise


def gpu(tools):
    return Gpu([tools.run_tool], "--device=cuda")


def node(tools):
    command = shutil.which("node")
    if not command:
        raise Skipped("node is absent")
    return Engine([command, ROOT / "runtime" / "web" / "run.mjs"])


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
    return [path], atol * largest


def error(actual, expected):
    """The absolute error; 0 for equal infinities and for two NaN."""
    if actual == expected or (actual != actual and expected != expected):
        return 0.0
    return abs(actual - expected)


def compare_outputs(name, plan, outputs, rtol, atol):
    """The largest absolute error of the outputs' bytes, which is within the tolerances."""
    largest = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        paths, atol = expect(name, plan, atol, pathlib.Path(scratch))
        for i, (output, path) in enumerate(zip(outputs, paths, strict=True)):
            expected = read_npy(path)
            actual = memoryview(output).cast("B").cast(expected.typecode)
            for index, (left, right) in enumerate(zip(actual, expected, strict=True)):
                difference = error(left, right)
                if not difference <= atol + rtol * abs(right):
                    raise Failed(f"output {i} differs at {index}: {left}, expected {right}")
                largest = max(largest, difference)
    return largest


def runner(tools, target):
    """The command that runs a bundle of the target, wherever it likes."""
    return (node if target.startswith("wasm") else accy_run)(tools).command


# The table's rows, to which other suites add theirs: the name, the target and options of accy-compile, the engine, and
# whether it is run when time is short.
FORMATS = [
    ("cpu_machine_code", "cpu", accy_run, True),
    ("cpu_object", "cpu format=cpu_object", accy_run, False),
    ("cpu_machine_code, x86-64-v3", "cpu:x86-64-v3", accy_run, False),
    ("cpu_machine_code, x86-64-v4", "cpu:x86-64-v4", accy_run, False),
    ("vulkan_spirv, llvmpipe", "vulkan", llvmpipe, True),
    ("vulkan_spirv, SwiftShader", "vulkan", swiftshader, False),
    ("vulkan_spirv 1.6, llvmpipe", "vulkan:llvmpipe", llvmpipe, False),
    ("cuda_ptx, GPU", "cuda", gpu, False),
    ("cuda_ptx sm_80, GPU", "cuda:sm_80", gpu, False),
    ("cuda_ptx sm_90, GPU", "cuda:sm_90", gpu, False),
]

# Rows beside the table: the same programs by the plainest strategies.
GENERIC = [
    ("cpu, generic", "cpu strategies=generic", accy_run),
    ("vulkan, generic", "vulkan strategies=generic", llvmpipe),
    ("cuda, generic", "cuda:sm_90 strategies=generic", gpu),
]

def largest_error(text):
    """The largest of the errors that accy-run or run.mjs prints, one for each output."""
    return max(map(float, re.findall(r"max absolute error ([^ ,)]+)", text)))


def run_on(tools, name, rtol, atol, target, engine):
    """Compiles, runs and compares."""
    data = source(name).parent
    run = engine(tools).run
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        folder = scratch / "bundle"
        plan = compile_bundle(tools, source(name), target, folder)
        inputs = [f"--input={data / f'{name}.in{i}.npy'}" for i in range(len(plan["inputs"]))]
        paths, atol = expect(name, plan, atol, scratch)
        text = run(tools, folder, *inputs, *(f"--expect={path}" for path in paths), f"--rtol={rtol}", f"--atol={atol}")
        return Agrees(f"{len(plan['kernels'])} kernels", largest_error(text))


def count_kernels(tools, name, most):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        kernels = len(compile_bundle(tools, source(name), "cpu", folder)["kernels"])
    if kernels > most:
        raise Failed(f"{kernels} kernels; {most} are the most")
    return f"{kernels} kernels, at most {most}"


def add_tests(counter, tools, quick):
    for name, rtol, atol, most in PROGRAMS:
        counter.run(f"kernels of {name}", count_kernels, tools, name, most)
        for row, target, engine, is_quick in FORMATS:
            if is_quick or not quick:
                counter.run_cell(row, name, run_on, tools, name, rtol, atol, target, engine)
        if quick:
            continue
        for row, target, engine in GENERIC:
            counter.run(f"{name} on {row}", run_on, tools, name, rtol, atol, target, engine)
    for name, rtol, atol, most in [] if quick else FURTHER_PROGRAMS:
        counter.run(f"kernels of {name}", count_kernels, tools, name, most)
        for row, target, engine, is_quick in FORMATS:
            if is_quick:
                counter.run_cell(row, name, run_on, tools, name, rtol, atol, target, engine)
