// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading SPIR-V modules: instruction by instruction, and what one asks of a device.
#ifndef ACCY_BUNDLE_SPIRV_H
#define ACCY_BUNDLE_SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opcodes and capabilities as the SPIR-V specification numbers them; capabilities are those that compute kernels use.
enum {
  AccySpirvOpExtension = 10,
  AccySpirvOpEntryPoint = 15,
  AccySpirvOpExecutionMode = 16,
  AccySpirvOpCapability = 17,
  AccySpirvOpFunction = 54,
  AccySpirvOpFunctionEnd = 56,
};

#define ACCY_SPIRV_CAPABILITY_ROWS(ROW)                                                                                \
  ROW(Matrix, 0)                                                                                                       \
  ROW(Shader, 1)                                                                                                       \
  ROW(Float16, 9)                                                                                                      \
  ROW(Float64, 10)                                                                                                     \
  ROW(Int64, 11)                                                                                                       \
  ROW(Int64Atomics, 12)                                                                                                \
  ROW(Int16, 22)                                                                                                       \
  ROW(Int8, 39)                                                                                                        \
  ROW(GroupNonUniform, 61)                                                                                             \
  ROW(GroupNonUniformVote, 62)                                                                                         \
  ROW(GroupNonUniformArithmetic, 63)                                                                                   \
  ROW(GroupNonUniformBallot, 64)                                                                                       \
  ROW(GroupNonUniformShuffle, 65)                                                                                      \
  ROW(GroupNonUniformShuffleRelative, 66)                                                                              \
  ROW(StorageBuffer16BitAccess, 4433)                                                                                  \
  ROW(UniformAndStorageBuffer16BitAccess, 4434)                                                                        \
  ROW(StoragePushConstant16, 4435)                                                                                     \
  ROW(VariablePointersStorageBuffer, 4441)                                                                             \
  ROW(VariablePointers, 4442)                                                                                          \
  ROW(StorageBuffer8BitAccess, 4448)                                                                                   \
  ROW(UniformAndStorageBuffer8BitAccess, 4449)                                                                         \
  ROW(StoragePushConstant8, 4450)                                                                                      \
  ROW(DenormPreserve, 4464)                                                                                            \
  ROW(DenormFlushToZero, 4465)                                                                                         \
  ROW(SignedZeroInfNanPreserve, 4466)                                                                                  \
  ROW(RoundingModeRTE, 4467)                                                                                           \
  ROW(RoundingModeRTZ, 4468)                                                                                           \
  ROW(VulkanMemoryModel, 5345)                                                                                         \
  ROW(VulkanMemoryModelDeviceScope, 5346)                                                                              \
  ROW(DotProductInputAll, 6016)                                                                                        \
  ROW(DotProductInput4x8Bit, 6017)                                                                                     \
  ROW(DotProductInput4x8BitPacked, 6018)                                                                               \
  ROW(DotProduct, 6019)                                                                                                \
  ROW(AtomicFloat32AddEXT, 6033)                                                                                       \
  ROW(AtomicFloat64AddEXT, 6034)

enum {
#define ACCY_SPIRV_CAPABILITY(name, number) AccySpirvCapability##name = number,
  ACCY_SPIRV_CAPABILITY_ROWS(ACCY_SPIRV_CAPABILITY)
#undef ACCY_SPIRV_CAPABILITY
};

/// The capability's name in the specification; null when it is not in the table above.
const char *accySpirvCapabilityName(uint32_t capability);

/// Word `index` of words that are aligned as they please.
uint32_t accySpirvWord(const void *words, size_t index);

/// A place in a module between instructions. `isDamaged` says whether there is no next one because of damage.
typedef struct AccySpirvReader {
  const void *data;
  size_t count, at; // in words
  bool isDamaged;
} AccySpirvReader;

/// One instruction: its words, the first of which holds length and opcode.
typedef struct AccySpirvInstruction {
  uint32_t opcode;
  size_t wordCount;
  const void *words;
} AccySpirvInstruction;

/// Begins behind the header. False when the bytes are no SPIR-V in this machine's byte order.
bool accySpirvReaderBegin(const void *data, size_t bytes, AccySpirvReader *outReader);

/// The next instruction, which lies within the module; false at the end and at damage.
bool accySpirvReaderNext(AccySpirvReader *reader, AccySpirvInstruction *outInstruction);

/// What a module asks of a device. Texts of extensions point into the module.
enum { AccySpirvMaxFacts = 32 };
typedef struct AccySpirvFacts {
  char version[8]; // as 1.3
  uint32_t capabilities[AccySpirvMaxFacts];
  uint32_t capabilityCount;
  const char *extensions[AccySpirvMaxFacts];
  uint32_t extensionCount;
} AccySpirvFacts;

/// Reads a module's facts. False when it is damaged or has more than fit.
bool accySpirvReadFacts(const void *data, size_t bytes, AccySpirvFacts *outFacts);

#endif // ACCY_BUNDLE_SPIRV_H
