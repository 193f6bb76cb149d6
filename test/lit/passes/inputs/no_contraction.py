# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Counts the sums, products, quotients and negations of floats in a SPIR-V module that are not decorated NoContraction.

import pathlib
import struct
import sys

DECORATE, NO_CONTRACTION = 71, 42
ARITHMETIC = {127: "FNegate", 129: "FAdd", 131: "FSub", 133: "FMul", 136: "FDiv"}

data = pathlib.Path(sys.argv[1]).read_bytes()
words = struct.unpack(f"<{len(data) // 4}I", data)
decorated, arithmetic, at = set(), [], 5
while at < len(words):
    opcode, length = words[at] & 0xFFFF, words[at] >> 16
    if opcode == DECORATE and words[at + 2] == NO_CONTRACTION:
        decorated.add(words[at + 1])
    elif opcode in ARITHMETIC:
        arithmetic.append((words[at + 2], ARITHMETIC[opcode]))
    at += length
free = [name for result, name in arithmetic if result not in decorated]
strict = len(arithmetic) - len(free)
if len(free) != int(sys.argv[2]) or strict == 0:
    sys.exit(f"{strict} operations are decorated, {len(free)} are not: {free}")
