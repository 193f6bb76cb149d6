// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading an operation's attributes; see MlirExt.h.

#include "mlir_ext/MlirExt.h"

#include "mlir/CAPI/IR.h"

#include <cstring>

using Visit = llvm::function_ref<void(mlir::StringAttr, mlir::Attribute)>;

// Asks for each attribute by the name that its definition gives it, which the context has already: listing them all
// would look every name up again. Only operations with properties that are no attributes are listed.
static void visitInherent(mlir::Operation *op, Visit visit) {
  llvm::ArrayRef<mlir::StringAttr> names = op->getName().getAttributeNames();
  for (mlir::StringAttr name : names)
    if (std::optional<mlir::Attribute> value = op->getInherentAttr(name.getValue()); value && *value)
      visit(name, *value);
  if (!names.empty() || op->getPropertiesStorageSize() == 0)
    return;
  mlir::NamedAttrList attributes;
  op->getName().populateInherentAttrs(op, attributes);
  for (mlir::NamedAttribute attribute : attributes)
    visit(attribute.getName(), attribute.getValue());
}

void accyOperationForEachAttribute(MlirOperation wrapped,
                                   void (*visit)(MlirIdentifier name, MlirAttribute value, void *userData),
                                   void *userData) {
  mlir::Operation *op = unwrap(wrapped);
  visitInherent(op, [&](mlir::StringAttr name, mlir::Attribute value) { visit(wrap(name), wrap(value), userData); });
  for (mlir::NamedAttribute attribute : op->getDiscardableAttrs())
    visit(wrap(attribute.getName()), wrap(attribute.getValue()), userData);
}

// Attributes without a name in the definition are in one dictionary, and the inherent ones in the properties.
bool accyOperationHasAttributesOf(MlirOperation op, MlirOperation other) {
  mlir::Operation *left = unwrap(op), *right = unwrap(other);
  if (left->getName() != right->getName() || left->getRawDictionaryAttrs() != right->getRawDictionaryAttrs())
    return false;
  return !left->getPropertiesStorage() ||
         left->getName().compareOpProperties(left->getPropertiesStorage(), right->getPropertiesStorage());
}

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
  return hash ^ (hash >> 32);
}

// Properties are hashed as they lie in memory: hashOpProperties takes longer than reading all they hold. Padding may
// make equal ones differ.
uint64_t accyOperationHashAttributes(MlirOperation wrapped) {
  mlir::Operation *op = unwrap(wrapped);
  uint64_t hash = mix(mix(0, reinterpret_cast<uintptr_t>(op->getName().getAsOpaquePointer())),
                      reinterpret_cast<uintptr_t>(op->getRawDictionaryAttrs().getAsOpaquePointer()));
  const char *properties = op->getPropertiesStorage().as<const char *>();
  uint64_t word;
  for (int i = 0, size = op->getPropertiesStorageSize(); i + 8 <= size; i += 8) {
    std::memcpy(&word, properties + i, sizeof word);
    hash = mix(hash, word);
  }
  return hash;
}
