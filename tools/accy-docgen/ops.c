// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of operations.

#include "docgen.h"

#include "dialects/accy/ops.h"
#include "dialects/choir/ops.h"

#include <stdio.h>

// Every operation's userData begins with its syntax.
static const AccyOpSyntax *get_syntax(const AccyOpRow *op) {
  return op->userData;
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static const char *const attribute_forms[] = {
    [AccyAttributeI64Array] = "[integers]", [AccyAttributeInteger] = "integer", [AccyAttributeKeyword] = "word",
    [AccyAttributeString] = "\"text\"",     [AccyAttributeSymbol] = "@name",    [AccyAttributeValue] = "elements",
    [AccyAttributeAny] = "attribute",
};

static void write_attribute_forms(const AccyOpSyntax *syntax, bool leading) {
  for (intptr_t i = 0; i < syntax->numAttributes; ++i) {
    const AccyAttributeRow *row = &syntax->attributes[i];
    const char *form = attribute_forms[row->kind];
    if (row->leading != leading)
      continue;
    if (leading)
      printf(" %s", form);
    else
      printf(row->optional ? " [%s = %s]" : " %s = %s", row->name, form);
  }
}

static void write_operand_names(const AccyOpRow *op) {
  static const char names[] = "abcdefgh";
  if (op->maxOperands < 0) {
    printf(" %%a, …");
    return;
  }
  for (int i = 0; i < op->maxOperands && names[i]; ++i)
    printf(i > 0 ? ", %%%c" : " %%%c", names[i]);
}

static void write_types(const AccyOpRow *op, const AccyOpSyntax *syntax) {
  bool has_operands = op->maxOperands != 0, has_results = syntax->writesResultTypes && op->maxResults != 0;
  if (has_operands)
    printf(" : types");
  if (has_results)
    printf(has_operands ? " -> types" : " : types");
}

static void write_syntax(const AccyOpRow *op) {
  const AccyOpSyntax *syntax = get_syntax(op);
  printf("    %s%s", op->maxResults != 0 ? "%r = " : "", op->name);
  write_attribute_forms(syntax, /*leading=*/true);
  write_operand_names(op);
  write_attribute_forms(syntax, /*leading=*/false);
  if (syntax->hasRegion)
    printf(" {…}");
  write_types(op, syntax);
  printf("\n\n");
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

typedef struct BitName {
  uint32_t bit;
  const char *name;
} BitName;

static const BitName traits[] = {
    {AccyOpTraitPure, "pure"},
    {AccyOpTraitCommutative, "commutative"},
    {AccyOpTraitConstantLike, "constant"},
    {AccyOpTraitTerminator, "terminator"},
    {AccyOpTraitIsolatedFromAbove, "isolated from above"},
    {AccyOpTraitSingleBlock, "single block"},
    {AccyOpTraitSymbol, "symbol"},
    {AccyOpTraitSymbolTable, "symbol table"},
};

static const BitName elements[] = {
    {AccyElementFloat, "float"},
    {AccyElementSignedInteger, "signed integer"},
    {AccyElementUnsigned, "unsigned integer"},
    {AccyElementBoolean, "i1"},
};

static void write_bits(const char *title, uint32_t bits, const BitName *names, size_t count) {
  const char *separator = "";
  printf("- %s: ", title);
  for (size_t i = 0; i < count; ++i) {
    if (!(bits & names[i].bit))
      continue;
    printf("%s%s", separator, names[i].name);
    separator = ", ";
  }
  printf("%s\n", *separator ? "" : "none");
}

static void write_count(const char *title, int least, int most) {
  printf("- %s: %d", title, least);
  if (most < 0)
    printf(" or more");
  else if (most != least)
    printf(" to %d", most);
  printf("\n");
}

static void write_keywords(const AccyAttributeRow *row) {
  if (row->kind != AccyAttributeKeyword)
    return;
  const char *separator = ": ";
  for (const char *const *word = row->keywords; *word; ++word, separator = ", ")
    printf("%s`%s`", separator, *word);
}

static void write_attributes(const AccyOpSyntax *syntax) {
  if (syntax->numAttributes == 0)
    return;
  printf("\n| attribute | form | meaning |\n| --- | --- | --- |\n");
  for (intptr_t i = 0; i < syntax->numAttributes; ++i) {
    const AccyAttributeRow *row = &syntax->attributes[i];
    printf("| `%s`%s | %s | %s", row->name, row->optional ? " (optional)" : "", attribute_forms[row->kind],
           row->summary);
    write_keywords(row);
    printf(" |\n");
  }
}

static void write_op(const AccyOpRow *op, const AccyOpDefinition *definition) {
  printf("\n### %s\n\n%s\n\n", op->name, op->summary);
  write_syntax(op);
  write_count("Operands", op->minOperands, op->maxOperands);
  if (definition)
    write_bits("Elements", definition->elements, elements, sizeof elements / sizeof elements[0]);
  write_count("Results", op->minResults, op->maxResults);
  write_bits("Traits", op->traits, traits, sizeof traits / sizeof traits[0]);
  write_attributes(get_syntax(op));
}

void accyWriteOpsPage(void) {
  const AccyDialectRow *accy = accyDialectGetRow(), *choir = choirDialectGetRow();
  printf("# Operations\n\nMade by `accy-docgen ops` from the tables in `dialects/`. What the operations compute and "
         "demand is in\n[spec.md](../spec.md).\n\nOperand types are written once when they are equal. `[…]` around "
         "an attribute: it may be left out.\n");
  printf("\n## accy\n");
  for (intptr_t i = 0; i < accy->numOps; ++i)
    write_op(&accy->ops[i], accy->ops[i].userData);
  printf("\n## choir\n");
  for (intptr_t i = 0; i < choir->numOps; ++i)
    write_op(&choir->ops[i], NULL);
}
