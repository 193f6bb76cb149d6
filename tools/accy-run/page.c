// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-run --emit-webgpu-page.
#include "tools/accy-run/page.h"

#include "accy-c/Bundle.h"
#include "runtime/error.h"
#include "runtime/web/page.h"
#include "tools/accy-run/relative_url.h"

#include <stdlib.h>

static void destroy_tensors(AccyTensor *tensors, size_t count) {
  for (size_t i = 0; i < count; ++i)
    accyTensorDestroy(&tensors[i]);
  free(tensors);
}

// `*outTensors` has a tensor for each path, and is to be given to destroy_tensors.
static bool read_tensors(const FileList *files, AccyTensor **outTensors, AccyRuntimeError *error) {
  AccyTensor *tensors = calloc(files->count + 1, sizeof *tensors);
  if (!tensors)
    return accyRuntimeFail(error, "no memory for %zu tensors", files->count);
  for (size_t i = 0; i < files->count; ++i) {
    if (!accyTensorReadNpy(files->paths[i], &tensors[i], error)) {
      destroy_tensors(tensors, i);
      return false;
    }
  }
  *outTensors = tensors;
  return true;
}

static bool write_page(const Options *options, const AccyPlan *plan, const AccyTensor *inputs,
                       const AccyTensor *expected, AccyRuntimeError *error) {
  char *url = NULL;
  if (!options->embedBundle && !relativeUrl(options->page, options->folder, &url, error))
    return false;
  AccyWebPage page = {.plan = plan,
                      .bundleUrl = url,
                      .inputs = inputs,
                      .inputCount = options->inputs.count,
                      .expected = expected,
                      .expectedCount = options->expected.count,
                      .relativeTolerance = options->relativeTolerance,
                      .absoluteTolerance = options->absoluteTolerance,
                      .runs = options->benchmarkRuns};
  AccyRuntimeError reason;
  bool done = accyWebPageWrite(&page, options->page, &reason) ||
              accyRuntimeFail(error, "%s: %s", options->folder, reason.message);
  free(url);
  return done;
}

bool pageEmit(const Options *options, AccyRuntimeError *error) {
  AccyPlan *plan;
  AccyStatus status;
  if (!accyBundleRead(options->folder, &plan, &status))
    return accyRuntimeFail(error, "%s: %s [%s]", options->folder, status.message, accyStatusCodeName(status.code));
  AccyTensor *inputs = NULL, *expected = NULL;
  bool done = read_tensors(&options->inputs, &inputs, error) && read_tensors(&options->expected, &expected, error) &&
              write_page(options, plan, inputs, expected, error);
  destroy_tensors(inputs, inputs ? options->inputs.count : 0);
  destroy_tensors(expected, expected ? options->expected.count : 0);
  accyPlanDestroy(plan);
  return done;
}
