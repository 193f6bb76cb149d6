# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every operation on every dtype that it takes is compiled to the end, or refused by accy-legalize and no later, on every
# kind of target. Programs are made from the dialect's own table, so that a new operation is among them.

import bisect
import json
import pathlib
import re
import tempfile

from harness import ROOT, Failed
from programs import write_profile

FLOATS = ["f16", "bf16", "f32", "f64"]
SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64"]
ELEMENTS = {  # the kinds of ops.def
    "Any": FLOATS + SIGNED + UNSIGNED + ["i1"],
    "Number": FLOATS + SIGNED + UNSIGNED,
    "Signed": FLOATS + SIGNED,
    "Float": FLOATS,
    "Integral": SIGNED + UNSIGNED + ["i1"],
    "Integer": SIGNED + UNSIGNED,
}

# Each class of operations as programs: the shapes of its operands and of its result, and what is written between the
# name and the operands, and between these and the types. A shape may name its element. {e} is the operation's.
FORMS = {
    "Iota": [([], "7", "", "dim = 0")],
    "Unary": [(["7"], "7", "", "")],
    "Binary": [(["7", "7"], "7", "", "")],
    "Compare": [(["7", "7"], "7xi1", direction, "") for direction in ("eq", "lt", "ge")],
    "Select": [(["7xi1", "7", "7"], "7", "", "")],
    "Clamp": [(["7", "7", "7"], "7", "", "")],
    "Broadcast": [(["7"], "3x7", "", "dims = [1]")],
    "Reshape": [(["6"], "2x3", "", "")],
    "Transpose": [(["2x3"], "3x2", "", "permutation = [1, 0]")],
    "Slice": [(["7"], "3", "", "start = [1] limit = [6] strides = [2]")],
    "Pad": [(["7", ""], "16", "", "low = [1] high = [2] interior = [1]")],
    "Concatenate": [(["7", "7"], "14", "", "dim = 0")],
    "Reverse": [(["7"], "7", "", "dims = [0]")],
    "Gather": [(["3x7", f"5x{index}"], "3x5", "", "dim = 1") for index in SIGNED + UNSIGNED],
    "DotGeneral": [([shape, shape], shape, "",
                    "lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0]") for shape in ("4x4", "64x64")],
}
WRITES_RESULT = {"Convert", "Broadcast", "Reshape", "Transpose", "Slice", "Pad", "Concatenate", "Gather", "Reduce", "DotGeneral"}
WITHOUT_CODE = {"KernelCall", "Return"}  # what the first computes its registry says, and the second nothing


def forms(name, operation_class, element):
    if name == "round":
        return [(["7"], "7", "", f"ties = {ties}") for ties in ("even", "away")]
    if operation_class == "Convert":
        return [(["7"], f"7x{to}", "", "") for to in ELEMENTS["Any"] if to != element]
    if operation_class == "Reduce":
        kinds = ["min", "max"] + ["sum", "prod"] * (element != "i1") + ["and", "or"] * (element not in FLOATS)
        return [form for kind in kinds
                for form in ((["7"], "", kind, "dims = [0]"), (["5x2000"], "5", kind, "dims = [1]"))]
    if operation_class == "Constant":
        value = "true" if element == "i1" else "1.0" if element in FLOATS else "1"
        return [([], "3", f"dense<{value}>", "")]
    if operation_class not in FORMS:
        raise Failed(f"{name} is of the class {operation_class}, of which there are no programs here: write some")
    return FORMS[operation_class]


def tensor(shape, element):
    named = shape.endswith(tuple(ELEMENTS["Any"]))
    return f"tensor<{shape if named or not shape else shape + 'x'}{'' if named else element}>"


def write_program(name, operation_class, element, form):
    shapes, result_shape, leading, trailing = form
    types = [tensor(shape, element) for shape in shapes]
    result = tensor(result_shape, element)
    names = [f"%{i}" for i in range(len(types))]
    written = ", ".join(types) or result
    if operation_class in WRITES_RESULT:
        written += f" -> {result}"
    if operation_class in ("Broadcast", "Concatenate", "Binary", "Unary"):
        written = written.replace(f"{types[0]}, {types[0]}", types[0])
    arguments = ", ".join(f"{name}: {type}" for name, type in zip(names, types))
    operation = " ".join(filter(None, [f"accy.{name}", leading, ", ".join(names), trailing, ":", written]))
    return f"func.func @main({arguments}) -> {result} {{\n  %r = {operation}\n  accy.return %r : {result}\n}}\n"


def make_programs():
    table = (ROOT / "dialects" / "accy" / "ops.def").read_text()
    rows = re.findall(r"^ACCY_OP\((\w+), (\w+), -?\d+, -?\d+, (\w+),", table, re.MULTILINE)
    return [(f"{name} of {element}", write_program(name, operation_class, element, form))
            for name, operation_class, kind in rows if operation_class not in WITHOUT_CODE
            for element in ELEMENTS[kind] for form in forms(name, operation_class, element)]


SEPARATOR = "// -----\n"

# The passes of accy-compile until accy-legalize.
LEGALIZE = ("builtin.module(stablehlo-to-accy{{clean-up=true}},inline{{default-pipeline=}},symbol-dce,"
            "accy-split-reductions{{groups=1024 target={0}}},accy-schedule{{inline-splats=true}},accy-bufferize,"
            "accy-assign-memory-spaces,accy-assign-layouts,accy-assign-targets{{target={0}}},accy-fuse-rows,"
            "accy-split-work-items,accy-outline-kernels,accy-legalize)")


def find_errors(tools, option, programs):
    """Runs accy-opt on all programs at once; returns the messages of each that has some, by the program's index."""
    first_lines, line = [], 1
    for _, text in programs:
        first_lines.append(line)
        line += text.count("\n") + 1
    process = tools.call(tools.opt, "-", "--split-input-file", option, "-o", "/dev/null",
                         stdin=SEPARATOR.join(text for _, text in programs))
    messages = {}
    for line, message in re.findall(r"^\S+:(\d+):\d+: error: (.*)$", process.stderr, re.MULTILINE):
        messages.setdefault(bisect.bisect_right(first_lines, int(line)) - 1, []).append(message)
    if process.stderr.count("error: ") != sum(map(len, messages.values())) or process.returncode != (1 if messages else 0):
        raise Failed(f"status {process.returncode}: {process.stderr.strip()[-400:]}")
    return messages


def check(tools, target, programs):
    messages = find_errors(tools, f"--accy-compile=target={target}", programs)
    refused = [programs[i] for i in messages]
    early = find_errors(tools, f"--pass-pipeline={LEGALIZE.format(target)}", refused) if refused else {}
    for i, (index, late) in enumerate(messages.items()):
        name, text = programs[index]
        if early.get(i) != late:
            raise Failed(f"{name} is refused after accy-legalize: {late[0]}\n{text}")
        if any(not re.search(r"\[(CapabilityMismatch|UnsupportedOperation)\]$", message) for message in late):
            raise Failed(f"{name} is no valid program: {late[0]}\n{text}")
    if len(refused) == len(programs):
        raise Failed("all programs are refused")
    return f"{len(programs)} programs, {len(refused)} refused"


def check_profile(tools, target, programs, changes):
    """The same on a device like that target's but for these changes of its profile."""
    with tempfile.TemporaryDirectory() as scratch:
        path = write_profile(tools, pathlib.Path(scratch), target, "bindings")
        profile = json.loads(path.read_text())
        profile["target"] |= changes
        path.write_text(json.dumps(profile))
        return check(tools, path, programs)


# What has each dtype, and lacks what compiles it without ado.
NARROW = ["i1", "i8", "i16", "i32", "u8", "u16", "u32", "f16", "bf16", "f32"]
PROFILES = [
    ("vulkan, without features", "vulkan", {"dtypes": NARROW + ["i64", "u64", "f64"], "features": []}),
    ("vulkan, with f64 and no i64", "vulkan", {"dtypes": NARROW + ["f64"]}),
    ("metal, without features", "metal", {"dtypes": NARROW + ["i64", "u64"], "features": []}),
    ("webgpu, without features", "webgpu", {"dtypes": NARROW, "features": []}),
    ("wasm, without features", "wasm", {"dtypes": NARROW + ["i64", "u64", "f64"], "features": []}),
]
TARGETS = ["cuda:sm_90", "vulkan:llvmpipe", "metal:m1", "webgpu:subgroups", "cpu:x86-64-v3", "wasm:simd128", "cuda", "cpu"]


def add_tests(counter, tools, quick):
    # One in so many programs for each target, another than for its neighbours: all together they take seconds.
    programs, stride = make_programs(), 61 if quick else 17
    for i, target in enumerate(TARGETS):
        counter.run(f"refusals on {target}", check, tools, target, programs[i::stride])
    for i, (name, target, changes) in enumerate(PROFILES):
        counter.run(f"refusals on {name}", check_profile, tools, target, programs[2 * i::stride], changes)
