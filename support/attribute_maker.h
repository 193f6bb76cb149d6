// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the attributes of records. A context finds an attribute by hashing what it is made from under a lock; records
// of thousands of kernels are made of the same names, words and small numbers, which a maker keeps at hand.

#ifndef ACCY_SUPPORT_ATTRIBUTE_MAKER_H
#define ACCY_SUPPORT_ATTRIBUTE_MAKER_H

#include "mlir-c/IR.h"
#include "support/pointer_map.h"

/// An integer and its attribute.
typedef struct AccyMadeInteger {
  int64_t value;
  MlirAttribute attribute; // null: none yet
} AccyMadeInteger;

/// A small struct's bytes and the attribute that was made of them.
typedef struct AccyMadeStruct {
  MlirAttribute attribute; // null: none yet
  uint64_t words[24];
} AccyMadeStruct;

/// For one thread. Release with accyAttributeMakerDestroy.
typedef struct AccyAttributeMaker {
  MlirContext context;
  bool keeps;
  AccyPointerMap names, words; // by the address of the text
  AccyMadeInteger *integers;   // by a hash of the value
  MlirAttribute *dictionaries; // by a hash of the entries
  AccyMadeStruct *structs;     // by a hash of the bytes
} AccyAttributeMaker;

/// A maker that keeps what it made, for use with many records.
AccyAttributeMaker accyAttributeMakerCreate(MlirContext context);

/// A maker that keeps nothing: it owns no memory and need not be destroyed. For single records.
AccyAttributeMaker accyAttributeMakerForOne(MlirContext context);

/// Frees what the maker keeps; the attributes are the context's.
void accyAttributeMakerDestroy(AccyAttributeMaker *maker);

/// A name and a value. `name` lives as long as the maker and never changes, as a literal does.
MlirNamedAttribute accyMakeNamed(AccyAttributeMaker *maker, const char *name, MlirAttribute value);

/// The string attribute of a word that lives as long as the maker and never changes, as a literal does.
MlirAttribute accyMakeWord(AccyAttributeMaker *maker, const char *word);

/// The i64 integer attribute.
MlirAttribute accyMakeInteger(AccyAttributeMaker *maker, int64_t value);

/// The dictionary of the entries. They need not be in the order of their names; in it they cost less.
MlirAttribute accyMakeDictionary(AccyAttributeMaker *maker, intptr_t count, const MlirNamedAttribute *entries);

/// Makes an attribute of a struct, of nothing else than what its bytes say.
typedef MlirAttribute (*AccyMakeOfStruct)(AccyAttributeMaker *maker, const void *data);

/// What `make` makes of the `size` bytes, at most those of AccyMadeStruct. Use one `make` only with a maker: it is not
/// asked again for bytes that are at hand.
MlirAttribute accyMakeOfStruct(AccyAttributeMaker *maker, const void *data, size_t size, AccyMakeOfStruct make);

#endif // ACCY_SUPPORT_ATTRIBUTE_MAKER_H
