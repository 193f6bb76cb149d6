// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Targets: what they can do, the built-in profiles, how a module's profile and format are settled, and backend handles.
// All sizes are bytes, all extents threads or threadgroups, unless a comment says otherwise. Everything here is a value
// without pointers to free. Spec: section 2.
#ifndef ACCY_C_TARGET_H
#define ACCY_C_TARGET_H

#include "accy-c/Status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACCY_NAME_CAPACITY 128 // bytes of a name with its NUL: entry names stay below (spec: section 4)

// ---- Capabilities and profiles --------------------------------------------------------------------------------------

typedef struct AccyTargetMemory {
  uint32_t shared_bytes_per_threadgroup;
  uint32_t constant_bytes;
  uint32_t min_buffer_alignment; // where a buffer begins, and at which offsets of one others may be bound
  bool unified;
  bool host_visible;
} AccyTargetMemory;

typedef struct AccyTargetSubgroup {
  bool supported;
  uint32_t size_min;  // 0: absent
  uint32_t size_max;  // 0: absent
  AccySet operations; // of AccySubgroupOperation
} AccyTargetSubgroup;

typedef struct AccyTargetThreadgroup {
  uint32_t max_threads;
  uint32_t max_threads_per_dim[3];
  uint32_t max_grid_per_dim[3]; // what a planned launch may use
  uint32_t max_blocks[3];       // what the device itself takes, for bodies that choose their own grid
  uint32_t shared_memory_bytes; // limit of dynamic shared memory
} AccyTargetThreadgroup;

/// What one launch may bind.
typedef struct AccyTargetBindings {
  uint32_t max_buffers;      // buffers of one kernel: inputs, output and, where it is one, the element count
  uint64_t max_buffer_bytes; // bytes of one of them that a kernel can reach
} AccyTargetBindings;

/// What a target can do. A value: no pointers.
typedef struct AccyTargetCapabilities {
  AccyBackend backend;
  char family[32];       // "nvidia", "mesa", …
  char name[32];         // "baseline", "sm_90", "llvmpipe", …
  char architecture[32]; // what the code generator is asked for: "sm_90", "x86-64-v3", "spv1.3", …
  AccyTargetMemory memory;
  AccyTargetSubgroup subgroup;
  AccyTargetThreadgroup threadgroup;
  AccyTargetBindings bindings;
  uint32_t max_loop_steps; // of one thread in all its loops together; 0: no limit
  AccySet dtypes;          // of AccyDtype
  AccySet layouts;         // of AccyLayoutSupport
  AccySet runtime;         // of AccyRuntimeFeature
  AccySet features;        // of AccyFeature
  AccySet formats;         // of AccyFormat
} AccyTargetCapabilities;

/// What a module is compiled for: capabilities and the chosen format.
typedef struct AccyTargetProfile {
  AccyTargetCapabilities capabilities;
  AccyFormat format;
} AccyTargetProfile;

typedef struct AccyGeometry {
  uint32_t grid[3];        // threadgroups
  uint32_t threadgroup[3]; // threads
  uint32_t shared_bytes;   // dynamic shared memory
} AccyGeometry;

// ---- What kernels require, and artifacts (section 4) ---------------------------------------------------------------

typedef struct AccyRequirements {
  AccySet dtypes;              // of AccyDtype
  AccySet features;            // of AccyFeature
  AccySet subgroup_operations; // of AccySubgroupOperation
} AccyRequirements;

typedef struct AccyPayload {
  AccyPayloadKind kind;
  AccyPayloadOwnership ownership;
  const void *data;
  uint64_t bytes; // of a text without a NUL; four for each word
} AccyPayload;

typedef struct AccyArtifact {
  AccyBackend backend;
  AccyFormat format;
  char entry[ACCY_NAME_CAPACITY];
  uint32_t argument_count;
  uint32_t scalar_argument_count; // runtime and static scalars, and a scalar element count
  uint32_t push_constant_bytes;
  uint32_t diagnostic_id; // the kernel's id, for messages of the runtime
  AccyPayload payload;
} AccyArtifact;

// ---- Looking up and checking ---------------------------------------------------------------------------------------

/// Looks up "BACKEND" (its baseline profile) or "BACKEND:NAME". The profile's format is the backend's default.
/// Fails with UnsupportedOperation and lists the names there are. `text` need not end in a NUL.
ACCY_EXPORTED bool accyTargetProfileLookup(const char *text, size_t length, AccyTargetProfile *outProfile,
                                           AccyStatus *status);

/// The built-in capabilities, for listing: `index` below accyTargetBuiltinCount.
ACCY_EXPORTED uint32_t accyTargetBuiltinCount(void);
ACCY_EXPORTED const AccyTargetCapabilities *accyTargetBuiltin(uint32_t index);

/// The name of an architecture that code is made for on the backend, by a number from 0; null after the last.
ACCY_EXPORTED const char *accyBackendArchitecture(AccyBackend backend, uint32_t index);

/// Chooses the format: `requested` if not null, else that of the module's own profile if there is one, else the
/// backend's default. Fails with UnsupportedOperation when there is none, UnsupportedArtifactFormat when `target` does
/// not list it.
ACCY_EXPORTED bool accyTargetChooseFormat(const AccyTargetCapabilities *target, const AccyFormat *requested,
                                          const AccyTargetProfile *module, AccyFormat *outFormat, AccyStatus *status);

/// Settles the profile that a module is planned for on the backend handle with `capabilities`: its own (`module`, may
/// be null), else one made from the capabilities. `captured` is the format of a captured target record, null without
/// one. Fails with CapabilityMismatch (another backend, or more than the capabilities support),
/// UnsupportedArtifactFormat (another format than chosen), TargetRecipeMismatch (a captured record without a profile,
/// or with another format).
ACCY_EXPORTED bool accyTargetResolveProfile(const AccyTargetCapabilities *capabilities, const AccyFormat *requested,
                                            const AccyTargetProfile *module, const AccyFormat *captured,
                                            AccyTargetProfile *outProfile, AccyStatus *status);

/// Whether the capabilities make sense: a name of letters, digits, '_', '-' and '.'; an architecture of the backend
/// (accyBackendArchitecture); dtypes, and none of them nor a feature that no device of the architecture has, as f64 in
/// Metal's language; formats, all of the backend; an alignment that is a power of two; limits of at least 1, a planned
/// grid within what the device takes; no subgroup sizes without subgroups, powers of two, and the least not above the
/// greatest. Fails with InvalidArtifact.
ACCY_EXPORTED bool accyTargetVerify(const AccyTargetCapabilities *capabilities, AccyStatus *status);

/// Whether `capabilities` offers all that `needed` claims: dtypes, features, layouts, limits, the subgroup size that is
/// planned with, and buffers no less aligned than it asks. Fails with CapabilityMismatch and says what is missing.
ACCY_EXPORTED bool accyTargetSupports(const AccyTargetCapabilities *capabilities, const AccyTargetCapabilities *needed,
                                      AccyStatus *status);

/// Whether the target has the dtypes, features and subgroup operations that a kernel requires. Fails with
/// CapabilityMismatch and names the first that is missing.
ACCY_EXPORTED bool accyTargetCheckRequirements(const AccyTargetCapabilities *target, const AccyRequirements *required,
                                               AccyStatus *status);

/// Whether a kernel may bind `buffers` buffers, the largest of `largestBytes` bytes. Fails with CapabilityMismatch and
/// says which limit is exceeded, and by what.
ACCY_EXPORTED bool accyTargetCheckBindings(const AccyTargetCapabilities *target, uint64_t buffers,
                                           uint64_t largestBytes, AccyStatus *status);

/// The subgroup size to plan with: none (0) if unsupported, else size_max, else size_min, else none. Spec: section 7.
ACCY_EXPORTED uint32_t accyTargetSubgroupSize(const AccyTargetCapabilities *target);

/// The bytes that all buffers of a plan may take together: what addresses of 32 bits reach, less room for a module's
/// own data, for WebAssembly, whose buffers lie in one memory; 2^64-1 for others, which have no such limit.
ACCY_EXPORTED uint64_t accyTargetMemoryBytes(const AccyTargetCapabilities *target);

/// What the offset of each allocation in an arena must be a multiple of: the profile's min_buffer_alignment where
/// buffers are bound at offsets; where kernels take addresses, which begin wherever their elements may, the word of
/// four bytes that devices fill and copy. Spec: section 8.
ACCY_EXPORTED uint32_t accyTargetOffsetAlignment(const AccyTargetProfile *target);

/// Whether `geometry` can be launched on `target`. Fails with CapabilityMismatch. Spec: section 2.
ACCY_EXPORTED bool accyGeometryValidate(const AccyTargetCapabilities *target, const AccyGeometry *geometry,
                                        AccyStatus *status);

// ---- Profiles as JSON -----------------------------------------------------------------------------------------------

/// Reads a target profile from the JSON file at `path`: an object with the keys `backend`, `format` (may be left out:
/// the backend's default) and `target`, spelled and nested as in plan.json; docs/target.schema.json describes it. Fails
/// with InvalidArtifact, naming the file and the JSON path of the key at fault, when the file cannot be read, is
/// malformed or makes no sense (accyTargetVerify); UnsupportedArtifactFormat when the format is not among the target's.
ACCY_EXPORTED bool accyTargetProfileReadJson(const char *path, AccyTargetProfile *outProfile, AccyStatus *status);

/// The text of such a file for `profile`, ending in a newline. Owns: `*outText` is the caller's, to be given to free().
ACCY_EXPORTED bool accyTargetProfilePrintJson(const AccyTargetProfile *profile, char **outText, AccyStatus *status);

// ---- Backend handles (section 2) ------------------------------------------------------------------------------------

/// What a backend makes an artifact from. Texts and payload are the caller's and live during the call only.
typedef struct AccyArtifactRequest {
  const char *entry; // the kernel's name in the payload, under ACCY_NAME_CAPACITY bytes with its NUL
  AccyFormat format;
  uint32_t argument_count;
  uint32_t scalar_argument_count;
  AccyRequirements required;
  uint32_t push_constant_bytes;
  uint32_t diagnostic_id; // the kernel's id, for messages of the runtime
  AccyPayload payload;
} AccyArtifactRequest;

/// A backend: two functions and the context that they are called with. An embedder can supply its own.
typedef struct AccyBackendHandle {
  /// What the backend can do. The capabilities are the backend's and must live as long as the handle is used.
  const AccyTargetCapabilities *(*capabilities)(void *context);

  /// Makes an artifact. Returns true and writes `*outArtifact`, whose payload the backend may replace: an owned one is
  /// copied by whoever asked before the next call, an external one must outlive every plan that holds it. Returns false
  /// and fills `*status` (never null here) otherwise.
  bool (*make_artifact)(void *context, const AccyArtifactRequest *request, AccyArtifact *outArtifact,
                        AccyStatus *status);
  void *context;
} AccyBackendHandle;

/// The backend handle that plans with `capabilities` and takes each request as it is. `capabilities` stays the caller's
/// and must outlive the handle.
ACCY_EXPORTED AccyBackendHandle accyBackendHandleForTarget(const AccyTargetCapabilities *capabilities);

/// Asks a backend for an artifact, and checks the answer. Fails with what the backend fails with;
/// UnsupportedArtifactFormat when the backend does not list the format; CapabilityMismatch when it lacks a required
/// dtype, feature or subgroup operation; InvalidArtifact when a payload, the one asked with or the one made, is empty
/// or of another kind than the format's, when the entry name is empty or too long, or when the artifact is of another
/// backend or format, or has other counts, than asked for.
ACCY_EXPORTED bool accyBackendMakeArtifact(const AccyBackendHandle *backend, const AccyArtifactRequest *request,
                                           AccyArtifact *outArtifact, AccyStatus *status);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_TARGET_H
