# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How well the memory of whole programs is packed: each arena is as small as any can be, on the baseline of each
# backend. Where kernels take addresses, that is the peak; where buffers are bound at offsets, what alignment allows.

import pathlib
import tempfile

from harness import Failed
from programs import PROGRAMS, compile_bundle, source

BACKENDS = ("cpu", "vulkan", "cuda", "wasm", "webgpu", "metal")
BINDS_AT_OFFSETS = ("vulkan", "webgpu")


def check_slots(plan):
    """No two allocations that are live at once overlap, and all are aligned as their slots and the target ask."""
    memory, slots = plan["memory"], {slot["id"]: slot for slot in plan["slots"]}
    least = plan["target"]["memory"]["min_buffer_alignment"] if plan["backend"] in BINDS_AT_OFFSETS else 4
    where = {row["id"]: row for row in memory["allocations"]}
    lives = {}
    for i, kernel in enumerate(plan["kernels"]):
        for slot in [*kernel["inputs"], kernel["output"]]:
            lives.setdefault(slot, [i, i])[1] = i
    for slot in plan["outputs"]:
        if slot in lives:
            lives[slot][1] = len(plan["kernels"])
    rows = [(row["slot"], where[row["allocation"]]) for row in memory["assignments"]]
    for slot, allocation in rows:
        if allocation["offset"] % max(least, slots[slot]["alignment"]) != 0:
            raise Failed(f"slot {slot} lies at {allocation['offset']}")
    for i, (slot, allocation) in enumerate(rows):
        for other, place in rows[:i]:
            together = lives[slot][0] <= lives[other][1] and lives[other][0] <= lives[slot][1]
            apart = (allocation["offset"] + allocation["bytes"] <= place["offset"]
                     or place["offset"] + place["bytes"] <= allocation["offset"])
            if together and allocation["space"] == place["space"] and allocation is not place and not apart:
                raise Failed(f"slots {slot} and {other} overlap while both are live")


def check_program(tools, program, target):
    with tempfile.TemporaryDirectory() as folder:
        plan = compile_bundle(tools, source(program), target, pathlib.Path(folder))
    check_slots(plan)
    memory = plan["memory"]
    for arena in memory["arenas"]:
        if arena["arena_bytes"] != arena["least_bytes"]:
            raise Failed(f"the arena of {arena['space']} has {arena['arena_bytes']} bytes; "
                         f"it could have {arena['least_bytes']}")
        if target not in BINDS_AT_OFFSETS and arena["least_bytes"] != arena["peak_bytes"]:
            raise Failed(f"alignment costs {arena['least_bytes'] - arena['peak_bytes']} bytes")
    if sum(arena["arena_bytes"] for arena in memory["arenas"]) != memory["allocated_bytes"]:
        raise Failed("the arenas do not add up to what is allocated")
    return f"{memory['allocated_bytes']} bytes, {memory['peak_bytes']} live at once"


def add_tests(counter, tools, quick):
    for target in BACKENDS:
        for program, *_ in PROGRAMS:
            counter.run(f"memory of {program} on {target}", check_program, tools, program, target)
