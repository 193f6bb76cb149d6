// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel calls: kernels that a caller registers, by target string, version and format, for accy.kernel_call to name.
// accy-c/Compile.h compiles with a registry. Needs neither MLIR nor LLVM. Spec: section 5.
#ifndef ACCY_C_KERNEL_CALL_H
#define ACCY_C_KERNEL_CALL_H

#include "accy-c/Plan.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACCY_REGISTRY_VERSION 1 // of a registry's JSON file

// ---- Entries --------------------------------------------------------------------------------------------------------

/// The shapes that an entry is made for, as far as planning looks: how many dimensions vary, and which runtime scalar
/// the only one of a one-dimensional profile is bound to.
typedef struct AccyShapeProfile {
  uint32_t dimension_count;
  uint32_t scalar_index;
  uint64_t fingerprint; // of the shape family; the entry's own must be the same
} AccyShapeProfile;

/// A kernel of the caller's.
typedef struct AccyKernelCallEntry {
  const char *target; // what accy.kernel_call names
  uint32_t version;   // from 1
  AccyFormat format;
  const char *entry;       // the kernel's name in the payload
  uint32_t argument_count; // output, inputs, element count unless none, runtime and static scalars
  AccyRequirements required;
  uint32_t push_constant_bytes; // 0: what its count and runtime scalars make; else it must be that
  AccyPayload payload;
  AccyKernelCallLaunch launch;
  AccyCountArgument count_argument;
  uint32_t runtime_scalar_count;
  const AccyScalar *static_arguments;
  uint32_t static_argument_count;
  const AccyShapeProfile *shape_profile; // null: none
  bool has_shape_family;
  uint64_t shape_family_fingerprint;
} AccyKernelCallEntry;

/// Whether an entry can be registered: its names, version, format, payload, scalars, shape profile and launch agree,
/// and its enumerations have known values. Fails with InvalidArtifact.
ACCY_EXPORTED bool accyKernelCallEntryVerify(const AccyKernelCallEntry *entry, AccyStatus *status);

// ---- Registries -----------------------------------------------------------------------------------------------------

/// Where planning looks entries up. `lookup` gives the entry, or null when there is none; it must live until the plan
/// is made.
typedef struct AccyKernelRegistry {
  const AccyKernelCallEntry *(*lookup)(void *context, const char *target, uint32_t version, AccyFormat format);
  void *context;
} AccyKernelRegistry;

// ---- Tables of entries ----------------------------------------------------------------------------------------------

/// A registry of entries that are added one by one or from a JSON file; opaque.
typedef struct AccyKernelTable AccyKernelTable;

/// An empty table, or null when memory runs out. The caller's, until accyKernelTableDestroy.
ACCY_EXPORTED AccyKernelTable *accyKernelTableCreate(void);

/// Frees the table; its entries are gone with it. Null is allowed.
ACCY_EXPORTED void accyKernelTableDestroy(AccyKernelTable *table);

/// Adds a copy of the entry. An external payload is pointed to and must outlive the table. Fails with InvalidArtifact
/// when the entry cannot be registered (accyKernelCallEntryVerify), has a payload of another kind than its format's, or
/// has the target, version and format of an earlier one; OutOfMemory. The table is then as it was.
ACCY_EXPORTED bool accyKernelTableAdd(AccyKernelTable *table, const AccyKernelCallEntry *entry, AccyStatus *status);

/// Adds the entries of the JSON file at `path`, which docs/registry.schema.json describes: each names a payload file
/// beside it. Fails with InvalidArtifact, naming the JSON path of the key at fault, when the file is absent or
/// malformed, of another version, lacks a key or has an unknown one, when an entry cannot be added, and when a
/// payload's path leads out of the folder of the file; OutOfMemory. Entries before the one at fault are then in the
/// table.
ACCY_EXPORTED bool accyKernelTableReadJson(AccyKernelTable *table, const char *path, AccyStatus *status);

/// How many entries the table has, and each. What is returned lives as long as the table is neither changed nor
/// destroyed; `index` must be below the count.
ACCY_EXPORTED uint32_t accyKernelTableGetEntryCount(const AccyKernelTable *table);
ACCY_EXPORTED const AccyKernelCallEntry *accyKernelTableGetEntry(const AccyKernelTable *table, uint32_t index);

/// The registry for planning; it points to `table`.
ACCY_EXPORTED AccyKernelRegistry accyKernelTableGetRegistry(const AccyKernelTable *table);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_KERNEL_CALL_H
