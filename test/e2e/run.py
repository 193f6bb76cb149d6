# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whole-program tests: `python3 test/e2e/run.py --build build/release [--quick] [--jobs N] [SUITE …]`. docs/adding.md
# tells how to run them on another machine's GPU.

import argparse
import concurrent.futures
import contextlib
import io
import os
import sys
import tempfile

import aarch64
import argmax
import authored
import cuda
import embed_c
import facts
import gather
import grids
import in_place
import kernel_calls
import limits
import malformed
import memory
import metal
import moves
import programs
import refusals
import rows
import stablehlo_suite
import stages
import strategies
import strict
import subgroups
import wasm
import webgpu
import webgpu_values
import windows
import zeros
from harness import Counter, Tools

# Those that take long come first, so that none is left over for the end.
SUITES = {
    module.__name__: module
    for module in (
        strategies,
        stablehlo_suite,
        subgroups,
        strict,
        stages,
        rows,
        moves,
        grids,
        programs,
        webgpu,
        memory,
        in_place,
        webgpu_values,
        wasm,
        metal,
        aarch64,
        refusals,
        embed_c,
        limits,
        gather,
        malformed,
        authored,
        cuda,
        windows,
        zeros,
        kernel_calls,
        facts,
        argmax,
    )
}


def run_suite(name, arguments):
    """What a suite counted and printed; in a process of its own."""
    counter, output = Counter(arguments.only), io.StringIO()
    with contextlib.redirect_stdout(output):
        SUITES[name].add_tests(counter, Tools(arguments.build, arguments.bundles), arguments.quick)
    return counter, output.getvalue()


def main():
    parser = argparse.ArgumentParser(description="Compiles whole programs, runs them and compares the results.")
    parser.add_argument("--build", default="build/release", help="build folder, from the project's root")
    parser.add_argument("--quick", action="store_true", help="leave out what only checks speed-independent repeats")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="suites that run at once")
    parser.add_argument("--durations", type=int, default=0, metavar="N", help="print the N tests that took longest")
    parser.add_argument("--only", default="", metavar="TEXT", help="run the tests whose names hold this")
    parser.add_argument("--bundles", metavar="FOLDER",
                        help="keep what is compiled there, and compile nothing that is there already; without it what is "
                             "compiled is kept for this run")
    parser.add_argument("suites", nargs="*", help=f"some of {', '.join(SUITES)}; all when none is named")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="accy-bundles-") as folder:
        arguments.bundles = arguments.bundles or folder
        return run_suites(arguments)


def run_suites(arguments):
    counter = Counter()
    with concurrent.futures.ProcessPoolExecutor(max_workers=arguments.jobs) as pool:
        runs = [pool.submit(run_suite, name, arguments) for name in arguments.suites or SUITES]
        for run in concurrent.futures.as_completed(runs):
            print(run.result()[1], end="", flush=True)
        for run in runs:
            counter.add(run.result()[0])
    for seconds, name in sorted(counter.durations, reverse=True)[:arguments.durations]:
        print(f"{seconds:7.2f} s  {name}")
    return counter.finish()


sys.exit(main())
