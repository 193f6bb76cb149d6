// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registries of kernels as JSON files: what accy.kernel_call may call. The file lists entries; each names a payload
// file beside it. docs/registry.schema.json describes the file. Spec: planner.md, section 5.
#ifndef ACCY_BUNDLE_REGISTRY_H
#define ACCY_BUNDLE_REGISTRY_H

#include "planner/kernel_call.h"

#define ACCY_REGISTRY_VERSION 1

typedef struct AccyRegistryFile AccyRegistryFile;

/// Reads a registry and the payload of every entry. On success `*outFile` is the caller's, until
/// accyRegistryFileDestroy; on failure nothing is written to it.
/// Fails with InvalidArtifact, naming the JSON path of the key at fault, when the file is absent or malformed, of
/// another version, lacks a key or has an unknown one, when an entry is not one that can be registered
/// (accyKernelCallEntryVerify), has a payload of another kind than its format's, or has the target, version and format
/// of an earlier one; and when a payload's path leads out of the folder of the registry. OutOfMemory.
bool accyRegistryFileRead(const char *path, AccyRegistryFile **outFile, AccyStatus *status);

/// Frees the registry; its entries are gone with it. Null is allowed.
void accyRegistryFileDestroy(AccyRegistryFile *file);

/// The registry for planning; it points to `file`.
AccyKernelRegistry accyRegistryFileGetRegistry(const AccyRegistryFile *file);

#endif // ACCY_BUNDLE_REGISTRY_H
