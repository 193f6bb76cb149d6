# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the inputs of program.mlir and what it must give into a folder: make_data.py FOLDER."""

import pathlib
import sys

import numpy

folder = pathlib.Path(sys.argv[1])
generator = numpy.random.default_rng(7)
a, b = (generator.standard_normal(1000, dtype=numpy.float32) for _ in range(2))
total = a + b
arrays = {
    "input0": a,
    "input1": b,
    "expected0": total * numpy.float32(3) + numpy.float32(1),
    "expected1": total * numpy.float32(0.5) * b,
    "expected2": a * b + total,
}
for name, array in arrays.items():
    numpy.save(folder / f"{name}.npy", array)
