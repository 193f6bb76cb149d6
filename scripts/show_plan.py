# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints a bundle's kernels and memory plan as tables: python3 scripts/show_plan.py BUNDLE

import json
import pathlib
import sys


def extents(values):
    return "x".join(str(value) for value in values)


def table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main(folder):
    plan = json.loads((pathlib.Path(folder) / "plan.json").read_text())
    print(f"== {plan['function']} for {plan['backend']}")
    rows = [("entry", "kind", "format", "grid", "threadgroup", "bytes", "candidates")]
    for kernel in plan["kernels"]:
        geometry = kernel["geometry"]
        rows.append((kernel["entry"], kernel["kind"], plan["format"], extents(geometry["grid"]),
                     extents(geometry["threadgroup"]), str(kernel["payload"]["bytes"]),
                     " ".join(extents(c["geometry"]["threadgroup"]) for c in kernel["candidates"])))
    table(rows)
    memory = plan["memory"]
    print(f"  memory ({memory['strategy']}): {memory['total_bytes']} bytes of slots in {memory['allocated_bytes']}, "
          f"{memory['peak_bytes']} live at once")
    rows = [("arena", "bytes", "peak", "at least", "ratio")]
    for arena in memory.get("arenas", []):
        ratio = arena["arena_bytes"] / arena["least_bytes"] if arena["least_bytes"] else 1
        rows.append((arena["space"], str(arena["arena_bytes"]), str(arena["peak_bytes"]), str(arena["least_bytes"]),
                     f"{ratio:.4f}"))
    table(rows)
    rows = [("allocation", "space", "offset", "bytes", "slots")]
    for allocation in memory["allocations"]:
        slots = [str(a["slot"]) for a in memory["assignments"] if a["allocation"] == allocation["id"]]
        rows.append((str(allocation["id"]), allocation["space"], str(allocation["offset"]), str(allocation["bytes"]),
                     " ".join(slots)))
    table(rows)


main(sys.argv[1])
