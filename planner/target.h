// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target profiles: the built-in rows, and how a module's profile and format are settled. Spec: planner.md, section 2.
#ifndef ACCY_PLANNER_TARGET_H
#define ACCY_PLANNER_TARGET_H

#include "planner/types.h"

/// Looks up "BACKEND" (its baseline profile) or "BACKEND:NAME". The profile's format is the backend's default.
/// Fails with UnsupportedOperation and lists the names there are. `text` need not end in a NUL.
bool accyTargetProfileLookup(const char *text, size_t length, AccyTargetProfile *outProfile, AccyStatus *status);

/// The built-in capabilities, for listing: `index` below accyTargetBuiltinCount.
uint32_t accyTargetBuiltinCount(void);
const AccyTargetCapabilities *accyTargetBuiltin(uint32_t index);

/// Chooses the format: `requested` if not null, else that of the module's own profile if there is one, else the
/// backend's default. Fails with UnsupportedOperation when there is none, UnsupportedArtifactFormat when `target` does
/// not list it.
bool accyTargetChooseFormat(const AccyTargetCapabilities *target, const AccyFormat *requested,
                            const AccyTargetProfile *module, AccyFormat *outFormat, AccyStatus *status);

/// Settles the profile that a module is planned for on the backend handle with `capabilities`: its own (`module`, may
/// be null), else one made from the capabilities. `captured` is the format of a captured target record, null without
/// one. Fails with CapabilityMismatch (another backend, or more than the capabilities support),
/// UnsupportedArtifactFormat (another format than chosen), TargetRecipeMismatch (a captured record without a profile,
/// or with another format).
bool accyTargetResolveProfile(const AccyTargetCapabilities *capabilities, const AccyFormat *requested,
                              const AccyTargetProfile *module, const AccyFormat *captured,
                              AccyTargetProfile *outProfile, AccyStatus *status);

/// Whether `capabilities` offers all that `needed` claims. Fails with CapabilityMismatch and says what is missing.
bool accyTargetSupports(const AccyTargetCapabilities *capabilities, const AccyTargetCapabilities *needed,
                        AccyStatus *status);

/// Whether the target has the dtypes, features and subgroup operations that a kernel requires. Fails with
/// CapabilityMismatch and names the first that is missing.
bool accyTargetCheckRequirements(const AccyTargetCapabilities *target, const AccyRequirements *required,
                                 AccyStatus *status);

/// The subgroup size to plan with: none (0) if unsupported, else size_max, else size_min, else none. Spec: section 7.
uint32_t accyTargetSubgroupSize(const AccyTargetCapabilities *target);

/// Whether `geometry` can be launched on `target`. Fails with CapabilityMismatch. Spec: section 2.
bool accyGeometryValidate(const AccyTargetCapabilities *target, const AccyGeometry *geometry, AccyStatus *status);

#endif // ACCY_PLANNER_TARGET_H
