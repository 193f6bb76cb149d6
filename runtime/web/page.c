// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See page.h. The page is runtime/web/template.html with the bundle, the tensors and the modules in it, each in a
// script element; what is not text is in base64.
#include "runtime/web/page.h"

#include "accy-c/Bundle.h"
#include "planner/plan.h"
#include "runtime/error.h"
#include "runtime/file.h"
#include "runtime/interface.h"
#include "web_page_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char parts_mark[] = "<!-- accy: parts -->\n";
static const char template_name[] = "template";

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static bool write_base64(FILE *file, const void *data, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i += 3) {
    size_t count = size - i < 3 ? size - i : 3;
    uint32_t group = (uint32_t)bytes[i] << 16;
    group |= count > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
    group |= count > 2 ? bytes[i + 2] : 0;
    char text[4];
    for (size_t digit = 0; digit < 4; ++digit)
      text[digit] = digit <= count ? digits[group >> (18 - 6 * digit) & 63] : '=';
    if (fwrite(text, 1, sizeof text, file) != sizeof text)
      return false;
  }
  return true;
}

static bool write_data(FILE *file, const char *kind, const char *name, const void *data, size_t size) {
  return fprintf(file, "<script type=\"text/plain\" data-accy-%s=\"%s\">", kind, name) > 0 &&
         write_base64(file, data, size) && fputs("</script>\n", file) >= 0;
}

static bool write_file(const char *path, const void *data, uint64_t bytes, void *userData, AccyStatus *status) {
  return write_data(userData, "file", path, data, bytes) ||
         accyFail(status, AccyStatusCodeInvalidArtifact, "%s", strerror(errno));
}

static bool write_tensors(FILE *file, const char *kind, const AccyTensor *tensors, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    char name[32];
    snprintf(name, sizeof name, "%zu", i);
    if (!write_data(file, kind, name, tensors[i].data, tensors[i].bytes))
      return false;
  }
  return true;
}

static bool write_modules(FILE *file) {
  for (size_t i = 0; i < web_page_text_count; ++i) {
    if (strcmp(web_page_text[i].name, template_name) != 0 &&
        fprintf(file, "<script type=\"text/plain\" data-accy-module=\"%s.mjs\">\n%s</script>\n", web_page_text[i].name,
                web_page_text[i].text) < 0)
      return false;
  }
  return true;
}

static bool write_options(FILE *file, const AccyWebPage *page) {
  const char *quote = page->bundleUrl ? "\"" : "";
  return fprintf(file,
                 "<script type=\"application/json\" id=\"accy-options\">"
                 "{\"bundle\":%s%s%s,\"rtol\":%.17g,\"atol\":%.17g,\"runs\":%zu}</script>\n",
                 quote, page->bundleUrl ? page->bundleUrl : "null", quote, page->relativeTolerance,
                 page->absoluteTolerance, page->runs) > 0;
}

static bool write_parts(FILE *file, const AccyWebPage *page) {
  return write_options(file, page) &&
         (page->bundleUrl || accyBundleEnumerateFiles(page->plan, write_file, file, NULL)) &&
         write_tensors(file, "input", page->inputs, page->inputCount) &&
         write_tensors(file, "expected", page->expected, page->expectedCount) && write_modules(file);
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static const char *find_template(void) {
  for (size_t i = 0; i < web_page_text_count; ++i)
    if (strcmp(web_page_text[i].name, template_name) == 0)
      return web_page_text[i].text;
  abort(); // the build puts it there
}

static bool write_page(FILE *file, void *userData) {
  const char *text = find_template();
  const char *mark = strstr(text, parts_mark);
  size_t before = (size_t)(mark - text);
  return fwrite(text, 1, before, file) == before && write_parts(file, userData) &&
         fputs(mark + sizeof parts_mark - 1, file) >= 0;
}

bool accyWebPageRuns(AccyFormat format) {
  return format == AccyFormatWebgpuWgsl || format == AccyFormatWebassemblyModule;
}

// What a URL is made of (RFC 3986), all of which can stand in a JSON string and in a script element.
static const char url_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                     "-._~:/?#[]@!$&'()*+,;=%";

static bool check_url(const char *url, AccyRuntimeError *error) {
  return !url || url[strspn(url, url_characters)] == 0 ||
         accyRuntimeFail(error, "'%s' has characters that URLs do not have", url);
}

static bool check_tensors(const AccyPlan *plan, const char *kind, const uint32_t *slots, const AccyTensor *tensors,
                          size_t count, AccyRuntimeError *error) {
  for (size_t i = 0; i < count; ++i)
    if (!accyInterfaceCheckTensor(accyPlanFindSlot(plan, slots[i]), kind, i, &tensors[i], error))
      return false;
  return true;
}

bool accyWebPageWrite(const AccyWebPage *page, const char *path, AccyRuntimeError *error) {
  const AccyPlan *plan = page->plan;
  AccyFormat format = plan->target.format;
  AccyStatus status;
  if (!accyPlanVerify(plan, &status))
    return accyRuntimeFail(error, "%s [%s]", status.message, accyStatusCodeName(status.code));
  if (!accyWebPageRuns(format))
    return accyRuntimeFail(error, "the bundle holds %s; a page can run webgpu_wgsl and webassembly_module",
                           accyFormatName(format));
  if (page->inputCount != plan->input_count || (page->expectedCount && page->expectedCount != plan->output_count))
    return accyRuntimeFail(error, "the function has %u inputs and %u outputs; given are %zu and %zu", plan->input_count,
                           plan->output_count, page->inputCount, page->expectedCount);
  return check_url(page->bundleUrl, error) && accyInterfaceCheck(plan, error) &&
         check_tensors(plan, "input", plan->inputs, page->inputs, page->inputCount, error) &&
         check_tensors(plan, "output", plan->outputs, page->expected, page->expectedCount, error) &&
         accyFileReplace(path, write_page, (void *)page, error);
}
