# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whole-program tests: `python3 test/e2e/run.py --build build/release [--quick] [SUITE …]`.

import argparse
import sys

import aarch64
import cuda
import embed_c
import facts
import in_place
import kernel_calls
import limits
import malformed
import metal
import programs
import stablehlo_suite
import stages
import strategies
import strict
import wasm
import webgpu
import webgpu_values
from harness import Counter, Tools

SUITES = {
    module.__name__: module
    for module in (
        facts,
        programs,
        stages,
        malformed,
        aarch64,
        cuda,
        embed_c,
        in_place,
        kernel_calls,
        limits,
        metal,
        stablehlo_suite,
        strategies,
        strict,
        wasm,
        webgpu,
        webgpu_values,
    )
}


def main():
    parser = argparse.ArgumentParser(description="Compiles whole programs, runs them and compares the results.")
    parser.add_argument("--build", default="build/release", help="build folder, from the project's root")
    parser.add_argument("--quick", action="store_true", help="leave out what only checks speed-independent repeats")
    parser.add_argument("suites", nargs="*", help=f"some of {', '.join(SUITES)}; all when none is named")
    arguments = parser.parse_args()
    counter, tools = Counter(), Tools(arguments.build)
    for name in arguments.suites or SUITES:
        SUITES[name].add_tests(counter, tools, arguments.quick)
    return counter.finish()


sys.exit(main())
