// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page that runs a bundle in a browser, which it fetches from a server or holds.
#ifndef ACCY_RUNTIME_WEB_PAGE_H
#define ACCY_RUNTIME_WEB_PAGE_H

#include "accy-c/Plan.h"
#include "accy-c/Runtime.h"

/// What a page holds. Tensors have the types of the plan's inputs and outputs, in their order.
typedef struct AccyWebPage {
  const AccyPlan *plan;
  /// The URL of the folder that the page fetches the bundle from, relative to the page's own; null: the page holds the
  /// bundle.
  const char *bundleUrl;
  const AccyTensor *inputs;
  size_t inputCount;
  const AccyTensor *expected; // none: outputs are shown and not compared
  size_t expectedCount;
  double relativeTolerance;
  double absoluteTolerance;
  /// How many more times the bundle is run to be timed.
  size_t runs;
} AccyWebPage;

/// Whether pages run bundles of that format.
bool accyWebPageRuns(AccyFormat format);

/// Writes the page, one HTML file that needs no other but those of the bundle, under a temporary name, and renames it.
/// Fails when the plan is not consistent or of a format that no browser runs, when a tensor's type is not the plan's,
/// when the URL has characters that URLs do not have, and when the file cannot be written.
bool accyWebPageWrite(const AccyWebPage *page, const char *path, AccyRuntimeError *error);

#endif
