# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Bundles of CPU objects in C programs: the generated header and function are taken by gcc and clang without a warning, by
# both languages, and compute what accy-run does, with arenas of the size that the header says.

import json
import pathlib
import re
import shutil
import tempfile

from harness import LLVM, ROOT, Agrees, Failed, Skipped
from npy import read_npy, split_npy, write_npy_bytes
from programs import PROGRAMS, compare_outputs, compile_bundle, source

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
TARGET = "cpu format=cpu_object"
DESCR = {"f32": "<f4", "i8": "|i1", "i1": "|b1"}

# Results that no kernel writes, or two name, elements of one byte, none at all, constants, and inputs that nothing reads.
SPECIAL = {
    "shared_results": """func.func @main(%a: tensor<5xf32>, %b: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %0 = accy.add %a, %a : tensor<5xf32>
  accy.return %0, %a, %0 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}""",
    "constant_result": """func.func @main(%a: tensor<3xi8>) -> (tensor<3xi8>, tensor<3xi8>) {
  %0 = accy.constant dense<[1, -2, 3]> : tensor<3xi8>
  %1 = accy.mul %a, %0 : tensor<3xi8>
  accy.return %0, %1 : tensor<3xi8>, tensor<3xi8>
}""",
    "no_elements": """func.func @main(%a: tensor<0x4xf32>, %b: tensor<0xf32>) -> (tensor<0xf32>, tensor<4xf32>) {
  %0 = accy.reduce sum %a dims = [1] : tensor<0x4xf32> -> tensor<0xf32>
  %1 = accy.add %0, %b : tensor<0xf32>
  %2 = accy.reduce max %a dims = [0] : tensor<0x4xf32> -> tensor<4xf32>
  accy.return %1, %2 : tensor<0xf32>, tensor<4xf32>
}""",
    "odd name, 2": """func.func @"7 of 9"(%a: tensor<7xi1>, %b: tensor<7xi1>) -> tensor<7xi1> {
  %0 = accy.xor %a, %b : tensor<7xi1>
  accy.return %0 : tensor<7xi1>
}""",
    "chain": """func.func @main(%a: tensor<3x5xf32>, %b: tensor<5x7xf32>) -> (tensor<7x3xf32>, tensor<3xf32>) {
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<3x5xf32>, tensor<5x7xf32> -> tensor<3x7xf32>
  %1 = accy.reduce sum %0 dims = [1] : tensor<3x7xf32> -> tensor<3xf32>
  %2 = accy.transpose %0 permutation = [1, 0] : tensor<3x7xf32> -> tensor<7x3xf32>
  %3 = accy.exp %1 : tensor<3xf32>
  accy.return %2, %3 : tensor<7x3xf32>, tensor<3xf32>
}""",
}


def need(command):
    path = shutil.which(command)
    if not path:
        raise Skipped(f"{command} is absent")
    return path


def compilers():
    """Pairs of a C and a C++ compiler."""
    return [(need("gcc"), need("g++")), (LLVM / "clang", LLVM / "clang++")]


def driver(name, macro, plan):
    """A C program that runs the function on files of raw bytes, in memory of exactly the sizes that the header says."""
    inputs, outputs = range(len(plan["inputs"])), range(len(plan["outputs"]))
    declare = [f"  void *input{i} = memory({macro}_INPUT{i}_BYTES, 64);" for i in inputs]
    declare += [f"  void *output{i} = memory({macro}_OUTPUT{i}_BYTES, 64);" for i in outputs]
    read = [f'  transfer("input{i}.bin", "rb", input{i}, {macro}_INPUT{i}_BYTES);' for i in inputs]
    write = [f'  transfer("output{i}.bin", "wb", output{i}, {macro}_OUTPUT{i}_BYTES);' for i in outputs]
    free = [f"  free(input{i});" for i in inputs] + [f"  free(output{i});" for i in outputs]
    arguments = ", ".join([f"input{i}" for i in inputs] + [f"output{i}" for i in outputs] + ["arena"])
    return "\n".join([f'#include "{name}.h"', DRIVER_HEAD, *declare,
                      f"  void *arena = memory({macro}_ARENA_BYTES, {macro}_ARENA_ALIGNMENT);", *read,
                      f"  {name}_run({arguments});", *write, *free, "  free(arena);", "  return 0;", "}", ""])


DRIVER_HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *memory(size_t bytes, size_t alignment) {
  void *start = NULL;
  if (posix_memalign(&start, alignment, bytes + (bytes == 0)) != 0)
    exit(1);
  memset(start, 0xa5, bytes);
  return start;
}
static void transfer(const char *path, const char *mode, void *data, size_t bytes) {
  FILE *file = fopen(path, mode);
  if (!file || (mode[0] == 'r' ? fread(data, 1, bytes, file) : fwrite(data, 1, bytes, file)) != bytes)
    exit(1);
  fclose(file);
}
int main(void) {"""


class Program:
    """A bundle built into a C program."""

    def __init__(self, tools, folder, plan):
        self.tools, self.folder, self.plan = tools, folder, plan
        (header,) = folder.glob("*.h")
        self.name = header.stem
        self.macro = re.search(r"#ifndef ACCY_(\w+)_H", header.read_text())[1]

    def build(self):
        """Every compiler takes the files without a warning; the last one's program is checked for memory errors."""
        main = self.folder / "driver" / "driver.c"
        main.parent.mkdir()
        main.write_text(driver(self.name, self.macro, self.plan))
        objects = sorted(self.folder.glob("*.o"))
        for c, cxx in compilers():
            self.tools.check(cxx, "-x", "c++", "-std=c++11", *WARNINGS, "-fsyntax-only", "-", f"-I{self.folder}",
                             stdin=f'#include "{self.name}.h"\n')
            self.tools.check(c, "-std=c11", *WARNINGS, "-O1", "-g", "-D_POSIX_C_SOURCE=200809L", f"-I{self.folder}", main,
                             self.folder / f"{self.name}.c", *objects, "-o", main.parent / "program",
                             *(["-fsanitize=address,undefined"] if "clang" in str(c) else []))

        self.build_as_told(main)

    def build_as_told(self, main):
        """The command in the header builds a program, too, whatever the function is called."""
        (command,) = re.findall(r"^//     (cc .*)$", (self.folder / f"{self.name}.h").read_text(), re.MULTILINE)
        command = command.replace("YOUR_PROGRAM.c", f"-D_POSIX_C_SOURCE=200809L -I. '{main}'")
        self.tools.check("sh", "-c", f"cd '{self.folder}' && {command} -o driver/as_told")

    def run(self, inputs):
        """The bytes of each output."""
        where = self.folder / "driver"
        for i, data in enumerate(inputs):
            (where / f"input{i}.bin").write_bytes(data)
        self.tools.check("sh", "-c", f"cd '{where}' && ./program", environment={"ASAN_OPTIONS": "detect_leaks=1"})
        return [(where / f"output{i}.bin").read_bytes() for i in range(len(self.plan["outputs"]))]


def check_program(tools, name, rtol, atol):
    data = source(name).parent
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        program = Program(tools, folder, compile_bundle(tools, source(name), TARGET, folder))
        program.build()
        inputs = [read_npy(data / f"{name}.in{i}.npy").tobytes() for i in range(len(program.plan["inputs"]))]
        error = compare_outputs(name, program.plan, program.run(inputs), rtol, atol)
        return Agrees(f"arena of {arena_bytes(folder)} bytes", error)


def arena_bytes(folder):
    (header,) = folder.glob("*.h")
    return int(re.search(r"_ARENA_BYTES (\d+)", header.read_text())[1])


def check_against_accy_run(tools, text, *registry):
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        folder = scratch / "bundle"
        options = " ".join(["target=cpu:x86-64-v3 format=cpu_object", *registry])
        tools.check(tools.opt, "-", f"--accy-compile={options}", f"--accy-export=dir={folder}", "-o",
                    "/dev/null", stdin=text)
        plan = json.loads((folder / "plan.json").read_text())
        slots = {slot["id"]: slot for slot in plan["slots"]}
        # 1.0 as f32, and bytes that are small numbers.
        inputs = [(b"\0\0\x80\x3f" * slots[slot]["bytes"])[: slots[slot]["bytes"]] if slots[slot]["dtype"] == "f32"
                  else bytes(i % 2 for i in range(slots[slot]["bytes"])) for slot in plan["inputs"]]
        for i, (slot, data) in enumerate(zip(plan["inputs"], inputs)):
            write_npy_bytes(scratch / f"in{i}.npy", DESCR[slots[slot]["dtype"]], slots[slot]["dims"], data)
        results = [scratch / f"out{i}.npy" for i in range(len(plan["outputs"]))]
        tools.check(tools.run_tool, folder, *[f"--input={scratch / f'in{i}.npy'}" for i in range(len(inputs))],
                    *[f"--output={result}" for result in results])
        program = Program(tools, folder, plan)
        program.build()
        for i, (output, result) in enumerate(zip(program.run(inputs), results)):
            _, _, expected = split_npy(result)
            if output != expected:
                raise Failed(f"output {i} is {output[:32].hex()}…, accy-run has {expected[:32].hex()}…")


def check_kernel_calls(tools):
    """Kernels of the caller's own, one of which works in place, linked like generated ones."""
    example = ROOT / "examples" / "kernel-call"
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tools.check(need("gcc"), "-O2", "-fPIC", "-c", example / "cpu" / "kernels.c", "-o", scratch / "kernels.o")
        shutil.copy(example / "cpu" / "registry.json", scratch)
        check_against_accy_run(tools, (example / "program.mlir").read_text(), f"registry={scratch / 'registry.json'}")


def check_example(tools, compiler):
    with tempfile.TemporaryDirectory() as scratch:
        text = tools.check("make", "-s", "-C", ROOT / "examples" / "embed-c", f"OUT={scratch}", f"CC={compiler}",
                           f"ACCY_OPT={tools.opt}")
        if text != "0 xor 0 = 0\n0 xor 1 = 1\n1 xor 0 = 1\n1 xor 1 = 0\n":
            raise Failed(f"the example prints {text}")
        tools.check("make", "-s", "-C", ROOT / "examples" / "embed-c", f"OUT={scratch}", f"CC={compiler}",
                    f"ACCY_OPT={tools.opt}", f"{scratch}/exclusive_or.o")
        symbols = tools.check(LLVM / "llvm-nm", "--extern-only", f"{scratch}/exclusive_or.o").split()
        if symbols[1:] != ["T", "exclusive_or_run"]:
            raise Failed(f"the joined object has the symbols {symbols}")


def add_tests(counter, tools, quick):
    for name, rtol, atol, _ in PROGRAMS[:3] if quick else PROGRAMS:
        counter.run_cell("cpu_object, C function", name, check_program, tools, name, rtol, atol)
    for name, text in SPECIAL.items():
        counter.run(f"C function of {name}", check_against_accy_run, tools, text)
    counter.run("C function of kernel calls", check_kernel_calls, tools)
    for compiler in ("gcc", LLVM / "clang"):
        counter.run(f"examples/embed-c with {pathlib.Path(compiler).name}", check_example, tools, compiler)
