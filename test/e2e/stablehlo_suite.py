# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# StableHLO's own cases, one operation each: every one that Accy converts is compiled, run on each backend and compared
# with its reference result. Cases that are refused with the code for it are counted apart.

import concurrent.futures
import csv
import functools
import pathlib
import re
import tempfile

from browser import Browser
from harness import Failed, Skipped, shared_data
from programs import runner
from webgpu import expect_pass, run_page

# The targets, and the fewest cases that must run on each, so that no new refusal goes unnoticed.
FEWEST = {"cpu:x86-64-v3": 221, "vulkan:llvmpipe": 221, "wasm:simd128": 221, "webgpu:default-limits": 174}

# What the references compute with other roundings, though they ask for equality: functions, products that are added,
# which they fuse where Accy rounds twice, and sums of windows and of convolutions, in another order.
FUNCTIONS = {"cosine", "erf", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic",
             "power", "rsqrt", "sine", "tan", "tanh"}
PRODUCTS = {"add", "multiply"}
WINDOW_SUMS = {"add", "reduce_window"}

# Relative and absolute tolerance of `close` by element type: a few units in the last place. Others are exact.
TOLERANCES = {"f64": (1e-12, 1e-14), "f32": (1e-5, 1e-6), "f16": (2e-3, 1e-4), "bf16": (1.6e-2, 1e-3)}

REFUSALS = {"UnsupportedOperation": "unsupported operation", "CapabilityMismatch": "not on this target"}


class Refused(Exception):
    """The program is refused with a diagnostic; the message is the kind of refusal."""


def find_slack(row):
    """What the usual tolerance is multiplied by: 0 where results are equal, more where they are what large products
    leave of one another."""
    operations = set(row["ops"].split(","))
    rounds_otherwise = operations & FUNCTIONS or operations >= PRODUCTS or operations >= WINDOW_SUMS
    if "convolution" in operations:
        return 10
    return 0 if row["check"] == "eq" and not rounds_otherwise else 1


def read_cases():
    folder = shared_data() / "stablehlo_suite"
    if not folder.is_dir():
        raise Skipped("the cases of StableHLO are absent from the reference data")
    with open(folder / "INDEX.tsv", newline="") as index:
        return [(folder / row["case"], find_slack(row), row["dtypes"].split(","))
                for row in csv.DictReader(index, delimiter="\t")]


def compile_case(tools, case, option, folder):
    """Compiles a case for `target=…` or `targets=…`; raises Refused for the first of REFUSALS that is its answer."""
    process = tools.call(tools.opt, case / "main.generic.mlir", f"--accy-compile={option}",
                         f"--accy-export=dir={folder}", "-o", "/dev/null")
    if process.returncode == 0:
        return
    codes = set(re.findall(r"error: .*\[(\w+)\]$", process.stderr, re.MULTILINE))
    kinds = [kind for code, kind in REFUSALS.items() if code in codes]
    if process.returncode != 1 or not kinds:
        raise Failed(f"status {process.returncode}: {process.stderr.strip()[:400]}")
    raise Refused(kinds[0])


def compile_for_all(tools, case, folder, targets):
    """For each target, its bundle, or the exception that says why there is none. One run compiles for all of them; only
    where a target refuses is each tried alone."""
    try:
        compile_case(tools, case, f"targets={','.join(targets)}", folder)
        return {target: folder / target.replace(":", "-") for target in targets}
    except Refused as refusal:
        if str(refusal) == REFUSALS["UnsupportedOperation"] or len(targets) == 1:
            return dict.fromkeys(targets, refusal)
    except Failed as failure:
        return dict.fromkeys(targets, failure)
    bundles = {}
    for target in targets:
        bundles |= compile_for_all(tools, case, folder / f"{target.replace(':', '-')}-alone", [target])
    return bundles


def tolerance(slack, dtypes):
    # The loosest among the case's types; integers take no part.
    rtol, atol = max((TOLERANCES[dtype] for dtype in dtypes if dtype in TOLERANCES), default=(0, 0))
    return slack * rtol, slack * atol


def files(case, prefix):
    return sorted(case.glob(f"{prefix}*.npy"), key=lambda path: int(re.sub(r"\D", "", path.stem)))


def run_case(tools, browser, target, bundle, case, slack, dtypes):
    rtol, atol = tolerance(slack, dtypes)
    options = [*[f"--input={path}" for path in files(case, "in")],
               *[f"--expect={path}" for path in files(case, "out")], f"--rtol={rtol}", f"--atol={atol}"]
    if target.startswith("webgpu"):
        expect_pass(run_page(tools, browser, bundle, options))
    else:
        tools.check(*runner(tools, target), bundle, *options)


def try_case(tools, browser, targets, case, slack, dtypes):
    """What became of the case on each target: 'ran', a kind of refusal, or 'failed', with the text of a failure."""
    outcomes = {}
    with tempfile.TemporaryDirectory() as scratch:
        bundles = compile_for_all(tools, case, pathlib.Path(scratch), targets)
        for target, bundle in bundles.items():
            try:
                if isinstance(bundle, Exception):
                    raise bundle
                run_case(tools, browser, target, bundle, case, slack, dtypes)
                outcomes[target] = "ran", None
            except Refused as refusal:
                outcomes[target] = str(refusal), None
            except Failed as failure:
                outcomes[target] = "failed", f"{case.name}: {failure}"
    return outcomes


def run_cases(tools, targets, stride):
    cases = read_cases()[::stride]
    with Browser() as browser, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda case: try_case(tools, browser, targets, *case), cases))


def check(results, target, fewest):
    results = [outcomes[target] for outcomes in results()]
    counts = {}
    for outcome, _ in results:
        counts[outcome] = counts.get(outcome, 0) + 1
    summary = f"{len(results)} cases: " + ", ".join(f"{counts[name]} {name}" for name in sorted(counts))
    failures = [text for _, text in results if text]
    if failures:
        raise Failed(summary + "\n    " + "\n    ".join(failures))
    if counts.get("ran", 0) < fewest:
        raise Failed(f"{summary}; at least {fewest} ran before")
    return summary


def add_tests(counter, tools, quick):
    targets = [target for target in list(FEWEST)[:1 if quick else None] if counter.wants(f"on {target}")]
    # Under the sanitizers most of the time goes into starting the compiler: a fifth of the cases is enough, of which no
    # count is kept.
    stride = 5 if quick else 1
    results = functools.cache(lambda: run_cases(tools, targets, stride))
    for target in targets:
        counter.run(f"StableHLO's cases on {target}", check, results, target, 1 if quick else FEWEST[target])
