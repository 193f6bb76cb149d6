// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Backend handles: asking for an artifact and checking the answer. Spec: planner.md, section 2.
#include "planner/plan.h"

#include <string.h>

static bool check_request(const AccyTargetCapabilities *target, const AccyArtifactRequest *request,
                          AccyStatus *status) {
  size_t length = strlen(request->entry);
  if (length == 0 || length >= ACCY_NAME_CAPACITY)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "an entry name has %zu characters; it may have 1 to %d",
                    length, ACCY_NAME_CAPACITY - 1);
  if ((size_t)request->format >= AccyFormatCount || !(target->formats & ACCY_BIT(request->format)))
    return accyFail(status, AccyStatusCodeUnsupportedArtifactFormat, "target %s:%s does not make format %s",
                    accyBackendName(target->backend), target->name, accyFormatName(request->format));
  return accyTargetCheckRequirements(target, &request->required, status) &&
         accyPayloadCheck(request->format, &request->payload, status);
}

static bool check_artifact(const AccyTargetCapabilities *target, const AccyArtifactRequest *request,
                           const AccyArtifact *artifact, AccyStatus *status) {
  if (artifact->backend != target->backend || artifact->format != request->format)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the backend made %s for %s instead of %s for %s",
                    accyFormatName(artifact->format), accyBackendName(artifact->backend),
                    accyFormatName(request->format), accyBackendName(target->backend));
  if (!memchr(artifact->entry, 0, sizeof(artifact->entry)) || strcmp(artifact->entry, request->entry) != 0)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the backend made another entry than '%s'", request->entry);
  if (artifact->argument_count != request->argument_count ||
      artifact->scalar_argument_count != request->scalar_argument_count ||
      artifact->push_constant_bytes != request->push_constant_bytes ||
      artifact->diagnostic_id != request->diagnostic_id)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the backend gave '%s' other arguments than asked for",
                    request->entry);
  return accyPayloadCheck(artifact->format, &artifact->payload, status);
}

bool accyBackendMakeArtifact(const AccyBackendHandle *backend, const AccyArtifactRequest *request,
                             AccyArtifact *outArtifact, AccyStatus *status) {
  const AccyTargetCapabilities *target = backend->capabilities(backend->context);
  AccyArtifact artifact = {0};
  AccyStatus failure = {.code = AccyStatusCodeInvalidArtifact, .message = "the backend made no artifact"};
  if (!check_request(target, request, status))
    return false;
  if (!backend->make_artifact(backend->context, request, &artifact, &failure)) {
    if (status)
      *status = failure;
    return false;
  }
  if (!check_artifact(target, request, &artifact, status))
    return false;
  *outArtifact = artifact;
  return true;
}

// ---- The handle of plain capabilities -------------------------------------------------------------------------------

static const AccyTargetCapabilities *target_capabilities(void *context) {
  return context;
}

static bool take_request(void *context, const AccyArtifactRequest *request, AccyArtifact *outArtifact,
                         AccyStatus *status) {
  (void)status;
  const AccyTargetCapabilities *target = context;
  *outArtifact = (AccyArtifact){.backend = target->backend,
                                .format = request->format,
                                .argument_count = request->argument_count,
                                .scalar_argument_count = request->scalar_argument_count,
                                .push_constant_bytes = request->push_constant_bytes,
                                .diagnostic_id = request->diagnostic_id,
                                .payload = request->payload};
  memcpy(outArtifact->entry, request->entry, strlen(request->entry) + 1);
  return true;
}

AccyBackendHandle accyBackendHandleForTarget(const AccyTargetCapabilities *capabilities) {
  // The context of a handle is the caller's to change; these two functions only read it.
  return (AccyBackendHandle){
      .capabilities = target_capabilities, .make_artifact = take_request, .context = (void *)(uintptr_t)capabilities};
}
