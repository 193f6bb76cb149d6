// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short forms over MLIR's C API; see ir.h.

#include "support/ir.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *format_text(const char *format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  int length = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  char *text = malloc((size_t)length + 1);
  if (text)
    vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

MlirLogicalResult accyEmitError(MlirLocation location, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = format_text(format, arguments);
  va_end(arguments);
  mlirEmitError(location, text ? text : "out of memory [OutOfMemory]");
  free(text);
  return mlirLogicalResultFailure();
}

// What an operation with a body begins with, or null.
static MlirOperation first_inside(MlirOperation op) {
  MlirBlock body = mlirOperationGetNumRegions(op) ? accyGetBlock(op, 0) : (MlirBlock){NULL};
  return mlirBlockIsNull(body) ? (MlirOperation){NULL} : mlirBlockGetFirstOperation(body);
}

// The module that a file is without spelling it has no place in the file, nor has one that is made of it; what they
// begin with has.
static MlirLocation place_of(MlirOperation op) {
  for (MlirOperation at = op; !mlirOperationIsNull(at); at = first_inside(at)) {
    MlirLocation location = mlirOperationGetLocation(at);
    if (!mlirLocationIsAFileLineColRange(location) || mlirLocationFileLineColRangeGetStartLine(location) != 0)
      return location;
  }
  return mlirOperationGetLocation(op);
}

MlirLogicalResult accyEmitOpError(MlirOperation op, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = format_text(format, arguments);
  va_end(arguments);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  MlirLogicalResult result = accyEmitError(place_of(op), "'%.*s' op %s", (int)name.length, name.data,
                                           text ? text : "out of memory [OutOfMemory]");
  free(text);
  return result;
}

uint64_t accyShapedTypeElementCount(MlirType type) {
  uint64_t count = 1;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(type); i < rank; ++i)
    count *= (uint64_t)mlirShapedTypeGetDimSize(type, i);
  return count;
}

unsigned accyScalarTypeWidth(MlirType type) {
  return mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : mlirFloatTypeGetWidth(type);
}

bool accyTextEquals(MlirStringRef text, const char *other) {
  return text.length == strlen(other) && memcmp(text.data, other, text.length) == 0;
}

bool accyOperationIs(MlirOperation op, const char *name) {
  return accyTextEquals(mlirIdentifierStr(mlirOperationGetName(op)), name);
}

bool accyValueIsResultOf(MlirValue value, const char *name) {
  return mlirValueIsAOpResult(value) && accyOperationIs(mlirOpResultGetOwner(value), name);
}

// Text that grows as MLIR hands out pieces.
typedef struct Text {
  char *data;
  size_t length;
} Text;

static void append_text(MlirStringRef piece, void *userData) {
  Text *text = userData;
  char *grown = realloc(text->data, text->length + piece.length + 1);
  if (!grown)
    return;
  memcpy(grown + text->length, piece.data, piece.length);
  text->data = grown;
  text->length += piece.length;
  text->data[text->length] = '\0';
}

char *accyPrintAttribute(MlirAttribute attribute) {
  Text text = {0};
  mlirAttributePrint(attribute, append_text, &text);
  return text.data;
}

char *accyPrintType(MlirType type) {
  Text text = {0};
  mlirTypePrint(type, append_text, &text);
  return text.data;
}

char *accyPrintOperation(MlirOperation op) {
  Text text = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsUseLocalScope(flags);
  mlirOpPrintingFlagsAssumeVerified(flags);
  mlirOperationPrintWithFlags(op, flags, append_text, &text);
  mlirOpPrintingFlagsDestroy(flags);
  return text.data;
}

MlirAttribute accyGetAttribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, accyText(name));
}

MlirStringRef accyGetString(MlirOperation op, const char *name) {
  MlirAttribute attribute = accyGetAttribute(op, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return mlirStringRefCreate("", 0);
  return mlirStringAttrGetValue(attribute);
}

int64_t accyGetInteger(MlirOperation op, const char *name, int64_t otherwise) {
  MlirAttribute attribute = accyGetAttribute(op, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute))
    return otherwise;
  MlirType type = mlirAttributeGetType(attribute);
  if (!mlirTypeIsAInteger(type) || !mlirIntegerTypeIsSignless(type) || mlirIntegerTypeGetWidth(type) > 64)
    return otherwise;
  return mlirIntegerAttrGetValueInt(attribute);
}

intptr_t accyGetI64ArraySize(MlirOperation op, const char *name) {
  MlirAttribute attribute = accyGetAttribute(op, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsADenseI64Array(attribute))
    return 0;
  return mlirDenseArrayGetNumElements(attribute);
}

int64_t accyGetI64ArrayElement(MlirOperation op, const char *name, intptr_t index) {
  return mlirDenseI64ArrayGetElement(accyGetAttribute(op, name), index);
}

void accySetAttribute(MlirOperation op, const char *name, MlirAttribute attribute) {
  mlirOperationSetAttributeByName(op, accyText(name), attribute);
}

MlirAttribute accyStringAttribute(MlirContext context, const char *text) {
  return mlirStringAttrGet(context, accyText(text));
}

MlirAttribute accyStringRefAttribute(MlirContext context, MlirStringRef text) {
  return mlirStringAttrGet(context, text);
}

MlirAttribute accyI64Attribute(MlirContext context, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), value);
}

MlirAttribute accyI64ArrayAttribute(MlirContext context, intptr_t count, const int64_t *values) {
  return mlirDenseI64ArrayGet(context, count, values);
}

MlirNamedAttribute accyNamed(const char *name, MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(mlirAttributeGetContext(attribute), accyText(name)), attribute);
}

MlirAttribute accyDictionaryGet(MlirAttribute dictionary, const char *name) {
  if (mlirAttributeIsNull(dictionary) || !mlirAttributeIsADictionary(dictionary))
    return mlirAttributeGetNull();
  return mlirDictionaryAttrGetElementByName(dictionary, accyText(name));
}

MlirAttribute accyDictionaryReplace(MlirAttribute dictionary, const char *name, MlirAttribute value) {
  intptr_t count = mlirDictionaryAttrGetNumElements(dictionary);
  MlirNamedAttribute *entries = calloc((size_t)count + 1, sizeof *entries);
  if (!entries)
    return mlirAttributeGetNull();
  for (intptr_t i = 0; i < count; ++i) {
    entries[i] = mlirDictionaryAttrGetElement(dictionary, i);
    if (accyTextEquals(mlirIdentifierStr(entries[i].name), name))
      entries[i].attribute = value;
  }
  MlirAttribute replaced = mlirDictionaryAttrGet(mlirAttributeGetContext(dictionary), count, entries);
  free(entries);
  return replaced;
}

MlirOperation accyCreateOperation(const AccyOpSpec *spec) {
  MlirOperationState state = mlirOperationStateGet(accyText(spec->name), spec->location);
  mlirOperationStateAddOperands(&state, spec->numOperands, spec->operands);
  mlirOperationStateAddResults(&state, spec->numResults, spec->results);
  mlirOperationStateAddAttributes(&state, spec->numAttributes, spec->attributes);
  mlirOperationStateAddOwnedRegions(&state, spec->numRegions, spec->regions);
  return mlirOperationCreate(&state);
}

MlirValue accyAppendOperation(MlirBlock block, const AccyOpSpec *spec) {
  MlirOperation op = accyCreateOperation(spec);
  mlirBlockAppendOwnedOperation(block, op);
  return spec->numResults > 0 ? mlirOperationGetResult(op, 0) : (MlirValue){NULL};
}

MlirBlock accyGetBlock(MlirOperation op, intptr_t index) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, index));
}

MlirOperation accyFindNext(MlirOperation op, const char *name) {
  while (!mlirOperationIsNull(op) && !accyOperationIs(op, name))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

bool accyValueIsUnused(MlirValue value) {
  return mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

bool accyValueHasOneUse(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) && mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}
