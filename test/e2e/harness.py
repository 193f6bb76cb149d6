# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the whole-program tests share: the tools of a build, the reference data, and counting.

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import traceback

import tool_server

ROOT = pathlib.Path(__file__).resolve().parents[2]
LLVM = pathlib.Path(os.environ.get("ACCY_LLVM_BIN", "/usr/lib/llvm-22/bin"))


class Skipped(Exception):
    """Raised by a test that cannot run here; the message says why."""


class Failed(Exception):
    """Raised by a test that found something wrong."""


class Tools:
    """The tools of a build. Bundles that the tests compile are kept in the folder `bundles`, and taken from it where they
    are there: several tests ask for the same, and a machine without the compiler, but with a GPU, can run them."""

    def __init__(self, build, bundles):
        self.bundles = pathlib.Path(bundles)
        self.build = ROOT / build
        self.opt = self.build / "bin" / "accy-opt"
        self.run_tool = self.build / "bin" / "accy-run"
        self.library = self.build / "lib" / "libAccy.so"
        self.opt_server = self.build / "bin" / "accy-opt-server"

    def call(self, *command, stdin=None, timeout=300, environment=None):
        """Runs a command, with additions to the environment; returns the finished process with text output."""
        command = [str(c) for c in command]
        if command[0] == str(self.opt) and not environment:
            return tool_server.run(self.opt_server, command, stdin, timeout)
        return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=timeout, errors="replace",
                              env=dict(os.environ, **(environment or {})))

    def check(self, *command, stdin=None, timeout=300, environment=None):
        """Runs a command that must end well; returns its standard output."""
        return self.finish(self.call(*command, stdin=stdin, timeout=timeout, environment=environment))

    def export(self, program, options, folder, registry=None):
        """Compiles a program with these options of accy-compile, and the registry's kernels, to a bundle in the folder,
        or takes what was kept of an earlier compilation; returns the plan."""
        kernels = sorted(path for path in registry.parent.iterdir() if path.is_file()) if registry else []
        profiles = [path for path in map(pathlib.Path, re.split("[ =,]", options)) if path.is_file()]
        named = options
        for path in profiles:  # what counts is what they hold, not where they lie
            named = named.replace(str(path), path.name)
        parts = [named.encode(), *(path.read_bytes() for path in [program, *profiles, *kernels])]
        kept = self.bundles / hashlib.sha256(b"\0".join(parts)).hexdigest()
        if kept.is_dir():
            shutil.copytree(kept, folder, dirs_exist_ok=True)
        else:
            compile_option = f"--accy-compile={options}" + (f" registry={registry}" if registry else "")
            self.check(self.opt, program, compile_option, f"--accy-export=dir={folder}", "-o", "/dev/null")
            self.keep(folder, kept)
        return json.loads((folder / "plan.json").read_text())

    def keep(self, folder, kept):
        """Keeps a copy, whole from the moment that it is there; another process may have been faster."""
        self.bundles.mkdir(parents=True, exist_ok=True)
        copy = tempfile.mkdtemp(dir=self.bundles)
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        try:
            os.rename(copy, kept)
        except OSError:
            if not kept.is_dir():
                raise
            shutil.rmtree(copy)

    def finish(self, process):
        """The standard output of a process that must have ended well."""
        if process.returncode != 0:
            text = (process.stderr or process.stdout).strip().splitlines()
            raise Failed(f"{' '.join(process.args)}: status {process.returncode}: " + "\n    ".join(text[:6]))
        return process.stdout


def shared_data():
    """The folder of reference programs beside the checkout, or $ACCY_SHARED."""
    folder = pathlib.Path(os.environ.get("ACCY_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        raise Skipped(f"the reference data is absent (looked for {folder.name} beside the checkout and in $ACCY_SHARED)")
    return folder


class Agrees(str):
    """What a test returns whose results agree with the expected ones: its note, and the largest absolute error."""

    def __new__(cls, note, error):
        short = f"{error:.1e}" if error else "0"
        self = super().__new__(cls, f"{note}, max error {short}")
        self.short = short
        return self


class Table:
    """Outcomes by two names, printed as rows and columns in the order in which the names came."""

    def __init__(self):
        self.rows, self.columns, self.cells = {}, {}, {}

    def put(self, row, column, text):
        self.rows[row] = self.columns[column] = None
        self.cells[row, column] = text

    def lines(self):
        table = [["", *self.columns]]
        table += [[row, *(self.cells.get((row, column), "") for column in self.columns)] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*table)]
        return ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in table]


class Counter:
    """Runs tests and counts them; `finish` prints the table of those that are cells, and the closing line."""

    def __init__(self, only=""):
        self.only = only
        self.passed = self.failed = self.skipped = 0
        self.table = Table()
        self.durations = []
        self.names = set()

    def wants(self, name):
        """Whether `only` is part of a test's name."""
        return self.only in name

    def run(self, name, test, *arguments):
        """Runs a test, if it is wanted, and returns what became of it in a word or two."""
        if not self.wants(name):
            return None
        if name in self.names:
            return self.fail(name, "another test has this name")
        self.names.add(name)
        start = time.monotonic()
        outcome = self.outcome(name, test, *arguments)
        self.durations.append((time.monotonic() - start, name))
        return outcome

    def outcome(self, name, test, *arguments):
        try:
            note = test(*arguments)
            self.passed += 1
            print(f"PASS {name}" + (f": {note}" if note else ""), flush=True)
            return note.short if isinstance(note, Agrees) else "ok"
        except Skipped as reason:
            self.skipped += 1
            print(f"SKIP {name}: {reason}", flush=True)
            return "skip"
        except (Failed, FileNotFoundError, subprocess.TimeoutExpired) as error: # a tool that was not built or carried
            return self.fail(name, error)
        except Exception: # a mistake in a test is no reason not to run the others
            return self.fail(name, traceback.format_exc())

    def fail(self, name, reason):
        self.failed += 1
        print(f"FAIL {name}: {reason}", flush=True)
        return "FAIL"

    def run_cell(self, row, column, test, *arguments):
        """Runs a test of a program (the column) in a format and engine (the row)."""
        outcome = self.run(f"{column} on {row}", test, *arguments)
        if outcome:
            self.table.put(row, column, outcome)

    def add(self, other):
        """Adds what another one counted."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.durations += other.durations
        for (row, column), text in other.table.cells.items():
            self.table.put(row, column, text)

    def finish(self):
        if self.table.rows:
            print("\nThe largest absolute error of each program in each format (ok: it is taken, and not run):",
                  *self.table.lines(), "", sep="\n")
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed else 0
