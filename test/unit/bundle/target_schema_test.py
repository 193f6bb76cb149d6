# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks docs/target.schema.json and the reader of target profiles against each other: both take every built-in profile,
and both refuse each damaged one. Usage: target_schema_test.py SCHEMA PLAN_SCHEMA TARGET_PROFILES"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema


def damaged(profile):
    """Profiles with one fault each: what it is, the profile, and a part of what the reader says."""

    def edit(what, part, change):
        other = copy.deepcopy(profile)
        change(other)
        return what, part, other

    target = lambda p: p["target"]
    yield edit("an unknown key", "'extra'", lambda p: p.update(extra=1))
    yield edit("an unknown key of the target", "$.target has the key 'cores'", lambda p: target(p).update(cores=8))
    yield edit("an unknown key of the limits", "$.target.threadgroup has the key 'warps'", lambda p: target(p)["threadgroup"].update(warps=8))
    yield edit("an unknown backend", "$.backend", lambda p: p.update(backend="opencl"))
    yield edit("a number as a backend", "$.backend", lambda p: p.update(backend=1))
    yield edit("an unknown format", "$.format", lambda p: p.update(format="tape"))
    yield edit("an unknown dtype", "$.target.dtypes", lambda p: target(p).update(dtypes=["f8"]))
    yield edit("a dtype twice", "twice", lambda p: target(p).update(dtypes=["f32", "f32"]))
    yield edit("dtypes that are no array", "$.target.dtypes", lambda p: target(p).update(dtypes="f32"))
    yield edit("no dtype", "dtypes", lambda p: target(p).update(dtypes=[]))
    yield edit("no format", "formats", lambda p: (target(p).update(formats=[])))
    yield edit("an unknown feature", "$.target.features", lambda p: target(p).update(features=["luck"]))
    yield edit("an empty name", "name", lambda p: target(p).update(name=""))
    yield edit("a name with a colon", "name", lambda p: target(p).update(name="a:b"))
    yield edit("a long name", "$.target.name", lambda p: target(p).update(name="n" * 32))
    yield edit("an empty architecture", "architecture", lambda p: target(p).update(architecture=""))
    yield edit("a text as a limit", "max_threads", lambda p: target(p)["threadgroup"].update(max_threads="1024"))
    yield edit("a limit of 0", "limit of 0", lambda p: target(p)["threadgroup"].update(max_threads=0))
    yield edit("a grid of 0", "limit of 0", lambda p: target(p)["threadgroup"].update(max_grid_per_dim=[0, 1, 1]))
    yield edit("no buffers", "limit of 0", lambda p: target(p)["bindings"].update(max_buffers=0))
    yield edit("two extents", "max_blocks", lambda p: target(p)["threadgroup"].update(max_blocks=[1, 1]))
    yield edit("a negative size", "constant_bytes", lambda p: target(p)["memory"].update(constant_bytes=-1))
    yield edit("half a byte", "constant_bytes", lambda p: target(p)["memory"].update(constant_bytes=0.5))
    yield edit("more than 32 bits", "constant_bytes", lambda p: target(p)["memory"].update(constant_bytes=2**32))
    yield edit("an odd alignment", "alignment", lambda p: target(p)["memory"].update(min_buffer_alignment=3))
    yield edit("a number for true", "unified", lambda p: target(p)["memory"].update(unified=1))
    for key in ("backend", "target"):
        yield edit(f"no {key}", f"$.{key}", lambda p, key=key: p.pop(key))
    for key in profile["target"]:
        yield edit(f"no {key}", f"$.target.{key}", lambda p, key=key: target(p).pop(key))
        for inner in profile["target"][key] if isinstance(profile["target"][key], dict) else ():
            yield edit(f"no {inner} in {key}", f"$.target.{key}.{inner}",
                       lambda p, key=key, inner=inner: target(p)[key].pop(inner))


def contradictions(profile):
    """What a schema cannot say: values that fit each by itself and not together."""

    def edit(what, code, part, change):
        other = copy.deepcopy(profile)
        change(other["target"], other)
        return what, code, part, other

    invalid = "InvalidArtifact"
    yield edit("a format of another backend", invalid, "does not make", lambda t, p: t.update(formats=["metal_msl", "cuda_ptx"]))
    yield edit("a format that is not listed", "UnsupportedArtifactFormat", "metal_msl", lambda t, p: p.update(format="metal_msl"))
    yield edit("grids beyond the device", invalid, "max_blocks", lambda t, p: t["threadgroup"].update(max_blocks=[1, 1, 1]))
    yield edit("sizes without subgroups", invalid, "subgroups", lambda t, p: t["subgroup"].update(supported=False))
    yield edit("an architecture of another backend", invalid, "'wgsl' is none that code is made for; cuda has: sm_75 sm_80", lambda t, p: t.update(architecture="wgsl"))
    yield edit("a subgroup size that is no power of two", invalid, "power of two", lambda t, p: t["subgroup"].update(size_min=24))
    yield edit("subgroup sizes upside down", invalid, "subgroup size", lambda t, p: t["subgroup"].update(size_min=64, size_max=32))


def main():
    schema_path, plan_schema_path, tool = sys.argv[1:]
    schema = json.loads(pathlib.Path(schema_path).read_text(encoding="utf-8"))
    plan_schema = json.loads(pathlib.Path(plan_schema_path).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    profiles = json.loads(subprocess.run([tool], check=True, capture_output=True).stdout)
    faults = []

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "profile.json"

        def read(profile):
            path.write_text(json.dumps(profile), encoding="utf-8")
            return subprocess.run([tool, path], check=True, capture_output=True, text=True).stdout

        for profile in profiles:
            name = f"{profile['backend']}:{profile['target']['name']}"
            faults += [f"{name}: {error.message}" for error in validator.iter_errors(profile)]
            if read(profile) != "Ok\n":
                faults.append(f"{name} is not read: {read(profile)}")
            without = {key: value for key, value in profile.items() if key != "format"}
            if not validator.is_valid(without) or read(without) != "Ok\n":
                faults.append(f"{name} without a format is refused")
        for what, part, profile in damaged(profiles[0]):
            answer = read(profile)
            if not answer.startswith("InvalidArtifact") or part not in answer:
                faults.append(f"{what}: the reader says {answer}")
            if validator.is_valid(profile):
                faults.append(f"{what}: the schema accepts it")
        for what, code, part, profile in contradictions(profiles[0]):
            answer = read(profile)
            if not answer.startswith(code + " ") or part not in answer:
                faults.append(f"{what}: the reader says {answer}")

    for name, shape in schema["$defs"].items():  # the names of one document are those of the other
        if name in plan_schema["$defs"] and shape != plan_schema["$defs"][name]:
            faults.append(f"$defs.{name} differs from that of plan.schema.json")
    for fault in faults:
        print("error:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
