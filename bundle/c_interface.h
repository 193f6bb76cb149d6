// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan of CPU objects as C: a header with the prototypes and sizes, and a source file with one function that runs the
// whole plan, so that a program needs no runtime. Internal to bundle/.
#ifndef ACCY_BUNDLE_C_INTERFACE_H
#define ACCY_BUNDLE_C_INTERFACE_H

#include <stdio.h>

#include "bundle/plan_form.h"

/// What the first line of both files says after their name.
#define C_INTERFACE_MAKER "made by Accy"

/// The two files and their text, which belongs to the caller (free).
typedef struct CInterface {
  char headerPath[BUNDLE_PATH_CAPACITY], sourcePath[BUNDLE_PATH_CAPACITY];
  char *header, *source;
} CInterface;

/// Names both files of the function of that name, which has less than ACCY_NAME_CAPACITY bytes.
void cInterfaceNameFiles(const char *function, CInterface *outInterface);

/// Whether the text, which ends in a NUL, is that of a file of a C interface of that name.
bool cInterfaceMadeFile(const char *path, const char *text);

/// Whether the plan is one that C can be written for: its format is cpu_object, and each slot is of a size that is
/// known.
bool cInterfaceIsPossible(const AccyPlan *plan);

/// Writes both texts. Fails with InvalidArtifact where an entry is no name in C or a kernel asks for a scratch buffer,
/// and with OutOfMemory; nothing is held then.
bool cInterfaceCreate(const AccyPlan *plan, const BundlePaths *paths, CInterface *outInterface, AccyStatus *status);

void cInterfaceDestroy(CInterface *interface);

// ---- What the files of the C writer share ---------------------------------------------------------------------------

/// Where the function finds a slot.
typedef enum CPlaceKind {
  CPlaceInput,    // the parameter inputN
  CPlaceOutput,   // the parameter outputN
  CPlaceConstant, // an array of the source file
  CPlaceArena,    // at an offset of the arena
  CPlaceNowhere,  // no kernel uses it
} CPlaceKind;

typedef struct CPlace {
  CPlaceKind kind;
  uint32_t number; // of the parameter
  uint64_t offset; // in the arena
} CPlace;

#define C_NAME_CAPACITY (ACCY_NAME_CAPACITY + 2)

/// A plan as the C writer sees it.
typedef struct CFunction {
  const AccyPlan *plan;
  const BundlePaths *paths;
  char name[C_NAME_CAPACITY], macro[C_NAME_CAPACITY]; // as identifiers, the second in capitals
  AccyArena arena;
  CPlace *places; // by slot index
  uint64_t arenaBytes;
  uint32_t arenaAlignment;
} CFunction;

/// The name of the function as an identifier of C.
void cFunctionName(const char *text, char outName[C_NAME_CAPACITY]);

/// Finds the places: results lie where the caller wants them, and so do the values whose memory they take.
bool cFunctionCreate(const AccyPlan *plan, const BundlePaths *paths, CFunction *outFunction, AccyStatus *status);
void cFunctionDestroy(CFunction *function);

/// Whether a kernel reads the slot or the function returns it.
bool cSlotIsUsed(const AccyPlan *plan, uint32_t slot);

const CPlace *cFunctionPlaceOf(const CFunction *function, uint32_t slot);

/// The C type of an element, and of a scalar.
const char *cElementType(AccyDtype dtype);
const char *cScalarType(AccyScalarKind kind);

/// Whether an earlier kernel has the entry, so that it is declared already.
bool cEntryIsKnown(const AccyPlan *plan, uint32_t kernel);

/// Prints `void NAME_run(…)` without what follows.
void cPrintSignature(FILE *file, const CFunction *function);

void cPrintHeader(FILE *file, const CFunction *function);
void cPrintSource(FILE *file, const CFunction *function);

#endif // ACCY_BUNDLE_C_INTERFACE_H
