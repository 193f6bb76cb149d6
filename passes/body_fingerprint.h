// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fingerprints of kernel bodies. A fingerprint is made from what the body's text says: names of operations, attributes,
// types, and which value and block is used where. It does not depend on what the kernel and its values are called, nor
// on locations, the host or the run.

#ifndef ACCY_PASSES_BODY_FINGERPRINT_H
#define ACCY_PASSES_BODY_FINGERPRINT_H

#include "mlir-c/IR.h"
#include "mlir_ext/MlirExt.h"
#include "support/pointer_map.h"

/// An operation, and the hash of its name and attributes.
typedef struct AccyHashedOperation {
  MlirOperation op; // null: none
  uint64_t hash;
} AccyHashedOperation;

enum { accyHashedOperationCount = 256 };

/// Fingerprints many bodies of one context, none of which may change meanwhile. Zero-initialise before use; release
/// with accyBodyHasherDestroy.
typedef struct AccyBodyHasher {
  AccyTextPrinter printer; // made with the first body
  AccyPointerMap texts;    // hashes of names, types and attributes, which a context has once each
  AccyPointerMap numbers;  // of the values and blocks of the body at hand, in the order in which they are met
  AccyHashedOperation operations[accyHashedOperationCount]; // at places that their names and attributes give
  bool out_of_memory;
} AccyBodyHasher;

/// The fingerprint of the gpu.func, its attributes but its name included. It is 0 only when memory runs out.
uint64_t accyBodyFingerprint(AccyBodyHasher *hasher, MlirOperation function);

void accyBodyHasherDestroy(AccyBodyHasher *hasher);

#endif // ACCY_PASSES_BODY_FINGERPRINT_H
