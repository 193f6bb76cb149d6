# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How well the memory of whole programs is packed: each arena is as small as any can be, on the baseline of each
# backend and on real devices. Where kernels take addresses, that is the peak; where buffers are bound at offsets, what
# alignment allows. The least is worked out here anew, from lifetimes and sizes.

import functools
import pathlib
import tempfile

from harness import Failed
from programs import FURTHER_PROGRAMS, PROGRAMS, compile_bundle, source

BASELINES = ("cpu", "vulkan", "cuda", "wasm", "webgpu", "metal")
DEVICES = ("cuda:sm_90", "vulkan:llvmpipe", "vulkan:desktop", "metal:m1", "webgpu:default-limits", "cpu:x86-64-v3",
           "wasm:simd128")
BINDS_AT_OFFSETS = ("vulkan", "webgpu")

NAMES = [name for name, *_ in PROGRAMS] + ["integers"]
FURTHER_NAMES = [name for name, *_ in FURTHER_PROGRAMS]
NARROW_FLOATS = ["f16_matmul", "bf16_matmul"]


class Block:
    """An allocation, as the slots that share it need it; live from the kernel `first` to the kernel `last`."""

    def __init__(self, allocation):
        self.offset, self.space = allocation["offset"], allocation["space"]
        self.bytes, self.alignment = 0, 1
        self.first, self.last = float("inf"), -1
        self.slots = []

    def add(self, slot, life, alignment):
        self.slots.append(slot["id"])
        self.bytes, self.alignment = max(self.bytes, slot["bytes"]), max(self.alignment, alignment)
        self.first, self.last = min(self.first, life[0]), max(self.last, life[1])


def find_lives(plan):
    """The first and last kernel that use each slot; outputs live on after the last one."""
    lives = {}
    for i, kernel in enumerate(plan["kernels"]):
        for slot in [*kernel["inputs"], kernel["output"]]:
            lives.setdefault(slot, [i, i])[1] = i
    for slot in plan["outputs"]:
        if slot in lives:
            lives[slot][1] = len(plan["kernels"])
    return lives


def find_blocks(plan):
    memory, slots, lives = plan["memory"], {slot["id"]: slot for slot in plan["slots"]}, find_lives(plan)
    least = plan["target"]["memory"]["min_buffer_alignment"] if plan["backend"] in BINDS_AT_OFFSETS else 4
    blocks = {row["id"]: Block(row) for row in memory["allocations"]}
    for row in memory["assignments"]:
        slot = slots[row["slot"]]
        blocks[row["allocation"]].add(slot, lives[slot["id"]], max(least, slot["alignment"]))
    return list(blocks.values())


def check_blocks(blocks):
    """No two blocks that are live at once overlap, and all are aligned as their slots and the target ask."""
    for i, block in enumerate(blocks):
        if block.offset % block.alignment != 0:
            raise Failed(f"slots {block.slots} lie at {block.offset}")
        for other in blocks[:i]:
            together = block.space == other.space and block.first <= other.last and other.first <= block.last
            if together and block.offset < other.offset + other.bytes and other.offset < block.offset + block.bytes:
                raise Failed(f"slots {block.slots} and {other.slots} overlap while both are live")


def stack(blocks):
    """The bytes of the lowest stack of blocks that are all live at once, of all orders."""

    @functools.lru_cache(maxsize=None)
    def height(chosen):
        heights = [0]
        for i in chosen:
            below, alignment = height(chosen - {i}), blocks[i].alignment
            heights.append(-(-below // alignment) * alignment + blocks[i].bytes)
        return min(heights[1:], default=0)

    return height(frozenset(range(len(blocks))))


def least_arena(blocks):
    """What no arena is below: the stacks of what is live during each kernel."""
    return max(stack([block for block in blocks if block.first <= time <= block.last])
               for time in {block.first for block in blocks})


def raw_peak(blocks):
    return max(sum(block.bytes for block in blocks if block.first <= time <= block.last)
               for time in {block.first for block in blocks})


def check_arena(plan, arena):
    blocks = [block for block in find_blocks(plan) if block.space == arena["space"]]
    found = max(block.offset + block.bytes for block in blocks)
    expected = {"arena_bytes": least_arena(blocks), "least_bytes": least_arena(blocks), "peak_bytes": raw_peak(blocks)}
    if plan["backend"] not in BINDS_AT_OFFSETS:
        expected["arena_bytes"] = expected["peak_bytes"]
    for key, value in expected.items():
        if arena[key] != value:
            raise Failed(f"{key} of {arena['space']} is {arena[key]}; it should be {value}")
    if found != arena["arena_bytes"]:
        raise Failed(f"the blocks in {arena['space']} end at {found}, its arena at {arena['arena_bytes']}")


def check_program(tools, program, target):
    with tempfile.TemporaryDirectory() as folder:
        plan = compile_bundle(tools, source(program), target, pathlib.Path(folder))
    check_blocks(find_blocks(plan))
    memory = plan["memory"]
    for arena in memory["arenas"]:
        check_arena(plan, arena)
    if {arena["space"] for arena in memory["arenas"]} != {row["space"] for row in memory["allocations"]}:
        raise Failed("the arenas are not those of the allocations' spaces")
    if sum(arena["arena_bytes"] for arena in memory["arenas"]) != memory["allocated_bytes"]:
        raise Failed("the arenas do not add up to what is allocated")
    return f"{memory['allocated_bytes']} bytes, {memory['peak_bytes']} live at once"


def programs_for(target):
    """Those that the target takes. Of processors only the baselines compile the largest, which takes long there."""
    if target in BASELINES:
        return NAMES
    names = [name for name in NAMES if name != "gpt_block" or not target.startswith(("cpu", "wasm"))]
    return names + NARROW_FLOATS


def add_tests(counter, tools, quick):
    for target in BASELINES + DEVICES:
        for program in programs_for(target) + ([] if quick else FURTHER_NAMES):
            counter.run(f"memory of {program} on {target}", check_program, tools, program, target)
