// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in target profiles, one row each: the baselines of planner.md, section 2, and named real devices. Sources
// of the devices' facts:
//  - cuda: NVIDIA, CUDA C++ Programming Guide, "Compute Capabilities", technical specifications (threads, grid, shared
//    memory that a block can opt in to, constant memory); the same guide's 4096 bytes of kernel parameters, which are
//    512 pointers; PTX ISA, "mma" and "wgmma" for the matrix shapes.
//  - vulkan:llvmpipe: Mesa, src/gallium/frontends/lavapipe/lvp_device.c (limits and features of its physical device);
//    the subgroup is the host's vector width in 32-bit lanes. Its loops end after 65535 steps of an invocation in all,
//    whatever their conditions say: src/gallium/auxiliary/gallivm/lp_bld_limits.h, LP_MAX_TGSI_LOOP_ITERATIONS. The
//    baseline, which is for any device, has this limit, too.
//  - vulkan's bindings: Vulkan specification, "Roadmap 2022" (30 storage buffers a stage) and "Required Limits" (128
//    MiB of one); llvmpipe reports 32 and 128 MiB, drivers of desktop GPUs at least 1 GiB.
//  - vulkan:desktop: what Vulkan 1.2 drivers of desktop GPUs agree on; Vulkan Hardware Database (vulkan.gpuinfo.org).
//  - metal:m1: Apple, Metal Feature Set Tables, GPU family Apple7 (31 entries in the buffer argument table for all).
//  - webgpu:default-limits: W3C, WebGPU, section "Limits", column "Default".
//  - webgpu:subgroups: the same for adapters with the feature "subgroups", of 4 to 128 threads: W3C, WebGPU Shading
//    Language, section "Subgroup Built-in Functions", and WebGPU, GPUAdapterInfo.
//  - cpu: x86-64 psABI, micro-architecture levels; Arm, Architecture Reference Manual and the Neoverse cores' technical
//    reference manuals. Grids are loops, so only the 32-bit counters limit them, and buffers by the 47 address bits of
//    a process.
//  - wasm: WebAssembly Core Specification 2.0, vector instructions; WebAssembly JavaScript Interface, "Implementation
//    Limits" (1000 parameters of a function, of which seven are the loop's).
#include "accy-c/Target.h"

#define D(name) ACCY_BIT(AccyDtype##name)
#define F(name) ACCY_BIT(AccyFeature##name)
#define L(name) ACCY_BIT(AccyLayoutSupport##name)
#define R(name) ACCY_BIT(AccyRuntimeFeature##name)
#define S(name) ACCY_BIT(AccySubgroupOperation##name)
#define T(name) ACCY_BIT(AccyFormat##name)

enum {
  gpu_dtypes = D(I1) | D(I32) | D(U32) | D(F16) | D(F32),
  webgpu_dtypes = D(I1) | D(I32) | D(U32) | D(F32),
  // What WGSL's words of 32 bits hold: numbers of 16 and 8 bits are packed, and computed on in 32.
  word_dtypes = webgpu_dtypes | D(I8) | D(I16) | D(U8) | D(U16) | D(F16) | D(Bf16),
  host_dtypes = D(I1) | D(I32) | D(U32) | D(I64) | D(U64) | D(F32) | D(F64),
  integer_dtypes = D(I1) | D(I8) | D(I16) | D(I32) | D(I64) | D(U8) | D(U16) | D(U32) | D(U64),
  integer_atomics = F(AtomicI32) | F(AtomicU32) | F(AtomicIndex),
  small_storage = F(Storage8Bit) | F(Storage16Bit),
  all_subgroup_operations = S(Shuffle) | S(Ballot) | S(Vote) | S(Arithmetic) | S(Scan),
  plain_layouts = L(RowMajor) | L(CompactStrides) | L(BroadcastStrides) | L(Tiled) | L(Opaque),
  vector_layouts = plain_layouts | L(Vectorized),
  stream_runtime = R(Streams) | R(Events),
  cpu_formats = T(CpuMachineCode) | T(CpuObject),
  ampere_features = integer_atomics | small_storage | F(AtomicF32AddDevice) | F(AtomicF32AddShared) | F(AsyncCopy) |
                    F(DynamicSharedMemory) | F(F16Arithmetic) | F(Bf16Arithmetic) | F(FusedMultiplyAdd) |
                    F(MatrixF16M16N8K16) | F(MatrixBf16M16N8K16) | F(MatrixTf32M16N8K8) | F(MatrixF64M8N8K4),
  // A host computes on 16-bit floats in f32 and rounds each result.
  host_vector_features = integer_atomics | small_storage | F(F16Arithmetic) | F(Bf16Arithmetic),
  all_dtypes = integer_dtypes | D(F16) | D(Bf16) | D(F32) | D(F64),
};

#define EVERY(limit) {limit, limit, limit}
#define SUBGROUP(min, max, operations) {true, min, max, operations}
#define NO_SUBGROUP {false, 0, 0, 0}

// Bindings, as {buffers, bytes of one}.
#define MEBIBYTES(count) ((uint64_t)(count) << 20)
#define CUDA_BINDINGS {512, UINT64_C(1) << 47}
#define VULKAN_BINDINGS(buffers, mebibytes) {buffers, MEBIBYTES(mebibytes)}
#define METAL_BINDINGS(mebibytes) {31, MEBIBYTES(mebibytes)}
#define WEBGPU_BINDINGS {8, MEBIBYTES(128)}
#define CPU_BINDINGS {UINT32_MAX, UINT64_C(1) << 47}
#define WASM_BINDINGS {993, UINT32_MAX}

static const AccyTargetCapabilities builtins[] = {
    // ---- Baselines: section 2.
    {AccyBackendCuda, "generic", "baseline", "sm_75", .memory = {49152, 65536, 256, false, false},
     .subgroup = SUBGROUP(32, 32, all_subgroup_operations),
     .threadgroup = {1024, {1024, 1024, 64}, EVERY(65535), {INT32_MAX, 65535, 65535}, 49152}, .bindings = CUDA_BINDINGS,
     .dtypes = gpu_dtypes, .layouts = vector_layouts, .runtime = stream_runtime,
     .features =
         integer_atomics | small_storage | F(AtomicF32AddDevice) | F(AtomicF32AddShared) | F(DynamicSharedMemory),
     .formats = T(CudaPtx)},
    {AccyBackendVulkan, "generic", "baseline", "spv1.3", .memory = {0, 16384, 16, false, false},
     .subgroup = NO_SUBGROUP, .threadgroup = {1024, {1024, 1024, 64}, EVERY(65535), EVERY(65535), 0},
     .max_loop_steps = 65535, .bindings = VULKAN_BINDINGS(30, 128), .dtypes = gpu_dtypes, .layouts = plain_layouts,
     .runtime = R(Events) | R(TimelineEvents), .features = integer_atomics, .formats = T(VulkanSpirv)},
    {AccyBackendMetal, "generic", "baseline", "msl2.4", .memory = {0, 65536, 256, true, true},
     .subgroup = SUBGROUP(32, 32, all_subgroup_operations),
     .threadgroup = {1024, {1024, 1024, 64}, EVERY(65535), EVERY(65535), 0}, .bindings = METAL_BINDINGS(256),
     .dtypes = gpu_dtypes, .layouts = plain_layouts, .runtime = stream_runtime,
     .features = integer_atomics | small_storage | F(AtomicF32AddDevice) | F(AsyncCopy), .formats = T(MetalMsl)},
    {AccyBackendWebgpu, "generic", "baseline", "wgsl", .memory = {16384, 65536, 4, false, false},
     .subgroup = NO_SUBGROUP, .threadgroup = {256, {256, 256, 64}, EVERY(65535), EVERY(65535), 16384},
     .bindings = WEBGPU_BINDINGS, .dtypes = webgpu_dtypes, .layouts = plain_layouts, .runtime = R(Streams),
     .features = 0, .formats = T(WebgpuWgsl)},
    {AccyBackendCpu, "generic", "baseline", "x86-64", .memory = {0, UINT32_MAX, 16, true, true},
     .subgroup = NO_SUBGROUP, .threadgroup = {1024, {1024, 1024, 64}, EVERY(65535), EVERY(UINT32_MAX), 0},
     .bindings = CPU_BINDINGS, .dtypes = host_dtypes, .layouts = plain_layouts, .runtime = 0,
     .features = integer_atomics | small_storage, .formats = cpu_formats},
    {AccyBackendWasm, "generic", "baseline", "wasm32", .memory = {0, UINT32_MAX, 1, true, true},
     .subgroup = NO_SUBGROUP, .threadgroup = {1024, {1024, 1024, 64}, EVERY(65535), EVERY(UINT32_MAX), 0},
     .bindings = WASM_BINDINGS, .dtypes = host_dtypes, .layouts = plain_layouts, .runtime = 0,
     .features = small_storage, .formats = T(WebassemblyModule)},
    // ---- Real devices.
    {AccyBackendCuda, "nvidia", "sm_80", "sm_80", // A100: 163 KiB of shared memory for a block
     .memory = {166912, 65536, 256, false, false}, .subgroup = SUBGROUP(32, 32, all_subgroup_operations),
     .threadgroup = {1024, {1024, 1024, 64}, {INT32_MAX, 65535, 65535}, {INT32_MAX, 65535, 65535}, 166912},
     .bindings = CUDA_BINDINGS, .dtypes = all_dtypes, .layouts = vector_layouts, .runtime = stream_runtime,
     .features = ampere_features, .formats = T(CudaPtx)},
    {AccyBackendCuda, "nvidia", "sm_90", "sm_90", // H100, H200: 227 KiB of shared memory for a block
     .memory = {232448, 65536, 256, false, false}, .subgroup = SUBGROUP(32, 32, all_subgroup_operations),
     .threadgroup = {1024, {1024, 1024, 64}, {INT32_MAX, 65535, 65535}, {INT32_MAX, 65535, 65535}, 232448},
     .bindings = CUDA_BINDINGS, .dtypes = all_dtypes, .layouts = vector_layouts, .runtime = stream_runtime,
     .features = ampere_features | F(WarpgroupMatrixF16M64) | F(BulkCopy), .formats = T(CudaPtx)},
    {AccyBackendVulkan, "mesa", "llvmpipe", "spv1.6", .memory = {32768, 65536, 16, true, true},
     .subgroup = SUBGROUP(4, 8, all_subgroup_operations),
     .threadgroup = {1024, EVERY(1024), EVERY(65535), EVERY(65535), 0}, .max_loop_steps = 65535,
     .bindings = VULKAN_BINDINGS(32, 128), .dtypes = integer_dtypes | D(F16) | D(Bf16) | D(F32) | D(F64),
     .layouts = plain_layouts, .runtime = R(Events) | R(TimelineEvents),
     .features = integer_atomics | small_storage | F(F16Arithmetic) | F(AtomicF32AddDevice) | F(AtomicF32AddShared) |
                 F(SignedZeroInfNanPreserve) | F(RoundToNearestEven),
     .formats = T(VulkanSpirv)},
    {AccyBackendVulkan, "generic", "desktop", "spv1.3", .memory = {32768, 65536, 256, false, false},
     .subgroup = SUBGROUP(32, 64, all_subgroup_operations),
     .threadgroup = {1024, {1024, 1024, 64}, EVERY(65535), EVERY(65535), 0}, .bindings = VULKAN_BINDINGS(30, 1024),
     .dtypes = integer_dtypes | D(F16) | D(Bf16) | D(F32), .layouts = plain_layouts,
     .runtime = R(Events) | R(TimelineEvents),
     .features = integer_atomics | small_storage | F(F16Arithmetic) | F(SignedZeroInfNanPreserve),
     .formats = T(VulkanSpirv)},
    {AccyBackendMetal, "apple7", "m1", "msl3.0", .memory = {32768, 65536, 4, true, true},
     .subgroup = SUBGROUP(32, 32, all_subgroup_operations),
     .threadgroup = {1024, EVERY(1024), EVERY(INT32_MAX), EVERY(INT32_MAX), 32768}, .bindings = METAL_BINDINGS(4096),
     .dtypes = integer_dtypes | D(F16) | D(Bf16) | D(F32), .layouts = plain_layouts, .runtime = stream_runtime,
     .features = integer_atomics | small_storage | F(AtomicF32AddDevice) | F(AsyncCopy) | F(F16Arithmetic) |
                 F(SimdgroupMatrixM8N8K8) | F(DynamicSharedMemory),
     .formats = T(MetalMsl)},
    {AccyBackendWebgpu, "w3c", "default-limits", "wgsl", .memory = {16384, 65536, 256, false, false},
     .subgroup = NO_SUBGROUP, .threadgroup = {256, {256, 256, 64}, EVERY(65535), EVERY(65535), 16384},
     .bindings = WEBGPU_BINDINGS, .dtypes = word_dtypes, .layouts = plain_layouts, .runtime = R(Streams),
     .features = integer_atomics | F(F16Arithmetic), .formats = T(WebgpuWgsl)},
    {AccyBackendWebgpu, "w3c", "subgroups", "wgsl", .memory = {16384, 65536, 256, false, false},
     .subgroup = SUBGROUP(4, 128, all_subgroup_operations),
     .threadgroup = {256, {256, 256, 64}, EVERY(65535), EVERY(65535), 16384}, .bindings = WEBGPU_BINDINGS,
     .dtypes = word_dtypes, .layouts = plain_layouts, .runtime = R(Streams),
     .features = integer_atomics | F(F16Arithmetic), .formats = T(WebgpuWgsl)},
    {AccyBackendCpu, "x86-64", "x86-64-v3", "x86-64-v3", .memory = {0, UINT32_MAX, 32, true, true},
     .subgroup = NO_SUBGROUP, .threadgroup = {1024, EVERY(1024), EVERY(UINT32_MAX), EVERY(UINT32_MAX), 0},
     .bindings = CPU_BINDINGS, .dtypes = all_dtypes, .layouts = plain_layouts, .runtime = 0,
     .features = host_vector_features, .formats = cpu_formats},
    {AccyBackendCpu, "x86-64", "x86-64-v4", "x86-64-v4", .memory = {0, UINT32_MAX, 64, true, true},
     .subgroup = NO_SUBGROUP, .threadgroup = {1024, EVERY(1024), EVERY(UINT32_MAX), EVERY(UINT32_MAX), 0},
     .bindings = CPU_BINDINGS, .dtypes = all_dtypes, .layouts = plain_layouts, .runtime = 0,
     .features = host_vector_features, .formats = cpu_formats},
    {AccyBackendCpu, "arm", "aarch64", "aarch64", .memory = {0, UINT32_MAX, 16, true, true}, .subgroup = NO_SUBGROUP,
     .threadgroup = {1024, EVERY(1024), EVERY(UINT32_MAX), EVERY(UINT32_MAX), 0}, .bindings = CPU_BINDINGS,
     .dtypes = all_dtypes, .layouts = plain_layouts, .runtime = 0, .features = host_vector_features,
     .formats = cpu_formats},
    {AccyBackendCpu, "arm", "neoverse-n1", "neoverse-n1", .memory = {0, UINT32_MAX, 16, true, true},
     .subgroup = NO_SUBGROUP, .threadgroup = {1024, EVERY(1024), EVERY(UINT32_MAX), EVERY(UINT32_MAX), 0},
     .bindings = CPU_BINDINGS, .dtypes = all_dtypes, .layouts = plain_layouts, .runtime = 0,
     .features = host_vector_features, .formats = cpu_formats},
    {AccyBackendCpu, "arm", "neoverse-v2", "neoverse-v2", .memory = {0, UINT32_MAX, 16, true, true},
     .subgroup = NO_SUBGROUP, .threadgroup = {1024, EVERY(1024), EVERY(UINT32_MAX), EVERY(UINT32_MAX), 0},
     .bindings = CPU_BINDINGS, .dtypes = all_dtypes, .layouts = plain_layouts, .runtime = 0,
     .features = host_vector_features, .formats = cpu_formats},
    {AccyBackendWasm, "w3c", "simd128", "wasm32", .memory = {0, UINT32_MAX, 16, true, true}, .subgroup = NO_SUBGROUP,
     .threadgroup = {1024, EVERY(1024), EVERY(UINT32_MAX), EVERY(UINT32_MAX), 0}, .bindings = WASM_BINDINGS,
     .dtypes = all_dtypes, .layouts = plain_layouts, .runtime = 0,
     .features = small_storage | F(F16Arithmetic) | F(Bf16Arithmetic) | F(Simd128), .formats = T(WebassemblyModule)},
};

uint32_t accyTargetBuiltinCount(void) {
  return sizeof(builtins) / sizeof(builtins[0]);
}

const AccyTargetCapabilities *accyTargetBuiltin(uint32_t index) {
  return &builtins[index];
}
