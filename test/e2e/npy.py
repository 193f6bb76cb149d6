# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NumPy's .npy files without NumPy: the elements as a flat array.

import array
import ast

TYPES = {"<f4": "f", "<f8": "d", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "|b1": "B", "|i1": "b", "|u1": "B"}


def read_npy(path):
    data = path.read_bytes()
    size = int.from_bytes(data[8:10], "little") if data[6] == 1 else int.from_bytes(data[8:12], "little")
    begin = 10 if data[6] == 1 else 12
    header = ast.literal_eval(data[begin: begin + size].decode("latin1").strip())
    values = array.array(TYPES[header["descr"]])
    values.frombytes(data[begin + size:])
    return values
