// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choice and record of a program's target; see target.h. Spec: planner.md, section 2.

#include "passes/target.h"

#include "accy-c/Target.h"
#include "passes/target_record.h"
#include "support/ir.h"

#include <stdio.h>
#include <string.h>

MlirLogicalResult accyEmitStatus(MlirOperation op, const AccyProgramTarget *target, const AccyStatus *status) {
  return accyEmitOpError(op, "on target '%s': %s [%s]", target->name, status->message,
                         accyStatusCodeName(status->code));
}

bool accyProgramTargetDescribe(const AccyTargetProfile *profile, AccyProgramTarget *outTarget, AccyStatus *status) {
  const AccyTargetCapabilities *capabilities = &profile->capabilities;
  AccyFormat format;
  if (!accyTargetVerify(capabilities, status) ||
      !accyTargetChooseFormat(capabilities, &profile->format, NULL, &format, status))
    return false;
  *outTarget = (AccyProgramTarget){.profile = *profile, .described = true};
  snprintf(outTarget->name, sizeof outTarget->name, "%s:%s", accyBackendName(capabilities->backend),
           capabilities->name);
  return true;
}

//===----------------------------------------------------------------------===//
// Recorded targets
//===----------------------------------------------------------------------===//

static MlirStringRef entry(MlirAttribute dictionary, const char *name) {
  MlirAttribute value = accyDictionaryGet(dictionary, name);
  if (mlirAttributeIsNull(value) || !mlirAttributeIsAString(value))
    return mlirStringRefCreate("", 0);
  return mlirStringAttrGetValue(value);
}

static bool is_file(MlirStringRef name) {
  static const char ending[] = ".json";
  size_t length = sizeof ending - 1;
  return name.length > length && memcmp(name.data + name.length - length, ending, length) == 0;
}

// The profile's format is the file's, or that of the backend.
static bool read_file(MlirStringRef name, AccyProgramTarget *out, AccyStatus *status) {
  char path[4096];
  AccyTargetProfile profile;
  if (name.length >= sizeof path)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the path of the profile is too long");
  snprintf(path, sizeof path, "%.*s", (int)name.length, name.data);
  return accyTargetProfileReadJson(path, &profile, status) && accyProgramTargetDescribe(&profile, out, status);
}

static MlirLogicalResult look_up(MlirOperation program, MlirStringRef name, AccyProgramTarget *out) {
  AccyStatus status = {0};
  snprintf(out->name, sizeof out->name, "%.*s", (int)name.length, name.data);
  bool found = is_file(name) ? read_file(name, out, &status)
                             : accyTargetProfileLookup(name.data, name.length, &out->profile, &status);
  return found ? mlirLogicalResultSuccess() : accyEmitStatus(program, out, &status);
}

// The target of a record that has a profile: described in the record itself, or a built-in one.
static MlirLogicalResult read_recorded(MlirOperation program, MlirAttribute record, AccyProgramTarget *out) {
  MlirAttribute described = accyDictionaryGet(record, "capabilities");
  MlirStringRef backend = entry(record, "backend"), format = entry(record, "format");
  AccyTargetProfile profile = {0};
  AccyStatus status = {0};
  const char *missing = "backend";
  if (mlirAttributeIsNull(described))
    return look_up(program, entry(record, "profile"), out);
  if (!accyBackendParse(backend.data, backend.length, &profile.capabilities.backend) ||
      !accyReadCapabilities(described, &profile.capabilities, &missing))
    return accyEmitOpError(program, "has a record 'target' whose entry '%s' is absent or malformed [InvalidArtifact]",
                           missing);
  profile.format = accyBackendDefaultFormat(profile.capabilities.backend);
  (void)accyFormatParse(format.data, format.length, &profile.format); // choose_format speaks of one that is unknown
  if (accyProgramTargetDescribe(&profile, out, &status))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(program, "has a record 'target' that makes no sense: %s [%s]", status.message,
                         accyStatusCodeName(status.code));
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

// What a described profile says, else the backend's default.
static AccyFormat default_format(const AccyProgramTarget *target) {
  return target->described ? target->profile.format : accyBackendDefaultFormat(target->profile.capabilities.backend);
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
  AccyFormat format = default_format(target);
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
// Choosing
//===----------------------------------------------------------------------===//

// What the program has recorded and what its module has. A program's own record without a profile, or of another format
// than the module's, is none that a target could be made from again.
static MlirLogicalResult find_record(MlirOperation program, MlirAttribute *outRecord) {
  MlirOperation module = mlirOperationGetParentOperation(program);
  MlirAttribute own = accyGetAttribute(program, "target"), shared = mlirAttributeGetNull();
  if (!mlirOperationIsNull(module))
    shared = accyGetAttribute(module, "choir.target");
  MlirStringRef format = entry(own, "format"), other = entry(shared, "format");
  *outRecord = entry(own, "profile").length > 0 ? own : shared;
  if (!mlirAttributeIsNull(own) && entry(*outRecord, "profile").length == 0)
    return accyEmitOpError(program, "has a record 'target' without a profile: give 'profile', or let the module say it "
                                    "in 'choir.target' [TargetRecipeMismatch]");
  if (format.length > 0 && other.length > 0 && !mlirStringRefEqual(format, other))
    return accyEmitOpError(program, "has a record 'target' for format %.*s in a module for %.*s [TargetRecipeMismatch]",
                           (int)format.length, format.data, (int)other.length, other.data);
  return mlirLogicalResultSuccess();
}

// Takes the recorded profile where it is one of the backend asked for that the target asked for supports.
static MlirLogicalResult settle(MlirOperation program, const AccyProgramTarget *recorded, AccyProgramTarget *asked) {
  const AccyTargetCapabilities *have = &asked->profile.capabilities, *need = &recorded->profile.capabilities;
  AccyStatus status;
  if (have->backend != need->backend)
    return accyEmitOpError(program, "was asked for target '%s' but is recorded for '%s' [CapabilityMismatch]",
                           asked->name, recorded->name);
  if (!accyTargetSupports(have, need, &status))
    return accyEmitOpError(program, "was asked for target '%s' but is recorded for '%s', which needs more: %s [%s]",
                           asked->name, recorded->name, status.message, accyStatusCodeName(status.code));
  *asked = *recorded;
  return mlirLogicalResultSuccess();
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
  MlirAttribute record;
  AccyProgramTarget recorded = {0};
  if (mlirLogicalResultIsFailure(find_record(program, &record)))
    return mlirLogicalResultFailure();
  bool isRecorded = entry(record, "profile").length > 0;
  MlirStringRef recordedFormat = entry(record, "format");
  *outTarget = (AccyProgramTarget){0};
  if (target.length == 0 && !isRecorded)
    return accyEmitOpError(program,
                           "has no target: give accy-assign-targets{target=BACKEND[:PROFILE]}, as target=cuda:sm_90 "
                           "[UnsupportedOperation]");
  if ((target.length > 0 && mlirLogicalResultIsFailure(look_up(program, target, outTarget))) ||
      (isRecorded && mlirLogicalResultIsFailure(read_recorded(program, record, &recorded))))
    return mlirLogicalResultFailure();
  if (target.length == 0)
    *outTarget = recorded;
  else if (isRecorded && mlirLogicalResultIsFailure(settle(program, &recorded, outTarget)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(choose_format(program, format.length > 0 ? format : recordedFormat, outTarget)))
    return mlirLogicalResultFailure();
  return check_format(program, outTarget, recordedFormat);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

MlirAttribute accyTargetAttribute(MlirContext context, const AccyProgramTarget *target) {
  const AccyTargetCapabilities *capabilities = &target->profile.capabilities;
  MlirNamedAttribute attributes[4] = {
      accyNamed("backend", accyStringAttribute(context, accyBackendName(capabilities->backend))),
      accyNamed("format", accyStringAttribute(context, accyFormatName(target->profile.format))),
      accyNamed("profile", accyStringAttribute(context, target->name)),
  };
  if (target->described)
    attributes[3] = accyNamed("capabilities", accyCapabilitiesAttribute(context, capabilities));
  return mlirDictionaryAttrGet(context, target->described ? 4 : 3, attributes);
}

void accyProgramSetTarget(MlirOperation program, const AccyProgramTarget *target) {
  accySetAttribute(program, "target", accyTargetAttribute(mlirOperationGetContext(program), target));
}

MlirLogicalResult accyProgramGetTarget(MlirOperation program, AccyProgramTarget *outTarget) {
  if (mlirAttributeIsNull(accyGetAttribute(program, "target")))
    return accyEmitOpError(program, "has no target: run accy-assign-targets{target=…} first [TargetRecipeMismatch]");
  MlirStringRef none = mlirStringRefCreate("", 0);
  return accyProgramChooseTarget(program, none, none, outTarget);
}
