// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the math library's functions, reads each file once, and expands functions into blocks.

#include "kernels/math_library.h"

#include "kernels/value_map.h"
#include "math_texts.h"
#include "support/ir.h"

#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Finding a function
//===----------------------------------------------------------------------===//

/// One element type that functions may be written for, by the suffix of their names.
typedef struct ElementTypeRow {
  const char *suffix;
  bool (*isa)(MlirType type);
} ElementTypeRow;

static const ElementTypeRow element_types[] = {
    {"f32", mlirTypeIsAF32},
    {"f64", mlirTypeIsAF64},
};

/// The module of each file in math_texts; null until it is asked for.
struct AccyMathLibraryState {
  MlirContext context;
  MlirModule modules[];
};

AccyMathLibrary accyMathLibraryCreate(MlirContext context) {
  struct AccyMathLibraryState *state = calloc(1, sizeof *state + math_texts_count * sizeof(MlirModule));
  if (!state)
    abort();
  state->context = context;
  return (AccyMathLibrary){state};
}

void accyMathLibraryDestroy(AccyMathLibrary library) {
  for (size_t i = 0; i < math_texts_count; ++i)
    if (!mlirModuleIsNull(library.state->modules[i]))
      mlirModuleDestroy(library.state->modules[i]);
  free(library.state);
}

/// The module of the file, read when it is asked for first; null when there is no such file.
static MlirModule get_module(struct AccyMathLibraryState *state, MlirStringRef file) {
  for (size_t i = 0; i < math_texts_count; ++i) {
    if (!accyTextEquals(file, math_texts[i].name))
      continue;
    if (mlirModuleIsNull(state->modules[i]))
      state->modules[i] =
          mlirModuleCreateParse(state->context, mlirStringRefCreate(math_texts[i].text, math_texts[i].length));
    return state->modules[i];
  }
  return (MlirModule){NULL};
}

/// The function with that symbol that has a body, or null.
static MlirOperation find_definition(MlirModule module, MlirStringRef symbol) {
  ACCY_FOR_EACH(op, mlirModuleGetBody(module), "func.func")
  if (mlirStringRefEqual(accyGetString(op, "sym_name"), symbol) && !mlirBlockIsNull(accyGetBlock(op, 0)))
    return op;
  return (MlirOperation){NULL};
}

/// The function named accy_math_FILE_TYPE, or null. FILE has the definitions for every element type.
static MlirOperation find_function(struct AccyMathLibraryState *state, MlirStringRef symbol) {
  static const char prefix[] = "accy_math_";
  const size_t prefix_length = sizeof prefix - 1;
  size_t end = symbol.length;
  while (end > prefix_length && symbol.data[end - 1] != '_')
    --end;
  if (end <= prefix_length || strncmp(symbol.data, prefix, prefix_length) != 0)
    return (MlirOperation){NULL};
  MlirModule module = get_module(state, mlirStringRefCreate(symbol.data + prefix_length, end - 1 - prefix_length));
  return mlirModuleIsNull(module) ? (MlirOperation){NULL} : find_definition(module, symbol);
}

/// The function for the element type, or null.
static MlirOperation find_function_for_type(struct AccyMathLibraryState *state, const char *function,
                                            MlirType element_type) {
  for (size_t i = 0; i < sizeof element_types / sizeof *element_types; ++i) {
    if (!element_types[i].isa(element_type))
      continue;
    char symbol[64];
    int length = snprintf(symbol, sizeof symbol, "accy_math_%s_%s", function, element_types[i].suffix);
    if (length > 0 && (size_t)length < sizeof symbol)
      return find_function(state, accyText(symbol));
  }
  return (MlirOperation){NULL};
}

bool accyMathLibraryHas(AccyMathLibrary library, const char *function, MlirType elementType) {
  return !mlirOperationIsNull(find_function_for_type(library.state, function, elementType));
}

//===----------------------------------------------------------------------===//
// Expanding a function
//===----------------------------------------------------------------------===//

/// Where copies are put: before `next`, or at the end of the block when it is null.
typedef struct Insertion {
  struct AccyMathLibraryState *state;
  MlirBlock block;
  MlirOperation next;
  MlirLocation location;
} Insertion;

static void expand_body(Insertion at, MlirOperation function, const MlirValue *arguments, MlirValue *results);

/// The function that a func.call of the library calls. Every callee is in the library: the unit test expands them all.
static MlirOperation find_callee(struct AccyMathLibraryState *state, MlirOperation call) {
  return find_function(state, mlirFlatSymbolRefAttrGetValue(accyGetAttribute(call, "callee")));
}

/// Expands the function that the call names, with the call's operands as the map has them. Whoever calls this frees
/// the array of the call's results.
static MlirValue *expand_call(Insertion at, MlirOperation call, const AccyValueMap *map) {
  const intptr_t num_operands = mlirOperationGetNumOperands(call);
  MlirValue *operands = calloc((size_t)num_operands + 1, sizeof *operands);
  MlirValue *results = calloc((size_t)mlirOperationGetNumResults(call) + 1, sizeof *results);
  if (!operands || !results)
    abort();
  for (intptr_t i = 0; i < num_operands; ++i)
    operands[i] = accyValueMapLookup(map, mlirOperationGetOperand(call, i));
  expand_body(at, find_callee(at.state, call), operands, results);
  free(operands);
  return results;
}

static void remap_operation(Insertion at, MlirOperation op, const AccyValueMap *map);

/// Replaces the call, which is in a copied region, by the body of its function.
static void replace_nested_call(Insertion at, MlirOperation call, const AccyValueMap *map) {
  MlirValue *results = expand_call(at, call, map);
  for (intptr_t i = 0, n = mlirOperationGetNumResults(call); i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, i), results[i]);
  free(results);
  mlirOperationDestroy(call);
}

static void remap_block(Insertion at, MlirBlock block, const AccyValueMap *map) {
  at.block = block;
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    at.next = op;
    if (accyOperationIs(op, "func.call"))
      replace_nested_call(at, op, map);
    else
      remap_operation(at, op, map);
  }
}

/// Makes a copied operation, with all it holds, use the new values at the new location.
static void remap_operation(Insertion at, MlirOperation op, const AccyValueMap *map) {
  mlirOperationSetLocation(op, at.location);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    mlirOperationSetOperand(op, i, accyValueMapLookup(map, mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0, n = mlirOperationGetNumRegions(op); i < n; ++i)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); !mlirBlockIsNull(block);
         block = mlirBlockGetNextInRegion(block))
      remap_block(at, block, map);
}

/// Copies one operation of a function's own block, and maps its results to the copy's.
static void expand_operation(Insertion at, MlirOperation op, AccyValueMap *map) {
  const intptr_t num_results = mlirOperationGetNumResults(op);
  if (accyOperationIs(op, "func.call")) {
    MlirValue *results = expand_call(at, op, map);
    for (intptr_t i = 0; i < num_results; ++i)
      accyValueMapInsert(map, mlirOperationGetResult(op, i), results[i]);
    free(results);
    return;
  }
  MlirOperation copy = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(at.block, at.next, copy);
  remap_operation(at, copy, map);
  for (intptr_t i = 0; i < num_results; ++i)
    accyValueMapInsert(map, mlirOperationGetResult(op, i), mlirOperationGetResult(copy, i));
}

/// Copies the body of the function; `results` takes what it returns.
static void expand_body(Insertion at, MlirOperation function, const MlirValue *arguments, MlirValue *results) {
  MlirBlock body = accyGetBlock(function, 0);
  AccyValueMap map = {0};
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(body); i < n; ++i)
    accyValueMapInsert(&map, mlirBlockGetArgument(body, i), arguments[i]);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationEqual(op, terminator);
       op = mlirOperationGetNextInBlock(op))
    expand_operation(at, op, &map);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(terminator); i < n; ++i)
    results[i] = accyValueMapLookup(&map, mlirOperationGetOperand(terminator, i));
  accyValueMapDestroy(&map);
}

static bool arguments_fit(MlirOperation function, intptr_t num_arguments, const MlirValue *arguments) {
  MlirBlock body = accyGetBlock(function, 0);
  if (mlirBlockGetNumArguments(body) != num_arguments)
    return false;
  for (intptr_t i = 0; i < num_arguments; ++i)
    if (!mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(body, i)), mlirValueGetType(arguments[i])))
      return false;
  return mlirOperationGetNumOperands(mlirBlockGetTerminator(body)) == 1;
}

MlirValue accyMathLibraryExpand(AccyMathLibrary library, const char *function, MlirType elementType, MlirBlock block,
                                MlirLocation location, intptr_t nArguments, MlirValue *arguments) {
  MlirValue result = {NULL};
  MlirOperation definition = find_function_for_type(library.state, function, elementType);
  if (mlirOperationIsNull(definition)) {
    char *type = accyPrintType(elementType);
    accyEmitError(location,
                  "the math library has no function '%s' for %s: convert to f32 and back, or add it to "
                  "kernels/math/",
                  function, type);
    free(type);
    return result;
  }
  if (!arguments_fit(definition, nArguments, arguments)) {
    accyEmitError(location,
                  "the arguments do not fit the math library's function '%s', which takes %d of its element "
                  "type and returns one",
                  function, (int)mlirBlockGetNumArguments(accyGetBlock(definition, 0)));
    return result;
  }
  expand_body((Insertion){library.state, block, {NULL}, location}, definition, arguments, &result);
  return result;
}
