#!/usr/bin/env python3
# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How fast reductions and row pipelines are by each strategy, side by side on one device:
#
#     benchmarks/reductions/reductions.py compile --build build/release --target cuda:sm_90 DIR [CASE …]
#     python3 DIR/reductions.py run DIR [--runs 100] [--rounds 3] [CASE …]
#
# The first makes DIR with the bundles, accy-run, the one library that accy-run needs besides libc, and this file: all that
# has to travel to the machine with the device, where python3 and its standard library suffice. The second runs the
# strategies of each case in turn, several rounds, checks that they agree, and prints the medians.

import argparse
import array
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

REDUCTIONS, ROW_PIPELINES = (("reduction_group", "reduction_subgroup"), ("row_pipeline", "row_pipeline_subgroup"))


def rows(rows_count, columns, axis=1):
    kept = rows_count if axis == 1 else columns
    return (f"func.func @main(%x: tensor<{rows_count}x{columns}xf32>) -> tensor<{kept}xf32> {{\n"
            f"  %r = accy.reduce sum %x dims = [{axis}] : tensor<{rows_count}x{columns}xf32> -> tensor<{kept}xf32>\n"
            f"  accy.return %r : tensor<{kept}xf32>\n}}\n")


def softmax(rows_count, columns):
    full, row = f"tensor<{rows_count}x{columns}xf32>", f"tensor<{rows_count}xf32>"
    return (f"func.func @main(%x: {full}) -> {full} {{\n"
            f"  %m = accy.reduce max %x dims = [1] : {full} -> {row}\n"
            f"  %b = accy.broadcast %m dims = [0] : {row} -> {full}\n"
            f"  %d = accy.sub %x, %b : {full}\n"
            f"  %e = accy.exp %d : {full}\n"
            f"  %s = accy.reduce sum %e dims = [1] : {full} -> {row}\n"
            f"  %t = accy.broadcast %s dims = [0] : {row} -> {full}\n"
            f"  %r = accy.div %e, %t : {full}\n"
            f"  accy.return %r : {full}\n}}\n")


def layer_norm(rows_count, columns):
    full, row = f"tensor<{rows_count}x{columns}xf32>", f"tensor<{rows_count}xf32>"
    return (f"func.func @main(%x: {full}) -> {full} {{\n"
            f"  %n = accy.constant dense<{1 / columns}> : {row}\n"
            f"  %z = accy.constant dense<1.0e-5> : {row}\n"
            f"  %s = accy.reduce sum %x dims = [1] : {full} -> {row}\n"
            f"  %m = accy.mul %s, %n : {row}\n"
            f"  %b = accy.broadcast %m dims = [0] : {row} -> {full}\n"
            f"  %d = accy.sub %x, %b : {full}\n"
            f"  %q = accy.mul %d, %d : {full}\n"
            f"  %t = accy.reduce sum %q dims = [1] : {full} -> {row}\n"
            f"  %u = accy.mul %t, %n : {row}\n"
            f"  %v = accy.add %u, %z : {row}\n"
            f"  %w = accy.rsqrt %v : {row}\n"
            f"  %c = accy.broadcast %w dims = [0] : {row} -> {full}\n"
            f"  %r = accy.mul %d, %c : {full}\n"
            f"  accy.return %r : {full}\n}}\n")


def row_case(program, rows_count, columns):
    """What reads and writes a tensor once."""
    return program(rows_count, columns), [rows_count, columns], 2 * 4 * rows_count * columns, ROW_PIPELINES


# The program of each case, the shape of its input, the bytes that it cannot do without, and the strategies.
CASES = {
    "rows-16384x16384": (rows(16384, 16384), [16384, 16384], 4 * 16384 * 16384, REDUCTIONS),
    "rows-16384x4096": (rows(16384, 4096), [16384, 4096], 4 * 16384 * 4096, REDUCTIONS),
    "rows-16384x1024": (rows(16384, 1024), [16384, 1024], 4 * 16384 * 1024, REDUCTIONS),
    "rows-65536x256": (rows(65536, 256), [65536, 256], 4 * 65536 * 256, REDUCTIONS),
    "rows-1048576x64": (rows(1048576, 64), [1048576, 64], 4 * 1048576 * 64, REDUCTIONS),
    "rows-64x262144": (rows(64, 262144), [64, 262144], 4 * 64 * 262144, REDUCTIONS),
    "columns-16384x16384": (rows(16384, 16384, 0), [16384, 16384], 4 * 16384 * 16384, REDUCTIONS),
    "columns-1048576x4": (rows(1048576, 4, 0), [1048576, 4], 4 * 1048576 * 4, REDUCTIONS),
    **{f"softmax-{r}x{c}": row_case(softmax, r, c)
       for r, c in [(16384, 4096), (16384, 1024), (65536, 256), (1048576, 64), (4096, 32768), (16384, 1001), (8, 4096)]},
    "layer-norm-16384x4096": row_case(layer_norm, 16384, 4096),
    "layer-norm-65536x768": row_case(layer_norm, 65536, 768),
}


# ---- Here: bundles ------------------------------------------------------------------------------------------------------


def compile_case(opt, target, folder, program, options):
    """False where the strategy cannot build the program."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    process = subprocess.run([opt, f"--accy-compile=target={target} {options}", f"--accy-export=dir={folder}", "-o",
                              os.devnull], input=program, text=True, capture_output=True)
    if "is not what strategy" in process.stderr:
        return False
    if process.returncode != 0:
        sys.exit(process.stderr)
    return True


def copy_tools(build, folder):
    for file in (build / "bin" / "accy-run", *(build / "bin").glob("libcjson.so.*"), __file__):
        shutil.copy(file, folder)


def compile_all(arguments):
    opt, folder = arguments.build / "bin" / "accy-opt", arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.cases or CASES:
        program, _, _, strategies = CASES[name]
        for strategy in strategies:
            if not compile_case(opt, arguments.target, folder / name / strategy, program, f"strategy={strategy}"):
                print(f"{name}: {strategy} does not fit every kernel: the best strategies are taken in its place")
                compile_case(opt, arguments.target, folder / name / strategy, program, "")
    copy_tools(arguments.build, folder)


# ---- There: times -------------------------------------------------------------------------------------------------------


def write_input(path, shape):
    """Integers from -4 to 4, of which every sum is exact."""
    count = shape[0] * shape[1]
    block = array.array("f", [(i * 7919 >> 4) % 9 - 4 for i in range(1 << 16)]).tobytes()
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape[0]}, {shape[1]}), }}"
    header = header.ljust(-(len(header) + 11) % 64 + len(header)) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for begin in range(0, 4 * count, len(block)):
            file.write(block[:4 * count - begin])


def run_bundle(run, bundle, options):
    process = subprocess.run([run, bundle, *options], text=True, capture_output=True)
    if process.returncode != 0:
        sys.exit(f"{bundle}: {process.stderr.strip() or process.stdout.strip()}")
    return process.stdout


def median_of(values):
    return sorted(values)[len(values) // 2]


def read_times(text):
    """Median times of each kernel in microseconds."""
    return [float(time) for time, name in re.findall(r"^ +(\S+) +\S+  (.+)$", text, re.M)
            if name != "whole run" and time != "median"]


def folds(kernel):
    return kernel["kind"] in ("reduction", "row_pipeline")


def measure(run, folder, strategies, input_path, scratch, arguments):
    """Of each strategy: the medians over the rounds of all kernels' time and of the reductions'."""
    bundles = {strategy: folder / strategy for strategy in strategies}
    expected = scratch / "expected.npy"
    run_bundle(run, bundles[strategies[0]], [f"--input={input_path}", f"--output={expected}"])
    for bundle in bundles.values():
        run_bundle(run, bundle, [f"--input={input_path}", f"--expect={expected}", "--rtol=2e-5", "--atol=1e-6"])
    results = {strategy: [] for strategy in bundles}
    for _ in range(arguments.rounds):
        for strategy, bundle in bundles.items():
            times = read_times(run_bundle(run, bundle, [f"--input={input_path}", f"--benchmark={arguments.runs}"]))
            kernels = json.loads((bundle / "plan.json").read_text())["kernels"]
            if len(times) != len(kernels):
                sys.exit(f"{bundle}: {len(times)} times of {len(kernels)} kernels")
            reductions = sum(time for time, kernel in zip(times, kernels) if folds(kernel))
            results[strategy].append((sum(times), reductions))
    return {strategy: [median_of(column) for column in zip(*values)] for strategy, values in results.items()}


def run_all(arguments):
    run = arguments.folder.resolve() / "accy-run"
    print(f"{'case':22}{'strategy':22}{'kernels us':>12}{'reductions us':>15}{'GB/s':>8}{'group / it':>12}")
    for name in arguments.cases or [name for name in CASES if (arguments.folder / name).is_dir()]:
        _, shape, size, strategies = CASES[name]
        with tempfile.TemporaryDirectory() as scratch:
            path = pathlib.Path(scratch) / "in.npy"
            write_input(path, shape)
            results = measure(run, arguments.folder / name, strategies, path, pathlib.Path(scratch), arguments)
        for strategy, (total, reductions) in results.items():
            ratio = results[strategies[0]][1] / reductions
            print(f"{name:22}{strategy:22}{total:12.1f}{reductions:15.1f}{size / total / 1e3:8.0f}{ratio:12.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Times reductions and row pipelines by each strategy that joins the parts of an output.")
    commands = parser.add_subparsers(required=True)
    compiling = commands.add_parser("compile", help="make the folder that travels")
    compiling.add_argument("--build", type=pathlib.Path, default="build/release")
    compiling.add_argument("--target", default="cuda:sm_90")
    compiling.add_argument("folder", type=pathlib.Path)
    compiling.add_argument("cases", nargs="*", help=f"some of {', '.join(CASES)}; all when none is named")
    compiling.set_defaults(call=compile_all)
    running = commands.add_parser("run", help="run and time what is in the folder")
    running.add_argument("folder", type=pathlib.Path)
    running.add_argument("--runs", type=int, default=100)
    running.add_argument("--rounds", type=int, default=3)
    running.add_argument("cases", nargs="*", help="some of those; all when none is named")
    running.set_defaults(call=run_all)
    arguments = parser.parse_args()
    arguments.call(arguments)


if __name__ == "__main__":
    main()
