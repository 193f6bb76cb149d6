# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Both cpu formats for 64-bit Arm, run by QEMU's user mode: the C function of a bundle in a program without a C library, with
# the objects or, in their place, the machine code as it is.

import pathlib
import shutil
import tempfile

from harness import LLVM, Agrees, Failed, Skipped
from embed_c import Program
from npy import read_npy
from programs import PROGRAMS, compare_outputs, compile_bundle, source

TARGET = "cpu:aarch64"

# All that the program has: input comes from descriptor 0, output goes to 1.
SYSTEM = """
typedef __SIZE_TYPE__ size_t;
void *memcpy(void *to, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memset(void *to, int value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    ((volatile char *)to)[i] = (char)value;
  return to;
}
static long call(long number, long first, long second, long third) {
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = first, x1 __asm__("x1") = second, x2 __asm__("x2") = third;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}
enum { Read = 63, Write = 64, Exit = 93 };
static void transfer(long number, void *data, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    long count = call(number, number == Write, (long)data + (long)done, (long)(bytes - done));
    if (count <= 0)
      call(Exit, 1, 0, 0);
    done += (size_t)count;
  }
}
"""


def driver(name, macro, plan):
    inputs, outputs = range(len(plan["inputs"])), range(len(plan["outputs"]))
    memory = [f"static _Alignas(64) char input{i}[{macro}_INPUT{i}_BYTES + 1];" for i in inputs]
    memory += [f"static _Alignas(64) char output{i}[{macro}_OUTPUT{i}_BYTES + 1];" for i in outputs]
    memory += [f"static _Alignas({macro}_ARENA_ALIGNMENT) char arena[{macro}_ARENA_BYTES + 1];"]
    read = [f"  transfer(Read, input{i}, {macro}_INPUT{i}_BYTES);" for i in inputs]
    write = [f"  transfer(Write, output{i}, {macro}_OUTPUT{i}_BYTES);" for i in outputs]
    arguments = [f"(const void *)input{i}" for i in inputs] + [f"(void *)output{i}" for i in outputs] + ["arena"]
    return "\n".join([f'#include "{name}.h"', SYSTEM, *memory, "void _start(void) {", *read,
                      f"  {name}_run({', '.join(arguments)});", *write, "  call(Exit, 0, 0, 0);", "}", ""])


def machine_code(plan, folder):
    """The bytes of each entry as they are, at the start of a page, under its name."""
    entries = {kernel["entry"]: kernel["payload"]["path"] for kernel in plan["kernels"]}
    return "".join(f'.section .text.{entry}, "ax"\n.balign 4096\n.globl {entry}\n{entry}:\n.incbin "{folder / path}"\n'
                   for entry, path in entries.items())


def build(tools, program, objects):
    folder = program.folder / "driver"
    folder.mkdir()
    (folder / "string.h").write_text("void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes);\n")
    (folder / "driver.c").write_text(driver(program.name, program.macro, program.plan))
    tools.check(LLVM / "clang", "--target=aarch64-linux-gnu", "-std=c11", "-O1", "-ffreestanding", "-nostdlib", "-static",
                "-fuse-ld=lld", f"--ld-path={LLVM / 'ld.lld'}", f"-I{folder}", f"-I{program.folder}", folder / "driver.c",
                program.folder / f"{program.name}.c", *objects, "-o", folder / "program")
    return folder / "program"


def run(tools, emulator, program, executable, inputs):
    (program.folder / "driver" / "input").write_bytes(b"".join(inputs))
    where = executable.parent
    tools.check("sh", "-c", f"'{emulator}' '{executable}' <'{where}/input' >'{where}/output'")
    data, outputs = (where / "output").read_bytes(), []
    for slot in program.plan["outputs"]:
        size = next(s["bytes"] for s in program.plan["slots"] if s["id"] == slot)
        outputs.append(data[:size])
        data = data[size:]
    if data:
        raise Failed(f"the program wrote {len(data)} bytes more than its outputs have")
    return outputs


def run_program(tools, source_path, inputs, with_machine_code):
    """The plan of a program, and its outputs' bytes on the inputs' bytes."""
    emulator = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
    if not emulator:
        raise Skipped("qemu-aarch64 is absent (Debian: qemu-user)")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bundle"
        program = Program(tools, folder, compile_bundle(tools, source_path, f"{TARGET} format=cpu_object", folder))
        objects = sorted(folder.glob("*.o"))
        if with_machine_code:
            code = pathlib.Path(scratch) / "code"
            assembly = pathlib.Path(scratch) / "code.s"
            assembly.write_text(machine_code(compile_bundle(tools, source_path, TARGET, code), code))
            objects = [assembly]
        return program.plan, run(tools, emulator, program, build(tools, program, objects), inputs)


def check(tools, name, rtol, atol, with_machine_code):
    program, data = source(name), source(name).parent
    num_inputs = len(list(data.glob(f"{name}.in*.npy")))
    inputs = [read_npy(data / f"{name}.in{i}.npy").tobytes() for i in range(num_inputs)]
    plan, outputs = run_program(tools, program, inputs, with_machine_code)
    return Agrees(f"{len(plan['kernels'])} kernels", compare_outputs(name, plan, outputs, rtol, atol))


def add_tests(counter, tools, quick):
    for name, rtol, atol, _ in [] if quick else PROGRAMS:
        counter.run_cell("cpu_object, aarch64", name, check, tools, name, rtol, atol, False)
        counter.run_cell("cpu_machine_code, aarch64", name, check, tools, name, rtol, atol, True)
