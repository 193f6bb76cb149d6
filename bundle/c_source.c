// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C function that runs a plan; see c_interface.h.
#include "bundle/c_interface.h"

#include <inttypes.h>

// ---- Constants ------------------------------------------------------------------------------------------------------

// Words of 8 bytes, which keep the file small; processors that the objects are for are little-endian.
static void print_constant(FILE *file, const AccySlot *slot) {
  fprintf(file, "static _Alignas(64) const uint64_t constant%u[] = {", slot->id);
  uint64_t count = (slot->bytes + 7) / 8;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t word = 0;
    for (uint64_t k = 0; k < 8 && i * 8 + k < slot->bytes; ++k)
      word |= (uint64_t)slot->constant[i * 8 + k] << 8 * k;
    fprintf(file, "%s0x%" PRIx64 ",", i % 8 ? "" : "\n", word);
  }
  fprintf(file, "%s\n};\n\n", count ? "" : "0");
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

static void print_place(FILE *file, const CFunction *function, uint32_t slot) {
  const CPlace *place = cFunctionPlaceOf(function, slot);
  switch (place->kind) {
  case CPlaceInput:
    fprintf(file, "input%u", place->number);
    break;
  case CPlaceOutput:
    fprintf(file, "output%u", place->number);
    break;
  case CPlaceConstant:
    fprintf(file, "(const void *)constant%u", slot);
    break;
  case CPlaceArena:
    fprintf(file, "slot%u", slot);
    break;
  case CPlaceNowhere:
    fprintf(file, "0");
    break;
  }
}

// A float by its bits, which keep a NaN as it is.
static void print_scalar(FILE *file, AccyScalar scalar) {
  switch (scalar.kind) {
  case AccyScalarKindI32:
    fprintf(file, "(int32_t)UINT32_C(%" PRIu32 ")", (uint32_t)scalar.bits);
    break;
  case AccyScalarKindU32:
    fprintf(file, "%" PRIu32, (uint32_t)scalar.bits);
    break;
  case AccyScalarKindI64:
    fprintf(file, "(int64_t)UINT64_C(%" PRIu64 ")", scalar.bits);
    break;
  case AccyScalarKindU64:
    fprintf(file, "UINT64_C(%" PRIu64 ")", scalar.bits);
    break;
  case AccyScalarKindF32:
    fprintf(file, "(union { uint32_t bits; float value; }){UINT32_C(0x%" PRIx32 ")}.value", (uint32_t)scalar.bits);
    break;
  case AccyScalarKindF64:
    fprintf(file, "(union { uint64_t bits; double value; }){UINT64_C(0x%" PRIx64 ")}.value", scalar.bits);
    break;
  }
}

static void print_argument(FILE *file, const CFunction *function, const AccyArgument *argument) {
  switch (argument->kind) {
  case AccyArgumentBuffer:
    print_place(file, function, argument->slot);
    break;
  case AccyArgumentCountBuffer:
    fprintf(file, "&(uint32_t){%" PRIu32 "}", argument->count);
    break;
  case AccyArgumentCount:
    fprintf(file, "%" PRIu32, argument->count);
    break;
  case AccyArgumentRuntimeScalar:
  case AccyArgumentStaticScalar:
    print_scalar(file, argument->scalar);
    break;
  }
}

// ---- The function ---------------------------------------------------------------------------------------------------

// A kernel for others to launch: the plan does not know its buffers.
static bool stands_alone(const AccyKernel *kernel) {
  return kernel->output_slot == ACCY_NO_SLOT;
}

static void print_call(FILE *file, const CFunction *function, const AccyKernel *kernel) {
  if (kernel->output_fill.present) {
    fprintf(file, "  fill(");
    print_place(file, function, kernel->output_slot);
    fprintf(file, ", %" PRIu64 ", UINT32_C(0x%" PRIx32 "));\n",
            accyPlanFindSlot(function->plan, kernel->output_slot)->bytes, kernel->output_fill.pattern);
  }
  fprintf(file, "  %s(", kernel->artifact.entry);
  uint32_t count = accyKernelArgumentCount(kernel);
  for (uint32_t i = 0; i < count; ++i) {
    AccyArgument argument = accyKernelArgument(kernel, i);
    print_argument(file, function, &argument);
    fprintf(file, "%s", i + 1 < count ? ", " : "");
  }
  fprintf(file, ");\n");
}

// A result that is an argument, a constant or another result is copied.
static void print_copies(FILE *file, const CFunction *function) {
  const AccyPlan *plan = function->plan;
  for (uint32_t i = 0; i < plan->output_count; ++i) {
    const CPlace *place = cFunctionPlaceOf(function, plan->outputs[i]);
    if (place->kind == CPlaceOutput && place->number == i)
      continue;
    fprintf(file, "  memcpy(output%u, ", i);
    print_place(file, function, plan->outputs[i]);
    fprintf(file, ", %" PRIu64 ");\n", accyPlanFindSlot(plan, plan->outputs[i])->bytes);
  }
}

static void print_slots(FILE *file, const CFunction *function) {
  for (uint32_t i = 0; i < function->plan->input_count; ++i)
    if (!cSlotIsUsed(function->plan, function->plan->inputs[i]))
      fprintf(file, "  (void)input%u;\n", i);
  if (function->arenaBytes == 0)
    fprintf(file, "  (void)arena;\n");
  for (uint32_t i = 0; i < function->plan->slot_count; ++i)
    if (function->places[i].kind == CPlaceArena)
      fprintf(file, "  void *const slot%u = (char *)arena + %s_SLOT%u_OFFSET;\n", function->plan->slots[i].id,
              function->macro, function->plan->slots[i].id);
}

static bool has_fill(const AccyPlan *plan) {
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    if (plan->kernels[i].output_fill.present && !stands_alone(&plan->kernels[i]))
      return true;
  return false;
}

static void print_fill(FILE *file) {
  fprintf(file, "// Repeats the pattern over the bytes.\n"
                "static void fill(void *start, uint64_t bytes, uint32_t pattern) {\n"
                "  for (uint64_t i = 0; i < bytes; i += sizeof pattern)\n"
                "    memcpy((char *)start + i, &pattern, bytes - i < sizeof pattern ? bytes - i : sizeof pattern);\n"
                "}\n\n");
}

void cPrintSource(FILE *file, const CFunction *function) {
  const AccyPlan *plan = function->plan;
  fprintf(file, "// %s.c: " C_INTERFACE_MAKER ", see %s.h. C11.\n#include \"%s.h\"\n\n#include <string.h>\n\n",
          function->name, function->name, function->name);
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    if (plan->slots[i].constant && cSlotIsUsed(plan, plan->slots[i].id))
      print_constant(file, &plan->slots[i]);
  if (has_fill(plan))
    print_fill(file);
  cPrintSignature(file, function);
  fprintf(file, " {\n");
  print_slots(file, function);
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    if (!stands_alone(&plan->kernels[i]))
      print_call(file, function, &plan->kernels[i]);
  print_copies(file, function);
  fprintf(file, "}\n");
}
