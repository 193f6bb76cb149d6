# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Metal bundles without a Metal device: the kernels' texts are taken by clang as C++ with the header of Metal's names in
# test/metal, and run on the processor thread by thread, in the planned geometry.

import atexit
import ctypes
import functools
import pathlib
import re
import tempfile

import kernel_calls
from harness import LLVM, ROOT, Agrees, Failed
from npy import read_npy
from programs import PROGRAMS, compare_outputs, compile_bundle, source

HEADERS = ROOT / "test" / "metal"
COMPILE = [LLVM / "clang++", "-std=c++17", "-O1", "-ffp-contract=off", "-fPIC", "-Wall", "-Werror",
           "-Wno-unknown-attributes", "-Wno-ignored-attributes", "-Wno-unused-function",
           "-Wno-unused-but-set-variable",  # what a loop of rem gives besides
           f"-I{HEADERS}"]


# In Metal's language a literal without a suffix is a float.
LITERAL = re.compile(r"(?<![\w.])(\d+\.\d*(?:e[+-]?\d+)?)(?![\w.])")


# How a kernel asks for its buffers, those that it uses, and its place in the grid.
BUFFER = re.compile(r"\[\[buffer\((\d+)\)\]\]")
PLACE = re.compile(r"uint3? \w+ \[\[(\w+)\]\]")


# What the drivers of all kernels share.
PRELUDE = """
#include <metal_stdlib>
#include <simd/simd.h>
struct Reference {
  void *pointer;
  template <typename T> operator T &() const { return *static_cast<T *>(pointer); }
};
static Reference reference(void *pointer) { return Reference{pointer}; }
static uint3 place(uint i, uint3 extents) {
  return uint3{i % extents.x, i / extents.x % extents.y, i / extents.x / extents.y};
}
"""


def driver(number, kernel, text):
    """C++ that runs the whole grid of one kernel: its text, and a function of one array of buffers. Kernels' types have
    the same names, so that each kernel has a namespace."""
    buffers = BUFFER.findall(text)
    grid, threads = kernel["geometry"]["grid"], kernel["geometry"]["threadgroup"]
    arguments = ", ".join([f"reference(buffers[{i}])" for i in buffers] + PLACE.findall(text))
    return f"""
namespace kernel{number} {{
#include "{kernel['entry']}.inc"
static const uint3 threadgroups_per_grid{{{grid[0]}, {grid[1]}, {grid[2]}}};
[[maybe_unused]] static const uint thread_execution_width = Threadgroup::SimdgroupThreads;
static const uint3 threads_per_threadgroup{{{threads[0]}, {threads[1]}, {threads[2]}}};
extern "C" bool run{number}(void **buffers) {{
  Threadgroup group;
  for (uint i = 0; i < {grid[0] * grid[1] * grid[2]}; ++i) {{
    uint3 b = place(i, threadgroups_per_grid);
    [[maybe_unused]] uint3 threadgroup_position_in_grid = b;
    bool ended = group.run({threads[0] * threads[1] * threads[2]}, [&](uint k) {{
      uint3 t = place(k, threads_per_threadgroup);
      [[maybe_unused]] uint3 thread_position_in_threadgroup = t;
      [[maybe_unused]] uint thread_index_in_simdgroup = group.lane(k), simdgroup_index_in_threadgroup = group.simdgroup(k);
      [[maybe_unused]] uint3 thread_position_in_grid{{b.x * {threads[0]} + t.x, b.y * {threads[1]} + t.y,
                                                      b.z * {threads[2]} + t.z}};
      {kernel['entry']}({arguments});
    }});
    if (!ended)
      return false;
  }}
  return true;
}}
}}
"""


@functools.cache
def precompiled(tools):
    """The prelude as clang reads it fastest, and the object of what it declares, for as long as this process runs."""
    scratch = tempfile.TemporaryDirectory()
    atexit.register(scratch.cleanup)
    header, prelude, threads = (pathlib.Path(scratch.name) / name for name in ("prelude.h", "prelude.pch", "threads.o"))
    header.write_text(PRELUDE)
    tools.check(*COMPILE, "-x", "c++-header", header, "-o", prelude)
    tools.check(*COMPILE, "-c", HEADERS / "threadgroup.cpp", "-o", threads)
    return prelude, threads


def launch_key(kernel):
    """What sets launches apart: of one kernel there may be several, in several geometries."""
    return kernel["entry"], *kernel["geometry"]["grid"], *kernel["geometry"]["threadgroup"]


def build(tools, folder, kernels):
    """A function of one array of buffers for each launch of a bundle, by what sets it apart from others."""
    launches = {launch_key(kernel): kernel for kernel in kernels}
    drivers = []
    for number, kernel in enumerate(launches.values()):
        text = (folder / kernel["payload"]["path"]).read_text()
        if f"kernel void {kernel['entry']}(" not in text:
            raise Failed(f"{kernel['entry']} is not the name of the kernel")
        (folder / f"{kernel['entry']}.inc").write_text(LITERAL.sub(r"\1f", text))
        drivers.append(driver(number, kernel, text))
    library = folder / "kernels.so"
    prelude, threads = precompiled(tools)
    tools.check(*COMPILE, "-include-pch", prelude, f"-I{folder}", "-x", "c++", "-", "-x", "none", threads, "-shared",
                "-fuse-ld=lld", "-o", library, stdin="".join(drivers))
    runs = {key: getattr(ctypes.CDLL(str(library)), f"run{number}") for number, key in enumerate(launches)}
    for run in runs.values():
        run.restype = ctypes.c_bool
    return runs


def run_kernel(run, kernel, memory):
    arguments = []
    for argument in kernel["arguments"]:
        if "buffer" in argument:
            arguments.append(memory[argument["buffer"]])
        else:
            arguments.append(ctypes.create_string_buffer(argument["count_buffer"].to_bytes(4, "little"), 4))
    if not run((ctypes.c_void_p * len(arguments))(*[ctypes.addressof(buffer) for buffer in arguments])):
        raise Failed(f"{kernel['entry']}: some threads end while others wait, or wait for something else")


def run_bundle(tools, folder, plan, inputs):
    """The outputs' bytes of a bundle on the inputs' bytes."""
    memory = {slot["id"]: ctypes.create_string_buffer(max(slot["bytes"], 4)) for slot in plan["slots"]}
    for slot in plan["slots"]:
        if slot["constant"]:
            constant = (folder / slot["constant"]).read_bytes()
            ctypes.memmove(memory[slot["id"]], constant, len(constant))
    for slot, values in zip(plan["inputs"], inputs, strict=True):
        ctypes.memmove(memory[slot], values, len(values))
    runs = build(tools, folder, plan["kernels"])
    for kernel in plan["kernels"]:
        run_kernel(runs[launch_key(kernel)], kernel, memory)
    sizes = {slot["id"]: slot["bytes"] for slot in plan["slots"]}
    return [memory[slot].raw[: sizes[slot]] for slot in plan["outputs"]]


# The table's rows: the baseline, and a profile whose threads exchange values in simd-groups and share memory.
TARGETS = {"metal_msl, clang": "metal", "metal_msl m1, clang": "metal:m1"}


# Programs that are also launched in another geometry than the chosen one: kernels of all kinds that have a choice. A
# layer norm whose threads share its rows has none.
RELAUNCHED = {"metal": {"mlp", "layernorm", "gpt_block"}, "metal:m1": {"mlp", "gpt_block"}}


def use_last_candidates(plan):
    """Gives each kernel the last of its launch candidates; says how many have another than the first."""
    others = 0
    for kernel in plan["kernels"]:
        others += len(kernel["candidates"]) > 1
        kernel["geometry"] = kernel["candidates"][-1]["geometry"]
    if not others:
        raise Failed("no kernel has a choice of launches")
    return others


def check(tools, name, rtol, atol, target, choose=lambda plan: None):
    data = source(name).parent
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_bundle(tools, source(name), target, folder)
        chosen = choose(plan)
        inputs = [read_npy(data / f"{name}.in{i}.npy").tobytes() for i in range(len(plan["inputs"]))]
        outputs = run_bundle(tools, folder, plan, inputs)
        kernels = f"{len(plan['kernels'])} kernels" + (f", {chosen} of them launched otherwise" if chosen else "")
        return Agrees(kernels, compare_outputs(name, plan, outputs, rtol, atol))


def check_own_kernel(tools, name):
    numpy, values, _ = kernel_calls.make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        plan = kernel_calls.call_own_kernel(tools, "metal:m1", name, scratch)
        output, = run_bundle(tools, scratch / "bundle", plan, [values.tobytes()])
        if not numpy.array_equal(numpy.frombuffer(output, values.dtype), kernel_calls.compute_own(name, values + values)):
            raise Failed("the values differ")


def add_tests(counter, tools, quick):
    for name, rtol, atol, _ in PROGRAMS[:3] if quick else PROGRAMS:
        for row, target in TARGETS.items():
            counter.run_cell(row, name, check, tools, name, rtol, atol, target)
            if name in RELAUNCHED[target]:
                counter.run(f"other launches of {name} on {row}", check, tools, name, rtol, atol, target,
                            use_last_candidates)
    for name in ("negate", "reverse"):
        counter.run(f"own kernel on metal, {name}", check_own_kernel, tools, name)
