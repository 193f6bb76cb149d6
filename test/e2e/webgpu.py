# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Bundles in a browser: the pages that accy-run writes, opened in headless Chromium. Real programs as WebGPU and as
# WebAssembly, and kernels written by hand, which test the loader alone.

import pathlib
import tempfile

from browser import Browser
from harness import Failed
from programs import PROGRAMS, compile_bundle, source


def run_page(tools, browser, folder, options):
    """Writes the bundle's page and opens it; returns its result."""
    page = folder.parent / "page.html"
    tools.check(tools.run_tool, folder, f"--emit-webgpu-page={page}", *options)
    return browser.run(page)


def expect_pass(result):
    if result["error"]:
        raise Failed(result["error"])
    for index, output in enumerate(result["outputs"]):
        comparison = output["comparison"]
        if comparison is None:
            raise Failed(f"output {index} was not compared")
        if not comparison["equal"]:
            raise Failed(f"output {index} differs in {comparison['mismatches']} elements: {comparison['first']}")
    if not result["passed"]:
        raise Failed(f"the page says that it failed: {result}")


def check_program(tools, browser, name, rtol, atol, target, options):
    data = source(name).parent
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_bundle(tools, source(name), target, folder, options)
        inputs = [f"--input={data / f'{name}.in{i}.npy'}" for i in range(len(plan["inputs"]))]
        expected = [f"--expect={data / f'{name}.out{i}.npy'}" for i in range(len(plan["outputs"]))]
        result = run_page(tools, browser, folder, [*inputs, *expected, f"--rtol={rtol}", f"--atol={atol}"])
        expect_pass(result)
        return f"{len(plan['kernels'])} kernels on {result['device']}"


def add_tests(counter, tools, quick):
    with Browser() as browser:
        for name, rtol, atol, _ in PROGRAMS[:3] if quick else PROGRAMS:
            for target, options in (("webgpu:default-limits", ""), ("webgpu", "strategies=generic"), ("wasm", "")):
                counter.run(f"{name} on {target} in a browser", check_program, tools, browser, name, rtol, atol, target,
                            options)
