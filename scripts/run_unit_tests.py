# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Unit tests by ctest, counted by test case, not by program: `python3 scripts/run_unit_tests.py BUILD`. What a case
# skips is named with its reason. The last line is `N passed, N failed, N skipped`.

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

# How each kind of program says what became of its cases: cmocka, Python's unittest, and Node's test runner.
TOTAL = re.compile(r"^\[=+\] (\d+) test\(s\) run\.|^Ran (\d+) tests?|^# tests (\d+)$", re.MULTILINE)
FAILED = re.compile(r"^\[  FAILED  \] (\d+) test\(s\), listed below|^FAILED \(.*?(?:failures|errors)=(\d+)|^# fail (\d+)$",
                    re.MULTILINE)
SKIPPED = re.compile(r"^\[  SKIPPED \] (\d+) test\(s\), listed below|^(?:OK|FAILED) \(.*?skipped=(\d+)"
                     r"|^# skipped (\d+)$", re.MULTILINE)
# As cmocka's tests print it, or unittest's.
REASON = re.compile(r"(?:^skipped: |\.\.\. skipped ['\"])(.*?)['\"]?$", re.MULTILINE)


def count(pattern, text):
    return sum(int(number) for groups in pattern.findall(text) for number in groups if number)


def count_program(ended_well, text):
    """(passed, failed, skipped) of one program; one that says nothing of cases is one case."""
    failed, skipped = count(FAILED, text), count(SKIPPED, text)
    if not ended_well and not failed:
        failed = 1  # it ended before it could say so
    passed = count(TOTAL, text) - failed - skipped if TOTAL.search(text) else int(ended_well)
    return max(passed, 0), failed, skipped


def main():
    build = sys.argv[1]
    with tempfile.NamedTemporaryFile(suffix=".xml") as report:
        status = subprocess.run(["ctest", "--test-dir", build, "--output-on-failure", "-j2", "--output-junit", report.name,
                                 "--test-output-size-passed", "1000000"]).returncode
        programs = ElementTree.parse(report.name).getroot().findall("testcase")
    totals = [0, 0, 0]
    for program in programs:
        text = program.findtext("system-out") or ""
        counts = count_program(program.get("status") == "run", text)
        totals = [total + number for total, number in zip(totals, counts)]
        if counts[2]:
            print(f"{program.get('name')} skips {counts[2]}: " + "; ".join(dict.fromkeys(REASON.findall(text))))
    print("{} passed, {} failed, {} skipped".format(*totals))
    return status


sys.exit(main())
