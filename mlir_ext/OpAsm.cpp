// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom syntax: mlir::OpAsmParser and mlir::OpAsmPrinter for C.

#include "mlir_ext/OpAsm.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir_ext/MlirExt.h"

using namespace mlir;

static accy::OpParserState &state(AccyOpParser parser) {
  return *static_cast<accy::OpParserState *>(parser.ptr);
}
static OpAsmPrinter &printer(AccyOpPrinter printer) {
  return *static_cast<OpAsmPrinter *>(printer.ptr);
}

MlirContext accyOpParserGetContext(AccyOpParser parser) {
  return wrap(state(parser).parser.getContext());
}

MlirLocation accyOpParserGetLocation(AccyOpParser parser) {
  return wrap(state(parser).result.location);
}

namespace {
// One punctuation mark and the two ways to read it.
struct Punctuation {
  StringRef mark;
  ParseResult (AsmParser::*required)();
  ParseResult (AsmParser::*optional)();
};
} // namespace

static const Punctuation *findPunctuation(StringRef mark) {
  static const Punctuation table[] = {
      {",", &AsmParser::parseComma, &AsmParser::parseOptionalComma},
      {":", &AsmParser::parseColon, &AsmParser::parseOptionalColon},
      {"=", &AsmParser::parseEqual, &AsmParser::parseOptionalEqual},
      {"->", &AsmParser::parseArrow, &AsmParser::parseOptionalArrow},
      {"(", &AsmParser::parseLParen, &AsmParser::parseOptionalLParen},
      {")", &AsmParser::parseRParen, &AsmParser::parseOptionalRParen},
      {"[", &AsmParser::parseLSquare, &AsmParser::parseOptionalLSquare},
      {"]", &AsmParser::parseRSquare, &AsmParser::parseOptionalRSquare},
  };
  for (const Punctuation &row : table)
    if (row.mark == mark)
      return &row;
  return nullptr;
}

MlirLogicalResult accyOpParserParsePunctuation(AccyOpParser parser, const char *mark) {
  OpAsmParser &asmParser = state(parser).parser;
  const Punctuation *row = findPunctuation(mark);
  if (!row)
    return accyOpParserEmitError(parser, "unknown punctuation mark in an operation's syntax table");
  return wrap(LogicalResult((asmParser.*row->required)()));
}

bool accyOpParserParseOptionalPunctuation(AccyOpParser parser, const char *mark) {
  const Punctuation *row = findPunctuation(mark);
  return row && succeeded((state(parser).parser.*row->optional)());
}

MlirLogicalResult accyOpParserParseKeyword(AccyOpParser parser, const char *keyword) {
  return wrap(LogicalResult(state(parser).parser.parseKeyword(keyword)));
}

bool accyOpParserParseOptionalKeyword(AccyOpParser parser, const char *keyword) {
  return succeeded(state(parser).parser.parseOptionalKeyword(keyword));
}

MlirLogicalResult accyOpParserParseAnyKeyword(AccyOpParser parser, MlirStringRef *outKeyword) {
  StringRef keyword;
  if (failed(state(parser).parser.parseKeyword(&keyword)))
    return mlirLogicalResultFailure();
  *outKeyword = wrap(keyword);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyOpParserParseOperands(AccyOpParser parser) {
  accy::OpParserState &s = state(parser);
  return wrap(LogicalResult(s.parser.parseOperandList(s.pending)));
}

intptr_t accyOpParserGetNumPendingOperands(AccyOpParser parser) {
  return static_cast<intptr_t>(state(parser).pending.size());
}

MlirLogicalResult accyOpParserResolveOperands(AccyOpParser parser, intptr_t nTypes, MlirType const *types) {
  accy::OpParserState &s = state(parser);
  SmallVector<Type> unwrapped;
  (void)unwrapList(nTypes, types, unwrapped);
  SmallVector<OpAsmParser::UnresolvedOperand> pending;
  std::swap(pending, s.pending);
  return wrap(LogicalResult(s.parser.resolveOperands(pending, unwrapped, s.parser.getNameLoc(), s.result.operands)));
}

MlirLogicalResult accyOpParserParseType(AccyOpParser parser, MlirType *outType) {
  Type type;
  if (failed(state(parser).parser.parseType(type)))
    return mlirLogicalResultFailure();
  *outType = wrap(type);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyOpParserParseAttribute(AccyOpParser parser, MlirType type, MlirAttribute *outAttribute) {
  Attribute attribute;
  if (failed(state(parser).parser.parseAttribute(attribute, mlirTypeIsNull(type) ? Type() : unwrap(type))))
    return mlirLogicalResultFailure();
  *outAttribute = wrap(attribute);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyOpParserParseInteger(AccyOpParser parser, int64_t *outValue) {
  OpAsmParser &asmParser = state(parser).parser;
  SMLoc location = asmParser.getCurrentLocation();
  APInt value;
  OptionalParseResult parsed = asmParser.parseOptionalInteger(value);
  if (!parsed.has_value())
    return wrap(LogicalResult(asmParser.emitError(location, "expected an integer")));
  if (failed(*parsed))
    return mlirLogicalResultFailure();
  if (!value.isSignedIntN(64))
    return wrap(LogicalResult(
        asmParser.emitError(location, "integer is out of range: write one of -2^63 to 2^63-1 [InvalidArtifact]")));
  *outValue = value.getSExtValue();
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyOpParserParseSymbolName(AccyOpParser parser, const char *attributeName) {
  accy::OpParserState &s = state(parser);
  StringAttr name;
  return wrap(LogicalResult(s.parser.parseSymbolName(name, attributeName, s.result.attributes)));
}

MlirLogicalResult accyOpParserParseOptionalAttributes(AccyOpParser parser, bool keyword) {
  accy::OpParserState &s = state(parser);
  return wrap(LogicalResult(keyword ? s.parser.parseOptionalAttrDictWithKeyword(s.result.attributes)
                                    : s.parser.parseOptionalAttrDict(s.result.attributes)));
}

MlirLogicalResult accyOpParserParseRegion(AccyOpParser parser) {
  accy::OpParserState &s = state(parser);
  Region *region = s.result.addRegion();
  return wrap(LogicalResult(s.parser.parseRegion(*region, /*arguments=*/{})));
}

void accyOpParserAddAttribute(AccyOpParser parser, const char *name, MlirAttribute attribute) {
  state(parser).result.attributes.set(name, unwrap(attribute));
}

MlirAttribute accyOpParserGetAttribute(AccyOpParser parser, const char *name) {
  return wrap(state(parser).result.attributes.get(name));
}

void accyOpParserAddTypes(AccyOpParser parser, intptr_t nTypes, MlirType const *types) {
  SmallVector<Type> unwrapped;
  state(parser).result.addTypes(unwrapList(nTypes, types, unwrapped));
}

MlirLogicalResult accyOpParserEmitError(AccyOpParser parser, const char *message) {
  OpAsmParser &asmParser = state(parser).parser;
  return wrap(LogicalResult(asmParser.emitError(asmParser.getCurrentLocation(), message)));
}

void accyOpPrinterPrintText(AccyOpPrinter p, const char *text) {
  printer(p) << text;
}

void accyOpPrinterPrintInteger(AccyOpPrinter p, int64_t value) {
  printer(p) << value;
}

void accyOpPrinterPrintValue(AccyOpPrinter p, MlirValue value) {
  printer(p).printOperand(unwrap(value));
}

void accyOpPrinterPrintType(AccyOpPrinter p, MlirType type) {
  printer(p).printType(unwrap(type));
}

void accyOpPrinterPrintAttribute(AccyOpPrinter p, MlirAttribute attribute) {
  printer(p).printAttribute(unwrap(attribute));
}

void accyOpPrinterPrintSymbolName(AccyOpPrinter p, MlirStringRef name) {
  printer(p).printSymbolName(unwrap(name));
}

void accyOpPrinterPrintOptionalAttributes(AccyOpPrinter p, MlirOperation op, intptr_t nElided,
                                          const char *const *elided, bool keyword) {
  SmallVector<StringRef> names(elided, elided + nElided);
  if (keyword)
    printer(p).printOptionalAttrDictWithKeyword(unwrap(op)->getAttrs(), names);
  else
    printer(p).printOptionalAttrDict(unwrap(op)->getAttrs(), names);
}

void accyOpPrinterPrintRegion(AccyOpPrinter p, MlirRegion region) {
  printer(p).printRegion(*unwrap(region));
}
