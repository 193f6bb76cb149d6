# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Arithmetic with constants that compilers know more about than they should: a product with 0 is NaN for an infinity, and
# has a sign. Every target keeps that, bit for bit, against the generic strategy on the processor.

import strategies
from browser import Browser

COUNT = 24
CONSTANTS = {"zero": "0.0", "minus": "-0.0", "one": "1.0", "down": "-1.0"}
OPERATIONS = [(name, *sides) for name in ("add", "sub", "mul", "div", "max", "min")
              for constant in CONSTANTS for sides in ((constant, "a0"), ("a0", constant))]
OPERATIONS += [(name, "a0", "a0") for name in ("sub", "div")] + [("abs", "a0")]
WITHOUT_F64 = [("rem", "a0", constant) for constant in CONSTANTS] + [("rem", "zero", "a0"), ("rem", "a0", "a0")]
TARGETS = ["vulkan:llvmpipe", "vulkan:desktop", "metal:m1", "cuda:sm_90", "cpu:x86-64-v3"]


def program(element):
    """All results, one after the other."""
    operations = OPERATIONS + (WITHOUT_F64 if element != "f64" else [])
    shape, count = f"tensor<{COUNT}x{element}>", len(operations)
    lines = [f"%{name} = accy.constant dense<{value}> : {shape}" for name, value in CONSTANTS.items()]
    lines += [f"%{i} = accy.{name} {', '.join(f'%{operand}' for operand in operands)} : {shape}"
              for i, (name, *operands) in enumerate(operations)]
    result = f"{COUNT * count}x{element}"
    lines.append(f"%r = accy.concatenate {', '.join(f'%{i}' for i in range(count))} dim = 0 : "
                 f"{', '.join([shape] * count)} -> tensor<{result}>")
    return [(element, [COUNT])], result, "\n".join(lines).replace("%", "%v").replace("%va0", "%a0").replace("%vr", "%r"), \
        strategies.special


def add_tests(counter, tools, quick):
    for target in TARGETS:
        for element in ("f32", "f16", "bf16", "f64"):
            if element == "f64" and target in ("vulkan:desktop", "metal:m1"):  # which have none
                continue
            for options in ("", "strategies=generic"):
                counter.run(f"zeros of {element} on {target}, {options or 'best'}", strategies.compare, tools, target,
                            options, *program(element))
    with Browser() as browser:
        for element in ("f32", "f16", "bf16"):
            counter.run(f"zeros of {element} in a browser", strategies.compare_in_browser, tools, browser,
                        "webgpu:default-limits", "", 0, *program(element))
