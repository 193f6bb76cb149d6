// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of devices. A new device is one row here and one folder beside this file.
#include "runtime/device.h"

#include <string.h>

static const AccyDevice *const devices[] = {&accyCpuDevice, &accyVulkanDevice, &accyCudaDevice};
enum { DeviceCount = sizeof devices / sizeof *devices };

size_t accyDeviceGetCount(void) {
  return DeviceCount;
}

const char *accyDeviceGetName(size_t index) {
  return index < DeviceCount ? devices[index]->name : NULL;
}

const char *accyDeviceGetDescription(size_t index) {
  return index < DeviceCount ? devices[index]->description : NULL;
}

const AccyDevice *accyDeviceFind(const char *name) {
  for (size_t i = 0; i < DeviceCount; ++i)
    if (strcmp(devices[i]->name, name) == 0)
      return devices[i];
  return NULL;
}

const AccyDevice *accyDeviceFindForFormat(AccyFormat format) {
  for (size_t i = 0; i < DeviceCount; ++i)
    if (devices[i]->formats & ACCY_BIT(format))
      return devices[i];
  return NULL;
}
