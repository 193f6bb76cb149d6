// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner's vocabulary: one table of rows per enumeration. The enumerators, their number, their printed names and
// the parser all come from the same rows, so a name is spelled once. The spellings are those of textual IR, plan.json
// and diagnostics. Spec: section 1.
#ifndef ACCY_C_ENUMS_H
#define ACCY_C_ENUMS_H

#include "accy-c/Support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Each row: ROW(type, enumerator, spelling). `ROW(Backend, Cuda, "cuda")` declares `AccyBackendCuda`.

#define ACCY_BACKEND_ROWS(ROW)                                                                                         \
  ROW(Backend, Cuda, "cuda")                                                                                           \
  ROW(Backend, Vulkan, "vulkan")                                                                                       \
  ROW(Backend, Metal, "metal")                                                                                         \
  ROW(Backend, Webgpu, "webgpu")                                                                                       \
  ROW(Backend, Cpu, "cpu")                                                                                             \
  ROW(Backend, Wasm, "wasm")

#define ACCY_FORMAT_ROWS(ROW)                                                                                          \
  ROW(Format, CudaPtx, "cuda_ptx")                                                                                     \
  ROW(Format, VulkanSpirv, "vulkan_spirv")                                                                             \
  ROW(Format, MetalMsl, "metal_msl")                                                                                   \
  ROW(Format, WebgpuWgsl, "webgpu_wgsl")                                                                               \
  ROW(Format, CpuMachineCode, "cpu_machine_code")                                                                      \
  ROW(Format, CpuObject, "cpu_object")                                                                                 \
  ROW(Format, WebassemblyModule, "webassembly_module")

// The order is that of the bits of a dtype set.
#define ACCY_DTYPE_ROWS(ROW)                                                                                           \
  ROW(Dtype, I1, "i1")                                                                                                 \
  ROW(Dtype, I8, "i8")                                                                                                 \
  ROW(Dtype, I16, "i16")                                                                                               \
  ROW(Dtype, I32, "i32")                                                                                               \
  ROW(Dtype, I64, "i64")                                                                                               \
  ROW(Dtype, U8, "u8")                                                                                                 \
  ROW(Dtype, U16, "u16")                                                                                               \
  ROW(Dtype, U32, "u32")                                                                                               \
  ROW(Dtype, U64, "u64")                                                                                               \
  ROW(Dtype, F16, "f16")                                                                                               \
  ROW(Dtype, Bf16, "bf16")                                                                                             \
  ROW(Dtype, F32, "f32")                                                                                               \
  ROW(Dtype, F64, "f64")

// Roles are flags: a slot can be an output and a constant at once.
#define ACCY_ROLE_ROWS(ROW)                                                                                            \
  ROW(Role, Input, "input")                                                                                            \
  ROW(Role, Output, "output")                                                                                          \
  ROW(Role, Constant, "constant")                                                                                      \
  ROW(Role, Temporary, "temporary")

#define ACCY_SPACE_ROWS(ROW)                                                                                           \
  ROW(Space, DeviceGlobal, "device_global")                                                                            \
  ROW(Space, DeviceConstant, "device_constant")                                                                        \
  ROW(Space, ThreadgroupShared, "threadgroup_shared")                                                                  \
  ROW(Space, Host, "host")

#define ACCY_ACCESS_ROWS(ROW)                                                                                          \
  ROW(Access, ReadOnly, "read_only")                                                                                   \
  ROW(Access, WriteOnly, "write_only")                                                                                 \
  ROW(Access, ReadWrite, "read_write")

#define ACCY_TRANSFER_ROWS(ROW)                                                                                        \
  ROW(Transfer, None, "none")                                                                                          \
  ROW(Transfer, HostToDevice, "host_to_device")                                                                        \
  ROW(Transfer, DeviceToHost, "device_to_host")                                                                        \
  ROW(Transfer, Both, "both")

#define ACCY_LAYOUT_KIND_ROWS(ROW)                                                                                     \
  ROW(LayoutKind, RowMajor, "row_major")                                                                               \
  ROW(LayoutKind, Strided, "strided")                                                                                  \
  ROW(LayoutKind, Broadcast, "broadcast")                                                                              \
  ROW(LayoutKind, Tiled, "tiled")                                                                                      \
  ROW(LayoutKind, Vectorized, "vectorized")                                                                            \
  ROW(LayoutKind, Opaque, "opaque")

// What layouts a target can address; the bits of a layout-support set.
#define ACCY_LAYOUT_SUPPORT_ROWS(ROW)                                                                                  \
  ROW(LayoutSupport, RowMajor, "row_major")                                                                            \
  ROW(LayoutSupport, CompactStrides, "compact_strides")                                                                \
  ROW(LayoutSupport, BroadcastStrides, "broadcast_strides")                                                            \
  ROW(LayoutSupport, Tiled, "tiled")                                                                                   \
  ROW(LayoutSupport, Vectorized, "vectorized")                                                                         \
  ROW(LayoutSupport, Opaque, "opaque")

// The kind of an outlined kernel (and of the work item that it came from).
#define ACCY_KERNEL_KIND_ROWS(ROW)                                                                                     \
  ROW(KernelKind, Elementwise, "elementwise")                                                                          \
  ROW(KernelKind, Shape, "shape")                                                                                      \
  ROW(KernelKind, DotGeneral, "dot_general")                                                                           \
  ROW(KernelKind, Reduction, "reduction")                                                                              \
  ROW(KernelKind, RowPipeline, "row_pipeline")                                                                         \
  ROW(KernelKind, FlashAttention, "flash_attention")                                                                   \
  ROW(KernelKind, Scan, "scan")                                                                                        \
  ROW(KernelKind, Iterate, "iterate")                                                                                  \
  ROW(KernelKind, KernelCall, "kernel_call")

#define ACCY_KERNEL_SOURCE_ROWS(ROW)                                                                                   \
  ROW(KernelSource, Tensor, "tensor")                                                                                  \
  ROW(KernelSource, KernelCall, "kernel_call")                                                                         \
  ROW(KernelSource, ChoirKernel, "choir_kernel")

#define ACCY_LAUNCH_KIND_ROWS(ROW)                                                                                     \
  ROW(LaunchKind, Authored, "authored")                                                                                \
  ROW(LaunchKind, Generic, "generic")                                                                                  \
  ROW(LaunchKind, DotGeneral, "dot_general")                                                                           \
  ROW(LaunchKind, Reduction, "reduction")                                                                              \
  ROW(LaunchKind, KernelCall, "kernel_call")

#define ACCY_PAYLOAD_KIND_ROWS(ROW)                                                                                    \
  ROW(PayloadKind, None, "none")                                                                                       \
  ROW(PayloadKind, Bytes, "bytes")                                                                                     \
  ROW(PayloadKind, WordsU32, "words_u32")                                                                              \
  ROW(PayloadKind, Text, "text")

#define ACCY_PAYLOAD_OWNERSHIP_ROWS(ROW)                                                                               \
  ROW(PayloadOwnership, Owned, "owned")                                                                                \
  ROW(PayloadOwnership, External, "external")

#define ACCY_COUNT_ARGUMENT_ROWS(ROW)                                                                                  \
  ROW(CountArgument, None, "none")                                                                                     \
  ROW(CountArgument, ScalarU32, "scalar_u32")                                                                          \
  ROW(CountArgument, DeviceBufferU32, "device_buffer_u32")

#define ACCY_SCALAR_KIND_ROWS(ROW)                                                                                     \
  ROW(ScalarKind, I32, "i32")                                                                                          \
  ROW(ScalarKind, U32, "u32")                                                                                          \
  ROW(ScalarKind, I64, "i64")                                                                                          \
  ROW(ScalarKind, U64, "u64")                                                                                          \
  ROW(ScalarKind, F32, "f32")                                                                                          \
  ROW(ScalarKind, F64, "f64")

#define ACCY_RESOURCE_CLASS_ROWS(ROW)                                                                                  \
  ROW(ResourceClass, Unknown, "unknown")                                                                               \
  ROW(ResourceClass, MemoryBound, "memory_bound")                                                                      \
  ROW(ResourceClass, Balanced, "balanced")                                                                             \
  ROW(ResourceClass, ComputeWeighted, "compute_weighted")

#define ACCY_TILE_KIND_ROWS(ROW)                                                                                       \
  ROW(TileKind, None, "none")                                                                                          \
  ROW(TileKind, DotGeneral, "dot_general")                                                                             \
  ROW(TileKind, Reduction, "reduction")                                                                                \
  ROW(TileKind, ElementwiseRank2, "elementwise_rank2")

#define ACCY_REDUCTION_KIND_ROWS(ROW)                                                                                  \
  ROW(ReductionKind, None, "none")                                                                                     \
  ROW(ReductionKind, Sum, "sum")                                                                                       \
  ROW(ReductionKind, Max, "max")                                                                                       \
  ROW(ReductionKind, Min, "min")                                                                                       \
  ROW(ReductionKind, Prod, "prod")                                                                                     \
  ROW(ReductionKind, And, "and")                                                                                       \
  ROW(ReductionKind, Or, "or")                                                                                         \
  ROW(ReductionKind, Argmax, "argmax")                                                                                 \
  ROW(ReductionKind, Argmin, "argmin")

// The shape of a kernel body, as far as its launch depends on it (section 7). `authored` takes the geometry as given.
#define ACCY_LAUNCH_SHAPE_ROWS(ROW)                                                                                    \
  ROW(LaunchShape, Generic, "generic")                                                                                 \
  ROW(LaunchShape, Authored, "authored")                                                                               \
  ROW(LaunchShape, ElementwiseRank2, "elementwise_rank2")                                                              \
  ROW(LaunchShape, ElementwiseVector, "elementwise_vector")                                                            \
  ROW(LaunchShape, DotGeneral, "dot_general")                                                                          \
  ROW(LaunchShape, DotGeneralBlock, "dot_general_block")                                                               \
  ROW(LaunchShape, DotGeneralMatrix, "dot_general_matrix")                                                             \
  ROW(LaunchShape, Reduction, "reduction")                                                                             \
  ROW(LaunchShape, ReductionAtomic, "reduction_atomic")                                                                \
  ROW(LaunchShape, ReductionSingleBlock, "reduction_single_block")                                                     \
  ROW(LaunchShape, ReductionWarpRows, "reduction_warp_rows")                                                           \
  ROW(LaunchShape, ReductionGroup, "reduction_group")                                                                  \
  ROW(LaunchShape, RowPipeline, "row_pipeline")                                                                        \
  ROW(LaunchShape, FlashAttention, "flash_attention")                                                                  \
  ROW(LaunchShape, Scan, "scan")

// What a kernel may need of a target beyond dtypes and sizes; the bits of a feature set.
#define ACCY_FEATURE_ROWS(ROW)                                                                                         \
  ROW(Feature, AtomicI32, "atomic_i32")                                                                                \
  ROW(Feature, AtomicU32, "atomic_u32")                                                                                \
  ROW(Feature, AtomicIndex, "atomic_index")                                                                            \
  ROW(Feature, AtomicF32AddDevice, "atomic_f32_add_device")                                                            \
  ROW(Feature, AtomicF32AddShared, "atomic_f32_add_shared")                                                            \
  ROW(Feature, AsyncCopy, "async_copy")                                                                                \
  ROW(Feature, DynamicSharedMemory, "dynamic_shared_memory")                                                           \
  ROW(Feature, F16Arithmetic, "f16_arithmetic")                                                                        \
  ROW(Feature, Bf16Arithmetic, "bf16_arithmetic")                                                                      \
  ROW(Feature, FusedMultiplyAdd, "fused_multiply_add")                                                                 \
  ROW(Feature, Storage8Bit, "storage_8bit")                                                                            \
  ROW(Feature, Storage16Bit, "storage_16bit")                                                                          \
  ROW(Feature, Simd128, "simd128")                                                                                     \
  ROW(Feature, MatrixF16M16N8K16, "matrix_f16_m16n8k16")                                                               \
  ROW(Feature, MatrixBf16M16N8K16, "matrix_bf16_m16n8k16")                                                             \
  ROW(Feature, MatrixTf32M16N8K8, "matrix_tf32_m16n8k8")                                                               \
  ROW(Feature, MatrixF64M8N8K4, "matrix_f64_m8n8k4")                                                                   \
  ROW(Feature, WarpgroupMatrixF16M64, "warpgroup_matrix_f16_m64")                                                      \
  ROW(Feature, SimdgroupMatrixM8N8K8, "simdgroup_matrix_m8n8k8")                                                       \
  ROW(Feature, BulkCopy, "bulk_copy")                                                                                  \
  ROW(Feature, SignedZeroInfNanPreserve, "signed_zero_inf_nan_preserve")                                               \
  ROW(Feature, RoundToNearestEven, "round_to_nearest_even")                                                            \
  ROW(Feature, DenormalPreserve, "denormal_preserve")

#define ACCY_SUBGROUP_OPERATION_ROWS(ROW)                                                                              \
  ROW(SubgroupOperation, Shuffle, "shuffle")                                                                           \
  ROW(SubgroupOperation, Ballot, "ballot")                                                                             \
  ROW(SubgroupOperation, Vote, "vote")                                                                                 \
  ROW(SubgroupOperation, Arithmetic, "arithmetic")                                                                     \
  ROW(SubgroupOperation, Scan, "scan")

// What the target's runtime offers for ordering work.
#define ACCY_RUNTIME_FEATURE_ROWS(ROW)                                                                                 \
  ROW(RuntimeFeature, Streams, "streams")                                                                              \
  ROW(RuntimeFeature, Events, "events")                                                                                \
  ROW(RuntimeFeature, TimelineEvents, "timeline_events")

#define ACCY_MEMORY_STRATEGY_ROWS(ROW)                                                                                 \
  ROW(MemoryStrategy, Reuse, "reuse")                                                                                  \
  ROW(MemoryStrategy, Pack, "pack")

// Every enumeration: EACH(type, rows).
#define ACCY_ENUMS(EACH)                                                                                               \
  EACH(Backend, ACCY_BACKEND_ROWS)                                                                                     \
  EACH(Format, ACCY_FORMAT_ROWS)                                                                                       \
  EACH(Dtype, ACCY_DTYPE_ROWS)                                                                                         \
  EACH(Role, ACCY_ROLE_ROWS)                                                                                           \
  EACH(Space, ACCY_SPACE_ROWS)                                                                                         \
  EACH(Access, ACCY_ACCESS_ROWS)                                                                                       \
  EACH(Transfer, ACCY_TRANSFER_ROWS)                                                                                   \
  EACH(LayoutKind, ACCY_LAYOUT_KIND_ROWS)                                                                              \
  EACH(LayoutSupport, ACCY_LAYOUT_SUPPORT_ROWS)                                                                        \
  EACH(KernelKind, ACCY_KERNEL_KIND_ROWS)                                                                              \
  EACH(KernelSource, ACCY_KERNEL_SOURCE_ROWS)                                                                          \
  EACH(LaunchKind, ACCY_LAUNCH_KIND_ROWS)                                                                              \
  EACH(PayloadKind, ACCY_PAYLOAD_KIND_ROWS)                                                                            \
  EACH(PayloadOwnership, ACCY_PAYLOAD_OWNERSHIP_ROWS)                                                                  \
  EACH(CountArgument, ACCY_COUNT_ARGUMENT_ROWS)                                                                        \
  EACH(ScalarKind, ACCY_SCALAR_KIND_ROWS)                                                                              \
  EACH(ResourceClass, ACCY_RESOURCE_CLASS_ROWS)                                                                        \
  EACH(TileKind, ACCY_TILE_KIND_ROWS)                                                                                  \
  EACH(ReductionKind, ACCY_REDUCTION_KIND_ROWS)                                                                        \
  EACH(LaunchShape, ACCY_LAUNCH_SHAPE_ROWS)                                                                            \
  EACH(Feature, ACCY_FEATURE_ROWS)                                                                                     \
  EACH(SubgroupOperation, ACCY_SUBGROUP_OPERATION_ROWS)                                                                \
  EACH(RuntimeFeature, ACCY_RUNTIME_FEATURE_ROWS)                                                                      \
  EACH(MemoryStrategy, ACCY_MEMORY_STRATEGY_ROWS)

#define ACCY_ENUMERATOR(type, name, text) Accy##type##name,
#define ACCY_ADD_ONE(type, name, text) +1

// For each type T of the table above:
//   enum AccyT and AccyTCount, the number of its rows;
//   accyTName(value): the spelling, "invalid" for a value that is no enumerator; never null, lives forever;
//   accyTParse(text, length, &value): true and the value when `text` (which need not end in a NUL) is a spelling;
//   false and nothing written otherwise.
#define ACCY_DECLARE_ENUM(type, rows)                                                                                  \
  typedef enum Accy##type{rows(ACCY_ENUMERATOR)} Accy##type;                                                           \
  enum { Accy##type##Count = 0 rows(ACCY_ADD_ONE) };                                                                   \
  ACCY_EXPORTED const char *accy##type##Name(Accy##type value);                                                        \
  ACCY_EXPORTED bool accy##type##Parse(const char *text, size_t length, Accy##type *outValue);

ACCY_ENUMS(ACCY_DECLARE_ENUM)

// A set of enumerators: bit i stands for the enumerator of value i.
typedef uint32_t AccySet;
#define ACCY_BIT(enumerator) ((AccySet)1 << (enumerator))

/// The size of one element in a buffer, in bytes; an i1 takes a byte. 0 for a value that is no dtype.
ACCY_EXPORTED uint32_t accyDtypeByteSize(AccyDtype dtype);

// Facts of a value that is no format are those of none: AccyBackendCount, AccyPayloadKindNone, false and "".

/// The format that a backend makes when none is asked for; AccyFormatCount for a value that is no backend. Spec:
/// section 1.
ACCY_EXPORTED AccyFormat accyBackendDefaultFormat(AccyBackend backend);

/// The backend that makes artifacts of `format`. Spec: section 1.
ACCY_EXPORTED AccyBackend accyFormatBackend(AccyFormat format);

/// The kind of payload that an artifact of `format` must hold. Spec: section 1.
ACCY_EXPORTED AccyPayloadKind accyFormatPayloadKind(AccyFormat format);

/// Whether one call runs the whole grid, the loop over it being inside the compiled code. Spec: section 1.
ACCY_EXPORTED bool accyFormatIsHostLoop(AccyFormat format);

/// Whether one launch may have a buffer both as an input and as its output. WebGPU refuses a dispatch that does, others
/// have kernels that use it by one name only. Spec: section 8.
ACCY_EXPORTED bool accyFormatSharesBuffers(AccyFormat format);

/// Whether kernels take the address of each buffer, so that one may begin wherever its elements may. Others have
/// buffers bound to them at offsets that the device restricts. Spec: section 8.
ACCY_EXPORTED bool accyFormatTakesAddresses(AccyFormat format);

/// The ending of a payload file's name, without the dot: "ptx", "spv", "metal", "wgsl", "bin", "o", "wasm".
ACCY_EXPORTED const char *accyFormatFileExtension(AccyFormat format);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_ENUMS_H
