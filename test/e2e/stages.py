# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The IR is the only hand-over: one run of accy-compile, a process for each pass, another run, and stock mlir-opt with
# Accy as a plugin all give the same bytes.

from harness import LLVM, Failed, Skipped
from programs import PROGRAMS, source


def stages(target):
    return [
        "--stablehlo-to-accy=clean-up=true", "--accy-schedule", "--accy-bufferize", "--accy-assign-memory-spaces",
        "--accy-assign-layouts", "--accy-outline-kernels", f"--accy-legalize=target={target}",
        "--accy-kernelize", "--accy-plan", "--accy-emit", "--accy-plan-memory",
    ]


def same(what, left, right):
    if left != right:
        raise Failed(f"{what} differs from accy-compile ({len(right)} bytes against {len(left)})")


def check(tools, name, target, plugin_only):
    whole = tools.check(tools.opt, source(name), f"--accy-compile=target={target}")
    plugins = [f"--load-dialect-plugin={tools.library}", f"--load-pass-plugin={tools.library}"]
    mlir_opt = LLVM / "mlir-opt"
    if plugin_only:
        if not mlir_opt.exists():
            raise Skipped("mlir-opt is absent")
        same("mlir-opt with plugins", whole,
             tools.check(mlir_opt, *plugins, source(name),
                         f"--pass-pipeline=builtin.module(accy-compile{{target={target}}})"))
        return None
    same("a second run", whole, tools.check(tools.opt, source(name), f"--accy-compile=target={target}"))
    text = source(name).read_text()
    for stage in stages(target):
        text = tools.check(tools.opt, "-", stage, stdin=text)
    same("one process for each pass", whole, text)
    return f"{len(whole)} bytes"


def add_tests(counter, tools, quick):
    for name, *_ in PROGRAMS:
        for target in ("cpu",) if quick else ("cpu", "vulkan", "cuda"):
            counter.run(f"stages of {name} for {target}", check, tools, name, target, False)
            if not quick:
                counter.run(f"plugins, {name} for {target}", check, tools, name, target, True)
