// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes and pipelines whose name, options and body are rows of a C table.

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir_ext/MlirExt.h"

#include <map>
#include <memory>
#include <mutex>
#include <variant>

using namespace mlir;

namespace {

/// The live options of one pass or pipeline instance, in table order. `Parent` is what MLIR hangs options on.
class OptionValues {
public:
  template <typename Parent, template <typename> class Option>
  static OptionValues create(Parent &parent, ArrayRef<AccyOptionRow> rows) {
    OptionValues values;
    for (const AccyOptionRow &row : rows)
      values.add<Parent, Option>(parent, row);
    return values;
  }

  std::string getString(StringRef name) const {
    return find(name).getString();
  }
  const std::string &getStringReference(StringRef name) const {
    return *find(name).string;
  }
  bool getBool(StringRef name) const {
    return *find(name).boolean;
  }
  int64_t getInteger(StringRef name) const {
    return *find(name).integer;
  }

private:
  struct Value {
    StringRef name;
    std::shared_ptr<void> owner;
    const std::string *string = nullptr;
    const bool *boolean = nullptr;
    const int64_t *integer = nullptr;
    std::string getString() const {
      return *string;
    }
  };

  template <typename Parent, template <typename> class Option> void add(Parent &parent, const AccyOptionRow &row) {
    Value value;
    value.name = row.name;
    StringRef text = row.defaultValue ? row.defaultValue : "";
    if (row.kind == AccyOptionBool) {
      auto option = std::make_shared<Option<bool>>(parent, row.name, llvm::cl::desc(row.description),
                                                   llvm::cl::init(text == "true"));
      value.boolean = &option->getValue();
      value.owner = option;
    } else if (row.kind == AccyOptionInteger || row.kind == AccyOptionPositiveInteger) {
      int64_t initial = 0;
      (void)text.getAsInteger(10, initial);
      auto option =
          std::make_shared<Option<int64_t>>(parent, row.name, llvm::cl::desc(row.description), llvm::cl::init(initial));
      value.integer = &option->getValue();
      value.owner = option;
    } else {
      auto option = std::make_shared<Option<std::string>>(parent, row.name, llvm::cl::desc(row.description),
                                                          llvm::cl::init(text.str()));
      value.string = &option->getValue();
      value.owner = option;
    }
    values.push_back(std::move(value));
  }

  const Value &find(StringRef name) const {
    for (const Value &value : values)
      if (value.name == name)
        return value;
    llvm::report_fatal_error("a pass asked for an option that its table lacks: " + Twine(name));
  }

  std::vector<Value> values;
};

/// The name of an option that the text `NAME=VALUE …` gives twice, or nothing. MLIR takes the last of them in silence.
StringRef findRepeatedOption(StringRef text) {
  SmallVector<StringRef> names;
  size_t begin = 0;
  int depth = 0;
  char quote = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ' ';
    if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '{' || c == '}')
      depth += c == '{' ? 1 : -1;
    if (c != ' ' || (i < text.size() && (quote || depth > 0)))
      continue;
    StringRef name = text.slice(begin, i).split('=').first.trim();
    if (!name.empty() && llvm::is_contained(names, name))
      return name;
    names.push_back(name);
    begin = i + 1;
  }
  return {};
}

using ErrorHandler = function_ref<LogicalResult(const Twine &)>;

/// Fails where the text gives an option of the pass or pipeline twice.
LogicalResult checkRepeatedOptions(StringRef argument, StringRef text, ErrorHandler onError) {
  StringRef repeated = findRepeatedOption(text);
  if (repeated.empty())
    return success();
  return onError("option '" + repeated + "' of " + argument + " is given twice: give it once");
}

TypeID typeIDOf(const AccyPassRow *row) {
  static std::mutex mutex;
  static std::map<const AccyPassRow *, std::unique_ptr<SelfOwningTypeID>> ids;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<SelfOwningTypeID> &id = ids[row];
  if (!id)
    id = std::make_unique<SelfOwningTypeID>();
  return *id;
}

template <typename T> using PassOption = Pass::Option<T>;
template <typename T> using PipelineOption = mlir::detail::PassOptions::Option<T>;

class TablePass : public Pass {
public:
  explicit TablePass(const AccyPassRow &row)
      : Pass(typeIDOf(&row), row.anchor ? std::optional<StringRef>(row.anchor) : std::nullopt), row(row),
        values(OptionValues::create<Pass, PassOption>(*this, ArrayRef(row.options, row.numOptions))) {}

  StringRef getName() const override {
    return row.argument;
  }
  StringRef getArgument() const override {
    return row.argument;
  }
  StringRef getDescription() const override {
    return row.description;
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    if (row.dependentDialects)
      row.dependentDialects(wrap(&registry));
  }

  LogicalResult initializeOptions(StringRef text, ErrorHandler onError) override {
    if (failed(checkRepeatedOptions(row.argument, text, onError)))
      return failure();
    return Pass::initializeOptions(text, onError);
  }

protected:
  bool canScheduleOn(RegisteredOperationName name) const override {
    return !row.anchor || name.getStringRef() == row.anchor;
  }
  void runOnOperation() override {
    if (failed(checkIntegers()) || failed(unwrap(row.run(wrap(getOperation()), AccyOptions{&values}))))
      signalPassFailure();
  }
  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<TablePass>(row);
  }

private:
  LogicalResult checkIntegers() {
    for (const AccyOptionRow &option : ArrayRef(row.options, row.numOptions))
      if (option.kind == AccyOptionPositiveInteger && values.getInteger(option.name) < 1)
        return getOperation()->emitError() << "option '" << option.name << "' of " << row.argument << " is "
                                           << values.getInteger(option.name) << "; it must be at least 1";
    return success();
  }

  const AccyPassRow &row;
  OptionValues values;
};

struct TablePipelineOptions : mlir::detail::PassOptions {
  explicit TablePipelineOptions(const AccyPipelineRow &row)
      : values(OptionValues::create<mlir::detail::PassOptions, PipelineOption>(*this,
                                                                               ArrayRef(row.options, row.numOptions))) {
  }
  OptionValues values;
};

void reportError(const char *message, void *userData) {
  (void)(*static_cast<ErrorHandler *>(userData))(message);
}

LogicalResult buildPipeline(const AccyPipelineRow *row, OpPassManager &manager, StringRef text, ErrorHandler onError) {
  if (failed(checkRepeatedOptions(row->argument, text, onError)))
    return failure();
  TablePipelineOptions options(*row);
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(options.parseFromString(text, stream)))
    return onError(message);
  return unwrap(row->build(wrap(&manager), AccyOptions{&options.values}, reportError, &onError));
}

const OptionValues &values(AccyOptions options) {
  return *static_cast<const OptionValues *>(options.ptr);
}

} // namespace

MlirStringRef accyOptionsGetString(AccyOptions options, const char *name) {
  return wrap(StringRef(values(options).getStringReference(name)));
}

bool accyOptionsGetBool(AccyOptions options, const char *name) {
  return values(options).getBool(name);
}

int64_t accyOptionsGetInteger(AccyOptions options, const char *name) {
  return values(options).getInteger(name);
}

void accyRegisterPass(const AccyPassRow *pass) {
  registerPass([pass] { return std::make_unique<TablePass>(*pass); });
}

void accyRegisterPassPipeline(const AccyPipelineRow *pipeline) {
  registerPassPipeline(
      pipeline->argument, pipeline->description,
      [pipeline](OpPassManager &manager, StringRef text, ErrorHandler onError) {
        return buildPipeline(pipeline, manager, text, onError);
      },
      [pipeline](function_ref<void(const mlir::detail::PassOptions &)> handle) {
        handle(TablePipelineOptions(*pipeline));
      });
}

MlirPass accyCreatePass(const AccyPassRow *pass) {
  return wrap(static_cast<Pass *>(new TablePass(*pass)));
}
