// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Reading a bundle: plan.json into a plan, strictly; payloads and constants from the files that it names.

#include "bundle/bundle.h"
#include "bundle/file.h"
#include "bundle/plan_fields.h"
#include "planner/fingerprint.h"
#include "planner/plan.h"
#include "planner/set_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is being read: the folder, the plan so far, and memory for the lists of one slot or kernel.
typedef struct Reader {
  const char *folder;
  AccyPlan *plan;
  AccyArena scratch;
} Reader;

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

static bool read_constant(Reader *reader, const cJSON *object, AccySlot *slot, const AccyJsonPath *path,
                          AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, "constant");
  const cJSON *value = accyJsonGet(object, "constant", path, status);
  if (!value)
    return false;
  bool isConstant = (slot->roles & ACCY_BIT(AccyRoleConstant)) != 0;
  if (isConstant ? !cJSON_IsString(value) : !cJSON_IsNull(value))
    return accyJsonExpected(&at, isConstant ? "the path of the constant's file" : "null", status);
  if (!isConstant)
    return true;
  return accyFileRead(reader->folder, value->valuestring, slot->bytes, &reader->scratch, (void **)&slot->constant, &at,
                      status);
}

static bool read_slot(Reader *reader, const cJSON *object, const AccyJsonPath *path, AccyStatus *status) {
  AccyJsonSlot text = {0};
  if (!accyJsonRead(object, &accyJsonSlotFields, &text, &reader->scratch, path, status))
    return false;
  AccySlot *slot = &text.slot;
  bool sameRank = text.orderCount == text.dimCount && (!slot->layout.strides || text.strideCount == text.dimCount);
  if (!slot->layout.dims || !sameRank)
    return accyJsonExpected(path, "dims, strides and minor_to_major of one length", status);
  slot->layout.rank = text.dimCount;
  slot->has_static_size = true;
  return read_constant(reader, object, slot, path, status) && accyPlanAddSlot(reader->plan, slot, status);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool read_payload(Reader *reader, const cJSON *object, AccyKernel *kernel, const AccyJsonPath *path,
                         AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, "payload"), at_bytes = accyJsonPathKey(&at, "bytes");
  const cJSON *payload = accyJsonGet(object, "payload", path, status);
  const cJSON *kind = payload ? accyJsonGet(payload, "kind", &at, status) : NULL;
  const cJSON *file = kind ? accyJsonGet(payload, "path", &at, status) : NULL;
  const cJSON *bytes = file ? accyJsonGet(payload, "bytes", &at, status) : NULL;
  AccyPayload *out = &kernel->artifact.payload;
  if (!bytes || !accyJsonReadInteger(bytes, UINT64_MAX, &out->bytes, &at_bytes, status))
    return false;
  AccyJsonPath at_kind = accyJsonPathKey(&at, "kind"), at_path = accyJsonPathKey(&at, "path");
  if (!cJSON_IsString(kind) || !accyPayloadKindParse(kind->valuestring, strlen(kind->valuestring), &out->kind))
    return accyJsonExpected(&at_kind, "a payload kind's name", status);
  if (!cJSON_IsString(file))
    return accyJsonExpected(&at_path, "the path of the payload's file", status);
  out->ownership = AccyPayloadOwnershipOwned;
  return accyFileRead(reader->folder, file->valuestring, out->bytes, &reader->scratch, (void **)&out->data, &at_path,
                      status);
}

static bool read_scalar(const cJSON *object, AccyScalar *out, const AccyJsonPath *path, AccyStatus *status) {
  const cJSON *value = cJSON_IsObject(object) ? object->child : NULL;
  if (!value || value->next || !value->string || !accyScalarKindParse(value->string, strlen(value->string), &out->kind))
    return accyJsonExpected(path, "an object of one scalar, as {\"u32\": 8}", status);
  if (out->kind == AccyScalarKindU32)
    return accyJsonReadInteger(value, UINT32_MAX, &out->bits, path, status);
  if (out->kind == AccyScalarKindI32) {
    if (!cJSON_IsNumber(value) || value->valuedouble != (double)value->valueint)
      return accyJsonExpected(path, "an integer of 32 bits", status);
    out->bits = (uint32_t)value->valueint;
    return true;
  }
  char *end = NULL;
  if (cJSON_IsString(value) && strncmp(value->valuestring, "0x", 2) == 0 && strlen(value->valuestring) <= 18)
    out->bits = strtoull(value->valuestring, &end, 16);
  return (end && *end == '\0' && end > value->valuestring + 2) ||
         accyJsonExpected(path, "the scalar's bits as a string \"0x…\"", status);
}

// The scalars of a kernel, by their place among its arguments; the buffers are checked against inputs and output when
// the plan is verified.
static bool read_scalars(Reader *reader, const cJSON *object, AccyKernel *kernel, const AccyJsonPath *path,
                         AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, "arguments");
  const cJSON *arguments = accyJsonGet(object, "arguments", path, status);
  if (!arguments || (!cJSON_IsArray(arguments) && !accyJsonExpected(&at, "an array", status)))
    return false;
  size_t count = (size_t)cJSON_GetArraySize(arguments);
  kernel->static_arguments = accyArenaAllocateArray(&reader->scratch, count, sizeof(AccyScalar));
  kernel->runtime_scalars = accyArenaAllocateArray(&reader->scratch, count, sizeof(AccyScalar));
  if (!kernel->static_arguments || !kernel->runtime_scalars)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for %s", at.text);
  int index = 0;
  for (const cJSON *argument = arguments->child; argument; argument = argument->next) {
    AccyJsonPath element = accyJsonPathElement(&at, index++);
    const cJSON *scalar = cJSON_GetObjectItemCaseSensitive(argument, "scalar");
    if (!scalar)
      continue;
    AccyScalar value = {0};
    if (!read_scalar(scalar, &value, &element, status))
      return false;
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(argument, "runtime")))
      kernel->runtime_scalars[kernel->runtime_scalar_count++] = value;
    else
      kernel->static_arguments[kernel->static_argument_count++] = value;
  }
  return true;
}

// The argument list says in another form what the other keys say; both must agree.
static bool check_arguments(const cJSON *object, const AccyKernel *kernel, const AccyJsonPath *path,
                            AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, "arguments");
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "arguments")->child;
  uint32_t count = accyKernelArgumentCount(kernel), index = 0;
  for (; item && index < count; item = item->next, ++index) {
    AccyJsonPath element = accyJsonPathElement(&at, (int)index);
    AccyArgument argument = accyKernelArgument(kernel, index);
    const char *key = argument.kind == AccyArgumentBuffer        ? "buffer"
                      : argument.kind == AccyArgumentCountBuffer ? "count_buffer"
                      : argument.kind == AccyArgumentCount       ? "count"
                                                                 : "scalar";
    uint64_t number = 0, expected = argument.kind == AccyArgumentBuffer ? argument.slot : argument.count;
    const cJSON *value = accyJsonGet(item, key, &element, status);
    bool isScalar = strcmp(key, "scalar") == 0;
    if (!value || (!isScalar && !accyJsonReadInteger(value, UINT32_MAX, &number, &element, status)))
      return false;
    if (!isScalar && number != expected)
      return accyJsonExpected(&element, "what inputs, output and element_count say", status);
  }
  if (item || index < count)
    return accyJsonExpected(&at, "one entry for each argument", status);
  return true;
}

static bool read_tile(const cJSON *object, AccyTile *out, Reader *reader, const AccyJsonPath *path,
                      AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, "tile");
  const cJSON *tile = accyJsonGet(object, "tile", path, status);
  if (!tile)
    return false;
  return cJSON_IsNull(tile) || accyJsonRead(tile, &accyJsonTileFields, out, &reader->scratch, &at, status);
}

static bool read_candidates(Reader *reader, const cJSON *object, AccyLaunchResources *launch, const AccyJsonPath *path,
                            AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, "candidates");
  const cJSON *candidates = accyJsonGet(object, "candidates", path, status);
  if (!candidates)
    return false;
  int count = cJSON_IsArray(candidates) ? cJSON_GetArraySize(candidates) : 0;
  if (count < 1 || count > ACCY_MAX_CANDIDATES)
    return accyJsonExpected(&at, "an array of one to eight candidates", status);
  for (const cJSON *item = candidates->child; item; item = item->next) {
    AccyJsonPath element = accyJsonPathElement(&at, (int)launch->candidate_count);
    AccyLaunchCandidate *candidate = &launch->candidates[launch->candidate_count++];
    if (!accyJsonRead(item, &accyJsonCandidateFields, candidate, &reader->scratch, &element, status) ||
        !read_tile(item, &candidate->tile, reader, &element, status))
      return false;
  }
  return true;
}

static bool read_fill(const cJSON *object, const char *key, AccyFill *out, const AccyJsonPath *path,
                      AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, key);
  const cJSON *fill = accyJsonGet(object, key, path, status);
  uint64_t pattern = 0;
  if (!fill || (!cJSON_IsNull(fill) && !accyJsonReadInteger(fill, UINT32_MAX, &pattern, &at, status)))
    return false;
  *out = (AccyFill){.present = !cJSON_IsNull(fill), .pattern = (uint32_t)pattern};
  return true;
}

static bool read_fingerprint(const cJSON *object, uint64_t *out, Reader *reader, const AccyJsonPath *path,
                             AccyStatus *status) {
  const AccyJsonField row = {.key = "body_fingerprint", .kind = AccyJsonHash};
  const AccyJsonFields fields = {&row, 1};
  return accyJsonRead(object, &fields, out, &reader->scratch, path, status);
}

// Repeats in launch, contract and artifact what plan.json says once.
static bool complete_kernel(Reader *reader, AccyKernel *kernel, AccyStatus *status) {
  const AccyPlan *plan = reader->plan;
  AccyLaunchResources *launch = &kernel->launch;
  launch->format = plan->target.format;
  launch->element_count = kernel->element_count;
  launch->ops_per_kib = kernel->resources.ops_per_kib;
  kernel->resources.resource_class = launch->resource_class;
  launch->static_bytes_complete = kernel->resources.static_bytes_complete;
  launch->est_bytes = launch->candidates[0].est_bytes;
  launch->est_ops = launch->candidates[0].est_ops;
  uint64_t *fingerprints = accyArenaAllocateArray(&reader->scratch, kernel->input_slot_count, sizeof *fingerprints);
  if (!fingerprints)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for fingerprints");
  for (uint32_t i = 0; i < kernel->input_slot_count; ++i) {
    const AccySlot *slot = accyPlanFindSlot(plan, kernel->input_slots[i]);
    if (!slot)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "kernel %u reads the unknown slot %u", kernel->id,
                      kernel->input_slots[i]);
    fingerprints[i] = slot->layout_fingerprint;
  }
  const AccySlot *output = accyPlanFindSlot(plan, kernel->output_slot);
  kernel->input_layout_fingerprint =
      kernel->input_slot_count || output ? accyInputLayoutsFingerprint(fingerprints, kernel->input_slot_count) : 0;
  kernel->output_layout_fingerprint = output ? output->layout_fingerprint : 0;
  AccyRequirements required = kernel->contract.required;
  AccyPayload payload = kernel->artifact.payload;
  char entry[ACCY_NAME_CAPACITY];
  memcpy(entry, kernel->contract.entry, sizeof entry);
  return accyKernelSetArtifact(kernel, plan->target.capabilities.backend, plan->target.format, entry,
                               kernel->contract.source, kernel->contract.launch_kind, &required, &payload, status);
}

static bool read_kernel(Reader *reader, const cJSON *object, const AccyJsonPath *path, AccyStatus *status) {
  AccyKernel kernel = {0};
  AccyArena *scratch = &reader->scratch;
  if (!accyJsonRead(object, &accyJsonKernelHeadFields, &kernel, scratch, path, status) ||
      !read_payload(reader, object, &kernel, path, status) ||
      !accyJsonRead(object, &accyJsonKernelMidFields, &kernel, scratch, path, status) ||
      !read_scalars(reader, object, &kernel, path, status) || !check_arguments(object, &kernel, path, status) ||
      !read_tile(object, &kernel.launch.tile, reader, path, status) ||
      !read_candidates(reader, object, &kernel.launch, path, status) ||
      !read_fill(object, "output_fill", &kernel.output_fill, path, status) ||
      !read_fill(object, "scratch_fill", &kernel.scratch_fill, path, status) ||
      !read_fingerprint(object, &kernel.body_fingerprint, reader, path, status))
    return false;
  uint32_t argumentCount = kernel.contract.argument_count;
  if (!complete_kernel(reader, &kernel, status))
    return false;
  if (argumentCount != kernel.contract.argument_count) {
    AccyJsonPath at = accyJsonPathKey(path, "argument_count");
    return accyJsonExpected(&at, "the number of the arguments", status);
  }
  return accyPlanAddKernel(reader->plan, &kernel, status);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool read_rows(Reader *reader, const cJSON *object, const char *key, const AccyJsonFields *fields, size_t size,
                      void **outRows, uint32_t *outCount, const AccyJsonPath *path, AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, key);
  const cJSON *array = accyJsonGet(object, key, path, status);
  if (!array || (!cJSON_IsArray(array) && !accyJsonExpected(&at, "an array", status)))
    return false;
  int count = cJSON_GetArraySize(array), index = 0;
  char *rows = accyArenaAllocateArray(&reader->scratch, (size_t)count, size);
  if (!rows)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for %s", at.text);
  for (const cJSON *item = array->child; item; item = item->next, ++index) {
    AccyJsonPath element = accyJsonPathElement(&at, index);
    if (!accyJsonRead(item, fields, rows + (size_t)index * size, &reader->scratch, &element, status))
      return false;
  }
  *outRows = rows;
  *outCount = (uint32_t)count;
  return true;
}

static bool read_memory(Reader *reader, const cJSON *root, const AccyJsonPath *path, AccyStatus *status) {
  AccyJsonPath at = accyJsonPathKey(path, "memory"), at_strategy = accyJsonPathKey(&at, "strategy");
  const cJSON *object = accyJsonGet(root, "memory", path, status);
  const cJSON *strategy = object ? accyJsonGet(object, "strategy", &at, status) : NULL;
  AccyMemoryPlan memory = {0};
  void *allocations = NULL, *assignments = NULL;
  if (!strategy)
    return false;
  if (!cJSON_IsString(strategy) ||
      !accyMemoryStrategyParse(strategy->valuestring, strlen(strategy->valuestring), &memory.strategy))
    return accyJsonExpected(&at_strategy, accyJsonMemoryStrategies.what, status);
  if (!read_rows(reader, object, "allocations", &accyJsonAllocationFields, sizeof(AccyAllocation), &allocations,
                 &memory.allocation_count, &at, status) ||
      !read_rows(reader, object, "assignments", &accyJsonAssignmentFields, sizeof(AccyAssignment), &assignments,
                 &memory.assignment_count, &at, status) ||
      !accyJsonRead(object, &accyJsonMemoryFields, &memory, &reader->scratch, &at, status))
    return false;
  memory.allocations = allocations;
  memory.assignments = assignments;
  return accyPlanSetMemory(reader->plan, &memory, status);
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

typedef bool (*ReadElement)(Reader *reader, const cJSON *object, const AccyJsonPath *path, AccyStatus *status);

static bool read_each(Reader *reader, const cJSON *root, const char *key, ReadElement read, AccyStatus *status) {
  AccyJsonPath top = {""}, at = accyJsonPathKey(&top, key);
  const cJSON *array = accyJsonGet(root, key, &top, status);
  if (!array || (!cJSON_IsArray(array) && !accyJsonExpected(&at, "an array", status)))
    return false;
  int index = 0;
  for (const cJSON *item = array->child; item; item = item->next) {
    AccyJsonPath element = accyJsonPathElement(&at, index++);
    bool done = read(reader, item, &element, status);
    accyArenaFree(&reader->scratch);
    if (!done)
      return false;
  }
  return true;
}

typedef struct Interface {
  uint32_t *inputs, *outputs;
  uint32_t inputCount, outputCount;
} Interface;

static bool read_interface(Reader *reader, const cJSON *root, AccyStatus *status) {
  static const AccyJsonField rows[] = {
      {.key = "inputs",
       .kind = AccyJsonU32List,
       .offset = offsetof(Interface, inputs),
       .countOffset = offsetof(Interface, inputCount)},
      {.key = "outputs",
       .kind = AccyJsonU32List,
       .offset = offsetof(Interface, outputs),
       .countOffset = offsetof(Interface, outputCount)},
  };
  static const AccyJsonFields fields = {rows, 2};
  AccyJsonPath top = {""}, at = accyJsonPathKey(&top, "inputs");
  Interface interface = {0};
  if (!accyJsonRead(root, &fields, &interface, &reader->scratch, &top, status) ||
      !accyPlanSetInputs(reader->plan, status) ||
      !accyPlanSetOutputs(reader->plan, interface.outputs, interface.outputCount, status))
    return false;
  bool same = interface.inputCount == reader->plan->input_count;
  for (uint32_t i = 0; same && i < interface.inputCount; ++i)
    same = interface.inputs[i] == reader->plan->inputs[i];
  return same || accyJsonExpected(&at, "the ids of the input slots in order", status);
}

static bool read_head(Reader *reader, const cJSON *root, AccyStatus *status) {
  typedef struct Head {
    AccyTargetProfile target;
    char function[ACCY_NAME_CAPACITY];
    AccyBackend backend;
  } Head;
  static const AccyJsonField rows[] = {
      {.key = "backend", .kind = AccyJsonEnum, .offset = offsetof(Head, backend), .spelling = &accyJsonBackends},
      {.key = "format", .kind = AccyJsonEnum, .offset = offsetof(Head, target.format), .spelling = &accyJsonFormats},
      {.key = "target",
       .kind = AccyJsonObject,
       .offset = offsetof(Head, target.capabilities),
       .fields = &accyJsonTargetFields},
      {.key = "function", .kind = AccyJsonText, .offset = offsetof(Head, function), .capacity = ACCY_NAME_CAPACITY},
  };
  static const AccyJsonFields fields = {rows, 4};
  AccyJsonPath top = {""}, at = accyJsonPathKey(&top, "version");
  uint64_t version;
  const cJSON *value = accyJsonGet(root, "version", &top, status);
  if (!value || !accyJsonReadInteger(value, UINT32_MAX, &version, &at, status))
    return false;
  if (version != ACCY_PLAN_VERSION)
    return accyFail(status, AccyStatusCodeInvalidArtifact,
                    "plan.json: version %llu is not known; this reads version %d", (unsigned long long)version,
                    ACCY_PLAN_VERSION);
  Head head = {0};
  if (!accyJsonRead(root, &fields, &head, &reader->scratch, &top, status))
    return false;
  AccyJsonPath at_backend = accyJsonPathKey(&top, "backend");
  if (head.backend != head.target.capabilities.backend)
    return accyJsonExpected(&at_backend, "the backend of the target", status);
  reader->plan->target = head.target;
  memcpy(reader->plan->function, head.function, sizeof head.function);
  return true;
}

static bool read_plan(Reader *reader, const cJSON *root, AccyStatus *status) {
  AccyJsonPath top = {""};
  if (!cJSON_IsObject(root))
    return accyJsonExpected(&top, "an object", status);
  return read_head(reader, root, status) && read_each(reader, root, "slots", read_slot, status) &&
         read_interface(reader, root, status) && read_each(reader, root, "kernels", read_kernel, status) &&
         read_memory(reader, root, &top, status) && accyPlanVerify(reader->plan, status);
}

static cJSON *parse_file(Reader *reader, AccyStatus *status) {
  void *text;
  uint64_t bytes;
  AccyJsonPath path = {"plan.json"};
  if (!accyFileReadAll(reader->folder, "plan.json", &reader->scratch, &text, &bytes, &path, status))
    return NULL;
  const char *end = NULL;
  cJSON *root = cJSON_ParseWithLengthOpts(text, bytes, &end, false);
  if (!root) {
    size_t line = 1, at = end ? (size_t)(end - (const char *)text) : 0;
    for (size_t i = 0; i < at && i < bytes; ++i)
      line += ((const char *)text)[i] == '\n';
    accyFail(status, AccyStatusCodeInvalidArtifact, "plan.json: line %zu is no JSON", line);
  }
  return root;
}

bool accyBundleRead(const char *folder, AccyPlan **outPlan, AccyStatus *status) {
  Reader reader = {.folder = folder, .plan = accyPlanCreate()};
  if (!reader.plan)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a plan");
  cJSON *root = parse_file(&reader, status);
  bool read = root && read_plan(&reader, root, status);
  cJSON_Delete(root);
  accyArenaFree(&reader.scratch);
  if (!read) {
    accyPlanDestroy(reader.plan);
    return false;
  }
  *outPlan = reader.plan;
  return true;
}
