#!/usr/bin/env python3
# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of accy-run as a whole program: what it prints, writes and returns for good and for bad bundles and files.

usage: accy_run_test.py ACCY_RUN MAKE_TEST_BUNDLE OBJECT SPIRV WGSL
"""

import array
import base64
import copy
import json
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ACCY_RUN, MAKE_TEST_BUNDLE, OBJECT, SPIRV, WGSL = sys.argv[1:6]
ELEMENTS = 13
INPUT = [float(i) for i in range(ELEMENTS)]
EXPECTED = [value + 0.25 * i + 2 for i, value in enumerate(INPUT)]


def write_npy(path, values, descr="<f4", shape=None):
    code = {"<f4": "f", "<i4": "i", "<f8": "d"}[descr]
    header = repr({"descr": descr, "fortran_order": False, "shape": shape or (len(values),)})
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{code}", *values))


def positions(value, path=()):
    """The paths of all keys and items of a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield path + (key,)
        yield from positions(item, path + (key,))


class AccyRunTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="accy-run-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.bundle = self.make_bundle("cpu_object", OBJECT)
        self.input = self.path("in.npy")
        self.expected = self.path("expected.npy")
        write_npy(self.input, INPUT)
        write_npy(self.expected, EXPECTED)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def make_bundle(self, format, code):
        folder = self.path(format)
        subprocess.run([MAKE_TEST_BUNDLE, format, code, folder], check=True)
        return folder

    def run_tool(self, *arguments):
        temporary = self.path("tmp")
        os.makedirs(temporary, exist_ok=True)
        environment = dict(os.environ, TMPDIR=temporary)
        result = subprocess.run([ACCY_RUN, *arguments], capture_output=True, text=True, timeout=60, env=environment)
        self.assertEqual(os.listdir(temporary), [], "temporary files are left")
        return result

    def succeed(self, *arguments):
        result = self.run_tool(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def fail_with(self, code, part, *arguments):
        """Each line on stderr is an error of ours, and there is at least one."""
        result = self.run_tool(*arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        lines = result.stderr.splitlines()
        self.assertTrue(lines)
        for line in lines:
            self.assertTrue(line.startswith("accy-run: error: "), result.stderr)
        self.assertIn(part, result.stderr)

    def read_plan(self):
        with open(os.path.join(self.bundle, "plan.json")) as file:
            return json.load(file)

    def write_plan(self, plan):
        with open(os.path.join(self.bundle, "plan.json"), "w") as file:
            file.write(plan if isinstance(plan, str) else json.dumps(plan))

    # Good runs

    def test_result_is_compared_and_written(self):
        output, same = self.path("out.npy"), self.path("same.npy")
        text = self.succeed(self.bundle, "--input=" + self.input, "--expect=" + self.expected,
                            "--expect=" + self.input, "--output", output, "--output=" + same, "--rtol=0", "--atol=0")
        self.assertIn("output 0 agrees", text)
        for written, wanted in ((output, self.expected), (same, self.input)):
            with open(written, "rb") as left, open(wanted, "rb") as right:
                self.assertEqual(left.read()[-4 * ELEMENTS:], right.read()[-4 * ELEMENTS:])

    def test_benchmark(self):
        text = self.succeed(self.bundle, "--input=" + self.input, "--benchmark=3")
        self.assertIn("3 runs", text)
        for row in ("whole run", "accy_test_add", "accy_test_accumulate"):
            self.assertIn(row, text)

    def test_help(self):
        text = self.succeed("--help")
        for word in ("--input", "--output", "--expect", "--rtol", "--atol", "--device", "--validate", "--benchmark",
                     "--emit-webgpu-page", "--embed-bundle", "Exit code",
                     "cpu", "vulkan", "cuda"):
            self.assertIn(word, text)

    def test_vulkan(self):
        bundle = self.make_bundle("vulkan_spirv", SPIRV)
        arguments = ["--input=" + self.input, "--expect=" + self.expected, "--expect=" + self.input, "--benchmark=2"]
        result = self.run_tool(bundle, *arguments)
        if "on this machine" in result.stderr:
            self.skipTest(result.stderr)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.fail_with(1, "device cpu does not run vulkan_spirv, which the bundle holds", bundle, "--device=cpu")

    def test_page(self):
        """A page can hold the bundle's files, beside the tensors and the options, whole and with nothing else beside it."""
        bundle, page = self.make_bundle("webgpu_wgsl", WGSL), self.path("page.html")
        with open(page, "w") as file:
            file.write("an older page")
        before = sorted(os.listdir(self.folder))
        self.succeed(bundle, "--emit-webgpu-page=" + page, "--embed-bundle", "--input=" + self.input,
                     "--expect=" + self.expected, "--expect=" + self.input, "--rtol=0.5", "--benchmark=3")
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([*before, "tmp"]))
        text, options = self.read_page(page)
        self.assertEqual(options, {"bundle": None, "rtol": 0.5, "atol": 1e-8, "runs": 3})
        parts = {(kind, name): base64.b64decode(data, validate=True) for kind, name, data in
                 re.findall(r'<script type="text/plain" data-accy-(file|input|expected)="([^"]*)">([^<]*)</script>', text)}
        files = {name for kind, name in parts if kind == "file"}
        self.assertEqual(files, set(os.listdir(bundle)))
        for name in files - {"plan.json"}:
            with open(os.path.join(bundle, name), "rb") as file:
                self.assertEqual(parts["file", name], file.read())
        with open(os.path.join(bundle, "plan.json")) as file:
            self.assertEqual(json.loads(parts["file", "plan.json"]), json.load(file))
        data = struct.pack(f"<{ELEMENTS}f", *INPUT)
        self.assertEqual((parts["input", "0"], parts["expected", "1"]), (data, data))
        self.assertEqual(parts["expected", "0"], struct.pack(f"<{ELEMENTS}f", *EXPECTED))

    def read_page(self, page):
        with open(page) as file:
            text = file.read()
        return text, json.loads(re.search('id="accy-options">([^<]*)<', text)[1])

    def test_page_that_fetches(self):
        """Otherwise it names the bundle's folder as its own is seen from, whatever the names, and holds nothing of it."""
        made = self.make_bundle("webgpu_wgsl", WGSL)
        bundle = self.path("a b%20c?#é")
        os.rename(made, bundle)
        os.makedirs(self.path("pages", "x"))
        os.symlink(bundle, self.path("link"))
        working = os.getcwd()
        self.addCleanup(os.chdir, working)
        os.chdir(self.folder)
        for page, folder in (("page.html", bundle), (self.path("page.html"), "a b%20c?#é/"), ("pages/x/page.html", bundle),
                             (self.path("pages", "page.html"), "link"), (self.path("a b%20c?#é", "page.html"), "./link"),
                             ("a b%20c?#é/../pages/page.html", "pages/../link")):
            with self.subTest(page=page, folder=folder):
                self.succeed(folder, "--emit-webgpu-page=" + page, "--input=" + self.input)
                text, options = self.read_page(page)
                self.assertNotIn("data-accy-file=", text)
                base = "http://h" + urllib.parse.quote(os.path.realpath(page))
                where = urllib.parse.urlparse(urllib.parse.urljoin(base, options["bundle"]))
                self.assertEqual((urllib.parse.unquote(where.path), where.query, where.fragment),
                                 (os.path.realpath(bundle) + "/", "", ""))
                os.remove(page)

    def test_pages_that_cannot_be(self):
        page = "--emit-webgpu-page=" + self.path("page.html")
        bundle, wrong = self.make_bundle("webgpu_wgsl", WGSL), self.path("wrong.npy")
        write_npy(wrong, INPUT[1:])
        for part, *arguments in (
                ("cpu_object; a page can run webgpu_wgsl and", self.bundle, page, "--input=" + self.input),
                ("1 inputs and 2 outputs; given are 0 and 0", bundle, page),
                ("1 inputs and 2 outputs; given are 1 and 1", bundle, page, "--input=" + self.input, "--expect=" + self.input),
                ("input 0 is f32[13], but f32[12] was given", bundle, page, "--input=" + wrong),
                ("output 1 is f32[13], but f32[12] was given", bundle, page, "--input=" + self.input,
                 "--expect=" + self.input, "--expect=" + wrong),
                ("No such file", bundle, page, "--input=" + self.path("absent.npy")),
                ("absent", self.path("absent"), page),
                ("cannot be written: No such file", bundle, "--emit-webgpu-page=" + self.path("absent", "page.html"),
                 "--input=" + self.input)):
            with self.subTest(part=part):
                self.fail_with(1, part, *arguments)
        self.assertEqual([name for name in os.listdir(self.folder) if "page" in name], [])

    def read_files(self, folder):
        return {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}

    def test_what_is_needed_is_not_written_over(self):
        """A file of the bundle, one to compare with, another output: however it is named, and nothing is written."""
        inputs = ["--input=" + self.input]
        for number, name in enumerate(sorted(os.listdir(self.bundle))):
            link = self.path(f"link{number}")
            os.symlink(os.path.join(self.bundle, name), link)
            for path in (os.path.join(self.bundle, name), os.path.join(self.bundle, ".", name), link):
                with self.subTest(path=path):
                    before = self.read_files(self.bundle)
                    self.fail_with(1, f"--output={path} would overwrite a file of the bundle", self.bundle, *inputs,
                                   "--output=" + self.path("out.npy"), "--output=" + path)
                    self.assertEqual(self.read_files(self.bundle), before)
        out, page = self.path("out.npy"), self.path("webgpu_wgsl", "plan.json")
        self.assertFalse(os.path.exists(out))
        self.fail_with(1, "would overwrite the file of an --expect", self.bundle, *inputs, "--output=" + out,
                       "--output=" + self.expected, "--expect=" + self.expected, "--expect=" + self.input)
        self.fail_with(1, "would overwrite the file of an earlier --output", self.bundle, *inputs, "--output=" + out,
                       "--output=" + out)
        bundle = self.make_bundle("webgpu_wgsl", WGSL)
        before = self.read_files(bundle)
        for path, what in ((page, "a file of the bundle"), (self.input, "the file of an --input"),
                           (self.expected, "the file of an --expect")):
            self.fail_with(1, f"--emit-webgpu-page={path} would overwrite {what}", bundle, *inputs,
                           "--emit-webgpu-page=" + path, "--expect=" + self.expected, "--expect=" + self.input)
        self.assertEqual(self.read_files(bundle), before)

    def test_outputs_that_are_no_files(self):
        """Links are followed; into a pipe, which is not replaced, goes what would be in the file."""
        target, link, pipe = self.path("target.npy"), self.path("link.npy"), self.path("pipe")
        os.symlink("target.npy", link)
        os.mkfifo(pipe)
        end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, end)
        self.succeed(self.bundle, "--input=" + self.input, "--output=" + link, "--output=" + pipe)
        self.assertTrue(os.path.islink(link) and stat.S_ISFIFO(os.stat(pipe).st_mode))
        with open(target, "rb") as file:
            self.assertEqual(file.read()[-4 * ELEMENTS:], struct.pack(f"<{ELEMENTS}f", *EXPECTED))
        self.assertEqual(os.read(end, 4096)[-4 * ELEMENTS:], struct.pack(f"<{ELEMENTS}f", *INPUT))
        # An output may take the place of the input that it was computed from.
        self.succeed(self.bundle, "--input=" + self.input, "--output=" + self.input, "--output=" + self.path("o.npy"))

    def test_output_to_a_full_device_is_a_failure(self):
        # A node of our own: those of the system are not to be tried on.
        full = self.path("full")
        try:
            os.mknod(full, stat.S_IFCHR | 0o600, os.makedev(1, 7))
            device = open(full, "wb")
        except OSError as error:
            self.skipTest(f"device nodes cannot be made here: {error}")
        compared = [self.bundle, "--input=" + self.input, "--expect=" + self.expected, "--expect=" + self.input]
        with device:
            for arguments in (compared, ["--help"], [*compared, "--benchmark=1"]):
                result = subprocess.run([ACCY_RUN, *arguments], stdout=device, stderr=subprocess.PIPE, text=True)
                self.assertEqual((result.returncode, result.stderr),
                                 (1, "accy-run: error: standard output cannot be written\n"))
        self.fail_with(1, full + ": cannot be written: No space left on device", self.bundle, "--input=" + self.input,
                       "--output=" + full, "--output=" + self.path("out.npy"))
        self.assertTrue(stat.S_ISCHR(os.stat(full).st_mode))

    def test_webgpu_has_no_device_here(self):
        self.fail_with(1, "webgpu_wgsl, which no device of this runtime runs; a browser does (--emit-webgpu-page)",
                       self.make_bundle("webgpu_wgsl", WGSL))

    def test_vulkan_validation(self):
        bundle = self.make_bundle("vulkan_spirv", SPIRV)
        arguments = ["--input=" + self.input, "--expect=" + self.expected, "--expect=" + self.input, "--validate"]
        result = self.run_tool(bundle, *arguments)
        if "on this machine" in result.stderr:
            self.skipTest(result.stderr)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        # A binding that no argument of the launch has is what the layer finds and the runtime does not.
        path = next(os.path.join(bundle, name) for name in sorted(os.listdir(bundle)) if name.endswith(".spv"))
        with open(path, "rb") as file:
            words = array.array("I", file.read())
        decorate, binding = 4 << 16 | 71, 33
        last = max(i for i in range(len(words) - 3) if words[i] == decorate and words[i + 2] == binding)
        words[last + 3] += 20
        with open(path, "wb") as file:
            file.write(words.tobytes())
        result = self.run_tool(bundle, *arguments)
        self.assertEqual(result.returncode, 1)
        self.assertIn("accy-run: error: ", result.stderr)
        self.assertIn("Vulkan validation: Validation Error: [ VUID", result.stderr)

    def test_hardware_is_chosen(self):
        inputs = ["--input=" + self.input, "--expect=" + self.expected, "--expect=" + self.input]
        for choice in ("cpu", "cpu:0", "cpu:Host"):
            self.succeed(self.bundle, *inputs, "--device=" + choice)
        self.fail_with(1, "none of what is here is '1': host processor", self.bundle, *inputs, "--device=cpu:1")
        self.fail_with(1, "none of what is here is 'abacus': host", self.bundle, *inputs, "--device=cpu:abacus")
        self.fail_with(1, "no checks of its own", self.bundle, *inputs, "--validate")
        bundle = self.make_bundle("vulkan_spirv", SPIRV)
        result = self.run_tool(bundle, *inputs, "--device=vulkan:0")
        if "on this machine" in result.stderr:
            self.skipTest(result.stderr)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.fail_with(1, "none of what is here is 'abacus'", bundle, *inputs, "--device=vulkan:abacus")

    # Wrong command lines

    def test_usage(self):
        for part, *arguments in (
                ("no bundle folder",),
                ("more than one bundle", self.bundle, self.bundle),
                ("unknown option", self.bundle, "--colour"),
                ("unknown option", self.bundle, "-x"),
                ("needs a value", self.bundle, "--input"),
                ("not negative", self.bundle, "--rtol=-1"),
                ("not negative", self.bundle, "--rtol=nan"),
                ("not negative", self.bundle, "--atol=inf"),
                ("not negative", self.bundle, "--atol=1x"),
                ("number of runs", self.bundle, "--benchmark=0"),
                ("number of runs", self.bundle, "--benchmark=many"),
                ("no hardware after the colon", self.bundle, "--device=cpu:"),
                ("--device takes", self.bundle, "--device=abacus:0"),
                ("--device takes", self.bundle, "--device=abacus"),
                ("cannot be given with --emit-webgpu-page", self.bundle, "--emit-webgpu-page=p", "--device=cpu"),
                ("cannot be given with --emit-webgpu-page", self.bundle, "--emit-webgpu-page=p", "--output=o"),
                ("--embed-bundle is for --emit-webgpu-page", self.bundle, "--embed-bundle")):
            with self.subTest(part=part, arguments=arguments):
                self.fail_with(2, part, *arguments)

    # Wrong files

    def test_mismatch(self):
        wrong = self.path("wrong.npy")
        values = list(EXPECTED)
        values[5] += 1
        write_npy(wrong, values)
        self.fail_with(1, "output 0 differs from " + wrong + " in 1 of 13 elements, first at [5]", self.bundle,
                       "--input=" + self.input, "--expect=" + wrong, "--expect=" + self.input)
        self.succeed(self.bundle, "--input=" + self.input, "--expect=" + wrong, "--expect=" + self.input, "--atol=1")

    def test_wrong_inputs(self):
        other = self.path("other.npy")
        for part, values, descr, shape in (
                ("input 0 is f32[13], but f32[12] was given", INPUT[1:], "<f4", None),
                ("input 0 is f32[13], but f32[1,13] was given", INPUT, "<f4", (1, ELEMENTS)),
                ("input 0 is f32[13], but f64[13] was given", INPUT, "<f8", None),
                ("input 0 is f32[13], but i32[13] was given", range(ELEMENTS), "<i4", None)):
            with self.subTest(part=part):
                write_npy(other, values, descr, shape)
                self.fail_with(1, part, self.bundle, "--input=" + other)

    def test_wrong_counts(self):
        self.fail_with(1, "1 input, but --input is given 0 times", self.bundle)
        self.fail_with(1, "1 input, but --input is given 2 times", self.bundle, *["--input=" + self.input] * 2)
        self.fail_with(1, "2 outputs, but --expect is given 1 time", self.bundle, "--input=" + self.input,
                       "--expect=" + self.expected)
        self.fail_with(1, "2 outputs, but --output is given 1 time", self.bundle, "--input=" + self.input,
                       "--output=" + self.path("out.npy"))
        self.assertFalse(os.path.exists(self.path("out.npy")))

    def test_missing_and_damaged_files(self):
        self.fail_with(1, "No such file", self.bundle, "--input=" + self.path("absent.npy"))
        self.fail_with(1, "No such file", self.bundle, "--input=" + self.input, "--expect=" + self.path("absent.npy"),
                       "--expect=" + self.input)
        self.fail_with(1, "cannot be written", self.bundle, "--input=" + self.input,
                       "--output=" + self.path("absent", "out.npy"), "--output=" + self.path("out.npy"))
        with open(self.input, "r+b") as file:
            file.truncate(100)
        self.fail_with(1, self.input, self.bundle, "--input=" + self.input)

    # Wrong bundles

    def test_missing_bundle(self):
        self.fail_with(1, "absent", self.path("absent"))
        self.fail_with(1, "", self.input)
        os.remove(os.path.join(self.bundle, "plan.json"))
        self.fail_with(1, "plan.json", self.bundle)

    def test_payloads(self):
        payload = os.path.join(self.bundle, self.read_plan()["kernels"][0]["payload"]["path"])
        size = os.path.getsize(payload)
        for length in (0, 1, size // 2, size - 1):
            with self.subTest(length=length):
                with open(payload, "r+b") as file:
                    file.truncate(length)
                self.fail_with(1, "", self.bundle, "--input=" + self.input)
        os.remove(payload)
        self.fail_with(1, "", self.bundle, "--input=" + self.input)

    def test_payload_outside_the_bundle(self):
        plan = self.read_plan()
        path = plan["kernels"][0]["payload"]["path"]
        for outside in ("../" + path, os.path.join(self.bundle, path), "."):
            with self.subTest(path=outside):
                plan["kernels"][0]["payload"]["path"] = outside
                self.write_plan(plan)
                self.fail_with(1, "", self.bundle, "--input=" + self.input)

    def test_payload_that_is_no_object(self):
        plan = self.read_plan()
        for kernel in plan["kernels"]:
            with open(os.path.join(self.bundle, kernel["payload"]["path"]), "r+b") as file:
                file.write(b"x")
        self.fail_with(1, "not an ELF relocatable object", self.bundle, "--input=" + self.input)

    def test_truncated_plans(self):
        text = json.dumps(self.read_plan())
        for length in range(0, len(text) - 1, max(1, len(text) // 60)):
            with self.subTest(length=length):
                self.write_plan(text[:length])
                self.fail_with(1, "plan.json", self.bundle, "--input=" + self.input)

    def test_mutated_plans(self):
        """A key that is gone, or a value of another type, ends in an error or does no harm."""
        plan = self.read_plan()
        replacements = [None, "x", [], {}, -1, 1e300, 0.5]
        changes = 0
        for number, path in enumerate(positions(plan)):
            mutated = copy.deepcopy(plan)
            parent = mutated
            for key in path[:-1]:
                parent = parent[key]
            if number % 2:
                del parent[path[-1]]
            else:
                parent[path[-1]] = replacements[number // 2 % len(replacements)]
            self.write_plan(mutated)
            result = self.run_tool(self.bundle, "--input=" + self.input)
            with self.subTest(path=path):
                self.assertIn(result.returncode, (0, 1), result.stderr)
                for line in result.stderr.splitlines():
                    self.assertTrue(line.startswith("accy-run: error: "), result.stderr)
            changes += result.returncode
        self.assertGreater(changes, 50)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
