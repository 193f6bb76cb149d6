# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The code of docs/launching.md: all of it compiles, and what needs no GPU launches a program's kernels."""

import argparse
import array
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Several kernels, element counts, a constant and temporaries in an arena.
PROGRAM = """func.func @main(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>) -> (tensor<5x3xf32>, tensor<5xf32>) {
  %k = accy.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0], [13.0, 14.0, 15.0]]> : tensor<5x3xf32>
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<5x7xf32>, tensor<7x3xf32> -> tensor<5x3xf32>
  %1 = accy.add %0, %k : tensor<5x3xf32>
  %2 = accy.reduce sum %1 dims = [1] : tensor<5x3xf32> -> tensor<5xf32>
  %3 = accy.neg %2 : tensor<5xf32>
  accy.return %1, %3 : tensor<5x3xf32>, tensor<5xf32>
}
"""
A, B = list(range(35)), list(range(100, 121))
SUMS = [[sum(A[7 * i + k] * B[3 * k + j] for k in range(7)) + 3 * i + j + 1 for j in range(3)] for i in range(5)]
OUTPUTS = [[value for row in SUMS for value in row], [-sum(row) for row in SUMS]]

# What the page's C takes for granted. CUDA's header is not among Debian's packages: these are its declarations.
C_PRELUDE = """#define _GNU_SOURCE
#include "accy-c/Bundle.h"
#include <ffi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <vulkan/vulkan.h>
typedef int CUresult;
typedef unsigned long long CUdeviceptr;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
CUresult cuMemsetD32Async(CUdeviceptr target, unsigned pattern, size_t words, CUstream stream);
CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                        unsigned blockY, unsigned blockZ, unsigned sharedBytes, CUstream stream, void **parameters,
                        void **extra);
"""

C_MAIN = """
int main(int argc, char **argv) {
  AccyPlan *plan;
  AccyStatus status;
  if (argc != 2 || !accyBundleRead(argv[1], &plan, &status))
    return fprintf(stderr, "%s\\n", status.message), 1;
  Memory memory = {0};
  place(plan, &memory);
  for (uint32_t i = 0; i < accyPlanGetInputCount(plan); ++i) {
    uint32_t slot = accyPlanGetInput(plan, i);
    if (fread(address_of(plan, &memory, slot), 1, accyPlanFindSlot(plan, slot)->bytes, stdin) == 0)
      return 1;
  }
  for (uint32_t i = 0; i < accyPlanGetKernelCount(plan); ++i) {
    const AccyKernel *kernel = accyPlanGetKernel(plan, i);
    const AccyPayload *payload = &kernel->artifact.payload;
    void *code = mmap(NULL, payload->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(code, payload->data, payload->bytes);
    mprotect(code, payload->bytes, PROT_READ | PROT_EXEC);
    call_machine_code(plan, kernel, code, &memory);
    munmap(code, payload->bytes);
  }
  for (uint32_t i = 0; i < accyPlanGetOutputCount(plan); ++i) {
    uint32_t slot = accyPlanGetOutput(plan, i);
    fwrite(address_of(plan, &memory, slot), 1, accyPlanFindSlot(plan, slot)->bytes, stdout);
  }
  for (uint32_t i = 0; i < accyPlanGetSlotCount(plan); ++i)
    if (!allocation_of(accyPlanGetMemory(plan), accyPlanGetSlot(plan, i)->id))
      free(memory.slots[i]);
  for (int space = 0; space < AccySpaceCount; ++space)
    free(memory.arenas[space]);
  free(memory.slots);
  accyPlanDestroy(plan);
  return 0;
}
"""

JS_MAIN = """
import { readFile } from 'node:fs/promises';
const folder = process.argv[2];
const plan = JSON.parse(await readFile(`${folder}/plan.json`, 'utf8'));
const memory = new WebAssembly.Memory({ initial: 4 }), view = new Uint8Array(memory.buffer);
const places = new Map();
let end = 2 * 65536; // the modules' own data and stack lie below
for (const { id, bytes, constant } of plan.slots) {
  places.set(id, end);
  if (constant) view.set(await readFile(`${folder}/${constant}`), end);
  end += Math.ceil(bytes / 16) * 16;
}
let input = await new Response(process.stdin).arrayBuffer();
for (const id of plan.inputs) {
  const { bytes } = plan.slots.find((slot) => slot.id === id);
  view.set(new Uint8Array(input.slice(0, bytes)), places.get(id));
  input = input.slice(bytes);
}
for (const kernel of plan.kernels) {
  const count = kernel.arguments.find((argument) => 'count_buffer' in argument);
  new DataView(memory.buffer).setUint32(end, count?.count_buffer ?? 0, true);
  await callWasm(await readFile(`${folder}/${kernel.payload.path}`), kernel, memory, places, end);
}
for (const id of plan.outputs) {
  const { bytes } = plan.slots.find((slot) => slot.id === id);
  process.stdout.write(view.slice(places.get(id), places.get(id) + bytes));
}
"""


def run(command, data=None):
    process = subprocess.run([str(word) for word in command], input=data, capture_output=True)
    if process.returncode != 0:
        sys.exit(f"error: {shlex.join(map(str, command))}\n{process.stderr.decode(errors='replace')}")
    return process.stdout


def blocks(language):
    text = (ROOT / "docs" / "launching.md").read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"error: docs/launching.md has no code in {language}")
    return "\n".join(found)


def compile_program(arguments, folder, options):
    (folder / "program.mlir").write_text(PROGRAM)
    bundle = folder / options.split("=")[1].split()[0]
    run([arguments.build / "bin" / "accy-opt", folder / "program.mlir", f"--accy-compile={options}",
         f"--accy-export=dir={bundle}", "-o", "/dev/null"])
    return bundle


def check(what, command):
    output = array.array("f", run(command, array.array("f", A + B).tobytes()))
    expected = [float(value) for values in OUTPUTS for value in values]
    if list(output) != expected:
        sys.exit(f"error: {what}: expected {expected}, found {list(output)}")


def check_c(arguments, folder):
    (folder / "launching.c").write_text(C_PRELUDE + blocks("c") + C_MAIN)
    library = arguments.build / "lib"
    run([arguments.cc, "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", *shlex.split(arguments.flags),
         f"-I{ROOT / 'include'}", folder / "launching.c", f"-L{library}", "-lAccyRuntime", "-lffi", f"-Wl,-rpath,{library}",
         "-o", folder / "launching"])
    check("machine code", [folder / "launching", compile_program(arguments, folder, "target=cpu")])


def check_js(arguments, folder):
    (folder / "launching.mjs").write_text(blocks("js") + JS_MAIN)
    node = shutil.which("node")
    if not node:
        return
    check("WebAssembly", [node, folder / "launching.mjs",
                          compile_program(arguments, folder, "target=wasm wasm-import-memory=true")])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--build", "--cc", "--flags"):
        parser.add_argument(option, required=True)
    arguments = parser.parse_args()
    arguments.build = pathlib.Path(arguments.build)
    with tempfile.TemporaryDirectory(prefix="accy-launching-") as folder:
        check_c(arguments, pathlib.Path(folder))
        check_js(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    main()
