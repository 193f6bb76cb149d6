# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks docs/planner-tests.md: sections are those of docs/planner.md, rules are numbered without gaps and have tests,
the tests are there and run, and each error that a rule names is looked for by one of them.
Usage: planner_rules.py RULES PLANNER TEST_FOLDER"""

import pathlib
import re
import sys

ERRORS = ("OutOfMemory", "InvalidArtifact", "CapabilityMismatch", "UnsupportedOperation", "UnsupportedArtifactFormat",
          "LaunchArgumentMismatch", "MissingMemorySpaceAssignment", "MissingLayoutAssignment",
          "MissingKernelLegalization", "MissingScheduleWorkItem", "TargetRecipeMismatch", "WorkExhausted")


def read_sections(text):
    return re.findall(r"^## (\d+)\. (.+)$", text, re.MULTILINE)


def read_rules(text):
    """(number, text, tests) of each row."""
    for number, rule, tests in re.findall(r"^\| (\d\S*) \| (.*?) \|(.*)\|$", text, re.MULTILINE):
        yield number, rule, re.findall(r"`([^`]+)`", tests)


def check_numbers(rules, sections):
    expected = []
    for section, _ in sections:
        count = sum(number.split(".")[0] == section for number, _, _ in rules)
        if count == 0:
            yield f"section {section} has no rule"
        expected += [f"{section}.{i}" for i in range(1, count + 1)]
    numbers = [number for number, _, _ in rules]
    if numbers != expected:
        yield f"the rules are numbered {numbers}"


def functions_of(text):
    """The functions that a C file defines, by name."""
    return {match[1]: match[0] for match in
            re.finditer(r"^(?:static )?[\w ]+?[ *](\w+)\([^;{}]*\) \{$.*?^\}", text, re.MULTILINE | re.DOTALL)}


def with_helpers(name, functions):
    """The function's text and that of all it calls among `functions`."""
    seen, left = set(), [name]
    while left:
        function = left.pop()
        if function in functions and function not in seen:
            seen.add(function)
            left += re.findall(r"\b(\w+)\b", functions[function])
    return "\n".join(functions[function] for function in seen)


def read_c_test(text, name, helpers):
    """The test with its helpers; null when the program does not run it."""
    functions = {**helpers, **functions_of(text)}
    is_run = re.search(rf"unit_test\w*\(\s*{name}\b|_TEST\({name}\b", text)
    return with_helpers(name, functions) if name in functions and is_run else None


def read_python_test(text, name):
    """A function, or a table."""
    found = re.search(rf"^ *def {name}\(.*?(?=^ *def |^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    found = found or re.search(rf"^{name} = .*?(?=^\S+ = |^def |\Z)", text, re.MULTILINE | re.DOTALL)
    return found and found.group()


def read_test(folder, test, helpers):
    """The text of a test, or what is wrong with its name."""
    path, _, name = test.partition(":")
    file = folder / path
    if not file.is_file():
        return None, f"there is no test/{path}"
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".c":
        body = read_c_test(text, name, helpers)
    else:
        body = read_python_test(text, name) if name else text
    return (body, None) if body else (None, f"test/{path} does not run '{name}'")


def check_tests(folder, number, rule, tests, helpers):
    bodies = []
    if not tests:
        yield f"rule {number} has no test"
    for test in tests:
        body, fault = read_test(folder, test, helpers)
        if fault:
            yield f"rule {number}: {fault}"
        else:
            bodies.append(body)
    for error in ERRORS:
        if f"`{error}`" in rule and not any(error in body for body in bodies):
            yield f"rule {number}: none of its tests looks for {error}"


def main():
    rules_path, planner_path, folder = (pathlib.Path(argument) for argument in sys.argv[1:])
    text = rules_path.read_text(encoding="utf-8")
    sections, rules = read_sections(text), list(read_rules(text))
    faults = list(check_numbers(rules, sections))
    planned = read_sections(planner_path.read_text(encoding="utf-8"))
    if sections != planned:
        faults.append(f"sections: {sections} here, {planned} in planner.md")
    helpers = {}  # of files that only help
    for file in sorted(folder.glob("unit/**/*.c")):
        if not file.name.endswith("_test.c"):
            helpers.update(functions_of(file.read_text(encoding="utf-8")))
    for number, rule, tests in rules:
        faults += check_tests(folder, number, rule, tests, helpers)
    faults += [f"no rule names {error}" for error in ERRORS if not any(f"`{error}`" in rule for _, rule, _ in rules)]
    for fault in faults:
        print("error:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
