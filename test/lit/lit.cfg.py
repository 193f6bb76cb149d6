# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lit's configuration: `lit -DBUILD=build/release test/lit` tests the tools of that build.

import os

import lit.formats

source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
build = os.path.join(source, lit_config.params.get("BUILD", "build/release"))
llvm = lit_config.params.get("LLVM", "/usr/lib/llvm-22/bin")

config.name = "accy"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(build, "test", "lit")
config.environment["PATH"] = os.pathsep.join([os.path.join(build, "bin"), llvm, os.environ.get("PATH", "")])
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LD_LIBRARY_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.substitutions.append(("%libaccy", os.path.join(build, "lib", "libAccy.so")))

# Tests of reference programs need the data beside the checkout, or in $ACCY_SHARED; without it they are unsupported.
shared = os.environ.get("ACCY_SHARED", os.path.join(os.path.dirname(source), "shared"))
config.substitutions.append(("%shared", shared))
if os.path.isdir(shared):
    config.available_features.add("shared-data")
