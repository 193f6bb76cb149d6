// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See set_names.h.
#include "planner/set_names.h"

#include <stdio.h>

static void append(char *text, size_t size, size_t *length, const char *name) {
  if (*length < size)
    *length += (size_t)snprintf(text + *length, size - *length, "%s%s", *length ? " " : "", name);
}

#define DEFINE_LIST(Type, function)                                                                                    \
  void function(AccySet set, char *outText, size_t size) {                                                             \
    size_t length = 0;                                                                                                 \
    for (int i = 0; i < Accy##Type##Count; ++i)                                                                        \
      if (set & ACCY_BIT(i))                                                                                           \
        append(outText, size, &length, accy##Type##Name((Accy##Type)i));                                               \
    if (length == 0)                                                                                                   \
      append(outText, size, &length, "none");                                                                          \
  }

DEFINE_LIST(Dtype, accyListDtypes)
DEFINE_LIST(Feature, accyListFeatures)
DEFINE_LIST(SubgroupOperation, accyListSubgroupOperations)
DEFINE_LIST(LayoutSupport, accyListLayoutSupports)
DEFINE_LIST(RuntimeFeature, accyListRuntimeFeatures)
