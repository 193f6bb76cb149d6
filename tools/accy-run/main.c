// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-run: runs a compiled bundle on .npy files, compares and times it.
#include "accy-c/Runtime.h"
#include "tools/accy-run/benchmark.h"
#include "tools/accy-run/options.h"
#include "tools/accy-run/overwrite.h"
#include "tools/accy-run/page.h"

#include <inttypes.h>
#include <stdio.h>

enum { ExitOk = 0, ExitFailure = 1, ExitUsage = 2 };

static bool report(const AccyRuntimeError *error) {
  fprintf(stderr, "accy-run: error: %s\n", error->message);
  return false;
}

static bool check_count(const char *option, size_t given, size_t wanted, const char *kind) {
  if (given == wanted)
    return true;
  fprintf(stderr, "accy-run: error: the function has %zu %s%s, but %s is given %zu time%s\n", wanted, kind,
          wanted == 1 ? "" : "s", option, given, given == 1 ? "" : "s");
  return false;
}

static bool check_counts(AccyExecutable executable, const Options *options) {
  size_t outputs = accyExecutableGetOutputCount(executable);
  return check_count("--input", options->inputs.count, accyExecutableGetInputCount(executable), "input") &&
         (options->outputs.count == 0 || check_count("--output", options->outputs.count, outputs, "output")) &&
         (options->expected.count == 0 || check_count("--expect", options->expected.count, outputs, "output"));
}

static bool set_input(AccyExecutable executable, size_t index, const char *path, AccyRuntimeError *error) {
  AccyTensor tensor;
  if (!accyTensorReadNpy(path, &tensor, error))
    return false;
  AccyRuntimeError reason;
  bool done = accyExecutableSetInput(executable, index, &tensor, &reason);
  if (!done && error)
    snprintf(error->message, sizeof error->message, "%s: %s", path, reason.message);
  accyTensorDestroy(&tensor);
  return done;
}

static void print_agreement(size_t index, const AccyTensorComparison *comparison) {
  printf("output %zu agrees: max absolute error %g, max relative error %g\n", index, comparison->max_absolute_error,
         comparison->max_relative_error);
}

static bool report_difference(size_t index, const char *path, const AccyTensor *actual,
                              const AccyTensorComparison *comparison) {
  fprintf(stderr, "accy-run: error: output %zu differs from %s in %zu of %zu elements, first at [", index, path,
          comparison->mismatches, actual->elements);
  for (int32_t i = 0; i < actual->rank; ++i)
    fprintf(stderr, "%s%" PRId64, i ? "," : "", comparison->first_index[i]);
  fprintf(stderr, "]: %.9g, expected %.9g (max absolute error %g, max relative error %g)\n", comparison->first_actual,
          comparison->first_expected, comparison->max_absolute_error, comparison->max_relative_error);
  return false;
}

static bool compare_output(const AccyTensor *actual, size_t index, const char *path, const Options *options) {
  AccyRuntimeError error;
  AccyTensor expected;
  if (!accyTensorReadNpy(path, &expected, &error))
    return report(&error);
  AccyTensorComparison comparison;
  bool compared =
      accyTensorCompare(actual, &expected, options->relativeTolerance, options->absoluteTolerance, &comparison, &error);
  accyTensorDestroy(&expected);
  if (!compared) {
    fprintf(stderr, "accy-run: error: output %zu and %s: %s\n", index, path, error.message);
    return false;
  }
  if (!comparison.equal)
    return report_difference(index, path, actual, &comparison);
  print_agreement(index, &comparison);
  return true;
}

static bool treat_output(AccyExecutable executable, size_t index, const Options *options) {
  AccyRuntimeError error;
  AccyTensor tensor;
  if (!accyExecutableGetOutput(executable, index, &tensor, &error))
    return report(&error);
  bool written = options->outputs.count == 0 || accyTensorWriteNpy(&tensor, options->outputs.paths[index], &error);
  if (!written)
    report(&error);
  bool agrees = options->expected.count == 0 || compare_output(&tensor, index, options->expected.paths[index], options);
  accyTensorDestroy(&tensor);
  return written && agrees;
}

static bool run(AccyExecutable executable, const Options *options) {
  AccyRuntimeError error;
  if (!check_counts(executable, options))
    return false;
  for (size_t i = 0; i < options->inputs.count; ++i)
    if (!set_input(executable, i, options->inputs.paths[i], &error))
      return report(&error);
  if (!accyExecutableRun(executable, NULL, &error))
    return report(&error);
  bool done = true;
  // Every output is looked at, so that one report names all that differ.
  for (size_t i = 0; i < accyExecutableGetOutputCount(executable); ++i)
    done &= treat_output(executable, i, options);
  if (done && options->benchmarkRuns && !benchmarkRun(executable, options->benchmarkRuns, &error))
    return report(&error);
  return done;
}

static bool load_and_run(const Options *options) {
  AccyRuntimeError error;
  AccyExecutable executable;
  if (!accyExecutableLoad(options->folder, &options->choice, &executable, &error))
    return report(&error);
  bool done = run(executable, options);
  accyExecutableDestroy(executable);
  return done;
}

static bool emit_page(const Options *options) {
  AccyRuntimeError error;
  return pageEmit(options, &error) || report(&error);
}

static bool do_work(const Options *options) {
  AccyRuntimeError error;
  if (!overwriteCheck(options, &error))
    return report(&error);
  return options->page ? emit_page(options) : load_and_run(options);
}

int main(int argc, char **argv) {
  Options options;
  if (!optionsParse(argc, argv, &options))
    return ExitUsage;
  bool done = true;
  if (options.help)
    optionsPrintHelp();
  else
    done = do_work(&options);
  optionsFree(&options);
  if (fflush(stdout) != 0 || ferror(stdout))
    done = report(&(AccyRuntimeError){"standard output cannot be written"});
  return done ? ExitOk : ExitFailure;
}
