# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the whole-program tests share: the tools of a build, the reference data, and counting.

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
LLVM = pathlib.Path(os.environ.get("ACCY_LLVM_BIN", "/usr/lib/llvm-22/bin"))


class Skipped(Exception):
    """Raised by a test that cannot run here; the message says why."""


class Failed(Exception):
    """Raised by a test that found something wrong."""


class Tools:
    def __init__(self, build):
        self.build = ROOT / build
        self.opt = self.build / "bin" / "accy-opt"
        self.run_tool = self.build / "bin" / "accy-run"
        self.library = self.build / "lib" / "libAccy.so"

    def call(self, *command, stdin=None, timeout=300):
        """Runs a command; returns the finished process with text output."""
        return subprocess.run([str(c) for c in command], input=stdin, capture_output=True, text=True, timeout=timeout,
                              errors="replace")

    def check(self, *command, stdin=None, timeout=300):
        """Runs a command that must end well; returns its standard output."""
        process = self.call(*command, stdin=stdin, timeout=timeout)
        if process.returncode != 0:
            text = (process.stderr or process.stdout).strip().splitlines()
            raise Failed(f"{' '.join(str(c) for c in command)}: status {process.returncode}: " + "\n    ".join(text[:6]))
        return process.stdout


def shared_data():
    """The folder of reference programs beside the checkout, or $ACCY_SHARED."""
    folder = pathlib.Path(os.environ.get("ACCY_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        raise Skipped(f"the reference data is absent (looked for {folder.name} beside the checkout and in $ACCY_SHARED)")
    return folder


class Counter:
    """Runs tests and counts them; `finish` prints the closing line."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def run(self, name, test, *arguments):
        try:
            note = test(*arguments)
            self.passed += 1
            print(f"PASS {name}" + (f": {note}" if note else ""), flush=True)
        except Skipped as reason:
            self.skipped += 1
            print(f"SKIP {name}: {reason}", flush=True)
        except (Failed, subprocess.TimeoutExpired) as error:
            self.failed += 1
            print(f"FAIL {name}: {error}", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed else 0
