// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a payload has a kernel of a name: each format's spelling, what is like it and is not, and damage.
#include "bundle/entry_point.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool has(AccyFormat format, const void *data, size_t bytes, const char *entry) {
  // A copy without anything behind it, so that a sanitizer sees what is read beyond it.
  void *copy = malloc(bytes ? bytes : 1);
  assert_non_null(copy);
  memcpy(copy, data, bytes);
  AccyPayload payload = {accyFormatPayloadKind(format), AccyPayloadOwnershipOwned, copy, bytes};
  AccyStatus status = {0};
  bool found = accyPayloadHasEntry(format, &payload, entry, &status);
  free(copy);
  if (!found) {
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    assert_non_null(strstr(status.message, accyFormatName(format)));
  }
  return found;
}

// ---- Texts ----------------------------------------------------------------------------------------------------------

typedef struct TextRow {
  AccyFormat format;
  bool has;
  const char *text;
} TextRow;

// Whether each has the kernel `scale`.
static const TextRow text_rows[] = {
    {AccyFormatCudaPtx, true, ".version 8.0\n.visible .entry scale(\n.param .u64 p) { ret; }"},
    {AccyFormatCudaPtx, true, ".entry/* of ours */scale{}"},
    {AccyFormatCudaPtx, true, ".entry other() {}\n.entry scale"},
    {AccyFormatCudaPtx, false, ".visible .func scale() {}"},
    {AccyFormatCudaPtx, false, ".entry scale2() {}"},
    {AccyFormatCudaPtx, false, ".entry $scale() {}"},
    {AccyFormatCudaPtx, false, "// .entry scale()\n.entry other() {}"},
    {AccyFormatCudaPtx, false, "/* .entry scale() */ .entry other() {}"},
    {AccyFormatCudaPtx, false, "/* .entry scale()"},
    {AccyFormatCudaPtx, false, ".entry"},
    {AccyFormatCudaPtx, false, ""},
    {AccyFormatWebgpuWgsl, true,
     "@compute @workgroup_size(64, 1, 1)\nfn scale(@builtin(global_invocation_id) i: vec3u) {}"},
    {AccyFormatWebgpuWgsl, true, "@workgroup_size(1) @compute fn scale() {}"},
    {AccyFormatWebgpuWgsl, true, "fn helper() {}\nvar<private> a: f32;\n@ compute @workgroup_size(1) fn scale() {}"},
    {AccyFormatWebgpuWgsl, false, "@compute @workgroup_size(1) fn other() {}\nfn scale() {}"},
    {AccyFormatWebgpuWgsl, false, "@fragment fn scale() {}"},
    {AccyFormatWebgpuWgsl, false, "@compute @workgroup_size(1) fn other() { scale(); }"},
    {AccyFormatWebgpuWgsl, false, "// @compute fn scale() {}"},
    {AccyFormatMetalMsl, true, "#include <metal_stdlib>\nkernel void scale(device float *x [[buffer(0)]]) {}"},
    {AccyFormatMetalMsl, true, "[[kernel]] void scale() {}"},
    {AccyFormatMetalMsl, true, "[[kernel, max_total_threads_per_threadgroup(64)]] void scale() {}"},
    {AccyFormatMetalMsl, true, "template [[host_name(\"scale\")]] kernel void generic<float>(device float *);"},
    {AccyFormatMetalMsl, true, "#define KERNEL(name) kernel void name() {}\nKERNEL(scale)"},
    {AccyFormatMetalMsl, false, "#define KERNEL(name) kernel void name() {}\nKERNEL(other)"},
    {AccyFormatMetalMsl, false, "void scale() {} kernel void other() { scale(); }"},
    {AccyFormatMetalMsl, false, "kernel void other(constant char &c) { f(\"kernel void scale\"); }"},
    {AccyFormatMetalMsl, false, "char quote = '\"'; kernel void other() {} // \" kernel void scale"},
};

static void test_texts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof(text_rows) / sizeof(text_rows[0]); ++i) {
    const TextRow *row = &text_rows[i];
    if (has(row->format, row->text, strlen(row->text), "scale") != row->has)
      fail_msg("%s: %s", accyFormatName(row->format), row->text);
  }
}

// ---- SPIR-V ---------------------------------------------------------------------------------------------------------

enum { Words = 14 };

// OpEntryPoint GLCompute %1 "scale" and the start of a function.
static const uint32_t spirv[Words] = {
    0x07230203, 0x00010300, 0,           8, 0, 2 << 16 | 17, 1, 6 << 16 | 15, 5, 1, 0x6c616373 /* scal */,
    0x00000065, 2,          1 << 16 | 56};

static void test_spirv(void **state) {
  (void)state;
  assert_true(has(AccyFormatVulkanSpirv, spirv, sizeof(spirv), "scale"));
  assert_false(has(AccyFormatVulkanSpirv, spirv, sizeof(spirv), "scal"));
  assert_false(has(AccyFormatVulkanSpirv, spirv, sizeof(spirv), "scale2"));
  assert_false(has(AccyFormatVulkanSpirv, spirv, sizeof(spirv), "scale and more than there is"));
  for (size_t words = 0; words <= 12; ++words)
    assert_false(has(AccyFormatVulkanSpirv, spirv, words * 4, "scale"));
  assert_false(has(AccyFormatVulkanSpirv, "OpEntryPoint", 12, "scale"));
}

// ---- ELF ------------------------------------------------------------------------------------------------------------

typedef struct Object {
  Elf64_Ehdr header;
  Elf64_Sym symbols[4];
  char names[32];
  Elf64_Shdr sections[3];
} Object;

// An object that defines `scale`, has a `local` of its own and takes `foreign` from elsewhere.
static Object make_object(void) {
  Object object = {.names = "\0scale\0local\0foreign"};
  memcpy(object.header.e_ident, ELFMAG, SELFMAG);
  object.header.e_ident[EI_CLASS] = ELFCLASS64;
  object.header.e_ident[EI_DATA] = ELFDATA2LSB;
  object.header.e_shoff = offsetof(Object, sections);
  object.header.e_shnum = 3;
  object.symbols[1] = (Elf64_Sym){.st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1};
  object.symbols[2] = (Elf64_Sym){.st_name = 7, .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC), .st_shndx = 1};
  object.symbols[3] = (Elf64_Sym){.st_name = 13, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)};
  object.sections[1] = (Elf64_Shdr){.sh_type = SHT_SYMTAB, .sh_offset = offsetof(Object, symbols), .sh_link = 2};
  object.sections[1].sh_size = sizeof object.symbols;
  object.sections[2] = (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_offset = offsetof(Object, names)};
  object.sections[2].sh_size = sizeof object.names;
  return object;
}

static void test_elf(void **state) {
  (void)state;
  Object object = make_object();
  assert_true(has(AccyFormatCpuObject, &object, sizeof(object), "scale"));
  assert_false(has(AccyFormatCpuObject, &object, sizeof(object), "local"));
  assert_false(has(AccyFormatCpuObject, &object, sizeof(object), "foreign"));
  assert_false(has(AccyFormatCpuObject, &object, sizeof(object), "cale"));
  for (size_t size = 0; size < sizeof(object); ++size)
    assert_false(has(AccyFormatCpuObject, &object, size, "scale"));
}

// ---- WebAssembly ----------------------------------------------------------------------------------------------------

// Types, and exports: a memory `memory`, a function `scale`.
static const unsigned char wasm[] = {0, 'a', 's', 'm', 1,   0,   0,   0, 1, 4, 1,   0x60, 0,   0,   7,   18, 2,
                                     6, 'm', 'e', 'm', 'o', 'r', 'y', 2, 0, 5, 's', 'c',  'a', 'l', 'e', 0,  0};

static void test_wasm(void **state) {
  (void)state;
  assert_true(has(AccyFormatWebassemblyModule, wasm, sizeof(wasm), "scale"));
  assert_false(has(AccyFormatWebassemblyModule, wasm, sizeof(wasm), "memory"));
  assert_false(has(AccyFormatWebassemblyModule, wasm, sizeof(wasm), "scal"));
  for (size_t size = 0; size < sizeof(wasm); ++size)
    assert_false(has(AccyFormatWebassemblyModule, wasm, size, "scale"));
}

// No change of a byte makes a reader leave the payload.
static void test_damage(void **state) {
  (void)state;
  Object object = make_object();
  const struct {
    AccyFormat format;
    const void *data;
    size_t bytes;
  } rows[] = {{AccyFormatVulkanSpirv, spirv, sizeof(spirv)},
              {AccyFormatCpuObject, &object, sizeof(object)},
              {AccyFormatWebassemblyModule, wasm, sizeof(wasm)}};
  static const unsigned char changes[] = {0x01, 0x40, 0x7f, 0x80, 0xff};
  for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); ++row) {
    size_t accepted = 0;
    unsigned char bytes[sizeof(Object)];
    for (size_t i = 0; i < rows[row].bytes; ++i)
      for (size_t j = 0; j < sizeof(changes); ++j) {
        memcpy(bytes, rows[row].data, rows[row].bytes);
        bytes[i] ^= changes[j];
        accepted += has(rows[row].format, bytes, rows[row].bytes, "scale");
      }
    assert_true(accepted > 0 && accepted < rows[row].bytes * sizeof(changes));
  }
}

static void test_machine_code_has_no_names(void **state) {
  (void)state;
  assert_true(has(AccyFormatCpuMachineCode, "\xc3", 1, "anything"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts), cmocka_unit_test(test_spirv),  cmocka_unit_test(test_elf),
      cmocka_unit_test(test_wasm),  cmocka_unit_test(test_damage), cmocka_unit_test(test_machine_code_has_no_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
