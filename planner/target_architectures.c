// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The architectures that code is made for, and what no device of one has, whatever a profile says. Spec: planner.md,
// section 2.
#include "planner/target_architectures.h"

#include <stdio.h>
#include <string.h>

#define D(name) ACCY_BIT(AccyDtype##name)
#define F(name) ACCY_BIT(AccyFeature##name)

// One architecture of a backend: dtypes that its code has no number for and nothing stands in for, and features that
// it has no instruction for.
typedef struct ArchitectureRow {
  AccyBackend backend;
  const char *name;
  AccySet missingDtypes, missingFeatures;
} ArchitectureRow;

enum {
  metal_missing = D(F64),
  wgsl_missing = D(I64) | D(U64) | D(F64),
  fused = F(FusedMultiplyAdd),
};

static const ArchitectureRow rows[] = {
    {AccyBackendCuda, "sm_75", 0, 0},
    {AccyBackendCuda, "sm_80", 0, 0},
    {AccyBackendCuda, "sm_86", 0, 0},
    {AccyBackendCuda, "sm_87", 0, 0},
    {AccyBackendCuda, "sm_89", 0, 0},
    {AccyBackendCuda, "sm_90", 0, 0},
    {AccyBackendCuda, "sm_90a", 0, 0},
    {AccyBackendCuda, "sm_100", 0, 0},
    {AccyBackendCuda, "sm_100a", 0, 0},
    {AccyBackendCuda, "sm_103", 0, 0},
    {AccyBackendCuda, "sm_103a", 0, 0},
    {AccyBackendCuda, "sm_120", 0, 0},
    {AccyBackendCuda, "sm_120a", 0, 0},
    {AccyBackendVulkan, "spv1.3", 0, 0},
    {AccyBackendVulkan, "spv1.4", 0, 0},
    {AccyBackendVulkan, "spv1.5", 0, 0},
    {AccyBackendVulkan, "spv1.6", 0, 0},
    {AccyBackendMetal, "msl2.0", metal_missing, 0},
    {AccyBackendMetal, "msl2.1", metal_missing, 0},
    {AccyBackendMetal, "msl2.2", metal_missing, 0},
    {AccyBackendMetal, "msl2.3", metal_missing, 0},
    {AccyBackendMetal, "msl2.4", metal_missing, 0},
    {AccyBackendMetal, "msl3.0", metal_missing, 0},
    {AccyBackendMetal, "msl3.1", metal_missing, 0},
    {AccyBackendMetal, "msl3.2", metal_missing, 0},
    {AccyBackendWebgpu, "wgsl", wgsl_missing, fused},
    {AccyBackendCpu, "x86-64", 0, fused},
    {AccyBackendCpu, "x86-64-v2", 0, fused},
    {AccyBackendCpu, "x86-64-v3", 0, 0},
    {AccyBackendCpu, "x86-64-v4", 0, 0},
    {AccyBackendCpu, "aarch64", 0, 0},
    {AccyBackendCpu, "neoverse-n1", 0, 0},
    {AccyBackendCpu, "neoverse-v1", 0, 0},
    {AccyBackendCpu, "neoverse-v2", 0, 0},
    {AccyBackendWasm, "wasm32", 0, fused},
};
enum { RowCount = sizeof(rows) / sizeof(rows[0]) };

const char *accyBackendArchitecture(AccyBackend backend, uint32_t index) {
  for (size_t i = 0; i < RowCount; ++i)
    if (rows[i].backend == backend && index-- == 0)
      return rows[i].name;
  return NULL;
}

void accyListArchitectures(AccyBackend backend, char *outText, size_t size) {
  const char *name;
  size_t length = 0;
  outText[0] = '\0';
  for (uint32_t i = 0; (name = accyBackendArchitecture(backend, i)) && length < size; ++i)
    length += (size_t)snprintf(outText + length, size - length, "%s%s", i ? " " : "", name);
}

bool accyArchitectureFind(AccyBackend backend, const char *name, AccySet *outMissingDtypes,
                          AccySet *outMissingFeatures) {
  for (size_t i = 0; i < RowCount; ++i)
    if (rows[i].backend == backend && strcmp(rows[i].name, name) == 0) {
      *outMissingDtypes = rows[i].missingDtypes;
      *outMissingFeatures = rows[i].missingFeatures;
      return true;
    }
  return false;
}
