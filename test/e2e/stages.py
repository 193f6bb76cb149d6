# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The IR is the only hand-over: one run of accy-compile, a process for each pass, another run, and stock mlir-opt with
# Accy as a plugin all give the same bytes.

import functools
import pathlib
import shutil
import tempfile

from harness import LLVM, Failed, Skipped
from programs import PROGRAMS, compile_bundle, source


def stages(target):
    return [
        "--stablehlo-to-accy=clean-up=true", "--accy-split-reductions", "--accy-schedule", "--accy-bufferize",
        "--accy-assign-memory-spaces", "--accy-assign-layouts", f"--accy-assign-targets={target}",
        "--accy-fuse-rows", "--accy-split-work-items", "--accy-outline-kernels", "--accy-legalize", "--accy-kernelize",
        "--accy-plan", "--accy-emit", "--accy-plan-memory",
    ]


def same(what, left, right):
    if left != right:
        raise Failed(f"{what} differs from accy-compile ({len(right)} bytes against {len(left)})")


@functools.cache
def compile_whole(tools, name, target):
    """`target` is an option of accy-compile: `target=…` or `targets=…`."""
    return tools.check(tools.opt, source(name), f"--accy-compile={target}")


def check(tools, name, target):
    whole = compile_whole(tools, name, target)
    same("a second run", whole, tools.check(tools.opt, source(name), f"--accy-compile={target}"))
    text = source(name).read_text()
    for stage in stages(target):
        text = tools.check(tools.opt, "-", stage, stdin=text)
    same("one process for each pass", whole, text)
    return f"{len(whole)} bytes"


def check_plugins(tools, name, target):
    mlir_opt = LLVM / "mlir-opt"
    if not mlir_opt.exists():
        raise Skipped("mlir-opt is absent")
    plugins = [f"--load-dialect-plugin={tools.library}", f"--load-pass-plugin={tools.library}"]
    same("mlir-opt with plugins", compile_whole(tools, name, target),
         tools.check(mlir_opt, *plugins, source(name), f"--pass-pipeline=builtin.module(accy-compile{{{target}}})"))


def files_below(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check_bundles(tools, name, targets):
    """A run for several targets exports what runs for each alone export."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        tools.check(tools.opt, source(name), f"--accy-compile=targets={','.join(targets)}",
                    f"--accy-export=dir={folder / 'all'}", "-o", "/dev/null")
        for target in targets:
            compile_bundle(tools, source(name), target, folder / "one")
            if files_below(folder / "one") != files_below(folder / "all" / target.replace(":", "-")):
                raise Failed(f"the bundle for {target} differs from that of a run for it alone")
            shutil.rmtree(folder / "one")
    return f"{len(targets)} targets"


def add_tests(counter, tools, quick):
    several = ("cuda", "vulkan", "metal", "webgpu", "cpu", "wasm")
    targets = [("several targets", f"targets={','.join(several)}")]
    for name in ("add", "mlp") if quick else [row[0] for row in PROGRAMS]:
        # What the passes do for one target alone is a part of what they do for several.
        alone = [(target, f"target={target}") for target in ("cpu", "vulkan", "cuda")] if name == "mlp" else []
        for what, option in targets + alone:
            counter.run(f"stages of {name} for {what}", check, tools, name, option)
            if not quick:
                counter.run(f"plugins, {name} for {what}", check_plugins, tools, name, option)
        counter.run(f"bundles of {name} for several targets", check_bundles, tools, name, several)
