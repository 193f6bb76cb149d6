// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Accy needs of MLIR 22 that its C API does not offer: dialects, passes and pipelines as rows of C tables, and
// the entry points of tools and plugins. This header is pure C; the C++ behind it is the only C++ in Accy. Each group
// names the upstream entry it gives way to, where later MLIR has one.

#ifndef ACCY_MLIR_EXT_MLIREXT_H
#define ACCY_MLIR_EXT_MLIREXT_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Rewrite.h"

#ifdef __cplusplus
extern "C" {
#endif

// Of the components of one library, and not for those who link it.
#pragma GCC visibility push(hidden)

//===----------------------------------------------------------------------===//
// Custom syntax: parsing. Later MLIR: none yet (mlir::OpAsmParser has no C API).
//===----------------------------------------------------------------------===//

/// One operation being parsed: wraps mlir::OpAsmParser, the mlir::OperationState under construction, and the operands
/// read so far, whose types come later in the text. Valid during the callback only.
typedef struct AccyOpParser {
  void *ptr;
} AccyOpParser;

/// The context of the operation being parsed.
MlirContext accyOpParserGetContext(AccyOpParser parser);

/// The location of the operation being parsed.
MlirLocation accyOpParserGetLocation(AccyOpParser parser);

/// Reads one of the punctuation marks `, : = -> ( ) [ ]`; an error is reported when it is not there.
MlirLogicalResult accyOpParserParsePunctuation(AccyOpParser parser, const char *mark);

/// Reads the punctuation mark if it comes next; returns whether it did.
bool accyOpParserParseOptionalPunctuation(AccyOpParser parser, const char *mark);

/// Reads the keyword; an error is reported when it is not there.
MlirLogicalResult accyOpParserParseKeyword(AccyOpParser parser, const char *keyword);

/// Reads the keyword if it comes next; returns whether it did.
bool accyOpParserParseOptionalKeyword(AccyOpParser parser, const char *keyword);

/// Reads any keyword; `*outKeyword` points into the parsed text and is valid during the callback.
MlirLogicalResult accyOpParserParseAnyKeyword(AccyOpParser parser, MlirStringRef *outKeyword);

/// Reads a possibly empty comma-separated list of SSA operands and appends it to the pending operands.
MlirLogicalResult accyOpParserParseOperands(AccyOpParser parser);

/// How many operands are pending, that is read and not yet resolved.
intptr_t accyOpParserGetNumPendingOperands(AccyOpParser parser);

/// Gives the pending operands their types, in order, and makes them operands of the operation. An error is reported
/// when the counts differ.
MlirLogicalResult accyOpParserResolveOperands(AccyOpParser parser, intptr_t nTypes, MlirType const *types);

/// Reads a type.
MlirLogicalResult accyOpParserParseType(AccyOpParser parser, MlirType *outType);

/// Reads an attribute; `type` (may be null) is the type of a literal that does not state its own.
MlirLogicalResult accyOpParserParseAttribute(AccyOpParser parser, MlirType type, MlirAttribute *outAttribute);

/// Reads a signed decimal integer of 64 bits; reports one that has more.
MlirLogicalResult accyOpParserParseInteger(AccyOpParser parser, int64_t *outValue);

/// Reads `@name` and sets it as the operation's string attribute `attributeName`.
MlirLogicalResult accyOpParserParseSymbolName(AccyOpParser parser, const char *attributeName);

/// Reads an attribute dictionary if one comes next and adds it to the operation's attributes. With `keyword`, it is
/// announced by the word `attributes`, so that a region may follow.
MlirLogicalResult accyOpParserParseOptionalAttributes(AccyOpParser parser, bool keyword);

/// Reads a region with its entry block's arguments in the block header, and adds it to the operation.
MlirLogicalResult accyOpParserParseRegion(AccyOpParser parser);

/// Sets an attribute of the operation.
void accyOpParserAddAttribute(AccyOpParser parser, const char *name, MlirAttribute attribute);

/// The attribute of that name that has been added so far, or null.
MlirAttribute accyOpParserGetAttribute(AccyOpParser parser, const char *name);

/// Adds result types to the operation.
void accyOpParserAddTypes(AccyOpParser parser, intptr_t nTypes, MlirType const *types);

/// Reports an error where the parser stands and returns failure.
MlirLogicalResult accyOpParserEmitError(AccyOpParser parser, const char *message);

//===----------------------------------------------------------------------===//
// Custom syntax: printing. Later MLIR: none yet (mlir::OpAsmPrinter has no C API).
//===----------------------------------------------------------------------===//

/// Wraps mlir::OpAsmPrinter. Valid during the callback only.
typedef struct AccyOpPrinter {
  void *ptr;
} AccyOpPrinter;

/// Prints the text as it is.
void accyOpPrinterPrintText(AccyOpPrinter printer, const char *text);
/// Prints a decimal integer.
void accyOpPrinterPrintInteger(AccyOpPrinter printer, int64_t value);
/// Prints an SSA value's name.
void accyOpPrinterPrintValue(AccyOpPrinter printer, MlirValue value);
/// Prints a type.
void accyOpPrinterPrintType(AccyOpPrinter printer, MlirType type);
/// Prints an attribute with its type.
void accyOpPrinterPrintAttribute(AccyOpPrinter printer, MlirAttribute attribute);
/// Prints a symbol name with its `@`, quoted where needed.
void accyOpPrinterPrintSymbolName(AccyOpPrinter printer, MlirStringRef name);
/// Prints the operation's attributes as a dictionary with a leading space, after the word `attributes` with `keyword`,
/// without the `nElided` named ones; nothing when none is left.
void accyOpPrinterPrintOptionalAttributes(AccyOpPrinter printer, MlirOperation op, intptr_t nElided,
                                          const char *const *elided, bool keyword);
/// Prints a region, entry block arguments and terminator included; an empty region prints as `{` `}`.
void accyOpPrinterPrintRegion(AccyOpPrinter printer, MlirRegion region);

//===----------------------------------------------------------------------===//
// Dialects as tables. Later MLIR: mlirDynamicOpTraitAttach, mlirMemoryEffectsOpInterfaceAttachFallbackModel, and
// mlirDialectRegistryInsert for dynamic dialects.
//===----------------------------------------------------------------------===//

/// Traits and interfaces of an operation, as bits.
typedef enum AccyOpTrait {
  AccyOpTraitNone = 0,
  AccyOpTraitPure = 1 << 0, // no memory effects, always speculatable
  AccyOpTraitTerminator = 1 << 1,
  AccyOpTraitReturnLike = 1 << 2,
  AccyOpTraitIsolatedFromAbove = 1 << 3,
  AccyOpTraitSingleBlock = 1 << 4,
  AccyOpTraitNoTerminator = 1 << 5,
  AccyOpTraitSymbol = 1 << 6, // carries `sym_name`
  AccyOpTraitSymbolTable = 1 << 7,
  AccyOpTraitCommutative = 1 << 8,
  AccyOpTraitConstantLike = 1 << 9, // folds to its attribute `value`
} AccyOpTrait;

/// What a fold replaces one result by: an existing value or a constant. Both null: folded in place.
typedef struct AccyFoldResult {
  MlirValue value;
  MlirAttribute attribute;
} AccyFoldResult;

/// One operation of a dialect. Rows are static: they outlive every context. Any callback may be null.
typedef struct AccyOpRow {
  /// Full name, as `accy.add`.
  const char *name;
  /// One line for the reference.
  const char *summary;
  /// AccyOpTrait bits.
  uint32_t traits;
  /// Operand count: at least `minOperands`, at most `maxOperands` (-1: no limit).
  int32_t minOperands, maxOperands;
  /// Result count likewise.
  int32_t minResults, maxResults;
  /// Exact number of regions.
  int32_t numRegions;
  /// Handed to each callback.
  const void *userData;
  /// Checks the operation after counts and traits; reports its own errors.
  MlirLogicalResult (*verify)(MlirOperation op, const void *userData);
  /// Folds: `constants` has one attribute an operand, null where it is not constant. `results` has one entry a result,
  /// all null at first. Returns failure when nothing folds.
  MlirLogicalResult (*fold)(MlirOperation op, MlirAttribute const *constants, AccyFoldResult *results,
                            const void *userData);
  /// Canonicalizes through the rewriter, whose insertion point is `op`; returns failure when nothing matches.
  MlirLogicalResult (*canonicalize)(MlirOperation op, MlirRewriterBase rewriter, const void *userData);
  /// Reads the custom syntax after the operation's name.
  MlirLogicalResult (*parse)(AccyOpParser parser, const void *userData);
  /// Prints the custom syntax after the operation's name. Both null, or neither.
  void (*print)(MlirOperation op, AccyOpPrinter printer, const void *userData);
} AccyOpRow;

/// One dialect. Static, as its rows.
typedef struct AccyDialectRow {
  /// The namespace, as `accy`.
  const char *name;
  const AccyOpRow *ops;
  intptr_t numOps;
  /// Whether operations, types and attributes that have no row are kept as opaque ones, as under
  /// --allow-unregistered-dialect but for this dialect alone.
  bool allowsUnknown;
  /// What to do about operations without a row that are written in a syntax of their own, which nobody can read: the
  /// end of a sentence, as `print them in generic form`. May be null.
  const char *customSyntaxAdvice;
  /// Makes the detached operation that holds a folded constant; null result: it cannot be held.
  MlirOperation (*materializeConstant)(MlirAttribute value, MlirType type, MlirLocation location);
} AccyDialectRow;

/// Puts the dialect into the registry. A name that the registry already has is left as it is. At most eight different
/// dialects can be registered this way in one process.
void accyDialectRegistryInsert(MlirDialectRegistry registry, const AccyDialectRow *dialect);

//===----------------------------------------------------------------------===//
// Passes and pipelines as tables. Later MLIR: none yet; mlirCreateExternalPass has no options and no registration.
//===----------------------------------------------------------------------===//

/// A pass is not run with a positive integer that is less than 1: that is an error at its operation.
typedef enum AccyOptionKind {
  AccyOptionString,
  AccyOptionBool,
  AccyOptionInteger,
  AccyOptionPositiveInteger,
} AccyOptionKind;

/// One option of a pass or pipeline.
typedef struct AccyOptionRow {
  const char *name;
  AccyOptionKind kind;
  const char *description;
  /// The value when none is given, as text.
  const char *defaultValue;
} AccyOptionRow;

/// The values of a pass's or pipeline's options. Valid during the callback only.
typedef struct AccyOptions {
  const void *ptr;
} AccyOptions;

/// The value of a string option; the option must be in the table.
MlirStringRef accyOptionsGetString(AccyOptions options, const char *name);
/// The value of a Boolean option; the option must be in the table.
bool accyOptionsGetBool(AccyOptions options, const char *name);
/// The value of an integer option; the option must be in the table.
int64_t accyOptionsGetInteger(AccyOptions options, const char *name);

/// One pass. Static, as its options.
typedef struct AccyPassRow {
  /// Its name in pipelines and on the command line.
  const char *argument;
  /// One line for --help.
  const char *description;
  /// The operation it runs on, as `builtin.module`; null: any.
  const char *anchor;
  const AccyOptionRow *options;
  intptr_t numOptions;
  /// Inserts the dialects whose operations the pass creates. May be null.
  void (*dependentDialects)(MlirDialectRegistry registry);
  /// Transforms `op`; reports its own errors.
  MlirLogicalResult (*run)(MlirOperation op, AccyOptions options);
} AccyPassRow;

/// One pipeline. Static, as its options.
typedef struct AccyPipelineRow {
  const char *argument;
  const char *description;
  const AccyOptionRow *options;
  intptr_t numOptions;
  /// Adds the passes; `reportError(message, userData)` tells what is wrong with the options.
  MlirLogicalResult (*build)(MlirOpPassManager manager, AccyOptions options,
                             void (*reportError)(const char *message, void *userData), void *userData);
} AccyPipelineRow;

/// Registers the pass by name with MLIR's global registry, so that pipelines, --help and printing know it.
void accyRegisterPass(const AccyPassRow *pass);

/// Registers the pipeline likewise.
void accyRegisterPassPipeline(const AccyPipelineRow *pipeline);

/// Adds a new instance of the pass with default options; for pipelines built in code. Owned by the manager.
MlirPass accyCreatePass(const AccyPassRow *pass);

//===----------------------------------------------------------------------===//
// Attributes. Later MLIR: none yet; mlirOperationGetAttribute makes a dictionary of all attributes at each call.
//===----------------------------------------------------------------------===//

/// Visits the operation's attributes, inherent ones in the order of their definition, then discardable ones by name.
void accyOperationForEachAttribute(MlirOperation op,
                                   void (*visit)(MlirIdentifier name, MlirAttribute value, void *userData),
                                   void *userData);

/// Whether the operations have the same name and the same attributes, inherent and discardable ones.
bool accyOperationHasAttributesOf(MlirOperation op, MlirOperation other);

/// A hash of the name and the attributes that is cheap to make, for tables that may miss: it is made of addresses, and
/// may differ where nothing else does.
uint64_t accyOperationHashAttributes(MlirOperation op);

/// Prints attributes and types of one context. mlirAttributePrint and mlirTypePrint make the state of a printer, for
/// which they ask all dialects, at each call; this keeps it.
typedef struct AccyTextPrinter {
  void *ptr; // null: none
} AccyTextPrinter;

AccyTextPrinter accyTextPrinterCreate(MlirContext context);
void accyTextPrinterDestroy(AccyTextPrinter printer);

/// Calls back with the pieces of the text, as mlirAttributePrint does.
void accyTextPrinterPrintAttribute(AccyTextPrinter printer, MlirAttribute attribute, MlirStringCallback callback,
                                   void *userData);
void accyTextPrinterPrintType(AccyTextPrinter printer, MlirType type, MlirStringCallback callback, void *userData);

//===----------------------------------------------------------------------===//
// Translation. Later MLIR: none yet; mlirRegisterAllLLVMTranslations adds all, and to a context.
//===----------------------------------------------------------------------===//

/// Adds to the registry what mlirTranslateModuleToLLVMIR needs for the dialects builtin, gpu, llvm and nvvm, and by
/// what convert-gpu-to-nvvm converts arith, cf, math, memref, nvvm and vector.
///
/// Owns nothing. Not thread-safe on one registry.
void accyDialectRegistryInsertLlvmInterfaces(MlirDialectRegistry registry);

/// Declares a spirv.module, after spirv-update-vce, to be of a version no lower than what it needs, as "v1.3". Of its
/// capabilities and extensions stay those that no other capability, and not the version, implies.
///
/// Fails, and reports it, when the operation is no spirv.module with a version or the name is of no version.
/// Thread-safe on different modules.
MlirLogicalResult accySpirvModuleSetVersion(MlirOperation spirvModule, MlirStringRef version);

/// Serialises a spirv.module (mlir::spirv::serialize), with the names of its symbols and without source lines.
///
/// `callback` is called once with the bytes of the binary (host byte order, a multiple of 4), which it must copy.
/// Fails, and reports the error through the context's diagnostics, when the operation is not a spirv.module or holds
/// what SPIR-V cannot express; `callback` is not called then. Thread-safe on different modules.
MlirLogicalResult accySpirvModuleSerialize(MlirOperation spirvModule, MlirStringCallback callback, void *userData);

//===----------------------------------------------------------------------===//
// Tools and plugins. Later MLIR: none yet (mlir::MlirOptMain has no C API).
//===----------------------------------------------------------------------===//

/// Runs an mlir-opt of the given dialects and of all registered passes; returns the process's exit code.
__attribute__((visibility("default"))) int accyOptMain(int argc, char **argv, const char *toolName,
                                                       MlirDialectRegistry registry);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif // ACCY_MLIR_EXT_MLIREXT_H
