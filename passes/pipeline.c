// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-compile: the way from tensors to artifacts, readable top to bottom.

#include "passes/pipeline.h"

#include "accy-c/Compile.h"
#include "passes/passes.h"
#include "support/ir.h"

#include <stdio.h>

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

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

// The same with commas between the names.
static bool is_plain_list(MlirStringRef text) {
  for (size_t i = 0, begin = 0; i <= text.length; ++i) {
    if (i < text.length && text.data[i] != ',')
      continue;
    if (!is_plain(mlirStringRefCreate(text.data + begin, i - begin)))
      return false;
    begin = i + 1;
  }
  return text.length < 1024;
}

// What is wrong with the options; null: nothing.
static const char *find_fault(const AccyPipelineOptions *options) {
  if (!accyTextEquals(options->strategies, "best") && !accyTextEquals(options->strategies, "generic"))
    return "accy-compile: strategies is 'best' or 'generic'";
  if (!is_plain(options->target))
    return "accy-compile: give target=BACKEND[:PROFILE], as target=cuda:sm_90, or target=FILE.json; a path is made of "
           "letters, digits and '_-.:/'";
  if (!is_plain_list(options->targets))
    return "accy-compile: give targets=TARGET,TARGET,…, each as `target` takes it";
  if (options->target.length > 0 && options->targets.length > 0)
    return "accy-compile: give one of the options target and targets";
  if (!is_plain(options->format))
    return "accy-compile: give format=FORMAT, as format=cpu_object, or none";
  if (!is_plain(options->strategy))
    return "accy-compile: the name of a strategy is made of letters, digits and '_'; accy-kernelize lists them";
  if (!is_plain(options->registry))
    return "accy-compile: the path of a registry is made of letters, digits and '_-.:/'";
  return NULL;
}

//===----------------------------------------------------------------------===//
// The passes in order; each may be run alone, through text, with the same result
//===----------------------------------------------------------------------===//

// The threadgroups that a large device runs at once.
enum { EnoughGroups = 1024 };

// From tensors to kernels without a launch.
static void write_first_half(const AccyPipelineOptions *options, char *text, size_t size) {
  bool generic = accyTextEquals(options->strategies, "generic"), isForOne = options->targets.length == 0;
  snprintf(text, size,
           "stablehlo-to-accy{clean-up=true},"
           "inline{default-pipeline=},symbol-dce," // calls, and the private functions that they were of
           "accy-split-reductions{groups=%d target=%.*s format=%.*s},"
           "accy-schedule{inline-splats=%s},"
           "accy-bufferize,"
           "accy-assign-memory-spaces,"
           "accy-assign-layouts,"
           "accy-assign-targets{target=%.*s targets=%.*s format=%.*s},"
           "%s"
           "accy-split-work-items,"
           "accy-outline-kernels,"
           "accy-legalize{strategy=%.*s strategies=%s},"
           "accy-kernelize{strategy=%.*s strategies=%s fast-math=%s}",
           generic ? 0 : EnoughGroups, (int)options->target.length, options->target.data,
           isForOne ? (int)options->format.length : 0, options->format.data, generic ? "false" : "true",
           (int)options->target.length, options->target.data, (int)options->targets.length, options->targets.data,
           (int)options->format.length, options->format.data, generic ? "" : "accy-fuse-rows,",
           (int)options->strategy.length, options->strategy.data, generic ? "generic" : "best",
           (int)options->strategy.length, options->strategy.data, generic ? "generic" : "best",
           options->fast_math ? "true" : "false");
}

static MlirLogicalResult add_plan(MlirOpPassManager manager, const AccyPipelineOptions *options, ErrorSink *sink) {
  char text[2048];
  if (options->kernels) {
    mlirOpPassManagerAddOwnedPass(manager, accyCreatePlanPass(options->kernels));
    return mlirLogicalResultSuccess();
  }
  snprintf(text, sizeof text, "accy-plan{registry=%.*s}", (int)options->registry.length, options->registry.data);
  return mlirOpPassManagerAddPipeline(manager, accyText(text), forward_error, sink);
}

MlirLogicalResult accyPipelineBuild(MlirOpPassManager manager, const AccyPipelineOptions *options,
                                    void (*report)(const char *message, void *userData), void *userData) {
  char text[8192];
  ErrorSink sink = {report, userData};
  const char *fault = find_fault(options);
  if (fault) {
    report(fault, userData);
    return mlirLogicalResultFailure();
  }
  write_first_half(options, text, sizeof text);
  if (mlirLogicalResultIsFailure(mlirOpPassManagerAddPipeline(manager, accyText(text), forward_error, &sink)) ||
      mlirLogicalResultIsFailure(add_plan(manager, options, &sink)))
    return mlirLogicalResultFailure();
  snprintf(text, sizeof text, "accy-emit{wasm-import-memory=%s},accy-plan-memory",
           options->wasm_import_memory ? "true" : "false");
  return mlirOpPassManagerAddPipeline(manager, accyText(text), forward_error, &sink);
}

static MlirLogicalResult build(MlirOpPassManager manager, AccyOptions values,
                               void (*report)(const char *message, void *userData), void *userData) {
  const AccyPipelineOptions options = {
      .target = accyOptionsGetString(values, "target"),
      .targets = accyOptionsGetString(values, "targets"),
      .format = accyOptionsGetString(values, "format"),
      .strategy = accyOptionsGetString(values, "strategy"),
      .strategies = accyOptionsGetString(values, "strategies"),
      .registry = accyOptionsGetString(values, "registry"),
      .wasm_import_memory = accyOptionsGetBool(values, "wasm-import-memory"),
      .fast_math = accyOptionsGetBool(values, "fast-math"),
  };
  return accyPipelineBuild(manager, &options, report, userData);
}

static const AccyOptionRow options[] = {
    {"target", AccyOptionString,
     "BACKEND, BACKEND:PROFILE, as cuda:sm_90, or a file NAME.json with a profile; the recorded one when empty", ""},
    {"targets", AccyOptionString, "in place of target: several of them, separated by commas", ""},
    {"format", AccyOptionString, "artifact format, of the targets that take it; the backend's default when empty", ""},
    {"registry", AccyOptionString, "JSON file of the kernels that accy.kernel_call may call; none when empty", ""},
    {"strategy", AccyOptionString, "the strategy for the kernels of its kind; the best one when empty", ""},
    {"strategies", AccyOptionString, "best: the best kernels for the profile; generic: one thread an element", "best"},
    {"wasm-import-memory", AccyOptionBool,
     "WebAssembly modules import a memory, env.memory, instead of exporting theirs; for the targets that make such",
     "false"},
    {"fast-math", AccyOptionBool, "let arithmetic be fused and approximated, as docs/accuracy.md says", "false"},
};

const AccyPipelineRow accyCompilePipeline = {
    .argument = "accy-compile",
    .description = "Compile a tensor program to kernels and a plan, for one target or several",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .build = build,
};
