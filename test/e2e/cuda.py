# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PTX without a GPU: NVIDIA's assembler takes every kernel, nothing in it is left unresolved, and the plainest strategies
# neither spill registers nor keep anything in local memory.

import pathlib
import re
import shutil
import tempfile

from harness import Failed, Skipped
from programs import PROGRAMS, compile_bundle, source

PROCESSORS = ["sm_80", "sm_90"]

# What `ptxas -v` says of memory that lies beyond registers and costs a trip to it, with the number of bytes in front.
BEYOND_REGISTERS = re.compile(r"(\d+) bytes (stack frame|spill stores|spill loads|lmem|cumulative stack size)")
REGISTERS = re.compile(r"Used (\d+) registers")


def find_ptxas():
    ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
    if not ptxas:
        raise Skipped("ptxas is absent (it comes with the CUDA toolkit; looked for in PATH and /usr/local/cuda/bin)")
    return ptxas


def assemble(tools, ptxas, processor, path):
    """What the assembler reports of the kernel."""
    if ".extern" in path.read_text():
        raise Failed(f"{path.name} has an unresolved .extern")
    process = tools.call(ptxas, "-v", f"-arch={processor}", path, "-o", "/dev/null")
    if process.returncode != 0:
        raise Failed(f"{path.name}: {process.stderr.strip()[:400]}")
    return process.stderr + process.stdout


def check(tools, name, processor, strategies, is_plain):
    ptxas, most = find_ptxas(), 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_bundle(tools, source(name), f"cuda:{processor} strategies={strategies}", folder)
        for path in sorted({folder / kernel["payload"]["path"] for kernel in plan["kernels"]}):
            report = assemble(tools, ptxas, processor, path)
            registers = REGISTERS.findall(report)
            if not registers:
                raise Failed(f"{path.name}: the assembler reports no registers: {report[:400]}")
            most = max(most, *map(int, registers))
            beyond = [f"{size} bytes of {kind}" for size, kind in BEYOND_REGISTERS.findall(report) if int(size)]
            if is_plain and beyond:
                raise Failed(f"{path.name} uses {', '.join(beyond)}")
        return f"{len(plan['kernels'])} kernels, at most {most} registers"


def add_tests(counter, tools, quick):
    for name, *_ in [] if quick else PROGRAMS:
        for processor in PROCESSORS:
            counter.run_cell(f"cuda_ptx, ptxas {processor}", name, check, tools, name, processor, "generic", True)
            counter.run(f"best strategies of {name} by ptxas for {processor}", check, tools, name, processor, "best", False)
