# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# WebAssembly modules: valid by wabt's judgement, with a memory of their own and with one that they import, with and
# without vector instructions; and run, real programs and modules written by hand.

import array
import json
import pathlib
import shutil
import tempfile

import kernel_calls
from harness import Agrees, Failed, Skipped
from npy import write_npy
from programs import FURTHER_PROGRAMS, PROGRAMS, compile_bundle, expect, largest_error, runner, source

IMPORT = "wasm-import-memory=true"


def need(program):
    path = shutil.which(program)
    if not path:
        raise Skipped(f"{program} (of the package wabt) is not installed")
    return path


def check_modules(tools, folder, plan, imports_memory):
    for kernel in plan["kernels"]:
        path = folder / kernel["payload"]["path"]
        tools.check(need("wasm-validate"), path)
        listing = tools.check(need("wasm-objdump"), "--details", path)
        if ("<- env.memory" in listing) != imports_memory or ('memory[0] -> "memory"' in listing) == imports_memory:
            raise Failed(f"{path.name} does not {'import' if imports_memory else 'export'} its memory")
        for name in (kernel["entry"], "__heap_base"):
            if f'-> "{name}"' not in listing:
                raise Failed(f"{path.name} does not export {name}")


def check_program(tools, name, rtol, atol, target, options):
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        plan = compile_bundle(tools, source(name), target, scratch / "bundle", options)
        check_modules(tools, scratch / "bundle", plan, options == IMPORT)
        inputs = [source(name).parent / f"{name}.in{i}.npy" for i in range(len(plan["inputs"]))]
        expected, atol = expect(name, plan, atol, scratch)
        text = tools.check(*runner(tools, target), scratch / "bundle", *(f"--input={path}" for path in inputs),
                           *(f"--expect={path}" for path in expected), f"--rtol={rtol}", f"--atol={atol}")
        return Agrees(f"{len(plan['kernels'])} modules", largest_error(text))


# ---- Modules written by hand -----------------------------------------------------------------------------------------

# Adds to four integers those of the module's data.
MODULE = """(module
  {memory}
  (data (i32.const 1024) "{data}")
  (func (export "kernel") (param $input i32) (param $output i32) (local $at i32)
    (loop $next
      (i32.store (i32.add (local.get $output) (local.get $at))
        (i32.add (i32.load (i32.add (local.get $input) (local.get $at))) (i32.load offset=1024 (local.get $at))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 16))))))"""
IMPORTED = '(import "env" "memory" (memory 1))'
# Its own memory is full: it has to grow for the buffers.
OWN = '(memory (export "memory") 1) (global (export "__heap_base") i32 (i32.const 65536))'
MODULES = {"ones": (IMPORTED, "\\01\\00\\00\\00" * 4), "hundreds": (IMPORTED, "\\64\\00\\00\\00" * 4),
           "own": (OWN, "\\00\\01\\00\\00" * 4)}

PROGRAM = """func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = accy.kernel_call "ones" %a version = 1 : tensor<4xi32> -> tensor<4xi32>
  %1 = accy.kernel_call "hundreds" %0 version = 1 : tensor<4xi32> -> tensor<4xi32>
  %2 = accy.kernel_call "own" %1 version = 1 : tensor<4xi32> -> tensor<4xi32>
  %3 = accy.kernel_call "ones" %2 version = 1 : tensor<4xi32> -> tensor<4xi32>
  %4 = accy.neg %3 : tensor<4xi32>
  accy.return %4 : tensor<4xi32>
}"""


def registry_entry(name):
    axis = {"extent": 1}
    return {"target": name, "version": 1, "format": "webassembly_module", "entry": "kernel", "argument_count": 2,
            "required": {"dtypes": ["i32"], "features": [], "subgroup": []},
            "payload": {"kind": "bytes", "path": f"{name}.wasm"},
            "launch": {"grid": [axis, axis, axis], "threadgroup": [1, 1, 1], "shared_bytes": 0},
            "count_argument": "none", "runtime_scalar_count": 0, "static_arguments": []}


def check_data(tools, options):
    """Modules whose data lie at the same addresses of one memory each find their own."""
    numpy, *_ = kernel_calls.make_inputs()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for name, (memory, data) in MODULES.items():
            (scratch / f"{name}.wat").write_text(MODULE.format(memory=memory, data=data))
            tools.check(need("wat2wasm"), scratch / f"{name}.wat", "-o", scratch / f"{name}.wasm")
        (scratch / "registry.json").write_text(
            json.dumps({"version": 1, "entries": [registry_entry(name) for name in MODULES]}))
        (scratch / "program.mlir").write_text(PROGRAM)
        compile_bundle(tools, scratch / "program.mlir", "wasm", scratch / "bundle",
                       f"registry={scratch}/registry.json {options}")
        values = numpy.arange(4, dtype=numpy.int32)
        arrays = kernel_calls.save_arrays(scratch, {"input": values, "expect": -(values + 1 + 100 + 256 + 1)})
        tools.check(*runner(tools, "wasm"), scratch / "bundle", *arrays)


# The empty %0 may lie where the kernel that reads it writes.
EMPTY = """func.func @main(%a: tensor<0x4xi32>, %c: tensor<4x4xi32>) -> (tensor<i32>, tensor<4xi32>) {
  %0 = accy.dot_general %a, %a lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [1] : tensor<0x4xi32>, tensor<0x4xi32> -> tensor<0x0xi32>
  %1 = accy.dot_general %c, %c lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [1] : tensor<4x4xi32>, tensor<4x4xi32> -> tensor<4x4xi32>
  %3 = accy.reduce sum %1 dims = [1] : tensor<4x4xi32> -> tensor<4xi32>
  %2 = accy.reduce min %0 dims = [0, 1] : tensor<0x0xi32> -> tensor<i32>
  accy.return %2, %3 : tensor<i32>, tensor<4xi32>
}
"""


def check_empty(tools, options):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "program.mlir").write_text(EMPTY)
        compile_bundle(tools, folder / "program.mlir", "wasm:simd128", folder / "bundle", options)
        arrays = {"in0": ([], (0, 4)), "in1": (16 * [1], (4, 4)), "out0": ([2**31 - 1], ()), "out1": (4 * [16], (4,))}
        for name, (values, shape) in arrays.items():
            write_npy(folder / f"{name}.npy", array.array("i", values), shape)
        tools.check(*runner(tools, "wasm"), folder / "bundle", f"--input={folder}/in0.npy", f"--input={folder}/in1.npy",
                    f"--expect={folder}/out0.npy", f"--expect={folder}/out1.npy", "--rtol=0", "--atol=0")


def add_tests(counter, tools, quick):
    for name, rtol, atol, _ in PROGRAMS:
        for target in ("wasm:simd128",) if quick else ("wasm", "wasm:simd128"):
            counter.run_cell(f"{target}, Node", name, check_program, tools, name, rtol, atol, target, "")
            counter.run_cell(f"{target}, imported memory, Node", name, check_program, tools, name, rtol, atol, target, IMPORT)
    for name, rtol, atol, _ in [] if quick else FURTHER_PROGRAMS:
        counter.run_cell("wasm:simd128, Node", name, check_program, tools, name, rtol, atol, "wasm:simd128", "")
    counter.run("an empty value where another is written", check_empty, tools, "")
    counter.run("an empty value where another is written, imported memory", check_empty, tools, IMPORT)
    counter.run("modules with data, generated ones with a memory", check_data, tools, "")
    counter.run("modules with data, generated ones without", check_data, tools, IMPORT)
