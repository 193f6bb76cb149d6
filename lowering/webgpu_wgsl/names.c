// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that an entry point cannot have in WGSL; see names.h.

#include "lowering/webgpu_wgsl/names.h"

#include "lowering/webgpu_wgsl/functions.h"
#include "support/ir.h"

#include <string.h>

// W3C, WebGPU Shading Language: sections "Keywords" and "Reserved Words".
static const char *const words[] = {
    // Keywords
    "alias", "break", "case", "const", "const_assert", "continue", "continuing", "default", "diagnostic", "discard",
    "else", "enable", "false", "fn", "for", "if", "let", "loop", "override", "requires", "return", "struct", "switch",
    "true", "var", "while",
    // Reserved words
    "NULL", "Self", "abstract", "active", "alignas", "alignof", "as", "asm", "asm_fragment", "async", "attribute",
    "auto", "await", "become", "cast", "catch", "class", "co_await", "co_return", "co_yield", "coherent",
    "column_major", "common", "compile", "compile_fragment", "concept", "const_cast", "consteval", "constexpr",
    "constinit", "crate", "debugger", "decltype", "delete", "demote", "demote_to_helper", "do", "dynamic_cast", "enum",
    "explicit", "export", "extends", "extern", "external", "fallthrough", "filter", "final", "finally", "friend",
    "from", "fxgroup", "get", "goto", "groupshared", "highp", "impl", "implements", "import", "inline", "instanceof",
    "interface", "layout", "lowp", "macro", "macro_rules", "match", "mediump", "meta", "mod", "module", "move", "mut",
    "mutable", "namespace", "new", "nil", "noexcept", "noinline", "nointerpolation", "non_coherent", "noncoherent",
    "noperspective", "null", "nullptr", "of", "operator", "package", "packoffset", "pass", "patch", "pixelfragment",
    "precise", "precision", "premerge", "priv", "protected", "pub", "public", "readonly", "ref", "regardless",
    "register", "reinterpret_cast", "require", "resource", "restrict", "self", "set", "shared", "sizeof", "smooth",
    "snorm", "static", "static_assert", "static_cast", "std", "subroutine", "super", "target", "template", "this",
    "thread_local", "throw", "trait", "try", "type", "typedef", "typeid", "typename", "typeof", "union", "unless",
    "unorm", "unsafe", "unsized", "use", "using", "varying", "virtual", "volatile", "wgsl", "where", "with",
    "writeonly", "yield",
    // What WGSL declares and the writer's text means as such
    "array", "atomic", "atomicAnd", "atomicLoad", "atomicOr", "bitcast", "bool", "extractBits", "f32", "i32", "max",
    "min", "read", "read_write", "select", "sqrt", "storage", "storageBarrier", "subgroupShuffleXor", "u32", "vec3",
    "workgroup", "workgroupBarrier"};

// Of the names that the text has for buffers and threadgroup memories, and of those that WGSL keeps.
static const char *const prefixes[] = {"buffer_", "memory_", "__"};

bool accyWgslIsReserved(MlirStringRef name) {
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    if (accyTextEquals(name, words[i]))
      return true;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
    if (name.length >= strlen(prefixes[i]) && memcmp(name.data, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return accyTextEquals(name, "_") || accyWgslIsFunctionName(name.data, name.length);
}
