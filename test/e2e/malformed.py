# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Malformed programs end in diagnostics, never in a crash: truncated, mutated and wrongly typed versions of real ones,
# made from a fixed seed.

import random
import re

from harness import Failed
from programs import PROGRAMS, source

CASES = 200


def truncate(generator, text):
    return text[: generator.randrange(1, len(text))]


def change_number(generator, text):
    places = [m for m in re.finditer(r"\b\d+\b", text)]
    place = generator.choice(places)
    number = generator.choice(["0", "-1", "7", "65", "4294967296", "9223372036854775807", "18446744073709551616"])
    return text[: place.start()] + number + text[place.end():]


def change_type(generator, text):
    places = [m for m in re.finditer(r"\b(f32|i32|i1|tensor<[^>]*>)", text)]
    place = generator.choice(places)
    new = generator.choice(["f64", "i64", "ui8", "index", "tensor<*xf32>", "tensor<?x4xf32>", "complex<f32>",
                            "memref<4xf32>", "vector<4xf32>", "none", "tensor<0xf32>", "tensor<4xindex>"])
    return text[: place.start()] + new + text[place.end():]


def drop_line(generator, text):
    lines = text.splitlines(keepends=True)
    del lines[generator.randrange(len(lines))]
    return "".join(lines)


def swap_operation(generator, text):
    names = sorted(set(re.findall(r'"stablehlo\.[a-z_]+"', text)))
    places = [m for m in re.finditer(r'"stablehlo\.[a-z_]+"', text)]
    place = generator.choice(places)
    new = generator.choice(names + ['"stablehlo.sort"', '"accy.add"', '"choir.slot"', '"func.return"', '"accy.reduce"'])
    return text[: place.start()] + new + text[place.end():]


def flip_bytes(generator, text):
    characters = list(text)
    for _ in range(generator.randrange(1, 6)):
        characters[generator.randrange(len(characters))] = chr(generator.randrange(1, 128))
    return "".join(characters)


MUTATIONS = [truncate, change_number, change_type, drop_line, swap_operation, flip_bytes]
TARGETS = ["cpu", "vulkan", "cuda"]


def check(tools, index):
    generator = random.Random(index)
    name = PROGRAMS[index % len(PROGRAMS)][0]
    text = MUTATIONS[index % len(MUTATIONS)](generator, source(name).read_text())
    process = tools.call(tools.opt, "-", f"--accy-compile=target={TARGETS[index % len(TARGETS)]}", "-o", "/dev/null",
                         stdin=text)
    report = process.stderr
    if process.returncode not in (0, 1) or "Sanitizer" in report or "Stack dump" in report:
        raise Failed(f"{name} with seed {index}: status {process.returncode}: {report[-400:]}")
    if process.returncode == 1 and "error:" not in report:
        raise Failed(f"{name} with seed {index} fails without a diagnostic")
    # A mutation may leave a valid program; then there is nothing to say.


def add_tests(counter, tools, quick):
    for index in range(CASES):
        counter.run(f"malformed {index}", check, tools, index)
