// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing many attributes and types with one state; see MlirExt.h.

#include "mlir_ext/MlirExt.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/IR/AsmState.h"

static mlir::AsmState *state(AccyTextPrinter printer) {
  return static_cast<mlir::AsmState *>(printer.ptr);
}

AccyTextPrinter accyTextPrinterCreate(MlirContext context) {
  return {new mlir::AsmState(unwrap(context))};
}

void accyTextPrinterDestroy(AccyTextPrinter printer) {
  delete state(printer);
}

void accyTextPrinterPrintAttribute(AccyTextPrinter printer, MlirAttribute attribute, MlirStringCallback callback,
                                   void *userData) {
  mlir::detail::CallbackOstream stream(callback, userData);
  unwrap(attribute).print(stream, *state(printer));
}

void accyTextPrinterPrintType(AccyTextPrinter printer, MlirType type, MlirStringCallback callback, void *userData) {
  mlir::detail::CallbackOstream stream(callback, userData);
  unwrap(type).print(stream, *state(printer));
}
