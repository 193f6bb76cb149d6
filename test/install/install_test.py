# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs a build into a folder of its own and uses it as an embedder would: public headers alone, both libraries through
CMake and pkg-config, and the tools. Also that the libraries export what the headers declare and nothing else of ours."""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "embed"
faults = []


def run(*command, **options):
    """Runs the command; a failure is a fault that shows what it wrote. Gives its standard output."""
    process = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if process.returncode != 0:
        faults.append(f"{shlex.join(str(word) for word in command)}\n{process.stdout}{process.stderr}")
    return process.stdout


def expect(what, found, expected):
    if found != expected:
        faults.append(f"{what}: expected {expected!r}, found {found!r}")


def includes_mlir(header, folder):
    text = header.read_text(encoding="utf-8")
    if '"mlir-c/' in text:
        return True
    return any(includes_mlir(folder / name, folder) for name in re.findall(r'#include "(accy-c/[^"]+)"', text))


def check_headers(arguments, prefix):
    """Each header compiles alone, in C and in C++, and without MLIR's headers unless it speaks of MLIR."""
    folder = prefix / "include"
    headers = sorted((folder / "accy-c").glob("*.h"))
    expect("headers", [header.name for header in headers],
           sorted(header.name for header in (ROOT / "include" / "accy-c").glob("*.h")))
    for header in headers:
        llvm = ["-isystem", f"{arguments.llvm}/include"] if includes_mlir(header, folder) else []
        for compiler, language, standard in ((arguments.cc, "c", "c11"), (arguments.cxx, "c++", "c++17")):
            run(compiler, "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                "-include", f"accy-c/{header.name}", f"-I{folder}", *llvm, "/dev/null")


def exported(arguments, library):
    lines = run(f"{arguments.llvm}/bin/llvm-nm", "-D", "--defined-only", library).splitlines()
    return {line.split()[-1] for line in lines if line.split()[-2] in "TDBRV"}


def check_symbols(arguments, prefix):
    declared = set()
    for header in (prefix / "include" / "accy-c").glob("*.h"):
        declared.update(re.findall(r"\b(accy[A-Z]\w*)\(", header.read_text(encoding="utf-8")))
    # accyTName and accyTParse come from the rows of Enums.h and Status.h.
    rows = re.findall(r"ROW\(([A-Z]\w+),", (prefix / "include/accy-c/Enums.h").read_text(encoding="utf-8"))
    declared.update(f"accy{name}{verb}" for name in {*rows, "StatusCode"} for verb in ("Name", "Parse"))
    both = set()
    for name in ("libAccy.so", "libAccyRuntime.so"):
        symbols = {symbol for symbol in exported(arguments, prefix / "lib" / name) if not re.match(r"(mlir|_)", symbol)}
        both |= symbols
        for symbol in sorted(symbols - declared - TOOLS):
            faults.append(f"{name} exports {symbol}, which no public header declares")
    for symbol in sorted(declared - both - PATTERNS):
        faults.append(f"a public header declares {symbol}, which no library exports")


# What accy-opt calls.
TOOLS = {"accyOptMain"}
# What the headers' comments say of each enumeration T.
PATTERNS = {"accyTName", "accyTParse"}


def check_examples(arguments, prefix, folder):
    build = folder / "examples"
    configured = run("cmake", "-S", EXAMPLES, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
                     f"-DCMAKE_C_COMPILER={arguments.cc}", f"-DCMAKE_C_FLAGS={arguments.flags}")
    run("cmake", "--build", build)
    if not configured or faults:
        return
    text = run(build / "embed", "cuda:sm_90")
    if "choir.program @main" not in text:
        faults.append("embed printed no program")
    expect("embed-run", run(build / "embed-run", folder / "bundle").split("\n")[-3:], ["3", "7", ""])


def check_pkgconfig(arguments, prefix, folder):
    environment = dict(os.environ, PKG_CONFIG_PATH=str(next(prefix.glob("**/pkgconfig"))))
    for package, library in (("accy", "libAccy.so"), ("accy-runtime", "libAccyRuntime.so")):
        expect(f"version of {package}", run("pkg-config", "--modversion", package, env=environment).strip(), "0.1.0")
    words = shlex.split(run("pkg-config", "--cflags", "--libs", "accy", "accy-runtime", env=environment))
    program = folder / "embed-run"
    libraries = next(prefix.glob("**/libAccy.so")).parent
    run(arguments.cc, "-std=c11", *shlex.split(arguments.flags), EXAMPLES / "run.c", *words,
        f"-Wl,-rpath,{libraries}", "-o", program)
    if not faults:
        expect("run by pkg-config", run(program, folder / "bundle2").split("\n")[-3:], ["3", "7", ""])


def check_tools(prefix, folder):
    program = folder / "program.mlir"
    program.write_text("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                       "  %0 = accy.neg %a : tensor<4xf32>\n  accy.return %0 : tensor<4xf32>\n}\n")
    bundle = folder / "tool-bundle"
    run(prefix / "bin/accy-opt", program, "--accy-compile=target=cpu", f"--accy-export=dir={bundle}", "-o", "/dev/null")
    run(prefix / "bin/accy-run", "--help")
    expect("programs and what accy-run takes along", sorted(path.name for path in (prefix / "bin").iterdir()),
           ["accy-opt", "accy-run", "libcjson.so.1"])
    for schema in ("plan", "registry", "target"):
        if not (prefix / "share/accy" / f"{schema}.schema.json").is_file():
            faults.append(f"{schema}.schema.json is not installed")


def check_modules(prefix, folder):
    """The modules for JavaScript engines are all there, and load each other."""
    expect("modules", sorted(path.name for path in (prefix / "share" / "accy" / "web").iterdir()),
           sorted(path.name for path in (ROOT / "runtime" / "web").glob("*.mjs")))
    node = shutil.which("node")
    if not node:
        return
    bundle = folder / "wasm-bundle"
    run(prefix / "bin" / "accy-opt", folder / "program.mlir", "--accy-compile=target=wasm", f"--accy-export=dir={bundle}",
        "-o", "/dev/null")
    process = subprocess.run([node, prefix / "share" / "accy" / "web" / "run.mjs", bundle], capture_output=True, text=True)
    expect("what run.mjs says without inputs", process.stderr, "run.mjs: error: 0 inputs are given; main takes 1\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--build", "--llvm", "--cc", "--cxx", "--flags"):
        parser.add_argument(option, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="accy-install-") as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        run("cmake", "--install", arguments.build, "--prefix", prefix)
        if not faults:
            check_headers(arguments, prefix)
            check_symbols(arguments, prefix)
            check_tools(prefix, folder)
            check_modules(prefix, folder)
            check_examples(arguments, prefix, folder)
            check_pkgconfig(arguments, prefix, folder)
    for fault in faults:
        print("error:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
