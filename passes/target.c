// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choice and record of a program's target; see target.h. Spec: planner.md, section 2.

#include "passes/target.h"

#include "accy-c/Target.h"
#include "lowering/lowering.h"
#include "support/ir.h"

#include <stdio.h>
#include <string.h>

MlirLogicalResult accyEmitStatus(MlirOperation op, const AccyProgramTarget *target, const AccyStatus *status) {
  return accyEmitOpError(op, "on target '%s': %s [%s]", target->name, status->message,
                         accyStatusCodeName(status->code));
}

//===----------------------------------------------------------------------===//
// Recorded targets
//===----------------------------------------------------------------------===//

// The attribute `target` of the program, else `choir.target` of its module, else null.
static MlirAttribute recorded_target(MlirOperation program) {
  MlirAttribute target = accyGetAttribute(program, "target");
  MlirOperation module = mlirOperationGetParentOperation(program);
  if (mlirAttributeIsNull(target) && !mlirOperationIsNull(module))
    target = accyGetAttribute(module, "choir.target");
  return target;
}

static MlirStringRef entry(MlirAttribute dictionary, const char *name) {
  MlirAttribute value = accyDictionaryGet(dictionary, name);
  if (mlirAttributeIsNull(value) || !mlirAttributeIsAString(value))
    return mlirStringRefCreate("", 0);
  return mlirStringAttrGetValue(value);
}

static MlirLogicalResult look_up(MlirOperation program, MlirStringRef name, AccyProgramTarget *out) {
  AccyStatus status = {0};
  snprintf(out->name, sizeof out->name, "%.*s", (int)name.length, name.data);
  if (!accyTargetProfileLookup(name.data, name.length, &out->profile, &status))
    return accyEmitStatus(program, out, &status);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

// The backend's default, or, where nothing lowers to that yet, another format of the target that something lowers to.
static AccyFormat default_format(const AccyTargetCapabilities *capabilities) {
  AccyFormat format = accyBackendDefaultFormat(capabilities->backend);
  if (accyLoweringIsAvailable(format))
    return format;
  for (int other = 0; other < AccyFormatCount; ++other)
    if ((capabilities->formats & ACCY_BIT(other)) && accyLoweringIsAvailable((AccyFormat)other))
      return (AccyFormat)other;
  return format;
}

static void list_formats(AccySet formats, char *buffer, size_t size) {
  size_t length = 0;
  buffer[0] = '\0';
  for (int format = 0; format < AccyFormatCount && length < size; ++format)
    if (formats & ACCY_BIT(format))
      length += (size_t)snprintf(buffer + length, size - length, "%s%s", length ? " or " : "",
                                 accyFormatName((AccyFormat)format));
}

static MlirLogicalResult choose_format(MlirOperation program, MlirStringRef name, AccyProgramTarget *target) {
  const AccyTargetCapabilities *capabilities = &target->profile.capabilities;
  AccyFormat format = default_format(capabilities);
  if (name.length > 0 && !accyFormatParse(name.data, name.length, &format)) {
    char known[256];
    list_formats(capabilities->formats, known, sizeof known);
    return accyEmitOpError(program, "knows no artifact format '%.*s'; target '%s' takes %s [UnsupportedArtifactFormat]",
                           (int)name.length, name.data, target->name, known);
  }
  if (!(capabilities->formats & ACCY_BIT(format)))
    return accyEmitOpError(program,
                           "cannot be compiled to %s: target '%s' does not take that format; its default is "
                           "%s [UnsupportedArtifactFormat]",
                           accyFormatName(format), target->name,
                           accyFormatName(accyBackendDefaultFormat(capabilities->backend)));
  target->profile.format = format;
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

// Whether the backend asked for is the recorded one.
static MlirLogicalResult check_backend(MlirOperation program, const AccyProgramTarget *asked, MlirStringRef recorded) {
  AccyProgramTarget other;
  if (recorded.length == 0)
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(look_up(program, recorded, &other)))
    return mlirLogicalResultFailure();
  if (other.profile.capabilities.backend == asked->profile.capabilities.backend)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(program, "was asked for target '%s' but is recorded for '%s' [CapabilityMismatch]",
                         asked->name, other.name);
}

static MlirLogicalResult check_format(MlirOperation program, const AccyProgramTarget *asked, MlirStringRef recorded) {
  const char *name = accyFormatName(asked->profile.format);
  if (recorded.length == 0 || accyTextEquals(recorded, name))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(program, "was asked for format %s but is recorded for %.*s [UnsupportedArtifactFormat]", name,
                         (int)recorded.length, recorded.data);
}

MlirLogicalResult accyProgramChooseTarget(MlirOperation program, MlirStringRef target, MlirStringRef format,
                                          AccyProgramTarget *outTarget) {
  MlirAttribute recorded = recorded_target(program);
  MlirStringRef recordedName = entry(recorded, "profile"), recordedFormat = entry(recorded, "format");
  if (target.length == 0 && recordedName.length == 0)
    return accyEmitOpError(program, "has no target: give accy-legalize{target=BACKEND[:PROFILE]}, as target=cuda:sm_90 "
                                    "[UnsupportedOperation]");
  *outTarget = (AccyProgramTarget){0};
  if (mlirLogicalResultIsFailure(look_up(program, target.length > 0 ? target : recordedName, outTarget)) ||
      mlirLogicalResultIsFailure(check_backend(program, outTarget, recordedName)) ||
      mlirLogicalResultIsFailure(choose_format(program, format.length > 0 ? format : recordedFormat, outTarget)))
    return mlirLogicalResultFailure();
  return check_format(program, outTarget, recordedFormat);
}

void accyProgramSetTarget(MlirOperation program, const AccyProgramTarget *target) {
  MlirContext context = mlirOperationGetContext(program);
  MlirNamedAttribute attributes[] = {
      accyNamed("backend", accyStringAttribute(context, accyBackendName(target->profile.capabilities.backend))),
      accyNamed("format", accyStringAttribute(context, accyFormatName(target->profile.format))),
      accyNamed("profile", accyStringAttribute(context, target->name)),
  };
  accySetAttribute(program, "target", mlirDictionaryAttrGet(context, 3, attributes));
}

MlirLogicalResult accyProgramGetTarget(MlirOperation program, AccyProgramTarget *outTarget) {
  if (mlirAttributeIsNull(accyGetAttribute(program, "target")))
    return accyEmitOpError(program, "has no target: run accy-legalize{target=…} first [TargetRecipeMismatch]");
  MlirStringRef none = mlirStringRefCreate("", 0);
  return accyProgramChooseTarget(program, none, none, outTarget);
}
