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


# How a kernel asks for its buffers, those that it uses, and its place in the grid.
BUFFER = re.compile(r"\[\[buffer\((\d+)\)\]\]")
PLACE = re.compile(r"uint3 \w+ \[\[(\w+)\]\]")


def driver(kernel, text):
    """C++ that runs the whole grid of one kernel: its text, and a function of one array of buffers."""
    buffers = BUFFER.findall(text)
    grid, threads = kernel["geometry"]["grid"], kernel["geometry"]["threadgroup"]
    arguments = ", ".join([f"reference(buffers[{i}])" for i in buffers] + PLACE.findall(text))
    return f"""
#include "{kernel['entry']}.inc"
struct Reference {{
  void *pointer;
  template <typename T> operator T &() const {{ return *static_cast<T *>(pointer); }}
}};
static Reference reference(void *pointer) {{ return Reference{{pointer}}; }}
static const uint3 threadgroups_per_grid{{{grid[0]}, {grid[1]}, {grid[2]}}};
static const uint3 threads_per_threadgroup{{{threads[0]}, {threads[1]}, {threads[2]}}};
static uint3 place(uint i, uint3 extents) {{
  return uint3{{i % extents.x, i / extents.x % extents.y, i / extents.x / extents.y}};
}}
extern "C" bool run(void **buffers) {{
  Threadgroup group;
  for (uint i = 0; i < {grid[0] * grid[1] * grid[2]}; ++i) {{
    uint3 b = place(i, threadgroups_per_grid);
    [[maybe_unused]] uint3 threadgroup_position_in_grid = b;
    bool ended = group.run({threads[0] * threads[1] * threads[2]}, [&](uint k) {{
      uint3 t = place(k, threads_per_threadgroup);
      [[maybe_unused]] uint3 thread_position_in_threadgroup = t;
      [[maybe_unused]] uint3 thread_position_in_grid{{b.x * {threads[0]} + t.x, b.y * {threads[1]} + t.y,
                                                      b.z * {threads[2]} + t.z}};
      {kernel['entry']}({arguments});
    }});
    if (!ended)
      return false;
  }}
  return true;
}}
"""


def build(tools, folder, kernel):
    text = (folder / kernel["payload"]["path"]).read_text()
    if f"kernel void {kernel['entry']}(" not in text:
        raise Failed(f"{kernel['entry']} is not the name of the kernel")
    (folder / f"{kernel['entry']}.inc").write_text(LITERAL.sub(r"\1f", text))
    library = folder / f"{kernel['entry']}.so"
    tools.check(LLVM / "clang++", "-x", "c++", "-std=c++17", "-O1", "-ffp-contract=off", "-fPIC", "-shared", *WARNINGS,
                f"-I{ROOT / 'test' / 'metal'}", f"-I{folder}", "-", "-o", library, stdin=driver(kernel, text))
    run = ctypes.CDLL(str(library)).run
    run.restype = ctypes.c_bool
    return run


def run_kernel(run, kernel, memory):
    arguments = []
    for argument in kernel["arguments"]:
        if "buffer" in argument:
            arguments.append(memory[argument["buffer"]])
        else:
            arguments.append(ctypes.create_string_buffer(argument["count_buffer"].to_bytes(4, "little"), 4))
    if not run((ctypes.c_void_p * len(arguments))(*[ctypes.addressof(buffer) for buffer in arguments])):
        raise Failed(f"{kernel['entry']}: some threads end while others wait at a barrier")


def run_bundle(tools, folder, plan, inputs):
    """The outputs' bytes of a bundle on the inputs' bytes."""
    memory = {slot["id"]: ctypes.create_string_buffer(max(slot["bytes"], 4)) for slot in plan["slots"]}
    for slot in plan["slots"]:
        if slot["constant"]:
            constant = (folder / slot["constant"]).read_bytes()
            ctypes.memmove(memory[slot["id"]], constant, len(constant))
    for slot, values in zip(plan["inputs"], inputs, strict=True):
        ctypes.memmove(memory[slot], values, len(values))
    for kernel in plan["kernels"]:
        run_kernel(build(tools, folder, kernel), kernel, memory)
    sizes = {slot["id"]: slot["bytes"] for slot in plan["slots"]}
    return [memory[slot].raw[: sizes[slot]] for slot in plan["outputs"]]


def check(tools, name, rtol, atol):
    data = source(name).parent
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_bundle(tools, source(name), "metal", folder)
        inputs = [read_npy(data / f"{name}.in{i}.npy").tobytes() for i in range(len(plan["inputs"]))]
        outputs = run_bundle(tools, folder, plan, inputs)
        return Agrees(f"{len(plan['kernels'])} kernels", compare_outputs(name, plan, outputs, rtol, atol))


def add_tests(counter, tools, quick):
    for name, rtol, atol, _ in PROGRAMS[:3] if quick else PROGRAMS:
        counter.run_cell("metal_msl, clang", name, check, tools, name, rtol, atol)
