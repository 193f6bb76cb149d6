// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of a kernel that lowering takes; see kernel_form.h.

#include "lowering/kernel_form.h"

#include "lowering/format.h"
#include "lowering/shuffle.h"
#include "support/ir.h"

#include <stdlib.h>
#include <string.h>

// Operations of a kernel. A name that ends in a dot stands for the whole dialect.
static const char *const allowed_operations[] = {
    "arith.",       "gpu.barrier",   "gpu.block_id", "gpu.block_dim", "gpu.grid_dim", "gpu.return",
    "gpu.shuffle",  "gpu.thread_id", "math.absf",    "math.fma",      "math.sqrt",    "memref.load",
    "memref.store", "scf.condition", "scf.for",      "scf.if",        "scf.while",    "scf.yield",
};

// Exceptions: a remainder of floats is a library call on some targets, and the others need more than one target has.
static const char *const forbidden_operations[] = {"arith.remf", "arith.scaling_extf", "arith.scaling_truncf"};

static bool is_allowed(MlirStringRef name) {
  for (size_t i = 0; i < sizeof forbidden_operations / sizeof *forbidden_operations; ++i)
    if (accyTextEquals(name, forbidden_operations[i]))
      return false;
  for (size_t i = 0; i < sizeof allowed_operations / sizeof *allowed_operations; ++i) {
    const char *allowed = allowed_operations[i];
    size_t length = strlen(allowed);
    bool isDialect = allowed[length - 1] == '.';
    if (isDialect ? name.length > length && memcmp(name.data, allowed, length) == 0 : accyTextEquals(name, allowed))
      return true;
  }
  return false;
}

static bool is_number(MlirType type) {
  if (mlirTypeIsAInteger(type)) {
    unsigned width = mlirIntegerTypeGetWidth(type);
    return mlirIntegerTypeIsSignless(type) && (width == 1 || width == 8 || width == 16 || width == 32 || width == 64);
  }
  return mlirTypeIsAF16(type) || mlirTypeIsABF16(type) || mlirTypeIsAF32(type) || mlirTypeIsAF64(type);
}

// Sizes in bytes stay far from overflow.
static const int64_t max_elements = INT64_C(1) << 48;

static bool is_buffer(MlirType type) {
  if (!mlirTypeIsAMemRef(type) || mlirShapedTypeGetRank(type) != 1 || !mlirShapedTypeHasStaticShape(type))
    return false;
  // i1 tensors are buffers of bytes.
  MlirType element = mlirShapedTypeGetElementType(type);
  bool isBit = mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1;
  int64_t size = mlirShapedTypeGetDimSize(type, 0);
  return is_number(element) && !isBit && size > 0 && size <= max_elements &&
         mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)) &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

static bool is_wide_float(MlirType type) {
  return mlirTypeIsAF32(type) || mlirTypeIsAF64(type);
}

// Narrower elements need features of their own in some formats.
static bool is_threadgroup_memory(MlirType type) {
  if (!mlirTypeIsAMemRef(type) || mlirShapedTypeGetRank(type) != 1 || !mlirShapedTypeHasStaticShape(type))
    return false;
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t size = mlirShapedTypeGetDimSize(type, 0);
  MlirAttribute space = mlirAttributeParseGet(mlirTypeGetContext(type), accyText("#gpu.address_space<workgroup>"));
  return is_number(element) && accyScalarTypeWidth(element) >= 32 && size > 0 && size <= UINT32_MAX &&
         mlirAttributeEqual(mlirMemRefTypeGetMemorySpace(type), space) &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

// What the walk over a kernel's operations carries.
typedef struct FormCheck {
  const AccyLoweringRequest *request;
  MlirLogicalResult result;
} FormCheck;

static const char *find_fma_fault(const AccyLoweringRequest *request, MlirOperation op) {
  if (!is_wide_float(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return "only f32 and f64 are multiplied and added at once: convert to f32 and back [UnsupportedOperation]";
  if (!(request->target->capabilities.features & ACCY_BIT(AccyFeatureFusedMultiplyAdd)))
    return "the target lacks fused_multiply_add: multiply, then add [CapabilityMismatch]";
  return NULL;
}

static const char *find_barrier_fault(const AccyLoweringRequest *request, MlirOperation op) {
  (void)op;
  return accyFormatIsHostLoop(request->format)
             ? "the format's entry points run the threads of a threadgroup one after the other, so that none can wait "
               "for another: write the kernel without, or compile it for a GPU [CapabilityMismatch]"
             : NULL;
}

// What is wrong with an operation, or null.
static const char *find_fault(const AccyLoweringRequest *request, MlirOperation op) {
  static const struct {
    const char *name;
    const char *(*find)(const AccyLoweringRequest *request, MlirOperation op);
  } rows[] = {{"math.fma", find_fma_fault}, {"gpu.barrier", find_barrier_fault}, {"gpu.shuffle", accyShuffleFindFault}};
  if (!is_allowed(mlirIdentifierStr(mlirOperationGetName(op))))
    return "kernels hold gpu.block_id, gpu.block_dim, gpu.grid_dim, gpu.thread_id, gpu.barrier, gpu.shuffle, arith "
           "(without remf and scaling_*), scf.if, scf.for, scf.while, memref.load, memref.store, math.absf, math.fma "
           "and math.sqrt only: write it with these [UnsupportedOperation]";
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const char *fault = accyOperationIs(op, rows[i].name) ? rows[i].find(request, op) : NULL;
    if (fault)
      return fault;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    if (!is_number(type) && !mlirTypeIsAIndex(type))
      return "kernels compute on index, i1, i8, i16, i32, i64, f16, bf16, f32 and f64 only: compute on one of these "
             "[UnsupportedOperation]";
  }
  return NULL;
}

static MlirWalkResult check_operation(MlirOperation op, void *userData) {
  FormCheck *check = userData;
  if (mlirOperationEqual(op, check->request->kernel))
    return MlirWalkResultAdvance;
  const char *fault = find_fault(check->request, op);
  if (!fault)
    return MlirWalkResultAdvance;
  check->result = accyLoweringOpError(check->request, op, "%s", fault);
  return MlirWalkResultInterrupt;
}

bool accyIsExtendedArithmetic(MlirOperation op) {
  return accyOperationIs(op, "arith.mului_extended") || accyOperationIs(op, "arith.mulsi_extended") ||
         accyOperationIs(op, "arith.addui_extended");
}

MlirBlock accyKernelGetBody(MlirOperation kernel) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(kernel, 0));
}

intptr_t accyKernelGetNumBuffers(MlirOperation kernel) {
  return mlirFunctionTypeGetNumInputs(mlirTypeAttrGetValue(accyGetAttribute(kernel, "function_type")));
}

static MlirLogicalResult reject_argument(const AccyLoweringRequest *request, intptr_t index, MlirType type,
                                         const char *what) {
  char *text = accyPrintType(type);
  accyLoweringError(request, "argument %td is %s; %s", index, text ? text : "of another type", what);
  free(text);
  return mlirLogicalResultFailure();
}

// The memories together must fit into what a threadgroup has.
static MlirLogicalResult check_threadgroup_memory(const AccyLoweringRequest *request, MlirBlock body) {
  uint64_t bytes = 0, most = request->target->capabilities.memory.shared_bytes_per_threadgroup;
  intptr_t first = accyKernelGetNumBuffers(request->kernel), count = mlirBlockGetNumArguments(body);
  if (accyGetInteger(request->kernel, "workgroup_attributions", 0) != count - first)
    return accyLoweringError(request, "it has private memory; kernels have buffers and threadgroup memory only: carry "
                                      "values through loops, or keep them in these [UnsupportedOperation]");
  if (count > first && accyFormatIsHostLoop(request->format))
    return accyLoweringError(request, "it has threadgroup memory; the format's entry points run the threads of a "
                                      "threadgroup one after the other: write the kernel without, or compile it for a "
                                      "GPU [CapabilityMismatch]");
  for (intptr_t i = first; i < count; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    if (!is_threadgroup_memory(type))
      return reject_argument(request, i, type,
                             "threadgroup memories are static rank-1 memrefs of i32, i64, f32 or f64, without layout, "
                             "in #gpu.address_space<workgroup> [UnsupportedOperation]");
    bytes +=
        (uint64_t)mlirShapedTypeGetDimSize(type, 0) * (accyScalarTypeWidth(mlirShapedTypeGetElementType(type)) / 8);
  }
  if (bytes > most)
    return accyLoweringError(request,
                             "it takes %llu bytes of threadgroup memory; the target has %llu [CapabilityMismatch]",
                             (unsigned long long)bytes, (unsigned long long)most);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyKernelFormVerify(const AccyLoweringRequest *request) {
  MlirOperation kernel = request->kernel;
  if (!accyOperationIs(kernel, "gpu.func"))
    return accyLoweringError(request, "a kernel is a gpu.func [UnsupportedOperation]");
  if (mlirAttributeIsNull(accyGetAttribute(kernel, "gpu.kernel")))
    return accyLoweringError(request, "the gpu.func is not marked as kernel [UnsupportedOperation]");
  MlirBlock body = accyKernelGetBody(kernel);
  if (mlirBlockIsNull(body) || !mlirBlockIsNull(mlirBlockGetNextInRegion(body)))
    return accyLoweringError(request, "a kernel has one block; write its control flow with scf [UnsupportedOperation]");
  if (!accyOperationIs(mlirBlockGetTerminator(body), "gpu.return") ||
      mlirOperationGetNumOperands(mlirBlockGetTerminator(body)) != 0)
    return accyLoweringError(request, "a kernel ends in a gpu.return without results [UnsupportedOperation]");
  for (intptr_t i = 0; i < accyKernelGetNumBuffers(kernel); ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    if (!is_buffer(type))
      return reject_argument(request, i, type,
                             "kernels take static rank-1 memrefs of i8, i16, i32, i64, f16, bf16, f32 or f64 of 1 to "
                             "2^48 elements, without layout and memory space [UnsupportedOperation]");
  }
  if (mlirLogicalResultIsFailure(check_threadgroup_memory(request, body)))
    return mlirLogicalResultFailure();
  FormCheck check = {request, mlirLogicalResultSuccess()};
  mlirOperationWalk(kernel, check_operation, &check, MlirWalkPreOrder);
  return check.result;
}

MlirLogicalResult accyKernelCheckThreadgroup(const AccyLoweringRequest *request) {
  const uint32_t *threads = request->geometry.threadgroup;
  for (int i = 0; i < 3; ++i)
    if (threads[i] == 0 || threads[i] > INT32_MAX)
      return accyLoweringError(request, "the threadgroup %u x %u x %u is none [CapabilityMismatch]", threads[0],
                               threads[1], threads[2]);
  return mlirLogicalResultSuccess();
}

bool accyKernelFindSharedBuffers(const AccyLoweringRequest *request, AccySharedBuffers *outShared) {
  MlirBlock body = accyKernelGetBody(request->kernel);
  int64_t input = accyGetInteger(request->kernel, "choir.aliased_input", -1);
  for (intptr_t i = input + 1, n = accyKernelGetNumBuffers(request->kernel); input >= 0 && i < n; ++i)
    if (accyKernelWritesBuffer(mlirBlockGetArgument(body, i))) {
      *outShared = (AccySharedBuffers){input, i};
      return true;
    }
  return false;
}

bool accyKernelWritesBuffer(MlirValue buffer) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!accyOperationIs(mlirOpOperandGetOwner(use), "memref.load"))
      return true;
  return false;
}

// What the walk over a kernel's results carries.
typedef struct ResultCheck {
  const AccyLoweringRequest *request;
  MlirLogicalResult (*check)(const AccyLoweringRequest *request, MlirOperation op, MlirType type);
  MlirLogicalResult result;
} ResultCheck;

static MlirWalkResult check_results(MlirOperation op, void *userData) {
  ResultCheck *walk = userData;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    walk->result = walk->check(walk->request, op, mlirValueGetType(mlirOperationGetResult(op, i)));
    if (mlirLogicalResultIsFailure(walk->result))
      return MlirWalkResultInterrupt;
  }
  return MlirWalkResultAdvance;
}

MlirLogicalResult accyKernelCheckResults(const AccyLoweringRequest *request,
                                         MlirLogicalResult (*check)(const AccyLoweringRequest *request,
                                                                    MlirOperation op, MlirType type)) {
  ResultCheck walk = {request, check, mlirLogicalResultSuccess()};
  mlirOperationWalk(request->kernel, check_results, &walk, MlirWalkPreOrder);
  return walk.result;
}
