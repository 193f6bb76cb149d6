// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder of its own for a test, with the bundle of the sample plan in it.

#ifndef ACCY_TEST_UNIT_BUNDLE_BUNDLE_FIXTURE_H
#define ACCY_TEST_UNIT_BUNDLE_BUNDLE_FIXTURE_H

#include "accy-c/Bundle.h"

#include <stddef.h>

/// The folder, the bundle in it, and the text of the bundle's plan.json.
extern char bundleParent[], bundleFolder[64], *bundleDocument;

/// cmocka's functions for a group of tests.
int bundleSetUp(void **state);
int bundleTearDown(void **state);

/// The path of a file of the bundle.
void bundlePath(const char *name, char path[256]);

/// Writes a file of the bundle.
void bundleWriteFile(const char *name, const char *data, size_t length);

/// Writes plan.json as it was.
void bundleRestoreDocument(void);

#endif // ACCY_TEST_UNIT_BUNDLE_BUNDLE_FIXTURE_H
