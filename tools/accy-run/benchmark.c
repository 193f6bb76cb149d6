// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Timing of an executable.
#include "tools/accy-run/benchmark.h"

#include "runtime/clock.h"
#include "runtime/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int compare_doubles(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

// Sorts the samples in place.
static void print_row(const char *name, double *samples, size_t count) {
  qsort(samples, count, sizeof *samples, compare_doubles);
  double median = (samples[(count - 1) / 2] + samples[count / 2]) / 2;
  if (isnan(median))
    printf("%14s %14s  %s\n", "-", "-", name);
  else
    printf("%14.3f %14.3f  %s\n", median * 1e6, samples[0] * 1e6, name);
}

static bool time_runs(AccyExecutable executable, size_t runs, double *samples, AccyRuntimeError *error) {
  for (size_t i = 0; i < runs; ++i) {
    double start = accyClockSeconds();
    if (!accyExecutableRun(executable, NULL, error))
      return false;
    samples[i] = accyClockSeconds() - start;
  }
  return true;
}

// The samples of kernel k are samples[k * runs] and on.
static bool time_kernels(AccyExecutable executable, size_t runs, double *samples, double *once,
                         AccyRuntimeError *error) {
  size_t kernels = accyExecutableGetKernelCount(executable);
  for (size_t i = 0; i < runs; ++i) {
    if (!accyExecutableRun(executable, once, error))
      return false;
    for (size_t kernel = 0; kernel < kernels; ++kernel)
      samples[kernel * runs + i] = once[kernel];
  }
  return true;
}

bool benchmarkRun(AccyExecutable executable, size_t runs, AccyRuntimeError *error) {
  size_t kernels = accyExecutableGetKernelCount(executable);
  double *whole = calloc(runs, sizeof *whole);
  double *once = calloc(kernels + 1, sizeof *once);
  double *samples = calloc(kernels * runs + 1, sizeof *samples);
  bool done = whole && once && samples;
  if (!done)
    accyRuntimeFail(error, "no memory for %zu runs of %zu kernels", runs, kernels);
  done = done && time_runs(executable, runs, whole, error) && time_kernels(executable, runs, samples, once, error);
  if (done) {
    printf("device %s (%s), %zu runs\n%14s %14s\n", accyExecutableGetDeviceName(executable),
           accyExecutableGetHardwareName(executable), runs, "median us", "least us");
    print_row("whole run", whole, runs);
    for (size_t kernel = 0; kernel < kernels; ++kernel)
      print_row(accyExecutableGetKernelEntry(executable, kernel), samples + kernel * runs, runs);
  }
  free(whole);
  free(once);
  free(samples);
  return done;
}
