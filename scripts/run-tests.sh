#!/usr/bin/env bash
# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All tests, in the release build and under the sanitizers: unit tests (ctest), IR tests (lit) and whole programs
# (test/e2e). Each prints what it ran; the last line sums them up as
# `N passed, N failed, N skipped`.
set -uo pipefail
cd "$(dirname "$0")/.."
llvm=/usr/lib/llvm-22/bin
python=/usr/bin/python3 # Debian's, with the packages of install-deps.sh: another one may come first in PATH
passed=0 failed=0 skipped=0
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT

# Adds the counts of a suite whose output holds a line `N passed, N failed[, N skipped]`.
add_counts() {
  local name=$1 output=$2 status=$3 line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$output" | tail -n 1)
  if [ -z "$line" ]; then
    echo "$name: ended with status $status and no count" >&2
    failed=$((failed + 1))
    return
  fi
  local p f s
  p=$(sed -E 's/^([0-9]+) passed.*/\1/' <<<"$line")
  f=$(sed -E 's/.* ([0-9]+) failed.*/\1/' <<<"$line")
  s=$(sed -nE 's/.* ([0-9]+) skipped.*/\1/p' <<<"$line")
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + ${s:-0}))
  if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
    echo "$name: ended with status $status" >&2
    failed=$((failed + 1))
  fi
}

run_suite() {
  local name=$1
  shift
  echo "== $name"
  "$@" >"$summary" 2>&1
  local status=$?
  cat "$summary"
  add_counts "$name" "$summary" "$status"
}

lit_tests() { # BUILD
  local output status
  output=$(mktemp)
  "$llvm/lit" -j2 -DBUILD="$1" test/lit >"$output" 2>&1
  status=$?
  cat "$output"
  local p f s
  p=$(sed -nE 's/^ +Passed *: +([0-9]+).*/\1/p' "$output")
  f=$(sed -nE 's/^ +(Failed|Unresolved|Timed Out) *: +([0-9]+).*/\2/p' "$output" | awk '{n += $1} END {print n + 0}')
  s=$(sed -nE 's/^ +Unsupported *: +([0-9]+).*/\1/p' "$output")
  echo "${p:-0} passed, $f failed, ${s:-0} skipped"
  rm -f "$output"
  return "$status"
}

sanitizers() {
  export ASAN_OPTIONS=detect_container_overflow=0:detect_leaks=1
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
}

run_suite "unit tests" "$python" scripts/run_unit_tests.py build/release
run_suite "IR tests" lit_tests build/release
run_suite "whole programs" "$python" test/e2e/run.py --build build/release

echo "== build with sanitizers"
if cmake --preset asan >build/asan.log 2>&1 && cmake --build --preset asan >>build/asan.log 2>&1; then
  sanitizers
  run_suite "unit tests, sanitizers" "$python" scripts/run_unit_tests.py build/asan
  run_suite "IR tests, sanitizers" lit_tests build/asan
  run_suite "whole programs, sanitizers" "$python" test/e2e/run.py --build build/asan --quick
else
  tail -n 40 build/asan.log
  failed=$((failed + 1))
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
