// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a payload has a kernel of a name, as far as the format lets that be read without compiling it.
#ifndef ACCY_BUNDLE_ENTRY_POINT_H
#define ACCY_BUNDLE_ENTRY_POINT_H

#include "accy-c/Target.h"

/// Whether the payload, which is of the kind that `format` takes, has the kernel `entry`. Fails with InvalidArtifact,
/// and says how the format spells one. Machine code has no names; whatever its entry, this succeeds.
bool accyPayloadHasEntry(AccyFormat format, const AccyPayload *payload, const char *entry, AccyStatus *status);

// How each format tells; internal to bundle/entry_*.c.

/// A directive `.entry NAME`.
bool accyPtxHasEntry(const AccyPayload *payload, const char *entry);

/// A function `fn NAME` with the attribute `@compute`.
bool accyWgslHasEntry(const AccyPayload *payload, const char *entry);

/// A function `kernel void NAME`, or one that is given the name by `host_name("NAME")`. A source with macros can make
/// either, so that of such a one it is asked that it has the word.
bool accyMslHasEntry(const AccyPayload *payload, const char *entry);

/// An instruction OpEntryPoint.
bool accySpirvHasEntry(const AccyPayload *payload, const char *entry);

/// A global symbol that the object defines.
bool accyElfHasEntry(const AccyPayload *payload, const char *entry);

/// An exported function.
bool accyWasmHasEntry(const AccyPayload *payload, const char *entry);

#endif // ACCY_BUNDLE_ENTRY_POINT_H
