# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the example's inputs and, in double precision, its expected output: python3 make_data.py (needs numpy).

import math
import pathlib

import numpy as np

folder = pathlib.Path(__file__).parent
generator = np.random.default_rng(2026)
shapes = [(37, 2), (2, 32), (32,), (32, 32), (32,), (32, 3), (3,)]
inputs = [(generator.standard_normal(shape) / math.sqrt(shape[0])).astype(np.float32) for shape in shapes]
inputs[0] = generator.standard_normal((37, 2)).astype(np.float32)
for index, array in enumerate(inputs):
    np.save(folder / f"input{index}.npy", array)

points, w1, b1, w2, b2, w3, b3 = [array.astype(np.float64) for array in inputs]
hidden = np.tanh(points @ w1 + b1) @ w2 + b2
hidden *= (1 + np.vectorize(math.erf)(hidden * np.float64(np.float32(0.707106769)))) * 0.5
scores = hidden @ w3 + b3
weights = np.exp(scores - scores.max(axis=1, keepdims=True))
np.save(folder / "expected0.npy", (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32))
