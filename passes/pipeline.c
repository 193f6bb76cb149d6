// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-compile: the way from tensors to artifacts, readable top to bottom.

#include "passes/passes.h"
#include "support/ir.h"

#include <stdio.h>

typedef struct Options {
  MlirStringRef target, format, strategies, registry;
  bool generic;
} Options;

// The passes in order; each may be run alone, through text, with the same result.
static void write_pipeline(const Options *options, char *text, size_t size) {
  snprintf(text, size,
           "stablehlo-to-accy{clean-up=true},"
           "accy-schedule{inline-splats=%s},"
           "accy-bufferize,"
           "accy-assign-memory-spaces,"
           "accy-assign-layouts,"
           "accy-outline-kernels,"
           "accy-legalize{target=%.*s format=%.*s},"
           "accy-kernelize{strategies=%.*s},"
           "accy-plan{registry=%.*s},"
           "accy-emit,"
           "accy-plan-memory",
           options->generic ? "false" : "true", (int)options->target.length, options->target.data,
           (int)options->format.length, options->format.data, (int)options->strategies.length, options->strategies.data,
           (int)options->registry.length, options->registry.data);
}

typedef struct ErrorSink {
  void (*report)(const char *message, void *userData);
  void *userData;
} ErrorSink;

static void forward_error(MlirStringRef message, void *userData) {
  const ErrorSink *sink = userData;
  char text[512];
  snprintf(text, sizeof text, "%.*s", (int)message.length, message.data);
  sink->report(text, sink->userData);
}

// A name may hold what profiles, formats and paths are spelled with, and nothing that could end the option.
static bool is_plain(MlirStringRef text) {
  for (size_t i = 0; i < text.length; ++i) {
    char c = text.data[i];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                 c == ':' || c == '.' || c == '/';
    if (!plain)
      return false;
  }
  return text.length < 1024;
}

static MlirLogicalResult build(MlirOpPassManager manager, AccyOptions values,
                               void (*report)(const char *message, void *userData), void *userData) {
  Options options = {accyOptionsGetString(values, "target"), accyOptionsGetString(values, "format"),
                     accyOptionsGetString(values, "strategies"), accyOptionsGetString(values, "registry"), false};
  options.generic = accyTextEquals(options.strategies, "generic");
  if (!options.generic && !accyTextEquals(options.strategies, "best")) {
    report("accy-compile: strategies is 'best' or 'generic'", userData);
    return mlirLogicalResultFailure();
  }
  if (options.target.length == 0 || !is_plain(options.target) || !is_plain(options.format)) {
    report(
        "accy-compile: give target=BACKEND[:PROFILE], as target=cuda:sm_90, or target=FILE.json, and format=FORMAT or "
        "none; a path is made of letters, digits and '_-.:/'",
        userData);
    return mlirLogicalResultFailure();
  }
  if (!is_plain(options.registry)) {
    report("accy-compile: the path of a registry is made of letters, digits and '_-.:/'", userData);
    return mlirLogicalResultFailure();
  }
  char text[8192];
  write_pipeline(&options, text, sizeof text);
  ErrorSink sink = {report, userData};
  return mlirOpPassManagerAddPipeline(manager, accyText(text), forward_error, &sink);
}

static const AccyOptionRow options[] = {
    {"target", AccyOptionString, "BACKEND, BACKEND:PROFILE, as cuda:sm_90, or a file NAME.json with a profile", ""},
    {"format", AccyOptionString, "artifact format; the backend's default when empty", ""},
    {"registry", AccyOptionString, "JSON file of the kernels that accy.kernel_call may call; none when empty", ""},
    {"strategies", AccyOptionString, "best: the best kernels for the profile; generic: one thread an element", "best"},
};

const AccyPipelineRow accyCompilePipeline = {
    .argument = "accy-compile",
    .description = "Compile a tensor program to kernels and a plan for one target",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .build = build,
};
