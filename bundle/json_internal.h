// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the JSON codec share.
#ifndef ACCY_BUNDLE_JSON_INTERNAL_H
#define ACCY_BUNDLE_JSON_INTERNAL_H

#include "bundle/json_codec.h"

/// Adds `item`, which the codec then owns, under `key` or (null) at the end of an array. Null is out of memory.
bool jsonAdd(JsonCodec *codec, const char *key, cJSON *item);

/// The member `key` of the object that is read; fails when it is missing.
bool jsonFind(JsonCodec *codec, const char *key, cJSON **outItem);

bool jsonOutOfMemory(const JsonCodec *codec);

#endif // ACCY_BUNDLE_JSON_INTERNAL_H
