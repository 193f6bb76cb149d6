# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Metal bundles without a Metal device: each kernel's text is taken by clang as C++ with the header of Metal's names in
# test/metal, and run on the processor thread by thread, in the planned geometry.

import ctypes
import pathlib
import re
import tempfile

from harness import LLVM, ROOT, Agrees, Failed
from npy import read_npy
from programs import PROGRAMS, compare_outputs, compile_bundle, source

WARNINGS = ["-Wall", "-Werror", "-Wno-unknown-attributes", "-Wno-ignored-attributes", "-Wno-unused-function"]


# In Metal's language a literal without a suffix is a float.
LITERAL = re.compile(r"(?<![\w.])(\d+\.\d*(?:e[+-]?\d+)?)(?![\w.])")


def driver(kernel):
    """C++ that runs the whole grid of one kernel: its text, and a function of one array of buffers."""
    buffers = [i for i, argument in enumerate(kernel["arguments"]) if "buffer" in argument or "count_buffer" in argument]
    grid, threads = kernel["geometry"]["grid"], kernel["geometry"]["threadgroup"]
    extents = [g * t for g, t in zip(grid, threads)]
    arguments = ", ".join(f"reference(buffers[{i}])" for i in buffers)
    return f"""
#include "{kernel['entry']}.inc"
struct Reference {{
  void *pointer;
  template <typename T> operator T &() const {{ return *static_cast<T *>(pointer); }}
}};
static Reference reference(void *pointer) {{ return Reference{{pointer}}; }}
extern "C" void run(void **buffers) {{
  for (uint z = 0; z < {extents[2]}; ++z)
    for (uint y = 0; y < {extents[1]}; ++y)
      for (uint x = 0; x < {extents[0]}; ++x)
        {kernel['entry']}({arguments}, uint3{{x, y, z}});
}}
"""


def build(tools, folder, kernel):
    text = (folder / kernel["payload"]["path"]).read_text()
    for part in (f"kernel void {kernel['entry']}(", "thread_position_in_grid"):
        if part not in text:
            raise Failed(f"{kernel['entry']} lacks `{part}`")
    (folder / f"{kernel['entry']}.inc").write_text(LITERAL.sub(r"\1f", text))
    library = folder / f"{kernel['entry']}.so"
    tools.check(LLVM / "clang++", "-x", "c++", "-std=c++17", "-O1", "-ffp-contract=off", "-fPIC", "-shared", *WARNINGS,
                f"-I{ROOT / 'test' / 'metal'}", f"-I{folder}", "-", "-o", library, stdin=driver(kernel))
    return ctypes.CDLL(str(library)).run


def run_kernel(run, kernel, memory):
    arguments = []
    for argument in kernel["arguments"]:
        if "buffer" in argument:
            arguments.append(memory[argument["buffer"]])
        else:
            arguments.append(ctypes.create_string_buffer(argument["count_buffer"].to_bytes(4, "little"), 4))
    run((ctypes.c_void_p * len(arguments))(*[ctypes.addressof(buffer) for buffer in arguments]))


def check(tools, name, rtol, atol):
    data = source(name).parent
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_bundle(tools, source(name), "metal", folder)
        memory = {slot["id"]: ctypes.create_string_buffer(max(slot["bytes"], 4)) for slot in plan["slots"]}
        for slot in plan["slots"]:
            if slot["constant"]:
                constant = (folder / slot["constant"]).read_bytes()
                ctypes.memmove(memory[slot["id"]], constant, len(constant))
        for i, slot in enumerate(plan["inputs"]):
            values = read_npy(data / f"{name}.in{i}.npy").tobytes()
            ctypes.memmove(memory[slot], values, len(values))
        for kernel in plan["kernels"]:
            run_kernel(build(tools, folder, kernel), kernel, memory)
        sizes = {slot["id"]: slot["bytes"] for slot in plan["slots"]}
        outputs = [bytes(memory[slot])[: sizes[slot]] for slot in plan["outputs"]]
        return Agrees(f"{len(plan['kernels'])} kernels", compare_outputs(name, plan, outputs, rtol, atol))


def add_tests(counter, tools, quick):
    for name, rtol, atol, _ in PROGRAMS[:3] if quick else PROGRAMS:
        counter.run_cell("metal_msl, clang", name, check, tools, name, rtol, atol)
