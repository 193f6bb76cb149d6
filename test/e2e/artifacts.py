# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What an artifact says of itself: its entry points by name, and how many arguments each takes. Read by what the formats'
# own specifications say, and by nothing that the compiler or the runtime is made of.

import re
import struct

from harness import Failed


def expect_start(data, start):
    if not data.startswith(start):
        raise Failed(f"the artifact starts with {data[:len(start)].hex(' ')}, not with {start.hex(' ')}")


# ---- ELF -------------------------------------------------------------------------------------------------------------

SHT_SYMTAB, STB_GLOBAL, STT_FUNC, SHN_UNDEF = 2, 1, 2, 0


def elf_entries(data):
    """The global functions that a little-endian object of 64 bits defines; it does not tell their arguments."""
    expect_start(data, b"\x7fELF\x02\x01")
    section_table, = struct.unpack_from("<Q", data, 0x28)
    section_size, section_count = struct.unpack_from("<HH", data, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, section_table + i * section_size) for i in range(section_count)]
    entries = {}
    for _, kind, _, _, offset, size, link, _, _, entry_size in sections:
        if kind != SHT_SYMTAB:
            continue
        names = sections[link][4]
        for place in range(offset, offset + size, entry_size):
            name, info, _, section = struct.unpack_from("<IBBH", data, place)
            if info == STB_GLOBAL << 4 | STT_FUNC and section != SHN_UNDEF:
                entries[data[names + name:data.index(b"\0", names + name)].decode()] = None
    return entries


# ---- WebAssembly -----------------------------------------------------------------------------------------------------

SECTION_TYPE, SECTION_IMPORT, SECTION_FUNCTION, SECTION_EXPORT = 1, 2, 3, 7
EXTERN_FUNCTION, EXTERN_MEMORY = 0, 2


class WasmReader:
    """A place in a module's bytes."""

    def __init__(self, data, place=0):
        self.data, self.place = data, place

    def take(self, count):
        self.place += count
        return self.data[self.place - count:self.place]

    def number(self):
        """An unsigned LEB128."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def vector(self, read):
        return [read() for _ in range(self.number())]

    def name(self):
        return self.take(self.number()).decode()

    def function_type(self):
        """How many parameters it has."""
        form, parameters, _ = self.take(1), self.take(self.number()), self.take(self.number())
        if form != b"\x60":
            raise Failed(f"a type of the module is no function's: {form.hex()}")
        return len(parameters)

    def function_import(self):
        """The type's number of a function; none for a memory."""
        self.name(), self.name()
        kind = self.take(1)[0]
        if kind == EXTERN_FUNCTION:
            return self.number()
        if kind != EXTERN_MEMORY:
            raise Failed(f"the module imports something of kind {kind}")
        has_maximum = self.number() & 1
        self.number()
        if has_maximum:
            self.number()
        return None

    def export(self):
        return self.name(), self.take(1)[0], self.number()


def wasm_entries(data):
    """The functions that a module exports."""
    expect_start(data, b"\0asm\1\0\0\0")
    reader = WasmReader(data, 8)
    sections = {}
    while reader.place < len(data):
        kind = reader.take(1)[0]
        sections[kind] = WasmReader(reader.take(reader.number()))
    empty = WasmReader(b"\0")
    types = sections[SECTION_TYPE].vector(sections[SECTION_TYPE].function_type)
    imports = sections.get(SECTION_IMPORT, empty)
    functions = [number for number in imports.vector(imports.function_import) if number is not None]
    functions += sections[SECTION_FUNCTION].vector(sections[SECTION_FUNCTION].number)
    exports = sections[SECTION_EXPORT].vector(sections[SECTION_EXPORT].export)
    return {name: types[functions[number]] for name, kind, number in exports if kind == EXTERN_FUNCTION}


# ---- SPIR-V ----------------------------------------------------------------------------------------------------------

SPIRV_HEADER_WORDS = 5
OP_ENTRY_POINT, OP_DECORATE = 15, 71
MODEL_GL_COMPUTE = 5
DECORATION_BINDING, DECORATION_DESCRIPTOR_SET = 33, 34


def spirv_instructions(data):
    """Each instruction's code and operands."""
    words = struct.unpack(f"<{len(data) // 4}I", data)
    place = SPIRV_HEADER_WORDS
    while place < len(words):
        count = words[place] >> 16
        yield words[place] & 0xFFFF, words[place + 1:place + count]
        place += count


def spirv_entries(data):
    """The compute entry points; their arguments are the storage buffers of descriptor set 0, bound from 0 on."""
    expect_start(data, (0x07230203).to_bytes(4, "little"))
    names, bindings, sets = [], [], []
    for code, operands in spirv_instructions(data):
        if code == OP_ENTRY_POINT and operands[0] == MODEL_GL_COMPUTE:
            text = struct.pack(f"<{len(operands) - 2}I", *operands[2:])
            names.append(text[:text.index(b"\0")].decode())
        elif code == OP_DECORATE and operands[1] == DECORATION_BINDING:
            bindings.append(operands[2])
        elif code == OP_DECORATE and operands[1] == DECORATION_DESCRIPTOR_SET:
            sets.append(operands[2])
    if sorted(bindings) != list(range(len(bindings))) or any(sets) or len(sets) != len(bindings):
        raise Failed(f"the bindings are {bindings} of the descriptor sets {sets}")
    return dict.fromkeys(names, len(bindings))


# ---- Texts -----------------------------------------------------------------------------------------------------------


def text_entries(entry, argument):
    """A reader of texts: patterns of an entry point, with its name and parameters as groups, and of an argument, which
    stands in the parameters or anywhere in the text."""
    def read(data):
        text = data.decode()
        return {match[1]: len(re.findall(argument, match[2] if match.lastindex > 1 else text))
                for match in re.finditer(entry, text)}
    return read


READERS = {
    "cpu_object": elf_entries,
    "cuda_ptx": text_entries(r"\.visible \.entry (\w+)\(([^)]*)\)", r"\.param "),
    "metal_msl": text_entries(r"kernel void (\w+)\((.*)\)", r"\[\[buffer\(\d+\)\]\]"),
    "vulkan_spirv": spirv_entries,
    "webassembly_module": wasm_entries,
    "webgpu_wgsl": text_entries(r"@compute @workgroup_size\([^)]*\)\s*fn (\w+)\(", r"@group\(0\) @binding\(\d+\)"),
}


def check_entry(format_name, data, entry, argument_count):
    """That the artifact has this one entry point, which takes so many arguments. Machine code is only called to know:
    it has no name, and begins with its entry."""
    if format_name == "cpu_machine_code":
        return
    entries = READERS[format_name](data)
    expected = {entry: None if format_name == "cpu_object" else argument_count}
    if entries != expected:
        raise Failed(f"the artifact's entry points and their arguments are {entries}, the plan's {expected}")
