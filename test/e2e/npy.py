# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NumPy's .npy files without NumPy: the elements as a flat array.

import array
import ast
import pathlib

TYPES = {"<f2": "H", "<u2": "H", "<i2": "h", "<f4": "f", "<f8": "d", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q",
         "|b1": "B", "|i1": "b", "|u1": "B"}


def split_npy(path):
    """A file's bytes up to its elements, the type code of these, and their bytes."""
    data = path.read_bytes()
    begin = 10 if data[6] == 1 else 12
    end = begin + int.from_bytes(data[8:begin], "little")
    header = ast.literal_eval(data[begin:end].decode("latin1").strip())
    return data[:end], TYPES[header["descr"]], data[end:]


def read_npy(path):
    _, code, data = split_npy(path)
    values = array.array(code)
    values.frombytes(data)
    return values


def write_npy_like(path, model, values):
    """Writes the values with the shape and the element type of the file `model`."""
    head, code, _ = split_npy(model)
    path.write_bytes(head + array.array(code, values).tobytes())


def write_npy_bytes(path, descr, shape, data):
    """Writes the bytes of an array's elements, row-major."""
    header = repr({"descr": descr, "fortran_order": False, "shape": tuple(shape)}).encode("latin1")
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data)


# NumPy's names of the element types.
DESCR = {"i1": "|b1", "i8": "|i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "ui8": "|u1", "ui16": "<u2", "ui32": "<u4",
         "ui64": "<u8", "f16": "<f2", "f32": "<f4", "f64": "<f8"}


def write_tensor(path, element, shape, data):
    """Writes the bytes of a tensor's elements. NumPy has no bf16: its bits are u16, and a file beside it says so."""
    write_npy_bytes(path, DESCR["ui16" if element == "bf16" else element], shape, data)
    if element == "bf16":
        pathlib.Path(f"{path}.bf16").touch()


def write_npy(path, values, shape):
    """Writes the flat array as a C-contiguous tensor of that shape."""
    names = {code: name for name, code in TYPES.items()}
    write_npy_bytes(path, names[values.typecode], shape, values.tobytes())
