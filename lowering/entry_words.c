// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that cannot name an entry; see entry_words.h.

#include "lowering/entry_words.h"

#include "support/ir.h"

// ISO C11, 6.4.1, and ISO C++20, tables 5 and 6 (keywords and alternative representations).
static const char *const c_words[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
};

// Metal Shading Language Specification, sections 2 and 4 to 5: scalar types, address spaces and function qualifiers;
// and `main`, which it keeps from kernels.
static const char *const metal_words[] = {
    "atomic_int", "atomic_uint", "bfloat", "constant", "device",      "fragment",
    "half",       "kernel",      "main",   "metal",    "object_data", "ptrdiff_t",
    "ray_data",   "sampler",     "size_t", "thread",   "threadgroup", "threadgroup_imageblock",
    "uchar",      "uint",        "ulong",  "ushort",   "using",       "vertex",
};

static bool is_one_of(MlirStringRef name, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (accyTextEquals(name, words[i]))
      return true;
  return false;
}

const char *accyEntryWordLanguage(MlirStringRef name, AccyFormat format) {
  bool is_metal = format == AccyFormatMetalMsl;
  bool is_host = format == AccyFormatCpuObject || format == AccyFormatCpuMachineCode;
  if ((is_metal || is_host) && is_one_of(name, c_words, sizeof c_words / sizeof *c_words))
    return is_metal ? "Metal's language" : "C or C++";
  if (is_metal && is_one_of(name, metal_words, sizeof metal_words / sizeof *metal_words))
    return "Metal's language";
  return NULL;
}
