// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state behind AccyOpParser, shared by the parser wrappers and the dialect rows.

#ifndef ACCY_MLIR_EXT_OPASM_H
#define ACCY_MLIR_EXT_OPASM_H

#include "mlir/IR/OpImplementation.h"

namespace accy {

struct OpParserState {
  mlir::OpAsmParser &parser;
  mlir::OperationState &result;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> pending;
};

} // namespace accy

#endif // ACCY_MLIR_EXT_OPASM_H
