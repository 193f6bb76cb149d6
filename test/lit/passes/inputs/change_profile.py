# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints the profile of a plan.json, called `other`, with members of its target changed: MEMBER=JSON or PART.MEMBER=JSON.

import json
import sys

with open(sys.argv[1]) as file:
    plan = json.load(file)
profile = {key: plan[key] for key in ("backend", "format", "target")}
profile["target"]["name"] = "other"
for change in sys.argv[2:]:
    path, _, value = change.partition("=")
    *parts, member = path.split(".")
    part = profile["target"]
    for name in parts:
        part = part[name]
    part[member] = json.loads(value)
json.dump(profile, sys.stdout)
