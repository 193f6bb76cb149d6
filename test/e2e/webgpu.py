# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Bundles in a browser: the pages that accy-run writes, opened in headless Chromium. Real programs as WebGPU and as
# WebAssembly, and kernels written by hand, which test the loader alone.

import json
import pathlib
import tempfile

import kernel_calls
from browser import Browser, run_from_disk
from harness import ROOT, Agrees, Failed
from programs import FURTHER_PROGRAMS, PROGRAMS, compile_bundle, expect, source, write_profile

# Targets, options, and whether the page holds the bundle.
TARGETS = [("webgpu:default-limits", "", False), ("webgpu", "strategies=generic", True), ("wasm", "", True),
           ("wasm:simd128", "wasm-import-memory=true", False)]
KERNELS = ROOT / "test" / "unit" / "runtime" / "kernels.wgsl"


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


def check_program(tools, browser, name, rtol, atol, target, options, embeds):
    data = source(name).parent
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        plan = compile_bundle(tools, source(name), target, scratch / "bundle", options)
        inputs = [f"--input={data / f'{name}.in{i}.npy'}" for i in range(len(plan["inputs"]))]
        expected, atol = expect(name, plan, atol, scratch)
        result = run_page(tools, browser, scratch / "bundle",
                          [*inputs, *(f"--expect={path}" for path in expected), f"--rtol={rtol}", f"--atol={atol}",
                           *(["--embed-bundle"] if embeds else [])])
        expect_pass(result)
        if [row["entry"] for row in result["kernels"]] != [kernel["entry"] for kernel in plan["kernels"]]:
            raise Failed(f"the page lists other kernels than the plan: {result['kernels']}")
        error = max(output["comparison"]["maxAbsoluteError"] for output in result["outputs"])
        return Agrees(f"{len(plan['kernels'])} kernels on {result['device']}", error)


# ---- Where the page finds the bundle ---------------------------------------------------------------------------------


def make_pages(tools, scratch, target):
    """A program's bundle, and two pages of which one fetches it and one holds it."""
    numpy, a, _ = kernel_calls.make_inputs()
    (scratch / "program.mlir").write_text("""func.func @main(%a: tensor<13xf32>) -> tensor<13xf32> {
      %0 = accy.add %a, %a : tensor<13xf32>
      accy.return %0 : tensor<13xf32>
    }""")
    compile_bundle(tools, scratch / "program.mlir", target, scratch / "bundle")
    options = kernel_calls.save_arrays(scratch, {"input0": a[:13], "expect0": a[:13] + a[:13]})
    pages = {"fetches": [], "holds": ["--embed-bundle"]}
    for name, embed in pages.items():
        tools.check(tools.run_tool, scratch / "bundle", f"--emit-webgpu-page={scratch / name}.html", *embed, *options)
    return [scratch / f"{name}.html" for name in pages]


def expect_error(result, part):
    if result["passed"] or part not in (result["error"] or ""):
        raise Failed(f"the page does not say `{part}`, but {result}")


def check_places(tools, browser, target):
    """A page looks for the bundle where its address says, or where it lay, or in itself."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        fetches, holds = make_pages(tools, scratch, target)
        (scratch / "elsewhere").mkdir()
        moved = (scratch / "bundle").rename(scratch / "elsewhere" / "an odd name?")
        for page in (fetches, holds):
            expect_pass(browser.run(page, "?bundle=elsewhere/an%20odd%20name%253F"))
        expect_pass(browser.run(holds))
        expect_error(browser.run(fetches), "bundle/plan.json cannot be fetched: 404")
        expect_error(browser.run(holds, "?bundle=bundle/"), "bundle/plan.json cannot be fetched: 404")
        next(path for path in moved.iterdir() if path.name != "plan.json").write_bytes(b"not whole")
        expect_error(browser.run(fetches, "?bundle=elsewhere/an%20odd%20name%253F"), "has 9 bytes; plan.json says")


def check_disk(tools, target):
    """From the disk a page runs the bundle that it holds; it cannot fetch one, and says what to do."""
    with tempfile.TemporaryDirectory() as folder:
        fetches, holds = make_pages(tools, pathlib.Path(folder), target)
        expect_pass(run_from_disk(holds))
        expect_error(run_from_disk(fetches), "a page that is opened from the disk cannot fetch")


# ---- Kernels written by hand -----------------------------------------------------------------------------------------


def run_arrays(browser):
    """Runs a bundle as kernel_calls.run_bundle does, but in the browser."""
    def run(tools, scratch, arrays, bundle="bundle"):
        expect_pass(run_page(tools, browser, scratch / bundle, kernel_calls.save_arrays(scratch, arrays)))
    return run


def check_tests_bundle(tools, browser):
    """Constants, element counts in buffers, an output that is filled first, and an output that is an input."""
    numpy, a, _ = kernel_calls.make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        tools.check(tools.build / "bin" / "runtime-make-test-bundle", "webgpu_wgsl", KERNELS, scratch / "bundle")
        values = a[:13]
        constant = numpy.arange(13, dtype=numpy.float32) / 4
        run_arrays(browser)(tools, scratch, {"input0": values, "expect0": values + constant + 2, "expect1": values})


def check_times(tools, browser):
    """--benchmark asks the page for more runs, each timed as a whole and by kernel."""
    numpy, a, _ = kernel_calls.make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        tools.check(tools.build / "bin" / "runtime-make-test-bundle", "webgpu_wgsl", KERNELS, scratch / "bundle")
        options = kernel_calls.save_arrays(scratch, {"input0": a[:13]})
        result = run_page(tools, browser, scratch / "bundle", [*options, "--benchmark=3"])
        times = result["milliseconds"]
        if len(times) != 4 or min(times) <= 0:
            raise Failed(f"the first run and three more took {times} ms")
        if any(row["milliseconds"] is None or row["milliseconds"] < 0 for row in result["kernels"]):
            raise Failed(f"kernels have no times: {result['kernels']}")


def check_difference(tools, browser):
    """A result that is not the expected one does not pass, and the page says where."""
    numpy, a, _ = kernel_calls.make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        tools.check(tools.build / "bin" / "runtime-make-test-bundle", "webgpu_wgsl", KERNELS, scratch / "bundle")
        expected = a[:13] + numpy.arange(13, dtype=numpy.float32) / 4 + 2
        expected[5] += 1
        options = kernel_calls.save_arrays(scratch, {"input0": a[:13], "expect0": expected, "expect1": a[:13]})
        result = run_page(tools, browser, scratch / "bundle", options)
        comparison = result["outputs"][0]["comparison"]
        if result["passed"] or comparison["mismatches"] != 1 or comparison["first"]["index"] != 5:
            raise Failed(f"the page does not say that element 5 differs: {result}")


# A buffer of bytes is one of words; 5 elements take two.
INVERT = """
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(4)
fn kernel(@builtin(global_invocation_id) thread: vec3<u32>) {
  if (thread.x < arrayLength(&output)) {
    output[thread.x] = input[thread.x] ^ 0x01010101u;
  }
}"""


def registry_entry(inputs, scalars):
    return {"target": "kernel", "version": 1, "format": "webgpu_wgsl", "entry": "kernel",
            "argument_count": inputs + 1 + scalars, "required": {"dtypes": [], "features": [], "subgroup": []},
            "payload": {"kind": "text", "path": "kernel.wgsl"},
            "launch": {"grid": [{"extent": 1}, {"extent": 1}, {"extent": 1}], "threadgroup": [4, 1, 1],
                       "shared_bytes": 0},
            "count_argument": "none", "runtime_scalar_count": 0,
            "static_arguments": scalars * [{"f64": "0x0000000000000000"}]}


def compile_kernel(tools, scratch, text, type_text, inputs=1, scalars=0, attributes=""):
    """A program that is one call of this kernel, whose operands are all %a."""
    target = "webgpu:default-limits"
    if inputs >= 8:
        target = write_profile(tools, scratch, target, "bindings", max_buffers=inputs + 1)
    (scratch / "kernel.wgsl").write_text(text)
    (scratch / "registry.json").write_text(json.dumps({"version": 1, "entries": [registry_entry(inputs, scalars)]}))
    operands, types = ", ".join(inputs * ["%a"]), ", ".join(inputs * [type_text])
    (scratch / "program.mlir").write_text(f"""func.func @main(%a: {type_text}) -> {type_text} {{
      %0 = accy.kernel_call "kernel" {operands} version = 1 {attributes} : {types} -> {type_text}
      accy.return %0 : {type_text}
    }}""")
    tools.check(tools.opt, scratch / "program.mlir",
                f"--accy-compile=target={target} registry={scratch}/registry.json",
                f"--accy-export=dir={scratch}/bundle", "-o", "/dev/null")


def check_bytes(tools, browser, count):
    numpy, *_ = kernel_calls.make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        compile_kernel(tools, scratch, INVERT, f"tensor<{count}xi1>")
        values = numpy.arange(count) % 3 == 0
        run_arrays(browser)(tools, scratch, {"input0": values, "expect0": ~values})


def check_size(tools, browser, count):
    """Generated kernels on tensors of no, one and an odd number of elements, of words and of bytes."""
    numpy, *_ = kernel_calls.make_inputs()
    floats, flags = f"tensor<{count}xf32>", f"tensor<{count}xi1>"
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        (scratch / "program.mlir").write_text(f"""func.func @main(%a: {floats}, %b: {floats}) -> ({flags}, {floats}) {{
          %0 = accy.compare lt %a, %b : {floats}
          %1 = accy.select %0, %a, %b : {flags}, {floats}, {floats}
          accy.return %0, %1 : {flags}, {floats}
        }}""")
        compile_bundle(tools, scratch / "program.mlir", "webgpu:default-limits", scratch / "bundle")
        a = numpy.arange(count, dtype=numpy.float32)
        b = a[::-1].copy()
        run_arrays(browser)(tools, scratch,
                            {"input0": a, "input1": b, "expect0": a < b, "expect1": numpy.minimum(a, b)})


# ---- Refusals --------------------------------------------------------------------------------------------------------


def kernel(body, declarations="", size=4):
    return f"{declarations}@compute @workgroup_size({size}) fn kernel() {{ {body} }}"


def buffers(count):
    return "".join(f"@group(0) @binding({i}) var<storage, read> buffer{i}: array<f32>;" for i in range(count))


TWICE = ("@group(0) @binding(0) var<storage, read> old: array<f32>;"
         "@group(0) @binding(1) var<storage, read_write> new: array<f32>;")

# What is wrong, the kernel's text, a part of what the page must say, and options of compile_kernel; `edit` is what
# becomes of the text in the bundle, where compiling would have seen what is wrong.
REFUSALS = [
    ("an error", kernel("let x: i32 = 1.5;"), "kernel.wgsl:1:", {}),
    ("a warning", kernel("return; var x = 1;"), "warning: code is unreachable", {}),
    ("no entry point", kernel(""), "has no compute entry point kernel", {"edit": ("fn kernel", "fn others")}),
    ("another workgroup", kernel("", size=8), "kernel has workgroups of 8×1×1; it was planned for 4×1×1", {}),
    ("a feature", kernel("", "enable f16;"), "kernel needs the feature shader-f16, which google swiftshader", {}),
    ("an unknown extension", kernel("", "enable no_such_thing;"), "needs the feature no_such_thing", {}),
    ("a limit", kernel(" ".join(f"_ = buffer{i}[0];" for i in range(20)), buffers(20)),
     "kernel needs maxStorageBuffersPerShaderStage of 20; google swiftshader has", {"inputs": 20}),
    ("a scalar", kernel(""), "kernel takes a scalar of type f64, which WGSL does not have", {"scalars": 1}),
    ("a binding", kernel("_ = buffer4[0];", buffers(5)), "kernel uses @binding(4); its arguments have 2", {}),
    ("an alias", kernel("new[0] = old[0];", TWICE), "kernel uses two buffers that share memory, one to be written",
     {"attributes": 'effects = ["readwrite"] alias = 0'}),
]


def check_refusal(tools, browser, text, part, options):
    numpy, *_ = kernel_calls.make_inputs()
    options = dict(options)
    edit = options.pop("edit", ("", ""))
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        compile_kernel(tools, scratch, text, "tensor<4xf32>", **options)
        payload = scratch / "bundle" / "kernel.wgsl"
        payload.write_text(payload.read_text().replace(*edit))
        options = kernel_calls.save_arrays(scratch, {"input0": numpy.zeros(4, numpy.float32)})
        result = run_page(tools, browser, scratch / "bundle", options)
        if result["passed"] or part not in (result["error"] or ""):
            raise Failed(f"the page does not say `{part}`, but {result['error']}")
        return result["error"]


def add_tests(counter, tools, quick):
    with Browser() as browser:
        further = [] if quick else [(program, TARGETS[:1]) for program in FURTHER_PROGRAMS]
        for (name, rtol, atol, _), targets in [(program, TARGETS) for program in PROGRAMS[:3 if quick else None]] + further:
            for target, options, embeds in targets:
                row = " ".join([target, options]).strip()
                counter.run_cell(f"{row}, Chromium", name, check_program, tools, browser, name, rtol, atol, target, options,
                                 embeds)
        for target in ("webgpu", "wasm"):
            counter.run(f"where a page finds its bundle of {target}", check_places, tools, browser, target)
        counter.run("pages from the disk", check_disk, tools, "webgpu")
        counter.run("the runtime's tests in a browser", check_tests_bundle, tools, browser)
        counter.run("times in a browser", check_times, tools, browser)
        counter.run("a difference in a browser", check_difference, tools, browser)
        counter.run("kernel calls in a browser", kernel_calls.check_example, tools, "webgpu", run_arrays(browser))
        counter.run("kernel calls in place in a browser", kernel_calls.check_in_place, tools, "webgpu",
                    run_arrays(browser))
        for name in ("negate", "reverse"):
            counter.run(f"own kernel in a browser, {name}", kernel_calls.check_own_kernel, tools, "webgpu", name,
                        run_arrays(browser))
        for count in (0, 1, 5):
            counter.run(f"{count} bytes in a browser", check_bytes, tools, browser, count)
            counter.run(f"{count} elements in a browser", check_size, tools, browser, count)
        for name, *case in REFUSALS:
            counter.run(f"{name} that the browser refuses", check_refusal, tools, browser, *case)
