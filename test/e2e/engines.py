# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Ways to run a bundle of a test's own program, for suites that take the same program to every engine.

import shutil

import aarch64
import cuda
import metal
from embed_c import Program
from harness import Skipped
from npy import read_npy, write_tensor
from programs import runner


def write_expected(folder, element, outputs):
    """Options that let a run compare its results, one NaN being as good as another."""
    for i, (shape, data) in enumerate(outputs):
        write_tensor(folder / f"out{i}.npy", element, shape, data)
    return [*(f"--expect={folder / f'out{i}.npy'}" for i in range(len(outputs))), "--rtol=0", "--atol=0"]


# ---- Ways to run a bundle: each gives the outputs' bytes, or has compared them itself ----------------------------------


def run_files(tools, folder, plan, _, arguments, __):
    outputs = [folder.parent / f"result{i}.npy" for i in range(len(plan["outputs"]))]
    process = tools.call(tools.run_tool, folder, *arguments, *(f"--output={path}" for path in outputs))
    if process.returncode != 0 and ("no CUDA driver" in process.stderr or "no Vulkan" in process.stderr):
        raise Skipped(process.stderr.strip())
    tools.finish(process)
    return [read_npy(path).tobytes() for path in outputs]


def run_in_node(tools, folder, _, target, arguments, __):
    tools.check(*runner(tools, target), folder, *arguments)


def run_metal(tools, folder, plan, _, __, packed):
    return metal.run_bundle(tools, folder, plan, packed)


def run_aarch64(tools, folder, plan, _, __, packed):
    emulator = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
    if not emulator:
        raise Skipped("qemu-aarch64 is absent (Debian: qemu-user)")
    program = Program(tools, folder, plan)
    return aarch64.run(tools, emulator, program, aarch64.build(tools, program, sorted(folder.glob("*.o"))), packed)


def assemble(tools, folder, plan, target, _, __):
    """NVIDIA's assembler takes the kernels; there may be no device to run them."""
    ptxas = cuda.find_ptxas()
    for path in sorted({folder / kernel["payload"]["path"] for kernel in plan["kernels"]}):
        cuda.assemble(tools, ptxas, target.partition(":")[2], path)
