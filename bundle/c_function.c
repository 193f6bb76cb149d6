// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan as the C writer sees it: names, types, and where each slot lies; see c_interface.h.
#include "bundle/c_interface.h"

#include <string.h>

#include "planner/id_index.h"

// ---- Names and types ------------------------------------------------------------------------------------------------

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static char in_capitals(char c) {
  return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

// What C has no letters for becomes an underscore.
void cFunctionName(const char *text, char outName[C_NAME_CAPACITY]) {
  size_t length = 0;
  if (is_digit(*text) || !*text)
    outName[length++] = 'f';
  for (; *text; ++text)
    outName[length++] = is_letter(*text) || is_digit(*text) ? *text : '_';
  outName[length] = 0;
}

static void make_names(const char *text, CFunction *function) {
  cFunctionName(text, function->name);
  for (size_t i = 0; function->name[i]; ++i)
    function->macro[i] = in_capitals(function->name[i]);
}

static bool is_identifier(const char *text) {
  if (!is_letter(*text))
    return false;
  for (; *text; ++text)
    if (!is_letter(*text) && !is_digit(*text))
      return false;
  return true;
}

static const char *const element_types[] = {
    [AccyDtypeI1] = "uint8_t",   [AccyDtypeI8] = "int8_t",    [AccyDtypeI16] = "int16_t",   [AccyDtypeI32] = "int32_t",
    [AccyDtypeI64] = "int64_t",  [AccyDtypeU8] = "uint8_t",   [AccyDtypeU16] = "uint16_t",  [AccyDtypeU32] = "uint32_t",
    [AccyDtypeU64] = "uint64_t", [AccyDtypeF16] = "uint16_t", [AccyDtypeBf16] = "uint16_t", [AccyDtypeF32] = "float",
    [AccyDtypeF64] = "double",
};

const char *cElementType(AccyDtype dtype) {
  return element_types[dtype];
}

static const char *const scalar_types[] = {
    [AccyScalarKindI32] = "int32_t",  [AccyScalarKindU32] = "uint32_t", [AccyScalarKindI64] = "int64_t",
    [AccyScalarKindU64] = "uint64_t", [AccyScalarKindF32] = "float",    [AccyScalarKindF64] = "double",
};

const char *cScalarType(AccyScalarKind kind) {
  return scalar_types[kind];
}

static bool contains(const uint32_t *slots, uint32_t count, uint32_t slot) {
  for (uint32_t i = 0; i < count; ++i)
    if (slots[i] == slot)
      return true;
  return false;
}

bool cSlotIsUsed(const AccyPlan *plan, uint32_t slot) {
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    if (contains(plan->kernels[i].input_slots, plan->kernels[i].input_slot_count, slot))
      return true;
  return contains(plan->outputs, plan->output_count, slot);
}

bool cEntryIsKnown(const AccyPlan *plan, uint32_t kernel) {
  for (uint32_t i = 0; i < kernel; ++i)
    if (strcmp(plan->kernels[i].artifact.entry, plan->kernels[kernel].artifact.entry) == 0)
      return true;
  return false;
}

void cPrintSignature(FILE *file, const CFunction *function) {
  const AccyPlan *plan = function->plan;
  fprintf(file, "void %s_run(", function->name);
  for (uint32_t i = 0; i < plan->input_count; ++i)
    fprintf(file, "const %s *input%u, ", cElementType(accyPlanFindSlot(plan, plan->inputs[i])->dtype), i);
  for (uint32_t i = 0; i < plan->output_count; ++i)
    fprintf(file, "%s *output%u, ", cElementType(accyPlanFindSlot(plan, plan->outputs[i])->dtype), i);
  fprintf(file, "void *arena)");
}

// ---- Places ---------------------------------------------------------------------------------------------------------

const CPlace *cFunctionPlaceOf(const CFunction *function, uint32_t slot) {
  return &function->places[accyPlanFindSlot(function->plan, slot) - function->plan->slots];
}

static CPlace *place_of(CFunction *function, uint32_t slot) {
  return &function->places[accyPlanFindSlot(function->plan, slot) - function->plan->slots];
}

// Where the arena of each space begins in the one arena of the function, which holds all of them.
static void begin_arenas(const CFunction *function, uint64_t begins[AccySpaceCount]) {
  uint64_t offset = 0, alignment = function->arenaAlignment;
  for (int space = 0; space < AccySpaceCount; ++space) {
    begins[space] = offset;
    uint64_t bytes = accyMemoryArenaBytes(&function->plan->memory, (AccySpace)space);
    offset += (bytes + alignment - 1) / alignment * alignment;
  }
}

static bool place_in_arena(CFunction *function, AccyStatus *status) {
  const AccyMemoryPlan *memory = &function->plan->memory;
  uint64_t begins[AccySpaceCount];
  AccyIdIndex allocations;
  if (!accyIndexAllocations(memory->allocations, memory->allocation_count, &function->arena, &allocations, status))
    return false;
  for (uint32_t i = 0; i < memory->allocation_count; ++i)
    if (memory->allocations[i].alignment > function->arenaAlignment)
      function->arenaAlignment = memory->allocations[i].alignment;
  begin_arenas(function, begins);
  for (uint32_t i = 0; i < memory->assignment_count; ++i) {
    uint32_t position = accyIdIndexFind(&allocations, memory->assignments[i].allocation); // accyPlanVerify found it
    const AccyAllocation *allocation = &memory->allocations[position];
    *place_of(function, memory->assignments[i].slot) =
        (CPlace){CPlaceArena, 0, begins[allocation->space] + allocation->offset};
  }
  return true;
}

static void place_parameters(CFunction *function) {
  const AccyPlan *plan = function->plan;
  for (uint32_t i = 0; i < plan->output_count; ++i) {
    CPlace *place = place_of(function, plan->outputs[i]);
    if (place->kind == CPlaceArena)
      *place = (CPlace){CPlaceOutput, i, 0};
  }
  for (uint32_t i = 0; i < plan->input_count; ++i)
    *place_of(function, plan->inputs[i]) = (CPlace){CPlaceInput, i, 0};
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    if (plan->slots[i].constant)
      function->places[i] = (CPlace){CPlaceConstant, plan->slots[i].id, 0};
}

// An aliased value is in the memory of the result that replaces it, and so is what that one replaced.
static void place_aliased(CFunction *function) {
  for (uint32_t i = function->plan->kernel_count; i-- > 0;) {
    const AccyKernel *kernel = &function->plan->kernels[i];
    if (kernel->has_aliased_input)
      *place_of(function, kernel->input_slots[kernel->aliased_input]) = *place_of(function, kernel->output_slot);
  }
}

// Results that lie elsewhere leave the end of the arena unused.
static void measure_arena(CFunction *function) {
  for (uint32_t i = 0; i < function->plan->slot_count; ++i) {
    const CPlace *place = &function->places[i];
    uint64_t end = place->offset + function->plan->slots[i].bytes;
    if (place->kind == CPlaceArena && end > function->arenaBytes)
      function->arenaBytes = end;
  }
}

static bool check_kernel(const AccyKernel *kernel, AccyStatus *status) {
  if (!is_identifier(kernel->artifact.entry))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "kernel '%.64s' has an entry that is no name in C",
                    kernel->artifact.entry);
  if (kernel->scratch_fill.present)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "kernel '%.64s' asks for a scratch buffer to be filled",
                    kernel->artifact.entry);
  return true;
}

bool cFunctionCreate(const AccyPlan *plan, const BundlePaths *paths, CFunction *outFunction, AccyStatus *status) {
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    if (!check_kernel(&plan->kernels[i], status))
      return false;
  CFunction function = {.plan = plan, .paths = paths, .arenaAlignment = 64};
  function.places = accyArenaAllocateArray(&function.arena, plan->slot_count, sizeof *function.places);
  if (!function.places)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the C interface");
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    function.places[i].kind = CPlaceNowhere;
  make_names(plan->function, &function);
  if (!place_in_arena(&function, status)) {
    cFunctionDestroy(&function);
    return false;
  }
  place_parameters(&function);
  place_aliased(&function);
  measure_arena(&function);
  *outFunction = function;
  return true;
}

void cFunctionDestroy(CFunction *function) {
  accyArenaFree(&function->arena);
}
