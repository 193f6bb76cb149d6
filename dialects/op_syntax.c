// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table-driven custom syntax; see op_syntax.h.

#include "dialects/op_syntax.h"

#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Attributes: one row a kind
//===----------------------------------------------------------------------===//

typedef struct KindRow {
  const char *what;
  MlirLogicalResult (*parse)(AccyOpParser parser, const AccyAttributeRow *row, MlirAttribute *out);
  void (*print)(AccyOpPrinter printer, MlirAttribute attribute);
  bool (*accepts)(MlirAttribute attribute);
} KindRow;

static MlirLogicalResult parse_i64_array(AccyOpParser parser, const AccyAttributeRow *row, MlirAttribute *out) {
  (void)row;
  int64_t *values = NULL;
  intptr_t count = 0, capacity = 0;
  MlirLogicalResult result = accyOpParserParsePunctuation(parser, "[");
  bool more = mlirLogicalResultIsSuccess(result) && !accyOpParserParseOptionalPunctuation(parser, "]");
  while (more) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 8;
      int64_t *grown = realloc(values, (size_t)capacity * sizeof *values);
      if (!grown) {
        result = accyOpParserEmitError(parser, "out of memory [OutOfMemory]");
        break;
      }
      values = grown;
    }
    result = accyOpParserParseInteger(parser, &values[count]);
    if (mlirLogicalResultIsFailure(result))
      break;
    ++count;
    more = accyOpParserParseOptionalPunctuation(parser, ",");
    if (!more)
      result = accyOpParserParsePunctuation(parser, "]");
  }
  if (mlirLogicalResultIsSuccess(result))
    *out = accyI64ArrayAttribute(accyOpParserGetContext(parser), count, values);
  free(values);
  return result;
}

static void print_i64_array(AccyOpPrinter printer, MlirAttribute attribute) {
  accyOpPrinterPrintText(printer, "[");
  for (intptr_t i = 0, n = mlirDenseArrayGetNumElements(attribute); i < n; ++i) {
    if (i > 0)
      accyOpPrinterPrintText(printer, ", ");
    accyOpPrinterPrintInteger(printer, mlirDenseI64ArrayGetElement(attribute, i));
  }
  accyOpPrinterPrintText(printer, "]");
}

static MlirLogicalResult parse_integer(AccyOpParser parser, const AccyAttributeRow *row, MlirAttribute *out) {
  (void)row;
  int64_t value = 0;
  if (mlirLogicalResultIsFailure(accyOpParserParseInteger(parser, &value)))
    return mlirLogicalResultFailure();
  *out = accyI64Attribute(accyOpParserGetContext(parser), value);
  return mlirLogicalResultSuccess();
}

static void print_integer(AccyOpPrinter printer, MlirAttribute attribute) {
  accyOpPrinterPrintInteger(printer, mlirIntegerAttrGetValueInt(attribute));
}

static bool accepts_integer(MlirAttribute attribute) {
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  return mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) && mlirIntegerTypeGetWidth(type) == 64;
}

static MlirLogicalResult parse_keyword(AccyOpParser parser, const AccyAttributeRow *row, MlirAttribute *out) {
  MlirStringRef keyword;
  if (mlirLogicalResultIsFailure(accyOpParserParseAnyKeyword(parser, &keyword)))
    return mlirLogicalResultFailure();
  *out = accyStringRefAttribute(accyOpParserGetContext(parser), keyword);
  for (const char *const *known = row->keywords; *known; ++known)
    if (accyTextEquals(keyword, *known))
      return mlirLogicalResultSuccess();
  char message[512];
  int length = snprintf(message, sizeof message, "'%.*s' is no value of '%s'; expected one of", (int)keyword.length,
                        keyword.data, row->name);
  for (const char *const *known = row->keywords; *known && length > 0 && length < (int)sizeof message; ++known)
    length += snprintf(message + length, sizeof message - (size_t)length, " %s", *known);
  return accyOpParserEmitError(parser, message);
}

static void print_keyword(AccyOpPrinter printer, MlirAttribute attribute) {
  MlirStringRef text = mlirStringAttrGetValue(attribute);
  char buffer[128];
  snprintf(buffer, sizeof buffer, "%.*s", (int)text.length, text.data);
  accyOpPrinterPrintText(printer, buffer);
}

static MlirLogicalResult parse_any(AccyOpParser parser, const AccyAttributeRow *row, MlirAttribute *out) {
  (void)row;
  return accyOpParserParseAttribute(parser, (MlirType){NULL}, out);
}

static MlirLogicalResult parse_symbol(AccyOpParser parser, const AccyAttributeRow *row, MlirAttribute *out) {
  *out = mlirAttributeGetNull();
  return accyOpParserParseSymbolName(parser, row->name);
}

static void print_symbol(AccyOpPrinter printer, MlirAttribute attribute) {
  accyOpPrinterPrintSymbolName(printer, mlirStringAttrGetValue(attribute));
}

static bool accepts_value(MlirAttribute attribute) {
  return mlirAttributeIsAElements(attribute);
}

static bool accepts_any(MlirAttribute attribute) {
  return !mlirAttributeIsNull(attribute);
}

static const KindRow kinds[] = {
    [AccyAttributeI64Array] = {"an array of i64 integers", parse_i64_array, print_i64_array,
                               mlirAttributeIsADenseI64Array},
    [AccyAttributeInteger] = {"an i64 integer", parse_integer, print_integer, accepts_integer},
    [AccyAttributeKeyword] = {"a keyword", parse_keyword, print_keyword, mlirAttributeIsAString},
    [AccyAttributeString] = {"a string", parse_any, accyOpPrinterPrintAttribute, mlirAttributeIsAString},
    [AccyAttributeSymbol] = {"a symbol name", parse_symbol, print_symbol, mlirAttributeIsAString},
    [AccyAttributeValue] = {"an elements attribute", parse_any, accyOpPrinterPrintAttribute, accepts_value},
    [AccyAttributeAny] = {"an attribute", parse_any, accyOpPrinterPrintAttribute, accepts_any},
};

static bool keyword_is_known(const AccyAttributeRow *row, MlirAttribute attribute) {
  for (const char *const *known = row->keywords; *known; ++known)
    if (accyTextEquals(mlirStringAttrGetValue(attribute), *known))
      return true;
  return false;
}

MlirLogicalResult accyOpSyntaxVerify(MlirOperation op, const AccyOpSyntax *syntax) {
  for (intptr_t i = 0; i < syntax->numAttributes; ++i) {
    const AccyAttributeRow *row = &syntax->attributes[i];
    MlirAttribute attribute = accyGetAttribute(op, row->name);
    if (mlirAttributeIsNull(attribute)) {
      if (row->optional)
        continue;
      return accyEmitOpError(op, "requires the attribute '%s' (%s)", row->name, row->summary);
    }
    if (!kinds[row->kind].accepts(attribute))
      return accyEmitOpError(op, "takes %s as attribute '%s'", kinds[row->kind].what, row->name);
    if (row->kind == AccyAttributeKeyword && !keyword_is_known(row, attribute)) {
      MlirStringRef text = mlirStringAttrGetValue(attribute);
      return accyEmitOpError(op, "does not know the %s '%.*s'", row->name, (int)text.length, text.data);
    }
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static MlirLogicalResult parse_attribute(AccyOpParser parser, const AccyAttributeRow *row) {
  MlirAttribute attribute = mlirAttributeGetNull();
  if (mlirLogicalResultIsFailure(kinds[row->kind].parse(parser, row, &attribute)))
    return mlirLogicalResultFailure();
  if (mlirAttributeIsNull(attribute)) // the parser has added it itself
    return mlirLogicalResultSuccess();
  // A value of another kind is left to the verifier, unless the result type is read from it.
  if (row->kind == AccyAttributeValue && !kinds[row->kind].accepts(attribute))
    return accyEmitError(accyOpParserGetLocation(parser), "expected %s as '%s'", kinds[row->kind].what, row->name);
  accyOpParserAddAttribute(parser, row->name, attribute);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult parse_attributes(AccyOpParser parser, const AccyOpSyntax *syntax, bool leading) {
  for (intptr_t i = 0; i < syntax->numAttributes; ++i) {
    const AccyAttributeRow *row = &syntax->attributes[i];
    if (row->leading != leading)
      continue;
    if (!leading) {
      bool there = accyOpParserParseOptionalKeyword(parser, row->name);
      if (!there && row->optional)
        continue;
      if (!there && mlirLogicalResultIsFailure(accyOpParserParseKeyword(parser, row->name)))
        return mlirLogicalResultFailure();
      if (mlirLogicalResultIsFailure(accyOpParserParsePunctuation(parser, "=")))
        return mlirLogicalResultFailure();
    }
    if (mlirLogicalResultIsFailure(parse_attribute(parser, row)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

// A growing list of types.
typedef struct Types {
  MlirType *data;
  intptr_t count;
} Types;

static MlirLogicalResult parse_types(AccyOpParser parser, Types *types) {
  do {
    MlirType *grown = realloc(types->data, (size_t)(types->count + 1) * sizeof *grown);
    if (!grown)
      return accyOpParserEmitError(parser, "out of memory [OutOfMemory]");
    types->data = grown;
    if (mlirLogicalResultIsFailure(accyOpParserParseType(parser, &types->data[types->count])))
      return mlirLogicalResultFailure();
    ++types->count;
  } while (accyOpParserParseOptionalPunctuation(parser, ","));
  return mlirLogicalResultSuccess();
}

// One type stands for all operands when it is alone.
static MlirLogicalResult parse_operand_types(AccyOpParser parser, Types *types) {
  intptr_t operands = accyOpParserGetNumPendingOperands(parser);
  if (operands == 0)
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(accyOpParserParsePunctuation(parser, ":")) ||
      mlirLogicalResultIsFailure(parse_types(parser, types)))
    return mlirLogicalResultFailure();
  if (types->count == 1 && operands > 1) {
    MlirType *grown = realloc(types->data, (size_t)operands * sizeof *grown);
    if (!grown)
      return accyOpParserEmitError(parser, "out of memory [OutOfMemory]");
    types->data = grown;
    for (intptr_t i = 1; i < operands; ++i)
      types->data[i] = types->data[0];
    types->count = operands;
  }
  return accyOpParserResolveOperands(parser, types->count, types->data);
}

static MlirLogicalResult infer_result(AccyOpParser parser, const AccyOpSyntax *syntax, const Types *operands,
                                      const void *userData);

static MlirLogicalResult report_missing_result_type(AccyOpParser parser, const char *mark) {
  char message[64];
  snprintf(message, sizeof message, "expected the result's type: write `%s TYPE` here", mark);
  return accyOpParserEmitError(parser, message);
}

static MlirLogicalResult parse_result_types(AccyOpParser parser, const AccyOpSyntax *syntax, const Types *operands,
                                            const void *userData) {
  if (!syntax->writesResultTypes)
    return infer_result(parser, syntax, operands, userData);
  // Without operands the colon has not been read, and the arrow is left out.
  const char *mark = operands->count == 0 ? ":" : "->";
  if (!accyOpParserParseOptionalPunctuation(parser, mark))
    return syntax->hasResult ? report_missing_result_type(parser, mark) : mlirLogicalResultSuccess();
  Types results = {0};
  MlirLogicalResult result = parse_types(parser, &results);
  if (mlirLogicalResultIsSuccess(result))
    accyOpParserAddTypes(parser, results.count, results.data);
  free(results.data);
  return result;
}

// No operation spells out more attributes than this.
enum { max_attributes = 16 };

static intptr_t collect_attributes(AccyOpParser parser, const AccyOpSyntax *syntax, MlirNamedAttribute *attributes) {
  intptr_t count = 0;
  for (intptr_t i = 0; i < syntax->numAttributes && count < max_attributes; ++i) {
    MlirAttribute attribute = accyOpParserGetAttribute(parser, syntax->attributes[i].name);
    if (!mlirAttributeIsNull(attribute))
      attributes[count++] = accyNamed(syntax->attributes[i].name, attribute);
  }
  return count;
}

static MlirLogicalResult infer_result(AccyOpParser parser, const AccyOpSyntax *syntax, const Types *operands,
                                      const void *userData) {
  MlirType type = {NULL};
  for (intptr_t i = 0; i < syntax->numAttributes; ++i)
    if (syntax->attributes[i].kind == AccyAttributeValue)
      type = mlirAttributeGetType(accyOpParserGetAttribute(parser, syntax->attributes[i].name));
  MlirNamedAttribute attributes[max_attributes];
  if (mlirTypeIsNull(type) && syntax->inferResult)
    type = syntax->inferResult(accyOpParserGetLocation(parser), operands->count, operands->data,
                               collect_attributes(parser, syntax, attributes), attributes, userData);
  else if (mlirTypeIsNull(type) && operands->count > 0)
    type = operands->data[0];
  if (mlirTypeIsNull(type))
    return mlirLogicalResultFailure();
  accyOpParserAddTypes(parser, 1, &type);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyOpSyntaxParse(AccyOpParser parser, const void *userData) {
  const AccyOpSyntax *syntax = userData;
  if (mlirLogicalResultIsFailure(parse_attributes(parser, syntax, /*leading=*/true)) ||
      (!syntax->hasNoOperands && mlirLogicalResultIsFailure(accyOpParserParseOperands(parser))) ||
      mlirLogicalResultIsFailure(parse_attributes(parser, syntax, /*leading=*/false)) ||
      mlirLogicalResultIsFailure(accyOpParserParseOptionalAttributes(parser, syntax->hasRegion)) ||
      (syntax->hasRegion && mlirLogicalResultIsFailure(accyOpParserParseRegion(parser))))
    return mlirLogicalResultFailure();
  Types operands = {0};
  MlirLogicalResult result = parse_operand_types(parser, &operands);
  if (mlirLogicalResultIsSuccess(result))
    result = parse_result_types(parser, syntax, &operands, userData);
  free(operands.data);
  return result;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void print_attributes(MlirOperation op, AccyOpPrinter printer, const AccyOpSyntax *syntax, bool leading) {
  for (intptr_t i = 0; i < syntax->numAttributes; ++i) {
    const AccyAttributeRow *row = &syntax->attributes[i];
    MlirAttribute attribute = accyGetAttribute(op, row->name);
    if (row->leading != leading || mlirAttributeIsNull(attribute))
      continue;
    accyOpPrinterPrintText(printer, " ");
    if (!leading) {
      accyOpPrinterPrintText(printer, row->name);
      accyOpPrinterPrintText(printer, " = ");
    }
    if (kinds[row->kind].accepts(attribute))
      kinds[row->kind].print(printer, attribute);
    else // an invalid operation is printed too, for its diagnostics
      accyOpPrinterPrintAttribute(printer, attribute);
  }
}

static bool operand_types_are_equal(MlirOperation op) {
  MlirType first = mlirValueGetType(mlirOperationGetOperand(op, 0));
  for (intptr_t i = 1, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!mlirTypeEqual(first, mlirValueGetType(mlirOperationGetOperand(op, i))))
      return false;
  return true;
}

static void print_types(MlirOperation op, AccyOpPrinter printer, const AccyOpSyntax *syntax) {
  intptr_t numOperands = mlirOperationGetNumOperands(op), numResults = mlirOperationGetNumResults(op);
  if (numOperands > 0) {
    accyOpPrinterPrintText(printer, " : ");
    intptr_t written = operand_types_are_equal(op) ? 1 : numOperands;
    for (intptr_t i = 0; i < written; ++i) {
      accyOpPrinterPrintText(printer, i > 0 ? ", " : "");
      accyOpPrinterPrintType(printer, mlirValueGetType(mlirOperationGetOperand(op, i)));
    }
  }
  if (!syntax->writesResultTypes || numResults == 0)
    return;
  accyOpPrinterPrintText(printer, numOperands > 0 ? " -> " : " : ");
  for (intptr_t i = 0; i < numResults; ++i) {
    accyOpPrinterPrintText(printer, i > 0 ? ", " : "");
    accyOpPrinterPrintType(printer, mlirValueGetType(mlirOperationGetResult(op, i)));
  }
}

void accyOpSyntaxPrint(MlirOperation op, AccyOpPrinter printer, const void *userData) {
  const AccyOpSyntax *syntax = userData;
  print_attributes(op, printer, syntax, /*leading=*/true);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    accyOpPrinterPrintText(printer, i > 0 ? ", " : " ");
    accyOpPrinterPrintValue(printer, mlirOperationGetOperand(op, i));
  }
  print_attributes(op, printer, syntax, /*leading=*/false);
  const char *names[max_attributes];
  intptr_t count = 0;
  for (; count < syntax->numAttributes && count < max_attributes; ++count)
    names[count] = syntax->attributes[count].name;
  accyOpPrinterPrintOptionalAttributes(printer, op, count, names, syntax->hasRegion);
  if (syntax->hasRegion) {
    accyOpPrinterPrintText(printer, " ");
    accyOpPrinterPrintRegion(printer, mlirOperationGetRegion(op, 0));
  }
  print_types(op, printer, syntax);
}
