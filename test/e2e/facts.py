# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The planner's reference numbers, from program text to plan.json and to the artifacts: baseline profiles,
# strategies=generic.

import ctypes
import json
import mmap
import pathlib
import platform
import struct
import tempfile

import artifacts
from harness import Failed, Skipped

T8 = "tensor<8xf32>"
ADD = f"""func.func @main(%a: {T8}, %b: {T8}) -> {T8} {{
  %0 = accy.add %a, %b : {T8}
  accy.return %0 : {T8}
}}"""
ADD_MUL = f"""func.func @main(%a: {T8}, %b: {T8}, %c: {T8}) -> {T8} {{
  %0 = accy.add %a, %b : {T8}
  %1 = accy.mul %0, %c : {T8}
  accy.return %1 : {T8}
}}"""
RESHAPE = """func.func @main(%a: tensor<2x4xf32>) -> tensor<8xf32> {
  %0 = accy.reshape %a : tensor<2x4xf32> -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}"""
DOT = """func.func @main(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<16x16xf32> -> tensor<16x16xf32>
  accy.return %0 : tensor<16x16xf32>
}"""
SUM = """func.func @main(%a: tensor<256xf32>) -> tensor<f32> {
  %0 = accy.reduce sum %a dims = [0] : tensor<256xf32> -> tensor<f32>
  accy.return %0 : tensor<f32>
}"""
SUM_ROWS = """func.func @main(%a: tensor<16x16xf32>) -> tensor<16xf32> {
  %0 = accy.reduce sum %a dims = [1] : tensor<16x16xf32> -> tensor<16xf32>
  accy.return %0 : tensor<16xf32>
}"""
SUM_I32 = SUM.replace("f32", "i32")
CONSTANT = f"""func.func @main(%a: {T8}) -> {T8} {{
  %k = accy.constant dense<2.0> : {T8}
  %0 = accy.add %a, %k : {T8}
  accy.return %0 : {T8}
}}"""
TEMPORARIES = f"""func.func @main(%a: {T8}, %b: {T8}, %c: {T8}, %d: {T8}, %e: {T8}, %f: {T8}) -> ({T8}, {T8}) {{
  %s = accy.add %a, %b : {T8}
  %p = accy.mul %s, %c : {T8}
  %x = accy.concatenate %s, %d dim = 0 : {T8} -> tensor<16xf32>
  %q = accy.add %e, %f : {T8}
  accy.return %p, %q : {T8}, {T8}
}}"""
KERNEL_CALL = f"""func.func @main(%a: {T8}, %b: {T8}) -> {T8} {{
  %0 = accy.kernel_call "accy.custom.scale" %a, %b version = 1 : {T8} -> {T8}
  accy.return %0 : {T8}
}}"""


def geometry(grid, threadgroup):
    return {"grid": grid, "threadgroup": threadgroup, "shared_bytes": 0}


def scalars(*values):
    return [{"scalar": {"u32": value}} for value in values]


# What a candidate is compared by: threadgroup, grid, estimates, tile.
def candidates(kernel):
    rows = []
    for candidate in kernel["candidates"]:
        tile = candidate["tile"]
        rows.append((candidate["geometry"]["grid"], candidate["geometry"]["threadgroup"], candidate["est_bytes"],
                     candidate["est_ops"], tile and (tile["m"], tile["n"], tile["k"], tile["input_tile_bytes"],
                                                     tile["output_tile_bytes"])))
    return rows


RESOURCES = ("static_read_bytes", "static_write_bytes", "static_total_bytes", "estimated_element_ops")

# Program, target, then what the only kernel must say.
FACTS = [
    ("add", ADD, "cuda", dict(entry="accy_choir_elementwise_add_0", argument_count=4, count_argument="device_buffer_u32",
                              element_count=8, resources=(64, 32, 96, 8), external=(2, 2, 0), klass="memory_bound",
                              geometry=geometry([1, 1, 1], [32, 1, 1]), first=(384, 32), fixed=False,
                              payload=[".visible .entry accy_choir_elementwise_add_0"])),
    ("add", ADD, "vulkan", dict(argument_count=4, geometry=geometry([1, 1, 1], [8, 1, 1]), words=0x07230203,
                                spirv=("1.3", ["Shader"], []))),
    ("add", ADD, "vulkan:desktop", dict(spirv=("1.3", ["Shader", "SignedZeroInfNanPreserve"],
                                               ["SPV_KHR_float_controls"]))),
    ("add", ADD, "vulkan:llvmpipe", dict(spirv=("1.6", ["Shader", "SignedZeroInfNanPreserve", "RoundingModeRTE"], []))),
    ("add", ADD, "cpu_object", dict(argument_count=11, statics=[8, 1, 1, 1, 8, 1, 1], fixed=True, count=1,
                             geometry=geometry([1, 1, 1], [8, 1, 1]), bytes=b"\x7fELF")),
    ("add", ADD, "cpu", dict(argument_count=11, statics=[8, 1, 1, 1, 8, 1, 1], fixed=True, count=1,
                             geometry=geometry([1, 1, 1], [8, 1, 1]))),
    ("add", ADD, "wasm", dict(argument_count=11, statics=[8, 1, 1, 1, 8, 1, 1], bytes=b"\0asm\1\0\0\0")),
    ("add_mul", ADD_MUL, "cuda", dict(entry="accy_choir_elementwise_add_mul_0", argument_count=5, op_count=2,
                                      external=(3, 3, 1), resources=(96, 32, 128, 16), ops_per_kib=128, first=(512, 64),
                                      payload=["mul.rn.f32"])),
    ("add", ADD, "metal", dict(argument_count=4, geometry=geometry([1, 1, 1], [32, 1, 1]),
                               payload=["kernel void accy_choir_elementwise_add_0", "thread_position_in_grid"])),
    ("add", ADD, "webgpu", dict(argument_count=4, geometry=geometry([1, 1, 1], [8, 1, 1]), fixed=False,
                                payload=["@compute @workgroup_size(8, 1, 1)", "fn accy_choir_elementwise_add_0("])),
    ("add_mul", ADD_MUL, "webgpu", dict(argument_count=5, op_count=2, payload=[" * "])),
    ("add_mul", ADD_MUL, "metal", dict(argument_count=5, op_count=2, payload=[" * "])),
    ("add_mul", ADD_MUL, "vulkan", dict(argument_count=5, op_count=2)),
    ("reshape", RESHAPE, "vulkan", dict(entry="accy_choir_shape_reshape_0", argument_count=3, resources=(32, 32, 64, 8),
                                        klass="memory_bound", fixed=True, geometry=geometry([1, 1, 1], [8, 1, 1]),
                                        first=(64, 8))),
    ("dot", DOT, "cuda", dict(argument_count=3, count_argument="none", element_count=256,
                              resources=(2048, 1024, 3072, 8192), klass="compute_weighted", fixed=True,
                              candidates=[([1, 1, 1], [16, 16, 1], 3072, 8192, (16, 16, 16, 2048, 1024)),
                                          ([1, 2, 1], [32, 8, 1], 3072, 8192, (8, 32, 16, 2560, 1024)),
                                          ([2, 1, 1], [8, 32, 1], 3072, 8192, (32, 8, 16, 2560, 1024)),
                                          ([2, 2, 1], [8, 8, 1], 768, 2048, (8, 8, 16, 1024, 256))])),
    ("dot", DOT, "vulkan", dict(candidates=[([2, 2, 1], [8, 8, 1], 768, 2048, (8, 8, 16, 1024, 256)),
                                            ([1, 2, 1], [16, 8, 1], 1536, 4096, (8, 16, 16, 1536, 512)),
                                            ([2, 1, 1], [8, 16, 1], 1536, 4096, (16, 8, 16, 1536, 512)),
                                            ([1, 1, 1], [16, 16, 1], 3072, 8192, (16, 16, 16, 2048, 1024))])),
    ("dot", DOT, "webgpu", dict(argument_count=3, fixed=True, geometry=geometry([2, 2, 1], [8, 8, 1]),
                                payload=["@workgroup_size(8, 8, 1)"])),
    ("dot", DOT, "cpu_object", dict(argument_count=10, statics=[256, 256, 1, 1, 1, 1, 1], count=1,
                             geometry=geometry([256, 1, 1], [1, 1, 1]), tile=(1, 1, 16, 128, 4))),
    ("sum", SUM, "cuda", dict(entry="accy_choir_reduction_sum_rank1_axis0_f32_0", argument_count=3, element_count=1,
                              resources=(1024, 4, 1028, 256), klass="memory_bound", fixed=False,
                              geometry=geometry([1, 1, 1], [32, 1, 1]), first=(32896, 8192),
                              tile=(32, 256, 0, 32768, 128))),
    ("sum", SUM, "vulkan", dict(fixed=True, geometry=geometry([1, 1, 1], [64, 1, 1]), first=(65792, 16384),
                                tile=(64, 256, 0, 65536, 256))),
    ("sum_rows", SUM_ROWS, "cuda", dict(entry="accy_choir_reduction_sum_rank2_axis1_f32_0",
                                        resources=(1024, 64, 1088, 256), geometry=geometry([1, 1, 1], [32, 1, 1]),
                                        first=(2176, 512), tile=(32, 16, 1, 2048, 128))),
    ("sum_rows", SUM_ROWS, "vulkan", dict(geometry=geometry([1, 1, 1], [64, 1, 1]), first=(4352, 1024),
                                          tile=(64, 16, 1, 4096, 256))),
    ("sum_i32", SUM_I32, "cuda", dict(entry="accy_choir_reduction_sum_rank1_axis0_i32_0", dtype="i32")),
    ("sum_i32", SUM_I32, "vulkan", dict(entry="accy_choir_reduction_sum_rank1_axis0_i32_0", dtype="i32")),
]


def compile_text(tools, text, target, folder, memory=""):
    if target == "cpu_object":
        target = "cpu format=cpu_object"
    passes = [f"--accy-compile=target={target} strategies=generic"]
    if memory:
        passes.append(f"--accy-plan-memory=strategy={memory}")
    tools.check(tools.opt, "-", *passes, f"--accy-export=dir={folder}", "-o", "/dev/null", stdin=text)
    return json.loads((folder / "plan.json").read_text())


def equal(what, expected, found):
    if expected != found:
        raise Failed(f"{what}: expected {expected}, found {found}")


# How each fact is read off a kernel.
READ = {
    "entry": lambda k: k["entry"],
    "argument_count": lambda k: k["argument_count"],
    "count_argument": lambda k: k["count_argument"],
    "element_count": lambda k: k["element_count"],
    "resources": lambda k: tuple(k["resources"][name] for name in RESOURCES),
    "spirv": lambda k: tuple(k["payload"]["spirv"][name] for name in ("version", "capabilities", "extensions")),
    "op_count": lambda k: k["resources"]["op_count"],
    "external": lambda k: tuple(k["resources"][name] for name in ("external_input_value_count",
                                                                  "external_operand_count", "chain_operand_count")),
    "ops_per_kib": lambda k: k["resources"]["ops_per_kib"],
    "klass": lambda k: k["class"],
    "geometry": lambda k: k["geometry"],
    "first": lambda k: (k["candidates"][0]["est_bytes"], k["candidates"][0]["est_ops"]),
    "fixed": lambda k: k["fixed_threadgroup"],
    "count": lambda k: len(k["candidates"]),
    "candidates": candidates,
    "tile": lambda k: candidates(k)[0][4],
    "statics": lambda k: [a["scalar"]["u32"] for a in k["arguments"] if "scalar" in a],
}


def check_payload(folder, plan, kernel, facts):
    data = (folder / kernel["payload"]["path"]).read_bytes()
    equal("the artifact's bytes", kernel["payload"]["bytes"], len(data))
    artifacts.check_entry(plan["format"], data, kernel["entry"], kernel["argument_count"])
    for text in facts.get("payload", []):
        if text.encode() not in data:
            raise Failed(f"the payload lacks {text}")
    if "words" in facts:
        equal("the first word", facts["words"], int.from_bytes(data[:4], "little"))
    if "bytes" in facts:
        equal("the first bytes", facts["bytes"], data[: len(facts["bytes"])])
    if "dtype" in facts and facts["dtype"] not in kernel["required"]["dtypes"]:
        raise Failed(f"{facts['dtype']} is not required")


def check(tools, text, target, facts):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_text(tools, text, target, folder)
        kernels = plan["kernels"]
        equal("kernels", 1, len(kernels))
        for name, expected in facts.items():
            if name in READ:
                equal(name, expected, READ[name](kernels[0]))
        check_payload(folder, plan, kernels[0], facts)


def call_machine_code(code, arguments):
    """Calls the bytes as they are, at their start: arguments are buffers and numbers of 32 bits."""
    with mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC) as memory:
        memory.write(code)
        start = ctypes.c_char.from_buffer(memory)
        types = [ctypes.c_uint32 if isinstance(argument, int) else ctypes.c_void_p for argument in arguments]
        ctypes.CFUNCTYPE(None, *types)(ctypes.addressof(start))(*arguments)
        del start


def check_machine_code(tools):
    """cpu_machine_code has neither a magic word nor a name, but a function at its first byte, whose arguments are the
    plan's."""
    if platform.machine() != "x86_64":
        raise Skipped("the processor is no x86-64")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_text(tools, ADD, "cpu", folder)
        kernel = plan["kernels"][0]
        buffers = {slot["id"]: ctypes.create_string_buffer(slot["bytes"]) for slot in plan["slots"]}
        a, b = ([float(scale * i) for i in range(8)] for scale in (1, 100))
        for slot, values in zip(plan["inputs"], (a, b), strict=True):
            buffers[slot].raw = struct.pack("<8f", *values)
        arguments = []
        for argument in kernel["arguments"]:
            if "buffer" in argument:
                arguments.append(buffers[argument["buffer"]])
            elif "count_buffer" in argument:
                arguments.append(ctypes.create_string_buffer(struct.pack("<I", argument["count_buffer"])))
            else:
                arguments.append(argument["scalar"]["u32"])
        call_machine_code((folder / kernel["payload"]["path"]).read_bytes(), arguments)
        equal("what the code computes", [x + y for x, y in zip(a, b)],
              list(struct.unpack("<8f", buffers[plan["outputs"][0]].raw)))


def check_constant(tools):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_text(tools, CONSTANT, "cuda", folder)
        slots = plan["slots"]
        equal("slots", 3, len(slots))
        for slot in slots:
            equal("layout", ("row_major", [8], [1], [0], 4, True, True),
                  (slot["layout"], slot["dims"], slot["strides"], slot["minor_to_major"], slot["alignment"],
                   slot["contiguous"], slot["static"]))
        constant = next(slot for slot in slots if "constant" in slot["role"])
        equal("constant", ("device_constant", "read_only", "none"),
              (constant["space"], constant["access"], constant["transfer"]))
        equal("payload", 32, len((folder / constant["constant"]).read_bytes()))
        output = next(slot for slot in slots if "output" in slot["role"])
        equal("output", ("device_global", "write_only", "device_to_host"),
              (output["space"], output["access"], output["transfer"]))


def check_temporaries(tools):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        plan = compile_text(tools, TEMPORARIES, "cuda", folder, "reuse")
        memory = plan["memory"]
        equal("plan", (10, 4, 4, 3, 160, 128, 128),
              (len(plan["slots"]), len(plan["kernels"]), len(memory["assignments"]), len(memory["allocations"]),
               memory["total_bytes"], memory["allocated_bytes"], memory["peak_bytes"]))


def check_vectors(tools):
    """With the best strategies four elements go to a thread."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        tools.check(tools.opt, "-", "--accy-compile=target=cuda", f"--accy-export=dir={folder}", "-o", "/dev/null",
                    stdin=ADD)
        plan = json.loads((folder / "plan.json").read_text())
        equal("alignments", [16, 16, 16], [slot["alignment"] for slot in plan["slots"]])
        kernel = plan["kernels"][0]
        equal("entry", "accy_choir_elementwise_add_0_v4", kernel["entry"])
        equal("element count", 8, kernel["element_count"])
        equal("count buffer", {"count_buffer": 8}, kernel["arguments"][3])
        equal("geometry", geometry([1, 1, 1], [32, 1, 1]), kernel["geometry"])
        text = (folder / kernel["payload"]["path"]).read_text()
        for part in (".visible .entry accy_choir_elementwise_add_0_v4(", ".v4."):
            if part not in text:
                raise Failed(f"the PTX lacks {part}")


def check_kernel_call(tools):
    process = tools.call(tools.opt, "-", "--accy-compile=target=cuda", stdin=KERNEL_CALL)
    if process.returncode == 0 or "[UnsupportedOperation]" not in process.stderr:
        raise Failed(f"a kernel call without a registry is not refused: {process.stderr[:200]}")


DOT_F16 = """func.func @main(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>) -> tensor<16x16xf32> {
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] accumulate = f32 : tensor<16x16xf16> -> tensor<16x16xf32>
  accy.return %0 : tensor<16x16xf32>
}"""


def check_f16(tools):
    """Where the profile lacks arithmetic on f16 a dot_general of it is refused; elsewhere it compiles."""
    for target in ("cuda", "vulkan"):
        process = tools.call(tools.opt, "-", f"--accy-compile=target={target}", stdin=DOT_F16)
        if process.returncode == 0 or "[CapabilityMismatch]" not in process.stderr:
            raise Failed(f"f16 on {target} is not refused: {process.stderr[:200]}")
    for target in ("cuda:sm_90", "vulkan:llvmpipe"):
        tools.check(tools.opt, "-", f"--accy-compile=target={target}", "-o", "/dev/null", stdin=DOT_F16)


def add_tests(counter, tools, quick):
    for name, text, target, facts in FACTS:
        counter.run(f"facts of {name} for {target}", check, tools, text, target, facts)
    counter.run("facts of machine code", check_machine_code, tools)
    counter.run("facts of a constant", check_constant, tools)
    counter.run("facts of dead temporaries", check_temporaries, tools)
    counter.run("facts of vectors", check_vectors, tools)
    counter.run("facts of a kernel call", check_kernel_call, tools)
    counter.run("facts of f16", check_f16, tools)
