# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whether the accy dialect's table, specification and tests name the same things: every operation of ops.def has a
# section in docs/spec.md and occurs in a roundtrip and a canonicalization test, and every numbered constraint of
# docs/spec.md occurs in an invalid test of its operation. Run as: coverage.py REPOSITORY.

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
tests = root / "test" / "lit" / "accy"


def read_tests(*names):
    """The text of all test files of these names."""
    return "\n".join(path.read_text() for name in names for path in sorted(tests.glob(f"*/{name}.mlir")))


def read_operations():
    table = (root / "dialects" / "accy" / "ops.def").read_text()
    return re.findall(r"^ACCY_OP\((\w+),", table, re.MULTILINE)


def read_constraints():
    """For each operation of the specification its constraints in order; under "" the general ones."""
    constraints, current = {"": []}, ""
    for line in (root / "docs" / "spec.md").read_text().splitlines():
        if heading := re.match(r"### accy\.(\w+)$", line):
            current = heading.group(1)
            constraints[current] = []
        elif line.startswith("#"):
            current = "" if line == "## Types and general constraints" else "other"
            constraints.setdefault(current, [])
        elif constraint := re.match(r"- \(([CG]\d+)\) ", line):
            constraints[current].append(constraint.group(1))
    return constraints


operations = read_operations()
constraints = read_constraints()
general = constraints.pop("")
constraints.pop("other", None)
invalid = read_tests("invalid")
roundtrip = read_tests("roundtrip")
folded = read_tests("canonicalize", "constants")
problems = []

if len(operations) < 40:
    problems.append(f"ops.def has only {len(operations)} operations that this check can read")
for name in sorted(set(operations) ^ set(constraints)):
    problems.append(f"accy.{name} is in only one of ops.def and docs/spec.md")
for name in operations:
    if not re.search(rf"CHECK.*: .*accy\.{name}\b", roundtrip):
        problems.append(f"accy.{name} has no roundtrip test")
    if not re.search(rf"^ .*accy\.{name}\b", folded, re.MULTILINE):
        problems.append(f"accy.{name} has no canonicalization test")
for constraint in general:
    if not re.search(rf"expected-error.*\({constraint}\)", invalid):
        problems.append(f"the general constraint {constraint} has no invalid test")
for name, numbers in constraints.items():
    if numbers != [f"C{i + 1}" for i in range(len(numbers))] or not numbers:
        problems.append(f"accy.{name} has the constraints {numbers}, which do not count up from C1")
    tested = set(re.findall(rf"expected-error.*'accy\.{name}' op \((C\d+)\)", invalid))
    for number in sorted(tested ^ set(numbers)):
        problems.append(f"accy.{name} has {number} in only one of docs/spec.md and its invalid tests")

for problem in problems:
    print(f"coverage: {problem}", file=sys.stderr)
count = sum(map(len, constraints.values()))
print(f"{len(operations)} operations, {count} constraints and {len(general)} general ones checked")
sys.exit(1 if problems else 0)
