# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks docs/plan.schema.json and the reader of bundles against each other on plans of compiled programs, for every
built-in target: both take each plan, whose keys are those of planner.md in their order; and both refuse it without any
key that is required and with any name misspelled. What the schema requires and names is all tried on one plan or
another. Usage: compiled_plans_test.py SCHEMA ACCY_OPT READ_PLANS TARGET_PROFILES SOURCE_FOLDER"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

# The keys of objects, by where they are, in order; in the last row of a place those that only some objects have.
GEOMETRY = (["grid", "threadgroup", "shared_bytes"], [])
TILE = (["kind", "m", "n", "k", "batch", "input_dtype", "output_dtype", "input_tile_bytes", "output_tile_bytes",
         "scratch_memory_bytes", "reduction_kind", "reduction_rank", "reduction_axis", "reduction_extent"], [])
ORDER = {
    "$": (["version", "backend", "format", "target", "function", "slots", "inputs", "outputs", "kernels", "memory"], []),
    "$.slots[]": (["id", "role", "dtype", "space", "access", "transfer", "layout", "dims", "strides", "minor_to_major",
                   "elements", "bytes", "alignment", "contiguous", "static", "fingerprint", "constant"], []),
    "$.kernels[]": (["id", "work_item", "kind", "source", "launch_kind", "entry", "payload", "arguments",
                     "argument_count", "element_count", "count_argument", "required", "inputs", "output", "resources",
                     "geometry", "class", "subgroup_size", "subgroup_aligned", "fixed_threadgroup", "tile",
                     "candidates", "output_fill", "scratch_fill", "body_fingerprint"],
                    ["kernel_call_launch", "aliased_input"]),
    "$.kernels[].payload": (["kind", "path", "bytes"], ["spirv"]),
    "$.kernels[].required": (["dtypes", "features", "subgroup"], []),
    "$.kernels[].resources": (["static_read_bytes", "static_write_bytes", "static_total_bytes",
                               "static_bytes_complete", "op_count", "external_input_value_count",
                               "external_operand_count", "chain_operand_count", "element_count", "element_size",
                               "estimated_element_ops", "ops_per_kib"], []),
    "$.kernels[].geometry": GEOMETRY,
    "$.kernels[].tile": TILE,
    "$.kernels[].candidates[]": (["geometry", "score", "est_bytes", "est_ops", "tile"], []),
    "$.kernels[].candidates[].geometry": GEOMETRY,
    "$.kernels[].candidates[].tile": TILE,
    "$.memory": (["strategy", "allocations", "assignments", "total_bytes", "allocated_bytes", "peak_bytes"],
                 ["arenas"]),
    "$.memory.allocations[]": (["id", "space", "offset", "bytes", "alignment"], []),
    "$.memory.assignments[]": (["slot", "allocation"], []),
}


# ---- Walking a plan along its schema --------------------------------------------------------------------------------

def place_of(path):
    """The path without numbers: $.slots[].id."""
    return "$" + "".join("[]" if isinstance(step, int) else f".{step}" for step in path)


def settle(schema, root, value):
    """The schema that says what the value is, behind references and alternatives."""
    while True:
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        elif "anyOf" in schema or "oneOf" in schema:
            choices = schema.get("anyOf") or schema["oneOf"]
            schema = next(choice for choice in choices
                          if jsonschema.Draft202012Validator({**choice, "$defs": root["$defs"]}).is_valid(value))
        else:
            return schema


def walk(schema, root, value, path=()):
    """(path, schema, value) of the value and all inside it."""
    schema = settle(schema, root, value)
    yield path, schema, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(schema["properties"][key], root, inner, path + (key,))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from walk(schema["items"], root, inner, path + (i,))


def at(plan, path):
    for step in path:
        plan = plan[step]
    return plan


def edits(schema, plan, seen):
    """(what, words of which the reader must say one, plan) of one fault each, but those in `seen`, which they join."""

    def edit(path, kind, word, change):
        what = f"{plan['format']}: {place_of(path)} {kind}"
        if what not in seen:
            seen.add(what)
            other = copy.deepcopy(plan)
            change(at(other, path))
            yield what, {word, *(step for step in path[-2:] if isinstance(step, str))}, other

    for path, part, value in walk(schema, schema, plan):
        for key in part.get("required", []):
            yield from edit(path, f"without {key}", key, lambda object, key=key: object.pop(key))
        if isinstance(value, dict):
            yield from edit(path, "with an unknown key", "surplus", lambda object: object.update(surplus=1))
        if "enum" in part:
            *parent, last = path
            misspell = lambda object, last=last, value=value: object.__setitem__(last, value + "s")
            yield from edit(tuple(parent), f"with {last if isinstance(last, str) else 'an item'} no {part['enum']}",
                            value + "s", misspell)


# ---- What is checked of a plan --------------------------------------------------------------------------------------

def read(read_plans, folder, plans):
    """What the reader says of the bundle, and of the plans in its place."""
    lines = "".join(json.dumps(plan) + "\n" for plan in plans)
    return subprocess.run([read_plans, folder], input=lines, check=True, capture_output=True, text=True).stdout.splitlines()


def key_faults(schema, plan):
    for path, _, value in walk(schema, schema, plan):
        keys, optional = ORDER.get(place_of(path), (None, []))
        if isinstance(value, dict) and keys is not None:
            found = [key for key in value if key not in optional]
            if found != keys:
                yield f"{place_of(path)} has the keys {found}, not {keys}"


def path_faults(folder, plan):
    """Files are there, named from the bundle's folder."""
    files = [(slot["constant"], slot["bytes"]) for slot in plan["slots"] if slot["constant"] is not None]
    files += [(kernel["payload"]["path"], kernel["payload"]["bytes"]) for kernel in plan["kernels"]]
    for name, size in files:
        if pathlib.PurePath(name).is_absolute() or (folder / name).stat().st_size != size:
            yield f"{name} is no file of {size} bytes in the bundle's folder"


def faults_of(schema, tools, folder, seen):
    """What is wrong with the bundle, and with what is made of edits that are not in `seen`."""
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    faults = [error.message for error in validator.iter_errors(plan)]
    if faults:
        return faults
    faults += key_faults(schema, plan)
    faults += path_faults(folder, plan)
    tried = list(edits(schema, plan, seen))
    own, *answers = read(tools.read_plans, folder, [other for _, _, other in tried])
    if own != "ok":
        faults.append(f"the reader says {own}")
    for (what, words, other), answer in zip(tried, answers, strict=True):
        if answer == "ok" or not any(str(word) in answer for word in words):
            faults.append(f"{what}: the reader says {answer}")
        if validator.is_valid(other):
            faults.append(f"{what}: the schema takes it")
    return faults


# ---- Programs -------------------------------------------------------------------------------------------------------

def list_programs(source):
    """Programs that all targets take."""
    yield source / "examples/mlp.mlir"
    yield source / "examples/embed-c/exclusive_or.mlir"
    for name in ("add", "add_mul", "constant", "dead_temporaries", "dot_general", "reshape", "sum", "sum_rows"):
        yield source / f"test/lit/planner/{name}.mlir"


def list_runs(source, profiles):
    """(name, program, options of accy-compile): each target has some of the programs, each program some targets."""
    programs = list(list_programs(source))
    for number, profile in enumerate(profiles):
        target = f"{profile['backend']}:{profile['target']['name']}"
        formats = profile["target"]["formats"]
        for turn in range(2):
            program = programs[(number + turn * 5) % len(programs)]
            options = f"target={target} format={formats[turn % len(formats)]}"
            yield f"{program.stem} for {options}", program, options
    calls = source / "examples/kernel-call/program.mlir"
    for backend in ("cuda", "webgpu"):
        options = f"target={backend} registry={source}/examples/kernel-call/{backend}/registry.json"
        yield f"kernel calls for {backend}", calls, options
    yield "a call with a derived launch", source / "test/lit/passes/plan_kernel_call.mlir", (
        f"target=cuda registry={source}/test/lit/passes/inputs/registry.json")
    yield "a kernel of one's own", source / "test/lit/passes/authored.mlir", "target=cuda"
    yield "updates in place", source / "examples/mlp.mlir", "target=vulkan:llvmpipe"


def check_run(schema, tools, run, scratch, seen):
    name, program, options = run
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch)) / "bundle"
    process = subprocess.run([tools.accy_opt, program, f"--accy-compile={options}", f"--accy-export=dir={folder}", "-o",
                              "/dev/null"], capture_output=True, text=True)
    if process.returncode != 0:
        return [f"{name}: {process.stderr[:300]}"]
    return [f"{name}: {fault}" for fault in faults_of(schema, tools, folder, seen)]


def faults_to_try(part):
    """How the edits of all that a part of the schema requires and names end."""
    if isinstance(part, dict):
        if isinstance(part.get("required"), list):
            yield from (f" without {key}" for key in part["required"])
        if "enum" in part:
            yield f" no {part['enum']}"
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from faults_to_try(inner)


class Tools:
    def __init__(self, accy_opt, read_plans):
        self.accy_opt, self.read_plans = accy_opt, read_plans


def main():
    schema_path, accy_opt, read_plans, target_profiles, source = sys.argv[1:]
    schema = json.loads(pathlib.Path(schema_path).read_text(encoding="utf-8"))
    profiles = json.loads(subprocess.run([target_profiles], check=True, capture_output=True).stdout)
    runs = list(list_runs(pathlib.Path(source), profiles))
    faults, seen, tools = [], set(), Tools(accy_opt, read_plans)
    with tempfile.TemporaryDirectory() as scratch:
        for run in runs:
            faults += check_run(schema, tools, run, scratch, seen)
    faults += [f"no plan was tried{ending}" for ending in sorted(set(faults_to_try(schema)))
               if not any(what.endswith(ending) for what in seen)]
    for fault in faults:
        print("error:", fault)
    print(f"{len(runs)} plans of {len(profiles)} targets, {len(seen)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
