# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reductions whose threads exchange values within subgroups: which programs become such, values against the generic
# strategy's, the same bits on devices whose subgroups differ in size, and refusals where no size fits.

import pathlib
import tempfile

import cuda
import programs
import strategies
import webgpu
from browser import Browser
from harness import Failed, Skipped
from npy import read_npy
from programs import compile_bundle, llvmpipe, swiftshader
from strategies import (NARROW_REDUCTIONS, REDUCTIONS, floats, integers, negative_zeros, odd, reduction, special,
                        wrapping)

# Targets, and the least size of a subgroup there.
TARGETS = {"vulkan:llvmpipe": 4, "cuda:sm_90": 32, "metal:m1": 32}

# What is exchanged in two words, and in a part of one.
WIDE_REDUCTIONS = [
    reduction("sum", "f64", [3, 1001], [1], integers), reduction("max", "f64", [7, 300], [1], special),
    reduction("min", "f64", [300, 2], [0], negative_zeros), reduction("sum", "i64", [5, 4096], [1], wrapping),
    reduction("prod", "i64", [70001], [0], odd), reduction("max", "i64", [3, 1001], [1], wrapping),
]
PROGRAMS = REDUCTIONS + NARROW_REDUCTIONS + WIDE_REDUCTIONS

# Sums whose threads have one output each, and those of columns too far from each other for a subgroup of 4.
APART = {"sum of 1xf32 over [0]", "sum of 1x1xf32 over [0, 1]", "sum of 1000x33xf32 over [0]",
         "sum of 7x2x12x2x9xf32 over [1, 3]"}
FAR = {"sum of 5x7xf32 over [0]", "sum of 1000x3xf32 over [0]", "sum of 3x1000x5xf32 over [1]",
       "or of 100x9xi32 over [0]", *(name for name, *_ in NARROW_REDUCTIONS if "1000x5x" in name)}


def exchanges(plan):
    return [kernel for kernel in plan["kernels"] if "shuffle" in kernel["required"]["subgroup"]]


def check_chosen(tools, name, target, least, inputs, result, body, fill):
    """Whether threads exchange values where they are near enough, in whole subgroups, and nothing spills."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        source = strategies.write_program(folder, inputs, result, body)
        plan = compile_bundle(tools, source, target, folder / "best")
        expected = name not in APART and (least > 4 or name not in FAR)
        if bool(exchanges(plan)) != expected:
            raise Failed("threads exchange no values" if expected else "threads exchange values")
        for kernel in exchanges(plan):
            if not kernel["subgroup_aligned"] or kernel["geometry"]["threadgroup"][0] % kernel["subgroup_size"]:
                raise Failed("its subgroups are not whole")
            if target.startswith("cuda"):
                report = cuda.assemble(tools, cuda.find_ptxas(), "sm_90", folder / "best" / kernel["payload"]["path"])
                beyond = [part for part in cuda.BEYOND_REGISTERS.findall(report) if int(part[0])]
                if beyond:
                    raise Failed(f"it needs memory beyond registers: {beyond}")


# ---- The same bits whatever the size -----------------------------------------------------------------------------------

# A row of floats, of which the sum depends on the order of its terms.
ROWS = ("a sum of floats", [("f32", [37, 3000])], "37xf32",
        "%r = accy.reduce sum %a0 dims = [1] : tensor<37x3000xf32> -> tensor<37xf32>", floats)


def write_profile(tools, folder, least, greatest):
    """The baseline's, with subgroups that exchange values, and threadgroups as SwiftShader has them, too."""
    profile = "vulkan"
    for part, limits in [("threadgroup", {"max_threads": 256}), ("memory", {"shared_bytes_per_threadgroup": 16384}),
                         ("subgroup", {"supported": True, "size_min": least, "size_max": greatest,
                                       "operations": ["shuffle"]})]:
        profile = programs.write_profile(tools, folder, profile, part, **limits)
    return profile


def compile_rows(tools, folder, profile):
    """The plan of a sum of rows, and the files of its inputs."""
    source = strategies.write_program(folder, *ROWS[1:4])
    plan = compile_bundle(tools, source, profile, folder / "best")
    if not exchanges(plan):
        raise Failed("threads exchange no values")
    return plan, strategies.write_inputs(folder, *ROWS[1::3])[0]


def run_on(tools, engine, folder, inputs, width):
    """The output's bytes, on llvmpipe with subgroups of so many bits."""
    output = folder / "out.npy"
    engine.environment = (engine.environment or {}) | {"LP_NATIVE_VECTOR_WIDTH": str(width)}
    engine.run(tools, folder, *(f"--input={path}" for path in inputs), f"--output={output}")
    return read_npy(output).tobytes()


def check_sizes(tools):
    """One payload with subgroups of 4 and 8 threads on llvmpipe and of 4 on SwiftShader."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        _, inputs = compile_rows(tools, folder, write_profile(tools, folder, 4, 8))
        results = [run_on(tools, llvmpipe(tools), folder / "best", inputs, width) for width in (128, 256)]
        try:
            results.append(run_on(tools, swiftshader(tools), folder / "best", inputs, 256))
        except Skipped:
            pass
        if any(result != results[0] for result in results):
            raise Failed("the bits depend on the size of the device's subgroups")
        return f"{len(results)} devices"


def check_refused(tools, least, greatest, width):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        _, inputs = compile_rows(tools, folder, write_profile(tools, folder, least, greatest))
        try:
            run_on(tools, llvmpipe(tools), folder / "best", inputs, width)
        except Failed as failure:
            if f"was planned for subgroups of {least} to {greatest} threads, the device has {width // 32}" in str(failure):
                return
            raise
        raise Failed("it runs with subgroups of another size than planned for")


# ---- In a browser ------------------------------------------------------------------------------------------------------

LACKING = "needs the feature subgroups"


def compare_in_browser(tools, browser, *program):
    try:
        strategies.compare_in_browser(tools, browser, "webgpu:subgroups", "", 0, *program)
    except Failed as failure:
        if LACKING in str(failure):
            raise Skipped(str(failure)) from None
        raise


def check_refused_in_browser(tools, browser):
    """A browser's subgroups are of 4 here: a plan for 8 and more is refused."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        profile = programs.write_profile(tools, folder, "webgpu:subgroups", "subgroup", size_min=8)
        _, inputs = compile_rows(tools, folder, profile)
        page = webgpu.run_page(tools, browser, folder / "best", [f"--input={path}" for path in inputs])
        error = page["error"] or ""
        if LACKING in error:
            raise Skipped(error)
        if "was planned for subgroups of 8 to 128 threads" not in error:
            raise Failed(f"the page does not refuse subgroups of another size: {error}")


def add_tests(counter, tools, quick):
    rows = PROGRAMS[::8] if quick else PROGRAMS
    for name, *program in rows:
        for target, least in TARGETS.items():
            if target.startswith("metal") and "f64" in name:
                continue  # Metal has none
            counter.run(f"{name}, who exchanges, on {target}", check_chosen, tools, name, target, least, *program)
            counter.run(f"{name}, by exchanges, on {target}", strategies.compare, tools, target, "", *program)
    counter.run("the same bits whatever the subgroup's size", check_sizes, tools)
    counter.run("subgroups larger than planned for", check_refused, tools, 4, 8, 512)
    counter.run("subgroups smaller than planned for", check_refused, tools, 8, 16, 128)
    with Browser() as browser:
        for name, *program in rows:
            if "64" not in program[0][0][0]:
                counter.run(f"{name}, by exchanges, in a browser", compare_in_browser, tools, browser, *program)
        counter.run("subgroups smaller than planned for in a browser", check_refused_in_browser, tools, browser)
