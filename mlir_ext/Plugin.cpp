// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `mlir-opt --load-dialect-plugin` and `--load-pass-plugin` look for in the shared library.

#include "mlir/CAPI/IR.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include "accy-c/Dialects.h"
#include "accy-c/Passes.h"

static const char *const pluginName = "Accy";
static const char *const pluginVersion = ACCY_VERSION;

extern "C" __attribute__((visibility("default"))) mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, pluginName, pluginVersion,
          [](mlir::DialectRegistry *registry) { accyRegisterAllDialects(wrap(registry)); }};
}

extern "C" __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, pluginName, pluginVersion, [] { accyRegisterAllPasses(); }};
}
