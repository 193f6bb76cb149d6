# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels of the caller's between generated ones: examples/kernel-call on cpu and Vulkan, compiled for CUDA, and calls
# that write what others read. webgpu.py runs them in a browser.

import json
import pathlib
import shutil
import tempfile

from harness import ROOT, Failed, Skipped
from programs import accy_run, gpu

EXAMPLE = ROOT / "examples" / "kernel-call"
FORMATS = {"cpu": "cpu_object", "vulkan": "vulkan_spirv", "cuda": "cuda_ptx", "webgpu": "webgpu_wgsl",
           "metal": "metal_msl"}

# %old must see what %t held before the call; %late is in the same kernel as %new's user.
IN_PLACE = """func.func @main(%a: tensor<1000xf32>, %b: tensor<1000xf32>)
    -> (tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>) {
  %t = accy.mul %a, %b : tensor<1000xf32>
  %old = accy.neg %t : tensor<1000xf32>
  %one = accy.kernel_call "example.accumulate" %t, %a version = 1 effects = ["readwrite", "read"] alias = 0 : tensor<1000xf32>, tensor<1000xf32> -> tensor<1000xf32>
  %two = accy.kernel_call "example.accumulate" %one, %b version = 1 effects = ["readwrite", "read"] alias = 0 : tensor<1000xf32>, tensor<1000xf32> -> tensor<1000xf32>
  %late = accy.add %old, %two : tensor<1000xf32>
  %own = accy.kernel_call "example.accumulate" %a, %b version = 1 effects = ["readwrite", "read"] alias = 0 : tensor<1000xf32>, tensor<1000xf32> -> tensor<1000xf32>
  accy.return %two, %late, %own : tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>
}"""


def need(program):
    path = shutil.which(program)
    if not path:
        raise Skipped(f"{program} is not installed")
    return path


def assemble(tools, target, folder):
    """Copies the target's kernels and registry to the folder and builds what is not text."""
    for path in (EXAMPLE / target).iterdir():
        shutil.copy(path, folder)
    if target == "cpu":
        tools.check(need("cc"), "-O2", "-fPIC", "-c", folder / "kernels.c", "-o", folder / "kernels.o")
    for source in folder.glob("*.spvasm"):
        tools.check(need("spirv-as"), "--target-env", "vulkan1.1", source, "-o", source.with_suffix(".spv"))
        tools.check(need("spirv-val"), "--target-env", "vulkan1.1", source.with_suffix(".spv"))
    return folder / "registry.json"


def compile_program(tools, target, program, scratch):
    registry = assemble(tools, target, scratch)
    return tools.export(program, f"target={target} format={FORMATS[target]}", scratch / "bundle", registry)


def save_arrays(scratch, arrays):
    """Writes the arrays, named as accy-run's options with a number; returns those options."""
    import numpy
    options = ["--rtol=1e-5", "--atol=1e-5"]
    for name, values in arrays.items():
        path = scratch / f"{name}.npy"
        numpy.save(path, values)
        options.append(f"--{name.rstrip('0123456789')}={path}")
    return options


def run_bundle(tools, scratch, arrays, bundle="bundle"):
    accy_run(tools).run(tools, scratch / bundle, *save_arrays(scratch, arrays))


def run_on_gpu(tools, scratch, arrays, bundle="bundle"):
    gpu(tools).run(tools, scratch / bundle, *save_arrays(scratch, arrays))


def make_inputs():
    try:
        import numpy
    except ImportError:
        raise Skipped("numpy is not installed") from None
    generator = numpy.random.default_rng(11)
    return numpy, *(generator.standard_normal(1000).astype(numpy.float32) for _ in range(2))


def check_example(tools, target, run=run_bundle):
    numpy, a, b = make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        compile_program(tools, target, EXAMPLE / "program.mlir", scratch)
        total = a + b
        run(tools, scratch, {
            "input0": a, "input1": b, "expect0": total * numpy.float32(3) + numpy.float32(1),
            "expect1": total * numpy.float32(0.5) * b, "expect2": a * b + total})


def check_in_place(tools, target, run=run_bundle):
    numpy, a, b = make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        (scratch / "program.mlir").write_text(IN_PLACE)
        plan = compile_program(tools, target, scratch / "program.mlir", scratch)
        where = {row["slot"]: row["allocation"] for row in plan["memory"]["assignments"]}
        calls = [kernel for kernel in plan["kernels"] if kernel["source"] == "kernel_call"]
        for kernel in calls:
            if kernel["aliased_input"] != 0 or where[kernel["inputs"][0]] != where[kernel["output"]]:
                raise Failed(f"{kernel['entry']} {kernel['id']} does not work in place")
        if len(calls) != 3:
            raise Failed(f"{len(calls)} calls instead of 3")
        run(tools, scratch, {"input0": a, "input1": b, "expect0": a * b + a + b, "expect1": a + b, "expect2": a + b})


# A launch that follows from the only scalar, which is the element count: in a host loop the last seven static arguments
# become the count, the grid and the threadgroup.
HOST_LOOP = """#include <stdint.h>
void scale(const double *input, double *output, uint32_t given, double factor, uint32_t count, uint32_t grid_x,
           uint32_t grid_y, uint32_t grid_z, uint32_t threads_x, uint32_t threads_y, uint32_t threads_z) {
  for (uint32_t i = 0; i < grid_x * grid_y * grid_z * threads_x * threads_y * threads_z; ++i)
    if (i < count && given == count)
      output[i] = input[i] * factor + grid_x;
}"""
HOST_LOOP_PROGRAM = """func.func @main(%a: tensor<1000xf64>) -> tensor<1000xf64> {
  %n = accy.neg %a : tensor<1000xf64>
  %0 = accy.kernel_call "scale" %n version = 1 : tensor<1000xf64> -> tensor<1000xf64>
  %1 = accy.neg %0 : tensor<1000xf64>
  accy.return %1 : tensor<1000xf64>
}"""


def host_loop_registry(format, path):
    axis = {"extent": 1}
    return {"version": 1, "entries": [{
        "target": "scale", "version": 1, "format": format, "entry": "scale", "argument_count": 11,
        "required": {"dtypes": ["f64"], "features": [], "subgroup": []}, "payload": {"kind": "bytes", "path": path},
        "launch": {"grid": [{"scalar_index": 0, "divisor": 32}, axis, axis], "threadgroup": [32, 1, 1],
                   "shared_bytes": 0},
        "count_argument": "none", "runtime_scalar_count": 1,
        "static_arguments": [{"f64": "0x4004000000000000"}] + 7 * [{"u32": 0}],
        "shape_family_fingerprint": "0x0000000000000007",
        "shape_profile": {"dimension_count": 1, "scalar_index": 0, "fingerprint": "0x0000000000000007"}}]}


def check_host_loop(tools, format):
    numpy, a, _ = make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        (scratch / "scale.c").write_text(HOST_LOOP)
        (scratch / "program.mlir").write_text(HOST_LOOP_PROGRAM)
        tools.check(need("cc"), "-O1", "-fPIC", "-c", scratch / "scale.c", "-o", scratch / "scale.o")
        name = "scale.o"
        if format == "cpu_machine_code":
            name = "scale.bin"
            tools.check(need("objcopy"), "-O", "binary", "-j", ".text", scratch / "scale.o", scratch / name)
        (scratch / "registry.json").write_text(json.dumps(host_loop_registry(format, name)))
        tools.check(tools.opt, scratch / "program.mlir",
                    f"--accy-compile=target=cpu format={format} registry={scratch}/registry.json",
                    f"--accy-export=dir={scratch}/bundle", "-o", "/dev/null")
        values = a.astype(numpy.float64)
        run_bundle(tools, scratch, {"input0": values, "expect0": 2.5 * values - 32})


# Kernels of the user's own, by what they do to the rows of 50 elements of a tensor: what each is of, and its body.
OWN_KERNELS = {
    "negate": ("", """
    %result = arith.negf %value : f32"""),
    "double": ("", """
    %result = arith.addf %value, %value : f32"""),
    # Each thread hands its element to another one, and all wait for each other in between.
    "reverse": ("workgroup(%row: memref<50xf32, #gpu.address_space<workgroup>>) ", """
    %last = arith.constant 49 : index
    %other = arith.subi %last, %thread : index
    memref.store %value, %row[%thread] : memref<50xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %result = memref.load %row[%other] : memref<50xf32, #gpu.address_space<workgroup>>"""),
}
OWN_KERNEL = """gpu.module @{module} {{
  gpu.func @user_{name}(%input: memref<1000xf32>, %output: memref<1000xf32>) {memory}kernel
      attributes {{choir.geometry = {{grid = array<i64: 20, 1, 1>, threadgroup = array<i64: 50, 1, 1>}}}} {{
    %group = gpu.block_id x
    %threads = gpu.block_dim x
    %thread = gpu.thread_id x
    %start = arith.muli %group, %threads : index
    %i = arith.addi %start, %thread : index
    %value = memref.load %input[%i] : memref<1000xf32>{body}
    memref.store %result, %output[%i] : memref<1000xf32>
    gpu.return
  }}
}}
"""
BESIDES = """func.func @main(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = accy.add %a, %a : tensor<1000xf32>
  accy.return %0 : tensor<1000xf32>
}"""
CALLS_OWN = """func.func @main(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = accy.add %a, %a : tensor<1000xf32>
  %1 = accy.kernel_call "own" %0 version = 1 : tensor<1000xf32> -> tensor<1000xf32>
  accy.return %1 : tensor<1000xf32>
}"""


def write_own_kernel(name, module):
    memory, body = OWN_KERNELS[name]
    return OWN_KERNEL.format(module=module, name=name, memory=memory, body=body)


def call_own_kernel(tools, target, name, scratch):
    """Compiles a kernel of the user's, beside another in a gpu.module of its own, and a program that calls it; returns
    that program's plan."""
    format = FORMATS[target.split(":")[0]]
    compiled = f"target={target} format={format}"
    (scratch / "own.mlir").write_text(write_own_kernel("double", "kernels") + write_own_kernel(name, "mine") + BESIDES)
    (scratch / "calls.mlir").write_text(CALLS_OWN)
    kernel = next(kernel for kernel in tools.export(scratch / "own.mlir", compiled, scratch / "own")["kernels"]
                  if kernel["entry"] == f"user_{name}")
    geometry = kernel["geometry"]
    entry = {"target": "own", "version": 1, "format": format, "entry": kernel["entry"],
             "argument_count": kernel["argument_count"], "required": kernel["required"],
             "payload": {"kind": kernel["payload"]["kind"], "path": f"own/{kernel['payload']['path']}"},
             "launch": {"grid": [{"extent": extent} for extent in geometry["grid"]],
                        "threadgroup": geometry["threadgroup"], "shared_bytes": geometry["shared_bytes"]},
             "count_argument": "none", "runtime_scalar_count": 0,
             "static_arguments": [argument["scalar"] for argument in kernel["arguments"]]}
    (scratch / "registry.json").write_text(json.dumps({"version": 1, "entries": [entry]}))
    return tools.export(scratch / "calls.mlir", compiled, scratch / "bundle", scratch / "registry.json")


def compute_own(name, values):
    return -values if name == "negate" else values.reshape(20, 50)[:, ::-1].ravel()


def check_own_kernel(tools, target, name, run):
    """A bundle with kernels of the user's runs without them; a payload, registered as it is, runs when it is called."""
    _, a, _ = make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        call_own_kernel(tools, target, name, scratch)
        run(tools, scratch, {"input0": a, "expect0": compute_own(name, a + a)})
        run(tools, scratch, {"input0": a, "expect0": a + a}, "own")


def check_own_ptx(tools, name):
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        call_own_kernel(tools, "cuda:sm_90", name, scratch)
        for path in (scratch / "own").glob("*.ptx"):
            tools.check(need("ptxas"), "-arch=sm_90", path, "-o", "/dev/null")


def check_cuda(tools):
    """The kernels' PTX assembles, and the plan has what a launch needs."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        plan = compile_program(tools, "cuda", EXAMPLE / "program.mlir", scratch)
        derived = [kernel for kernel in plan["kernels"] if "kernel_call_launch" in kernel]
        if len(derived) != 1 or derived[0]["geometry"]["grid"] != [16, 1, 1]:
            raise Failed("the derived launch is not ceil(1000 / 64) = 16 threadgroups")
        tools.check(need("ptxas"), "-arch=sm_90", EXAMPLE / "cuda" / "kernels.ptx", "-o", "/dev/null")


def check_schema():
    try:
        import jsonschema
    except ImportError:
        raise Skipped("jsonschema is not installed") from None
    schema = json.loads((ROOT / "docs" / "registry.schema.json").read_text())
    plan_schema = json.loads((ROOT / "docs" / "plan.schema.json").read_text())
    for name, definition in schema["$defs"].items():
        if name in plan_schema["$defs"] and plan_schema["$defs"][name] != definition:
            raise Failed(f"$defs.{name} is not that of plan.schema.json")
    validator = jsonschema.Draft202012Validator(schema)
    registries = [*EXAMPLE.glob("*/registry.json"), ROOT / "test" / "lit" / "passes" / "inputs" / "registry.json"]
    for path in registries:
        registry = json.loads(path.read_text())
        for error in validator.iter_errors(registry):
            raise Failed(f"{path}: {error.message}")
        for key in list(registry["entries"][0]):
            damaged = json.loads(path.read_text())
            del damaged["entries"][0][key]
            if validator.is_valid(damaged):
                raise Failed(f"the schema accepts an entry without {key}")
    if len(registries) != 5:
        raise Failed(f"{len(registries)} registries instead of 5")


def add_tests(counter, tools, quick):
    del quick
    for target, run in (("cpu", run_bundle), ("vulkan", run_bundle), ("cuda", run_on_gpu)):
        counter.run(f"kernel calls on {target}", check_example, tools, target, run)
        counter.run(f"kernel calls in place on {target}", check_in_place, tools, target, run)
        counter.run(f"own kernel on {target}", check_own_kernel, tools, target, "negate", run)
    for target, run in (("vulkan:llvmpipe", run_bundle), ("cuda:sm_80", run_on_gpu)):
        counter.run(f"own kernel with a barrier on {target}", check_own_kernel, tools, target, "reverse", run)
    for name in ("negate", "reverse"):
        counter.run(f"own kernel for cuda, {name}", check_own_ptx, tools, name)
    for format in ("cpu_object", "cpu_machine_code"):
        counter.run(f"kernel call in a host loop, {format}", check_host_loop, tools, format)
    counter.run("kernel calls for cuda", check_cuda, tools)
    counter.run("schema of kernel registries", check_schema)
