// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dialect whose operations are rows of a C table: traits, verifier, fold, canonicalization and syntax are looked up
// in the row. (mlir::DynamicOpDefinition will not do: its operations never compare equal, so that CSE leaves them, and
// they cannot be terminators.)

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Rewrite.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "mlir_ext/MlirExt.h"
#include "mlir_ext/OpAsm.h"

#include <mutex>

using namespace mlir;

namespace {

//===----------------------------------------------------------------------===//
// Interfaces of pure operations
//===----------------------------------------------------------------------===//

struct PureEffects : MemoryEffectOpInterface::FallbackModel<PureEffects> {
  void getEffects(Operation *, SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) const {}
};

struct PureSpeculation : ConditionallySpeculatable::FallbackModel<PureSpeculation> {
  Speculation::Speculatability getSpeculatability(Operation *) const {
    return Speculation::Speculatable;
  }
};

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

struct TraitRow {
  AccyOpTrait bit;
  TypeID id;
};

const TraitRow *findTrait(TypeID id) {
  static const TraitRow table[] = {
      {AccyOpTraitTerminator, TypeID::get<OpTrait::IsTerminator>()},
      {AccyOpTraitReturnLike, TypeID::get<OpTrait::ReturnLike>()},
      {AccyOpTraitIsolatedFromAbove, TypeID::get<OpTrait::IsIsolatedFromAbove>()},
      {AccyOpTraitSingleBlock, TypeID::get<OpTrait::SingleBlock>()},
      {AccyOpTraitNoTerminator, TypeID::get<OpTrait::NoTerminator>()},
      {AccyOpTraitSymbolTable, TypeID::get<OpTrait::SymbolTable>()},
      {AccyOpTraitCommutative, TypeID::get<OpTrait::IsCommutative>()},
      {AccyOpTraitConstantLike, TypeID::get<OpTrait::ConstantLike>()},
  };
  for (const TraitRow &row : table)
    if (row.id == id)
      return &row;
  return nullptr;
}

LogicalResult checkCount(Operation *op, StringRef what, int64_t count, int32_t least, int32_t most) {
  if (count >= least && (most < 0 || count <= most))
    return success();
  InFlightDiagnostic error = op->emitOpError("takes ");
  if (least == most)
    error << "exactly " << least;
  else if (most < 0)
    error << "at least " << least;
  else
    error << least << " to " << most;
  return error << " " << what << ", but has " << count;
}

/// Runs the row's canonicalization as a pattern.
struct RowPattern : RewritePattern {
  RowPattern(const AccyOpRow &row, MLIRContext *context) : RewritePattern(row.name, 1, context), row(row) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    return unwrap(row.canonicalize(wrap(op), wrap(static_cast<RewriterBase *>(&rewriter)), row.userData));
  }
  const AccyOpRow &row;
};

class RowOp : public OperationName::Impl {
public:
  RowOp(const AccyOpRow &row, Dialect *dialect, TypeID typeID)
      : Impl(row.name, dialect, typeID, makeInterfaces(row)), row(row) {}

  LogicalResult foldHook(Operation *op, ArrayRef<Attribute> constants,
                         SmallVectorImpl<OpFoldResult> &results) override {
    if (row.traits & AccyOpTraitConstantLike) {
      results.push_back(op->getAttr("value"));
      return success(static_cast<bool>(op->getAttr("value")));
    }
    if (!row.fold)
      return failure();
    SmallVector<MlirAttribute> wrapped;
    for (Attribute constant : constants)
      wrapped.push_back(wrap(constant));
    SmallVector<AccyFoldResult> folded(op->getNumResults(), AccyFoldResult{MlirValue{nullptr}, MlirAttribute{nullptr}});
    if (failed(unwrap(row.fold(wrap(op), wrapped.data(), folded.data(), row.userData))))
      return failure();
    for (const AccyFoldResult &result : folded) {
      if (!mlirValueIsNull(result.value))
        results.push_back(unwrap(result.value));
      else if (!mlirAttributeIsNull(result.attribute))
        results.push_back(unwrap(result.attribute));
    }
    return success();
  }

  void getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) override {
    if (row.canonicalize)
      patterns.add(std::make_unique<RowPattern>(row, context));
  }

  bool hasTrait(TypeID id) override {
    const TraitRow *trait = findTrait(id);
    return trait && (row.traits & trait->bit);
  }

  OperationName::ParseAssemblyFn getParseAssemblyFn() override {
    const AccyOpRow *opRow = &row;
    return [opRow](OpAsmParser &parser, OperationState &result) -> ParseResult {
      if (!opRow->parse)
        return parser.emitError(parser.getNameLoc(), "'") << opRow->name << "' has no custom syntax";
      accy::OpParserState state{parser, result, {}};
      return unwrap(opRow->parse(AccyOpParser{&state}, opRow->userData));
    };
  }

  void populateDefaultAttrs(const OperationName &, NamedAttrList &) override {}

  void printAssembly(Operation *op, OpAsmPrinter &printer, StringRef defaultDialect) override {
    if (!row.print)
      return printer.printGenericOp(op);
    StringRef name = row.name;
    if (!defaultDialect.empty() && name.starts_with((defaultDialect + ".").str()))
      name = name.drop_front(defaultDialect.size() + 1);
    printer << name;
    row.print(wrap(op), AccyOpPrinter{&printer}, row.userData);
  }

  LogicalResult verifyInvariants(Operation *op) override {
    if (failed(checkCount(op, "operands", op->getNumOperands(), row.minOperands, row.maxOperands)) ||
        failed(checkCount(op, "results", op->getNumResults(), row.minResults, row.maxResults)) ||
        failed(checkCount(op, "regions", op->getNumRegions(), row.numRegions, row.numRegions)) ||
        failed(checkCount(op, "successors", op->getNumSuccessors(), 0, 0)))
      return failure();
    if ((row.traits & AccyOpTraitTerminator) && failed(OpTrait::impl::verifyIsTerminator(op)))
      return failure();
    if ((row.traits & AccyOpTraitSymbol) && !op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      return op->emitOpError("requires the string attribute 'sym_name'");
    if ((row.traits & AccyOpTraitConstantLike) && !isa_and_nonnull<TypedAttr>(op->getAttr("value")))
      return op->emitOpError("requires the typed attribute 'value'");
    if (row.traits & AccyOpTraitSingleBlock)
      for (Region &region : op->getRegions())
        if (!region.empty() && !region.hasOneBlock())
          return op->emitOpError("takes regions of at most one block");
    if (!row.verify)
      return success();
    return unwrap(row.verify(wrap(op), row.userData));
  }

  LogicalResult verifyRegionInvariants(Operation *op) override {
    if ((row.traits & AccyOpTraitIsolatedFromAbove) && failed(OpTrait::impl::verifyIsIsolatedFromAbove(op)))
      return failure();
    if (row.traits & AccyOpTraitSymbolTable)
      return mlir::detail::verifySymbolTable(op);
    return success();
  }

  // Attributes are kept in the operation's dictionary; there are no properties.
  std::optional<Attribute> getInherentAttr(Operation *, StringRef) override {
    return std::nullopt;
  }
  void setInherentAttr(Operation *, StringAttr, Attribute) override {}
  void populateInherentAttrs(Operation *, NamedAttrList &) override {}
  LogicalResult verifyInherentAttrs(OperationName, NamedAttrList &, function_ref<InFlightDiagnostic()>) override {
    return success();
  }
  int getOpPropertyByteSize() override {
    return 0;
  }
  void initProperties(OperationName, OpaqueProperties, OpaqueProperties) override {}
  void deleteProperties(OpaqueProperties) override {}
  void populateDefaultProperties(OperationName, OpaqueProperties) override {}
  LogicalResult setPropertiesFromAttr(OperationName name, OpaqueProperties, Attribute,
                                      function_ref<InFlightDiagnostic()> emitError) override {
    return emitError() << "'" << name << "' has no properties: write its attributes as {...}, not <{...}>";
  }
  Attribute getPropertiesAsAttr(Operation *) override {
    return {};
  }
  void copyProperties(OpaqueProperties, OpaqueProperties) override {}
  bool compareProperties(OpaqueProperties, OpaqueProperties) override {
    return true;
  }
  llvm::hash_code hashProperties(OpaqueProperties) override {
    return {};
  }

private:
  static mlir::detail::InterfaceMap makeInterfaces(const AccyOpRow &row) {
    mlir::detail::InterfaceMap map;
    if (row.traits & AccyOpTraitPure)
      map.insertModels<PureEffects, PureSpeculation>();
    return map;
  }

  const AccyOpRow &row;
};

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

/// Row operations inline anywhere; a terminator of an inlined function hands its operands to the call's results.
struct RowInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  void handleTerminator(Operation *op, ValueRange results) const final {
    for (auto [result, operand] : llvm::zip(results, op->getOperands()))
      result.replaceAllUsesWith(operand);
  }
};

class RowDialect : public Dialect {
public:
  RowDialect(const AccyDialectRow &row, MLIRContext *context, TypeID id) : Dialect(row.name, context, id), row(row) {
    if (row.allowsUnknown) {
      allowUnknownOperations();
      allowUnknownTypes();
    }
    for (const AccyOpRow &op : ArrayRef(row.ops, row.numOps))
      RegisteredOperationName::insert(std::make_unique<RowOp>(op, this, typeIDs.allocate()), /*attrNames=*/{});
    addInterfaces<RowInliner>();
  }

  Operation *materializeConstant(OpBuilder &builder, Attribute value, Type type, Location location) override {
    if (!row.materializeConstant)
      return nullptr;
    Operation *op = unwrap(row.materializeConstant(wrap(value), wrap(type), wrap(location)));
    return op ? builder.insert(op) : nullptr;
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override {
    if (!row.allowsUnknown)
      return Dialect::parseAttribute(parser, type);
    // Nothing of the text is understood: the whole of it is the attribute. The caller moves past it.
    return OpaqueAttr::getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                                  StringAttr::get(getContext(), getNamespace()), parser.getFullSymbolSpec(),
                                  type ? type : NoneType::get(getContext()));
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override {
    if (!row.customSyntaxAdvice)
      return std::nullopt;
    return refuseCustomSyntax; // a hook is a reference: it has to outlive this call
  }

private:
  static ParseResult refuseCustomSyntax(OpAsmParser &parser, OperationState &state) {
    const auto *dialect = static_cast<const RowDialect *>(state.name.getDialect());
    return parser.emitError(parser.getNameLoc()) << "is written in its own syntax: " << dialect->row.customSyntaxAdvice;
  }

  const AccyDialectRow &row;
  TypeIDAllocator typeIDs;
};

// A dialect class needs a name and a type id of its own before it has an object: each registered row takes a slot.
constexpr unsigned numSlots = 8;
const AccyDialectRow *slotRows[numSlots];

template <unsigned slot> struct SlotDialect : RowDialect {
  explicit SlotDialect(MLIRContext *context) : RowDialect(*slotRows[slot], context, TypeID::get<SlotDialect>()) {}
  static StringRef getDialectNamespace() {
    return slotRows[slot]->name;
  }
  static TypeID resolveTypeID() {
    static SelfOwningTypeID id;
    return id;
  }
};

template <unsigned slot> void insertSlot(DialectRegistry &registry) {
  registry.insert<SlotDialect<slot>>();
}

template <unsigned... slots>
void insertSlot(DialectRegistry &registry, unsigned slot, std::integer_sequence<unsigned, slots...>) {
  ((slot == slots ? insertSlot<slots>(registry) : void()), ...);
}

unsigned takeSlot(const AccyDialectRow *row) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  for (unsigned slot = 0; slot < numSlots; ++slot) {
    if (!slotRows[slot])
      slotRows[slot] = row;
    if (slotRows[slot] == row)
      return slot;
  }
  llvm::report_fatal_error("more than eight dialects registered from tables");
}

} // namespace

void accyDialectRegistryInsert(MlirDialectRegistry registry, const AccyDialectRow *dialect) {
  DialectRegistry &target = *unwrap(registry);
  if (target.getDialectAllocator(dialect->name))
    return;
  insertSlot(target, takeSlot(dialect), std::make_integer_sequence<unsigned, numSlots>());
}
