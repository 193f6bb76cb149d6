// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target profiles: the table of planner.md, section 2, lookups, formats and what is refused.
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static AccyTargetProfile lookup(const char *text) {
  AccyTargetProfile profile;
  AccyStatus status = {0};
  if (!accyTargetProfileLookup(text, strlen(text), &profile, &status))
    fail_msg("%s", status.message);
  return profile;
}

typedef struct BaselineRow {
  const char *backend;
  AccySet dtypes;
  uint32_t subgroup, max_threads, max_z, shared, alignment;
  AccySet features; // of those in the table
  bool vectorized, timeline;
} BaselineRow;

#define D(name) ACCY_BIT(AccyDtype##name)
#define F(name) ACCY_BIT(AccyFeature##name)
#define ATOMICS (F(AtomicI32) | F(AtomicU32) | F(AtomicIndex))

static void test_baselines(void **state) {
  (void)state;
  const AccySet gpu = D(I1) | D(I32) | D(U32) | D(F16) | D(F32);
  const AccySet host = D(I1) | D(I32) | D(U32) | D(I64) | D(U64) | D(F32) | D(F64);
  const AccySet table = ATOMICS | F(AtomicF32AddDevice) | F(AtomicF32AddShared) | F(AsyncCopy) | F(DynamicSharedMemory);
  const BaselineRow rows[] = {
      {"cuda", gpu, 32, 1024, 64, 49152, 256,
       ATOMICS | F(AtomicF32AddDevice) | F(AtomicF32AddShared) | F(DynamicSharedMemory), true, false},
      {"vulkan", gpu, 0, 1024, 64, 0, 16, ATOMICS, false, true},
      {"metal", gpu, 32, 1024, 64, 0, 256, ATOMICS | F(AtomicF32AddDevice) | F(AsyncCopy), false, false},
      {"webgpu", D(I1) | D(I32) | D(U32) | D(F32), 0, 256, 64, 16384, 4, 0, false, false},
      {"cpu", host, 0, 1024, 64, 0, 16, ATOMICS, false, false},
      {"wasm", host, 0, 1024, 64, 0, 1, 0, false, false},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    const BaselineRow *row = &rows[i];
    AccyTargetProfile profile = lookup(row->backend);
    const AccyTargetCapabilities *target = &profile.capabilities;
    assert_int_equal(target->dtypes, row->dtypes);
    assert_int_equal(accyTargetSubgroupSize(target), row->subgroup);
    assert_int_equal(target->subgroup.operations, row->subgroup ? 31 : 0);
    assert_int_equal(target->threadgroup.max_threads, row->max_threads);
    assert_int_equal(target->subgroup.supported, row->subgroup != 0);
    assert_int_equal(target->subgroup.size_min, row->subgroup);
    assert_int_equal(target->subgroup.size_max, row->subgroup);
    assert_int_equal(target->threadgroup.max_threads_per_dim[0], row->max_threads);
    assert_int_equal(target->threadgroup.max_threads_per_dim[1], row->max_threads);
    assert_int_equal(target->threadgroup.shared_memory_bytes, row->shared);
    assert_int_equal(target->threadgroup.max_threads_per_dim[2], row->max_z);
    for (int j = 0; j < 3; ++j)
      assert_int_equal(target->threadgroup.max_grid_per_dim[j], 65535);
    assert_int_equal(target->memory.shared_bytes_per_threadgroup, row->shared);
    assert_int_equal(target->memory.min_buffer_alignment, row->alignment);
    assert_int_equal(target->features & table, row->features);
    assert_int_equal(target->features & F(F16Arithmetic), 0);
    assert_int_equal((target->layouts & ACCY_BIT(AccyLayoutSupportVectorized)) != 0, row->vectorized);
    assert_int_equal((target->runtime & ACCY_BIT(AccyRuntimeFeatureTimelineEvents)) != 0, row->timeline);
    assert_int_equal(profile.format, accyBackendDefaultFormat(target->backend));
    assert_true(target->formats & ACCY_BIT(profile.format));
  }
}

static void test_named_profiles(void **state) {
  (void)state;
  static const char *const names[] = {"cuda:sm_80",      "cuda:sm_90",      "vulkan:llvmpipe", "vulkan:desktop",
                                      "metal:m1",        "cpu:x86-64-v3",   "cpu:x86-64-v4",   "cpu:aarch64",
                                      "cpu:neoverse-n1", "cpu:neoverse-v2", "wasm:simd128",    "webgpu:default-limits",
                                      "webgpu:subgroups"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    lookup(names[i]);
  assert_int_equal(lookup("cuda:sm_90").capabilities.threadgroup.shared_memory_bytes, 227 * 1024);
  assert_int_equal(lookup("vulkan:llvmpipe").capabilities.max_loop_steps, 65535);
  assert_int_equal(lookup("cuda:sm_90").capabilities.max_loop_steps, 0);
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i) {
    const AccyTargetCapabilities *target = accyTargetBuiltin(i);
    assert_true(target->formats & ACCY_BIT(accyBackendDefaultFormat(target->backend)));
    assert_true(accyTargetSupports(target, target, NULL));
  }
}

static void test_bindings(void **state) {
  (void)state;
  AccyTargetCapabilities webgpu = lookup("webgpu:default-limits").capabilities;
  AccyStatus status = {0};
  assert_true(accyTargetCheckBindings(&webgpu, 8, 128 << 20, &status));
  assert_false(accyTargetCheckBindings(&webgpu, 9, 0, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
  assert_non_null(strstr(status.message, "needs buffers of 9; target webgpu:default-limits has 8"));
  assert_false(accyTargetCheckBindings(&webgpu, 1, (128 << 20) + 1, &status));
  assert_non_null(strstr(status.message, "134217729"));
  AccyTargetCapabilities more = webgpu;
  more.bindings.max_buffers = 10;
  assert_false(accyTargetSupports(&webgpu, &more, &status));
  // Of all that is planned with, a target must have as much.
  uint32_t *const limits[] = {&more.threadgroup.max_threads,
                              &more.threadgroup.max_threads_per_dim[1],
                              &more.threadgroup.max_grid_per_dim[2],
                              &more.threadgroup.max_blocks[0],
                              &more.threadgroup.shared_memory_bytes,
                              &more.memory.constant_bytes,
                              &more.memory.shared_bytes_per_threadgroup};
  for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); ++i) {
    more = webgpu;
    ++*limits[i];
    assert_false(accyTargetSupports(&webgpu, &more, &status));
    assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
    assert_true(accyTargetSupports(&more, &webgpu, &status));
  }
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i) { // what fusion makes by default fits every target
    const AccyTargetCapabilities *target = accyTargetBuiltin(i);
    assert_true(accyTargetCheckBindings(target, 8, (uint64_t)1 << 27, NULL));
  }
}

static void test_bad_lookups(void **state) {
  (void)state;
  static const char *const names[] = {"", ":", "cuda:", "cuda:sm_", "cuda:sm_900", "opencl", "cudax", ":sm_90"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    AccyTargetProfile profile;
    AccyStatus status = {0};
    assert_false(accyTargetProfileLookup(names[i], strlen(names[i]), &profile, &status));
    assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
    assert_non_null(strstr(status.message, "there are"));
  }
}

static void assert_resolve_fails(const AccyTargetCapabilities *handle, const AccyFormat *requested,
                                 const AccyTargetProfile *module, const AccyFormat *captured, AccyStatusCode code) {
  AccyTargetProfile profile;
  AccyStatus status = {0};
  assert_false(accyTargetResolveProfile(handle, requested, module, captured, &profile, &status));
  assert_string_equal(accyStatusCodeName(status.code), accyStatusCodeName(code));
}

static void test_resolve(void **state) {
  (void)state;
  AccyTargetProfile cpu = lookup("cpu"), cuda = lookup("cuda"), sm_90 = lookup("cuda:sm_90"), out;
  AccyFormat object = AccyFormatCpuObject, ptx = AccyFormatCudaPtx;
  assert_true(accyTargetResolveProfile(&cpu.capabilities, NULL, NULL, NULL, &out, NULL));
  assert_int_equal(out.format, AccyFormatCpuMachineCode);
  assert_string_equal(out.capabilities.name, "baseline"); // one of the capabilities
  assert_true(accyTargetResolveProfile(&sm_90.capabilities, NULL, NULL, NULL, &out, NULL));
  assert_string_equal(out.capabilities.name, "sm_90");
  assert_true(accyTargetResolveProfile(&cpu.capabilities, &object, NULL, NULL, &out, NULL));
  assert_int_equal(out.format, AccyFormatCpuObject);
  AccyTargetProfile module = cpu;
  module.format = AccyFormatCpuObject;
  assert_true(accyTargetResolveProfile(&cpu.capabilities, NULL, &module, &object, &out, NULL));
  assert_int_equal(out.format, AccyFormatCpuObject);
  assert_true(accyTargetResolveProfile(&cpu.capabilities, NULL, &module, NULL, &out, NULL)); // before the default
  assert_int_equal(out.format, AccyFormatCpuObject);
  assert_true(accyTargetResolveProfile(&sm_90.capabilities, NULL, &cuda, NULL, &out, NULL));
  assert_string_equal(out.capabilities.name, "baseline");

  assert_resolve_fails(&cuda.capabilities, NULL, &cpu, NULL, AccyStatusCodeCapabilityMismatch);
  assert_resolve_fails(&cuda.capabilities, NULL, &sm_90, NULL, AccyStatusCodeCapabilityMismatch);
  assert_resolve_fails(&cuda.capabilities, &object, NULL, NULL, AccyStatusCodeUnsupportedArtifactFormat);
  assert_resolve_fails(&cpu.capabilities, &object, &cpu, NULL, AccyStatusCodeUnsupportedArtifactFormat);
  assert_resolve_fails(&cuda.capabilities, NULL, NULL, &ptx, AccyStatusCodeTargetRecipeMismatch);
  assert_resolve_fails(&cpu.capabilities, NULL, &module, &ptx, AccyStatusCodeTargetRecipeMismatch);
  AccyTargetCapabilities nobody = cpu.capabilities;
  nobody.backend = (AccyBackend)AccyBackendCount;
  assert_resolve_fails(&nobody, NULL, NULL, NULL, AccyStatusCodeUnsupportedOperation);
}

static void test_requirements(void **state) {
  (void)state;
  AccyTargetProfile vulkan = lookup("vulkan");
  AccyRequirements required = {D(F32), F(AtomicI32), 0};
  AccyStatus status = {0};
  assert_true(accyTargetCheckRequirements(&vulkan.capabilities, &required, NULL));
  required.dtypes |= D(F64);
  assert_false(accyTargetCheckRequirements(&vulkan.capabilities, &required, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
  assert_string_equal(status.message, "needs dtype f64; target vulkan:baseline has i1 i32 u32 f16 f32");
  required = (AccyRequirements){D(F32), F(F16Arithmetic), 0};
  assert_false(accyTargetCheckRequirements(&vulkan.capabilities, &required, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
  assert_string_equal(status.message, "needs feature f16_arithmetic; target vulkan:baseline has atomic_i32 atomic_u32 "
                                      "atomic_index");
  required = (AccyRequirements){D(F32), 0, ACCY_BIT(AccySubgroupOperationShuffle)};
  assert_false(accyTargetCheckRequirements(&vulkan.capabilities, &required, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
  assert_string_equal(status.message, "needs subgroup operation shuffle; target vulkan:baseline has none");
  // However much a target has, the message holds it.
  AccyTargetCapabilities much = lookup("cuda:sm_90").capabilities;
  required = (AccyRequirements){D(F32), F(Simd128), 0};
  assert_false(accyTargetCheckRequirements(&much, &required, &status));
  assert_non_null(strstr(status.message, "bulk_copy"));
}

static void test_geometry(void **state) {
  (void)state;
  AccyTargetProfile cuda = lookup("cuda");
  AccyGeometry good = {{65535, 65535, 65535}, {1024, 1, 1}, 49152};
  assert_true(accyGeometryValidate(&cuda.capabilities, &good, NULL));
  const AccyGeometry bad[] = {{{0, 1, 1}, {1, 1, 1}, 0},     {{1, 1, 1}, {1, 0, 1}, 0},
                              {{1, 65536, 1}, {1, 1, 1}, 0}, {{1, 1, 1}, {1, 1, 65}, 0},
                              {{1, 1, 1}, {1025, 1, 1}, 0},  {{1, 1, 1}, {512, 3, 1}, 0},
                              {{1, 1, 1}, {1, 1, 1}, 49153}, {{1, 1, 1}, {UINT32_MAX, UINT32_MAX, UINT32_MAX}, 0}};
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    AccyStatus status = {0};
    assert_false(accyGeometryValidate(&cuda.capabilities, &bad[i], &status));
    assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
  }
  for (int i = 0; i < 3; ++i) { // each extent by itself: none, and one more than there may be
    for (int fault = 0; fault < 4; ++fault) {
      AccyGeometry geometry = {{1, 1, 1}, {1, 1, 1}, 0};
      uint32_t *extents = fault % 2 ? geometry.grid : geometry.threadgroup;
      const uint32_t *limits = fault % 2 ? cuda.capabilities.threadgroup.max_grid_per_dim
                                         : cuda.capabilities.threadgroup.max_threads_per_dim;
      AccyStatus status = {0};
      extents[i] = limits[i];
      assert_true(accyGeometryValidate(&cuda.capabilities, &geometry, NULL));
      extents[i] = fault < 2 ? 0 : limits[i] + 1;
      assert_false(accyGeometryValidate(&cuda.capabilities, &geometry, &status));
      assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
    }
  }
  AccyTargetProfile metal = lookup("metal");
  AccyGeometry shared = {{1, 1, 1}, {1, 1, 1}, 1};
  AccyStatus status = {0};
  assert_false(accyGeometryValidate(&metal.capabilities, &shared, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
}

// WebAssembly's buffers lie in one memory of 32-bit addresses, of which a module needs some itself.
static void test_memory(void **state) {
  (void)state;
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i) {
    const AccyTargetCapabilities *target = accyTargetBuiltin(i);
    uint64_t bytes = accyTargetMemoryBytes(target);
    if (target->backend == AccyBackendWasm)
      assert_true(bytes < UINT64_C(1) << 32 && bytes > UINT64_C(1) << 31);
    else
      assert_true(bytes == UINT64_MAX);
  }
}

static void test_subgroup_size(void **state) {
  (void)state;
  AccyTargetCapabilities target = {.subgroup = {true, 16, 64, 0}};
  assert_int_equal(accyTargetSubgroupSize(&target), 64);
  target.subgroup.size_max = 0;
  assert_int_equal(accyTargetSubgroupSize(&target), 16);
  target.subgroup.size_min = 0;
  assert_int_equal(accyTargetSubgroupSize(&target), 0);
  target.subgroup = (AccyTargetSubgroup){false, 32, 32, 0};
  assert_int_equal(accyTargetSubgroupSize(&target), 0);
}

// A module that was planned for one device runs on another as far as its subgroups and alignment are possible there.
static void test_modules_of_other_devices(void **state) {
  (void)state;
  static const struct {
    const char *device, *module;
    bool supported;
  } rows[] = {
      {"cuda:sm_90", "cuda", true},
      {"cuda:sm_90", "cuda:sm_80", true},
      {"cuda:sm_80", "cuda:sm_90", false},          // more shared memory
      {"vulkan:desktop", "vulkan:llvmpipe", false}, // f64, and subgroups of 8
      {"vulkan:desktop", "vulkan", false},          // buffers aligned to 16 instead of 256
      {"webgpu:default-limits", "webgpu", false},   // to 4 instead of 256
      {"metal:m1", "metal", true},                  // to 256 where 4 do
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyTargetProfile device = lookup(rows[i].device), module = lookup(rows[i].module);
    AccyStatus status = {0};
    bool supported = accyTargetSupports(&device.capabilities, &module.capabilities, &status);
    if (supported != rows[i].supported)
      fail_msg("%s on %s: %s", rows[i].module, rows[i].device, status.message);
    assert_int_equal(status.code, supported ? AccyStatusCodeOk : AccyStatusCodeCapabilityMismatch);
  }
  AccyTargetCapabilities wide = lookup("metal").capabilities, narrow = wide;
  AccyStatus status = {0};
  wide.subgroup.size_min = wide.subgroup.size_max = 64;
  assert_false(accyTargetSupports(&narrow, &wide, &status));
  assert_non_null(strstr(status.message, "needs subgroups of 64; target metal:baseline has 32 to 32"));
  assert_false(accyTargetSupports(&wide, &narrow, &status));
  wide.subgroup.size_min = 16;
  assert_true(accyTargetSupports(&wide, &narrow, NULL));
}

static void assert_makes_no_sense(const AccyTargetCapabilities *target, const char *part) {
  AccyStatus status = {0};
  assert_false(accyTargetVerify(target, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_non_null(strstr(status.message, part));
}

// What target_schema_test.py cannot put into a file.
static void test_described_targets(void **state) {
  (void)state;
  const AccyTargetCapabilities good = lookup("cuda").capabilities;
  AccyTargetCapabilities bad = good;
  assert_true(accyTargetVerify(&good, NULL));
  bad.backend = (AccyBackend)AccyBackendCount;
  assert_makes_no_sense(&bad, "backend");
  bad = good;
  memset(bad.family, 'f', sizeof bad.family);
  assert_makes_no_sense(&bad, "family");
  bad = good;
  memset(bad.name, 'n', sizeof bad.name);
  assert_makes_no_sense(&bad, "name");
  bad = good;
  memset(bad.architecture, 'a', sizeof bad.architecture);
  assert_makes_no_sense(&bad, "architecture");
  bad = good;
  bad.dtypes |= ACCY_BIT(AccyDtypeCount);
  assert_makes_no_sense(&bad, "dtype");
  bad = good;
  bad.subgroup.operations |= ACCY_BIT(AccySubgroupOperationCount);
  assert_makes_no_sense(&bad, "subgroup operation");
}

// What no device of an architecture has, a profile of one cannot list.
static void test_missing_in_architecture(void **state) {
  (void)state;
  static const struct {
    const char *target, *architecture;
    AccySet dtypes, features;
    const char *message;
  } rows[] = {
      {"metal:m1", NULL, ACCY_BIT(AccyDtypeF64), 0, "lists the dtype f64, which nothing of architecture msl3.0 has"},
      {"metal", NULL, ACCY_BIT(AccyDtypeF64), 0, "lists the dtype f64, which nothing of architecture msl2.4 has"},
      {"webgpu", NULL, ACCY_BIT(AccyDtypeF64), 0, "the dtype f64, which nothing of architecture wgsl has"},
      {"webgpu", NULL, ACCY_BIT(AccyDtypeI64), 0, "the dtype i64"},
      {"webgpu:subgroups", NULL, ACCY_BIT(AccyDtypeU64), 0, "the dtype u64"},
      {"webgpu", NULL, 0, ACCY_BIT(AccyFeatureFusedMultiplyAdd), "lists the feature fused_multiply_add"},
      {"wasm:simd128", NULL, 0, ACCY_BIT(AccyFeatureFusedMultiplyAdd), "nothing of architecture wasm32 has"},
      {"cpu", NULL, 0, ACCY_BIT(AccyFeatureFusedMultiplyAdd), "nothing of architecture x86-64 has"},
      {"cpu", "x86-64-v2", 0, ACCY_BIT(AccyFeatureFusedMultiplyAdd), "nothing of architecture x86-64-v2 has"},
      {"cpu", "x86-64-v3", 0, ACCY_BIT(AccyFeatureFusedMultiplyAdd), NULL},
      {"wasm", NULL, ACCY_BIT(AccyDtypeF16), 0, NULL},
      {"vulkan", "spv1.5", ACCY_BIT(AccyDtypeF64), 0, NULL},
      {"vulkan", "spv9", 0, 0, "'spv9' is none that code is made for; vulkan has: spv1.3 spv1.4 spv1.5 spv1.6"},
      {"cuda", "sm_5", 0, 0, "'sm_5' is none that code is made for; cuda has: sm_75 sm_80"},
      {"metal", "msl4.7", 0, 0, "'msl4.7' is none"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyTargetCapabilities target = lookup(rows[i].target).capabilities;
    if (rows[i].architecture)
      strcpy(target.architecture, rows[i].architecture);
    target.dtypes |= rows[i].dtypes;
    target.features |= rows[i].features;
    if (rows[i].message)
      assert_makes_no_sense(&target, rows[i].message);
    else
      assert_true(accyTargetVerify(&target, NULL));
  }
}

static void test_architectures(void **state) {
  (void)state;
  assert_string_equal(accyBackendArchitecture(AccyBackendVulkan, 0), "spv1.3");
  assert_string_equal(accyBackendArchitecture(AccyBackendVulkan, 3), "spv1.6");
  assert_null(accyBackendArchitecture(AccyBackendVulkan, 4));
  for (uint32_t i = 0; i < accyTargetBuiltinCount(); ++i)
    assert_true(accyTargetVerify(accyTargetBuiltin(i), NULL));
}

static void test_subgroup_sizes(void **state) {
  (void)state;
  AccyTargetCapabilities target = lookup("vulkan:desktop").capabilities;
  target.subgroup.size_max = 96;
  assert_makes_no_sense(&target, "has a subgroup size that is no power of two");
  target.subgroup.size_max = 0;
  assert_true(accyTargetVerify(&target, NULL));
  target.subgroup.size_min = 24;
  assert_makes_no_sense(&target, "power of two");
  const uint32_t warps[][2] = {{32, 0}, {0, 32}, {0, 0}}, others[][2] = {{16, 32}, {32, 64}, {64, 64}, {64, 0}, {1, 1}};
  target = lookup("cuda:sm_90").capabilities;
  for (size_t i = 0; i < sizeof warps / sizeof *warps; ++i) {
    target.subgroup.size_min = warps[i][0], target.subgroup.size_max = warps[i][1];
    assert_true(accyTargetVerify(&target, NULL));
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
    target.subgroup.size_min = others[i][0], target.subgroup.size_max = others[i][1];
    assert_makes_no_sense(&target, "every warp of CUDA has 32 threads");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_baselines),
      cmocka_unit_test(test_named_profiles),
      cmocka_unit_test(test_bad_lookups),
      cmocka_unit_test(test_bindings),
      cmocka_unit_test(test_missing_in_architecture),
      cmocka_unit_test(test_architectures),
      cmocka_unit_test(test_subgroup_sizes),
      cmocka_unit_test(test_resolve),
      cmocka_unit_test(test_requirements),
      cmocka_unit_test(test_geometry),
      cmocka_unit_test(test_subgroup_size),
      cmocka_unit_test(test_described_targets),
      cmocka_unit_test(test_modules_of_other_devices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
