// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C header of a plan; see c_interface.h.
#include "bundle/c_interface.h"

#include <inttypes.h>

// As f32[2,3].
static void print_type(FILE *file, const AccySlot *slot) {
  fprintf(file, "%s[", accyDtypeName(slot->dtype));
  for (uint32_t i = 0; i < slot->layout.rank; ++i)
    fprintf(file, "%s%" PRId64, i ? "," : "", slot->layout.dims[i]);
  fprintf(file, "]");
}

static void print_tensors(FILE *file, const CFunction *function, const char *kind, const uint32_t *slots,
                          uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const AccySlot *slot = accyPlanFindSlot(function->plan, slots[i]);
    const char *lower = kind[0] == 'I' ? "input" : "output";
    fprintf(file, "#define %s_%s%u_ELEMENTS %" PRIu64 " // %s%u: ", function->macro, kind, i, slot->elements, lower, i);
    print_type(file, slot);
    if (slot->elements && slot->layout.alignment > slot->bytes / slot->elements)
      fprintf(file, ", aligned to %u bytes", slot->layout.alignment);
    fprintf(file, "\n#define %s_%s%u_BYTES %" PRIu64 "\n", function->macro, kind, i, slot->bytes);
  }
}

static void print_offsets(FILE *file, const CFunction *function) {
  for (uint32_t i = 0; i < function->plan->slot_count; ++i) {
    const AccySlot *slot = &function->plan->slots[i];
    if (function->places[i].kind != CPlaceArena)
      continue;
    fprintf(file, "#define %s_SLOT%u_OFFSET %" PRIu64 " // ", function->macro, slot->id, function->places[i].offset);
    print_type(file, slot);
    fprintf(file, "\n");
  }
}

static void print_argument(FILE *file, const CFunction *function, const AccyKernel *kernel, uint32_t index) {
  static const char *const geometry[] = {"element_count", "grid_x",        "grid_y",       "grid_z",
                                         "threadgroup_x", "threadgroup_y", "threadgroup_z"};
  AccyArgument argument = accyKernelArgument(kernel, index);
  uint32_t count = accyKernelArgumentCount(kernel), fromEnd = count - index;
  const AccySlot *slot = argument.kind == AccyArgumentBuffer ? accyPlanFindSlot(function->plan, argument.slot) : NULL;
  // What a kernel of the caller's own takes is known in bytes only.
  const char *type = slot && kernel->contract.source == AccyKernelSourceTensor ? cElementType(slot->dtype) : "void";
  switch (argument.kind) {
  case AccyArgumentBuffer:
    if (index < kernel->input_slot_count)
      fprintf(file, "const %s *input%u", type, index);
    else
      fprintf(file, "%s *output", type);
    break;
  case AccyArgumentCountBuffer:
    fprintf(file, "const uint32_t *count");
    break;
  case AccyArgumentCount:
    fprintf(file, "uint32_t count");
    break;
  case AccyArgumentRuntimeScalar:
    fprintf(file, "%s scalar%u", cScalarType(argument.scalar.kind), index);
    break;
  case AccyArgumentStaticScalar:
    fprintf(file, "%s ", cScalarType(argument.scalar.kind));
    if (kernel->static_argument_count >= ACCY_HOST_LOOP_ARGUMENTS && fromEnd <= ACCY_HOST_LOOP_ARGUMENTS)
      fprintf(file, "%s", geometry[ACCY_HOST_LOOP_ARGUMENTS - fromEnd]);
    else
      fprintf(file, "scalar%u", index);
    break;
  }
}

static void print_prototype(FILE *file, const CFunction *function, uint32_t index) {
  const AccyKernel *kernel = &function->plan->kernels[index];
  uint32_t count = accyKernelArgumentCount(kernel);
  fprintf(file, "void %s(", kernel->artifact.entry);
  for (uint32_t i = 0; i < count; ++i) {
    print_argument(file, function, kernel, i);
    fprintf(file, "%s", i + 1 < count ? ", " : "");
  }
  fprintf(file, "%s); // %s\n", count ? "" : "void", function->paths->payloads[index]);
}

static void print_function(FILE *file, const CFunction *function) {
  fprintf(
      file,
      "// Computes the outputs. Tensors are dense and row-major, and outputs overlap nothing else. `arena` is memory "
      "for\n// what lies between: %s_ARENA_BYTES, aligned to %s_ARENA_ALIGNMENT; its content means nothing before "
      "and\n// after, and it may be null when its size is 0. Calls with different arenas may run at once. Nothing "
      "is\n// allocated, and nothing can fail.\n",
      function->macro, function->macro);
  cPrintSignature(file, function);
  fprintf(file, ";\n\n");
}

void cPrintHeader(FILE *file, const CFunction *function) {
  const AccyPlan *plan = function->plan;
  fprintf(file,
          "// %s.h: " C_INTERFACE_MAKER
          " for %s:%s. C11 and C++.\n//\n// %s_run is defined in %s.c, which is compiled and linked "
          "with the objects beside it:\n//\n//     cc YOUR_PROGRAM.c %s.c",
          function->name, accyBackendName(plan->target.capabilities.backend), plan->target.capabilities.name,
          function->name, function->name, function->name);
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    if (!formSharesFile(function->paths, i))
      fprintf(file, " %s", function->paths->payloads[i]);
  fprintf(file, "\n#ifndef ACCY_%s_H\n#define ACCY_%s_H\n\n#include <stdint.h>\n\n", function->macro, function->macro);
  fprintf(file, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
  print_tensors(file, function, "INPUT", plan->inputs, plan->input_count);
  print_tensors(file, function, "OUTPUT", plan->outputs, plan->output_count);
  fprintf(file, "\n#define %s_ARENA_BYTES %" PRIu64 "\n#define %s_ARENA_ALIGNMENT %u\n\n", function->macro,
          function->arenaBytes, function->macro, function->arenaAlignment);
  print_function(file, function);
  fprintf(file, "// The kernels, for callers who launch them themselves in the order of plan.json; where intermediate "
                "values lie\n// in the arena.\n");
  print_offsets(file, function);
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    if (!cEntryIsKnown(plan, i))
      print_prototype(file, function, i);
  fprintf(file, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
