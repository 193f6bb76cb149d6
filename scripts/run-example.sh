#!/usr/bin/env bash
# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles examples/mlp.mlir for three backends, shows the plans, and runs it on those that this machine has:
# scripts/run-example.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
out=$build/example
mkdir -p "$out"

for target in cuda:sm_90 vulkan cpu; do
  bundle=$out/${target%%:*}
  "$build/bin/accy-opt" examples/mlp.mlir --accy-compile="target=$target" --accy-export="dir=$bundle" -o /dev/null
  python3 scripts/show_plan.py "$bundle"
done

inputs=()
for i in 0 1 2 3 4 5 6; do inputs+=("--input=examples/mlp/input$i.npy"); done
for target in cpu vulkan; do
  echo "== run on $target"
  "$build/bin/accy-run" "$out/$target" "${inputs[@]}" --expect=examples/mlp/expected0.npy --rtol=2e-5 --atol=2e-6 \
    --output="$out/$target.npy"
done
