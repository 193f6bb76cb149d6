# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks docs/plan.schema.json: against the plans that Accy writes, against plans that it must refuse, and against the
names of the planner's enumerations. Usage: schema_test.py SCHEMA PRINT_SAMPLE"""

import copy
import json
import re
import subprocess
import sys

import jsonschema


def snake_case(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def errors(schema, plan):
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(plan)]


def damaged(plan):
    """Plans with one fault each, and what the fault is."""

    def edit(what, change):
        other = copy.deepcopy(plan)
        change(other)
        return what, other

    yield edit("another version", lambda p: p.update(version=2))
    yield edit("an unknown key", lambda p: p.update(extra=1))
    yield edit("an unknown backend", lambda p: p.update(backend="opencl"))
    yield edit("a negative id", lambda p: p["slots"][0].update(id=-1))
    yield edit("a number beyond 2^53", lambda p: p["slots"][0].update(bytes=2**53 + 1))
    yield edit("a path that leaves the folder", lambda p: p["slots"][1].update(constant="../x"))
    yield edit("an absolute path", lambda p: p["kernels"][0]["payload"].update(path="/etc/passwd"))
    yield edit("a number as a fingerprint", lambda p: p["kernels"][0].update(body_fingerprint=7))
    yield edit("no candidate", lambda p: p["kernels"][0].update(candidates=[]))
    yield edit("an empty grid", lambda p: p["kernels"][0]["geometry"].update(grid=[0, 1, 1]))
    yield edit("two kinds of argument in one", lambda p: p["kernels"][0]["arguments"][0].update(count=1))
    yield edit("an arena of no known space", lambda p: p["memory"]["arenas"][0].update(space="attic"))
    for key in plan["memory"]["arenas"][0]:
        yield edit(f"an arena without {key}", lambda p, key=key: p["memory"]["arenas"][0].pop(key))
    for key in plan:
        yield edit(f"no {key}", lambda p, key=key: p.pop(key))
    for key in plan["slots"][0]:
        yield edit(f"a slot without {key}", lambda p, key=key: p["slots"][0].pop(key))
    for key in plan["kernels"][0]:
        yield edit(f"a kernel without {key}", lambda p, key=key: p["kernels"][0].pop(key))


def older(plan):
    """The plan as writers made it that did not have the optional keys yet."""
    other = copy.deepcopy(plan)
    other["memory"].pop("arenas")
    return other


def main():
    schema_path, print_sample = sys.argv[1:]
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    sample = json.loads(subprocess.run([print_sample], check=True, capture_output=True).stdout)

    faults = [f"the sample plan: {message}" for message in errors(schema, sample["plan"])]
    faults += [f"a plan of an older writer: {message}" for message in errors(schema, older(sample["plan"]))]
    faults += [f"{what} is accepted" for what, plan in damaged(sample["plan"]) if not errors(schema, plan)]
    for name, spellings in sample["names"].items():
        row = schema["$defs"].get(snake_case(name))
        if row is not None and "enum" in row and row["enum"] != spellings:
            faults.append(f"$defs.{snake_case(name)} has {row['enum']}, the planner {spellings}")
    for fault in faults:
        print("error:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
