# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The program gpt_block in double precision, from its formula: x + attention(norm(x)), and to that its perceptron's
# result. Its errors are some 2^-29 of those in single precision, so it stands for the exact result. Matrices are lists
# of rows.

import array
import math
import operator

HEADS = 4


def single(value):
    """The float nearest to a value, as the program's constants are."""
    return array.array("f", [value])[0]


EPSILON = single(1e-5)
GELU_SCALE, GELU_CUBIC = single(math.sqrt(2 / math.pi)), single(0.044715)


def as_rows(values, count):
    size = len(values) // count
    return [values[row * size:(row + 1) * size] for row in range(count)]


def dot(left, right):
    return sum(map(operator.mul, left, right))


def transpose(matrix):
    return list(zip(*matrix))


def multiply(left, right):
    columns = transpose(right)
    return [[dot(row, column) for column in columns] for row in left]


def add(left, right):
    return [list(map(operator.add, *rows)) for rows in zip(left, right)]


def normalize(x, scale, shift):
    result = []
    for row in x:
        mean = sum(row) / len(row)
        centred = [value - mean for value in row]
        factor = 1 / math.sqrt(dot(centred, centred) / len(row) + EPSILON)
        result.append([value * factor * a + b for value, a, b in zip(centred, scale, shift)])
    return result


def softmax(scores):
    most = max(scores)
    powers = [math.exp(score - most) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def attend(queries, keys, values):
    """One head: each row attends to itself and to the rows before it."""
    size = math.sqrt(len(queries[0]))
    weights = [softmax([dot(query, key) / size for key in keys[:row + 1]]) for row, query in enumerate(queries)]
    columns = transpose(values)
    return [[dot(row, column) for column in columns] for row in weights]


def attention(projected):
    """All heads, from rows of queries, keys and values side by side."""
    columns = transpose(projected)
    width = len(columns) // (3 * HEADS)
    parts = [transpose(columns[i * width:(i + 1) * width]) for i in range(3 * HEADS)]
    heads = [attend(*parts[head::HEADS]) for head in range(HEADS)]
    return [sum(rows, []) for rows in zip(*heads)]


def gelu(x):
    return x * 0.5 * (1 + math.tanh(GELU_SCALE * (x + GELU_CUBIC * x ** 3)))


def evaluate(inputs):
    """The result's elements in row-major order, from those of the nine inputs."""
    x, scale1, shift1, project, mix, scale2, shift2, widen, narrow = inputs
    width = len(scale1)
    x = as_rows(x, len(x) // width)
    projected = multiply(normalize(x, scale1, shift1), as_rows(project, width))
    x = add(x, multiply(attention(projected), as_rows(mix, width)))
    hidden = multiply(normalize(x, scale2, shift2), as_rows(widen, width))
    hidden = [list(map(gelu, row)) for row in hidden]
    return sum(add(x, multiply(hidden, as_rows(narrow, len(hidden[0])))), [])
