# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes accy operations in generic form with operands, results and attributes drawn from a list of odd ones, one a
# split of the file. Most do not fit, some do. Run as: malformed.py REPOSITORY SEED COUNT.

import pathlib
import random
import re
import sys

root, seed, count = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
draw = random.Random(seed)
operation_table = (root / "dialects" / "accy" / "ops.def").read_text()
operations = re.findall(r"^ACCY_OP\((\w+), \w+, (\d), -?\d, \w+, \w+, (\w+), \"", operation_table, re.M)
attribute_tables = (root / "dialects" / "accy" / "ops.c").read_text()

TYPES = """tensor<4xf32> tensor<4xf32> tensor<4xf32> tensor<f32> tensor<2x3xi32> tensor<2x3xi32> tensor<i1> tensor<4xi1>
tensor<0x3xf16> tensor<1x1x1x1x1x1x1x1xui8> tensor<1x1x1x1x1x1x1x1x1xi8> tensor<*xf32> tensor<?x4xf32> memref<4xf32>
vector<4xf32> i32 f32 index none tuple<> tensor<4xindex> tensor<4xcomplex<f32>> tensor<4xsi8> tensor<4xi7>
tensor<4xf8E4M3FN> tensor<9223372036854775807xi8> tensor<9223372036854775807x0xf64> tensor<4294967296x4294967296xi64>
tensor<4xf32,"layout"> tensor<2xvector<2xi32>> tensor<2xtensor<2xi32>>""".split()
TYPES += ["() -> ()"]
GOOD = ["tensor<4xf32>", "tensor<2x3xi32>", "tensor<f32>", "tensor<2x1xi1>", "tensor<0x3xf16>", "tensor<3x3x3xui8>"]
VALUES = [
    "array<i64>", "array<i64: 0>", "array<i64: 1, 0>", "array<i64: 0, 1>", "array<i64: 0, 0>", "array<i64: 1, 1>",
    "array<i64: 2, 3>", "array<i64: -1>", "array<i64: 9223372036854775807, -9223372036854775808>",
    "array<i64: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9>", "array<i32: 0>", "array<i1: true>", "[0 : i64]", "0 : i64",
    "1 : i64", "-1 : i64", "9223372036854775807 : i64", "0 : i32", "0 : index", "1 : ui64", "7 : i1", "3.0 : f32",
    "true", "unit", '"sum"', '"and"', '"eq"', '"even"', '""', '"x"', "f64", "i32", "tensor<4xf32>",
    "dense<1.0> : tensor<4xf32>", "dense<[1, 2]> : tensor<2xi32>", "dense<> : tensor<0x3xf16>",
    "dense<1> : vector<4xi32>", "dense<true> : tensor<i1>", "sparse<[[0]], [1.0]> : tensor<4xf32>",
    'dense<"text"> : tensor<2x!accy.text>', "@name", "#accy.odd", "{}", '{kind = "u32", bits = 1 : i64}',
    '[{kind = "u32", bits = 1 : i64}]', '["read"]', "affine_map<(i) -> (i)>",
]


def attribute_names(table):
    body = re.search(rf"attributes_{table}\[\w*\] = \{{(.*?)\n?\}};", attribute_tables, re.S).group(1)
    return re.findall(r'\.name = "(\w+)"', body)


def draw_attributes(table):
    lists = [value for value in VALUES if value.startswith("array<i64: ")]
    values = lists if draw.random() < 0.4 else VALUES
    pairs = [f"{name} = {draw.choice(values)}" for name in attribute_names(table) if draw.random() < 0.93]
    return "{" + ", ".join(pairs) + "}" if pairs else ""


def draw_operation():
    name, least, table = draw.choice(operations)
    favourite = draw.choice(GOOD if draw.random() < 0.8 else TYPES)
    operand_count = int(least) if draw.random() < 0.9 else draw.choice([0, 1, 2, 3])
    result_count = int(name != "return") if draw.random() < 0.95 else draw.choice([0, 1, 2])
    types = [favourite if draw.random() < 0.8 else draw.choice(TYPES) for _ in range(operand_count)]
    results = [favourite if draw.random() < 0.7 else draw.choice(TYPES) for _ in range(result_count)]
    arguments = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    operands = ", ".join(f"%{i}" for i in range(len(types)))
    result = f"%r{':' + str(len(results)) if len(results) > 1 else ''} = " if results else ""
    shown = ", ".join(results)
    return (f"func.func @f({arguments}) -> () {{\n  {result}\"accy.{name}\"({operands}) {draw_attributes(table)} : "
            f"({', '.join(types)}) -> ({shown})\n  accy.return\n}}\n")


print("\n// -----\n\n".join(draw_operation() for _ in range(count)))
