// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of plan.json, described once for reading and writing. Spec: planner.md, section 10. Internal to bundle/.
#ifndef ACCY_BUNDLE_PLAN_FORM_H
#define ACCY_BUNDLE_PLAN_FORM_H

#include "bundle/json_codec.h"

#define BUNDLE_PATH_CAPACITY 256

/// Where the parts of a plan that are files lie, relative to the bundle folder.
typedef struct BundlePaths {
  char (*constants)[BUNDLE_PATH_CAPACITY]; // by slot index; empty where the slot is no constant
  char (*payloads)[BUNDLE_PATH_CAPACITY];  // by kernel index
} BundlePaths;

/// Whether the kernel's payload is in the file of an earlier one.
bool formSharesFile(const BundlePaths *paths, uint32_t kernel);

/// Describes the document. When reading, `plan` is empty, its arrays are made in the codec's arena (the plan's own),
/// and so are those of `paths`; constants and payloads have their sizes but no data yet, and kernels lack what depends
/// on slots.
bool planForm(JsonCodec *root, AccyPlan *plan, BundlePaths *paths);

// Parts of the document, each described in a file of its own.
bool targetForm(JsonCodec *parent, const char *key, AccyTargetCapabilities *target);
bool tileForm(JsonCodec *parent, const char *key, AccyTile *tile);
bool geometryForm(JsonCodec *parent, const char *key, AccyGeometry *geometry);
bool slotForm(JsonCodec *slot_object, AccySlot *slot, char path[BUNDLE_PATH_CAPACITY]);
bool kernelForm(JsonCodec *kernel_object, AccyKernel *kernel, char path[BUNDLE_PATH_CAPACITY]);
bool requiredForm(JsonCodec *parent, AccyRequirements *required);
bool kernelCallLaunchForm(JsonCodec *parent, const char *key, AccyKernelCallLaunch *launch);

/// { "u32": 7 }. i32 and u32 are numbers; the other kinds are bit patterns, which no JSON number could hold exactly.
bool scalarForm(JsonCodec *object, AccyScalar *scalar);
bool argumentsForm(JsonCodec *kernel_object, AccyKernel *kernel);

/// Whether the arguments that were read are those that the kernel's other fields ask for.
bool argumentsAgree(JsonCodec *kernel_object, const AccyKernel *kernel);

/// When reading, makes room in the arena for the elements of an array.
bool formMakeRoom(const JsonCodec *codec, void **array, uint32_t count, size_t size);
bool memoryForm(JsonCodec *parent, const char *key, AccyMemoryPlan *memory);

#endif // ACCY_BUNDLE_PLAN_FORM_H
