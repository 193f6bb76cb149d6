# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the map from the planner's specification to docs/planner-tests.md: each sentence has a row, each row a sentence
and rules that are there and name the errors of the sentence, and each rule a row. What is no requirement is
`informative`; rules that the specification does not ask for are in rows of the kind `own`.
Usage: planner_sentences.py MAP RULES [SPECIFICATION], or planner_sentences.py --self-test MAP RULES"""

import pathlib
import sys
import typing

import planner_rules
import spec_sentences

INFORMATIVE = "informative"
OWN = "own"


class Row(typing.NamedTuple):
    section: str
    key: str  # of the sentence, or OWN
    beginning: str
    rules: list

    @property
    def name(self):
        return f"the row '{self.beginning}' of section {self.section}"


def read_map(text):
    """The rows; lines that begin with # are comments."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [Row(section, key, beginning, rules.split()) for section, key, beginning, rules in
            (line.split("\t") for line in lines)]


def check_rows(rows, rules):
    """What can be said without the specification."""
    used = set()
    for row in rows:
        if not row.rules:
            yield f"{row.name} names no rule"
        for rule in row.rules:
            if rule != INFORMATIVE and rule not in rules:
                yield f"{row.name} names rule {rule}, which is not there"
            if rule in used and row.key == OWN:
                yield f"rule {rule} is the project's own and a sentence's, too"
            used.add(rule)
        if INFORMATIVE in row.rules and len(row.rules) > 1:
            yield f"{row.name} is informative and has rules"
    yield from (f"rule {rule} has no sentence" for rule in rules if rule not in used)


def check_sentences(rows, rules, sentences):
    by_place = {(row.section, row.key): row for row in rows if row.key != OWN}
    if len(by_place) != sum(row.key != OWN for row in rows):
        yield "a sentence has two rows"
    for sentence in sentences:
        row = by_place.pop((sentence.section, sentence.key), None)
        if row is None:
            yield f"no row for '{sentence.text[:70]}' of section {sentence.section}, whose key is {sentence.key}"
            continue
        for error in planner_rules.ERRORS:
            if f"`{error}`" in sentence.text and not any(f"`{error}`" in rules.get(rule, "") for rule in row.rules):
                yield f"{row.name} names no rule about {error}"
    yield from (f"{row.name} has no sentence" for row in by_place.values())


def self_test(rows, rules):
    """Without any rule, and with any row gone, a fault is found; so it is when a sentence changes."""
    stand_in = lambda row: spec_sentences.Sentence(row.section, f"{row.beginning} … {row.key}")
    sentences = [stand_in(row) for row in rows if row.key != OWN]
    named = [row if row.key == OWN else row._replace(key=stand_in(row).key) for row in rows]
    if list(check_rows(rows, rules)):
        yield "there are faults before any is made"
    for rule in rules:
        fewer = {number: text for number, text in rules.items() if number != rule}
        if not list(check_rows(rows, fewer)):
            yield f"that rule {rule} is gone is not found"
    for i, row in enumerate(rows):
        fewer = named[:i] + named[i + 1:]
        if not list(check_rows(fewer, rules)) and not list(check_sentences(fewer, rules, sentences)):
            yield f"that {row.name} is gone is not found"
    changed = [sentences[0]._replace(text=sentences[0].text + " not"), *sentences[1:]]
    if len(list(check_sentences(named, rules, changed))) != 2:
        yield "that a sentence is another one is not found"
    error = spec_sentences.Sentence(rows[0].section, "`WorkExhausted`")
    if not list(check_sentences([rows[0]._replace(key=error.key)], rules, [error])):
        yield "that an error is in no rule is not found"


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--self-test"]
    text = {path: pathlib.Path(path).read_text(encoding="utf-8") for path in arguments}
    rows = read_map(text[arguments[0]])
    rules = {number: rule for number, rule, _ in planner_rules.read_rules(text[arguments[1]])}
    if "--self-test" in sys.argv:
        faults = list(self_test(rows, rules))
    else:
        faults = list(check_rows(rows, rules))
    if len(arguments) > 2:
        sentences = spec_sentences.read_sentences(text[arguments[2]])
        faults += check_sentences(rows, rules, sentences)
        informative = sum(INFORMATIVE in row.rules for row in rows)
        print(f"{len(sentences)} sentences, of which {informative} are informative; {len(rules)} rules")
    for fault in faults:
        print("error:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
