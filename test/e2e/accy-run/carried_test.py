#!/usr/bin/env python3
# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of accy-run on machines that have none of the packages it was built with: a copy of the program and of the
library beside it needs nothing else but the C library.

usage: carried_test.py ACCY_RUN MAKE_TEST_BUNDLE WGSL
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ACCY_RUN, MAKE_TEST_BUNDLE, WGSL = sys.argv[1:4]
CJSON = "libcjson.so.1"
C_LIBRARY = {"linux-vdso.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "libc.so.6", "libm.so.6", "libdl.so.2",
             "libpthread.so.0"}


class CarriedTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="accy-run-carried-")
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("accy-run", CJSON):
            shutil.copy(os.path.join(os.path.dirname(ACCY_RUN), name), self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run_tool(self, *arguments, cwd="/", **environment):
        """Its output, of a run in which nothing is set but `environment`."""
        result = subprocess.run([self.path("accy-run"), *arguments], capture_output=True, text=True, timeout=60, cwd=cwd,
                                env=environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_needs_only_the_c_library(self):
        """What the loader finds, of libraries that libraries need, too."""
        text = self.run_tool(LD_TRACE_LOADED_OBJECTS="1")
        found = {os.path.basename(name): where
                 for name, where in re.findall(r"^\t(\S+)(?: => (.*))? \(0x", text, re.MULTILINE)}
        self.assertEqual(found.pop(CJSON), self.path(CJSON))
        self.assertIn("libc.so.6", found)
        if any(name.startswith("libclang_rt.") for name in found):
            self.skipTest("the sanitizers' library is needed, too")
        self.assertLessEqual(set(found), C_LIBRARY)

    def test_runs_without_environment(self):
        """The page of a bundle is made without a compiler, which would want a PATH."""
        subprocess.run([MAKE_TEST_BUNDLE, "webgpu_wgsl", WGSL, self.path("bundle")], check=True)
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (13,), }".ljust(117) + "\n"
        with open(self.path("in.npy"), "wb") as file:
            file.write(b"\x93NUMPY\1\0\x76\0" + header.encode() + bytes(13 * 4))
        self.run_tool(self.path("bundle"), "--emit-webgpu-page=" + self.path("page.html"), "--input=" + self.path("in.npy"))
        self.assertGreater(os.path.getsize(self.path("page.html")), 0)

    def test_libraries_of_the_working_folder_are_not_loaded(self):
        os.mkdir(self.path("working"))
        for name in (CJSON, "libm.so.6", "libc.so.6"):
            with open(self.path("working", name), "w"):
                pass
        self.assertIn("usage: accy-run", self.run_tool("--help", cwd=self.path("working")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
