// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading an operation's attributes; see MlirExt.h.

#include "mlir_ext/MlirExt.h"

#include "mlir/CAPI/IR.h"

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
