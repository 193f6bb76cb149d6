// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operations of a block run in one kernel.
//
// Groups grow from consumers to producers. A producer joins the group that all its uses are in when every use wants its
// elements at the same indices, each once: nothing is computed twice. Those indices are a *frame*: the group's root has
// one, an elementwise operation hands its own on, and an operation that moves elements opens a new one. A frame
// *repeats* when the same element is wanted more than once (below a broadcast that enlarges); only operations that
// merely move elements join there. A reduction starts a group and takes producers in; a dot_general takes the
// elementwise consumers of its result in, and no producers. What reads a buffer that a kernel_call writes stays in a
// group whose root comes before the call.

#ifndef ACCY_PASSES_FUSION_H
#define ACCY_PASSES_FUSION_H

#include "mlir-c/IR.h"
#include "support/pointer_map.h"

/// Limits of one group.
typedef struct AccyFusionLimits {
  int64_t maxOps;    // operations
  int64_t maxInputs; // distinct values from outside
  bool inlineSplats; // whether constants of equal elements go into kernels, not into slots
} AccyFusionLimits;

/// How an operation takes part. Constants, iotas and what only moves their elements are free, the latter while they
/// count for no more operations than a group may have.
typedef enum AccyFusionRole {
  AccyFusionOutside, // a constant with a slot of its own, or the terminator
  AccyFusionFree,    // costs nothing: copied into each group that uses it
  AccyFusionMember,  // computed in the group `group`
} AccyFusionRole;

typedef struct AccyFusionNode {
  MlirOperation op;
  AccyFusionRole role;
  int64_t copiedOps; // what a free one counts for in a kernel
  int64_t group;     // -1 unless a member
  int64_t frame;
} AccyFusionNode;

typedef struct AccyFusionGroup {
  int64_t root;   // node whose result leaves the group
  int64_t anchor; // its reduce, dot_general or kernel_call; -1 when there is none
  int64_t numOps;
} AccyFusionGroup;

typedef struct AccyFusion {
  AccyFusionLimits limits;
  AccyFusionNode *nodes; // every operation of the block, in order
  int64_t numNodes;
  AccyFusionGroup *groups;
  int64_t numGroups;
  bool *frameRepeats;
  int64_t numFrames, frameCapacity;
  AccyPointerMap nodeOfOp;
  AccyPointerMap writerOfValue; // value → node of the kernel_call that writes its buffer
} AccyFusion;

/// Groups the block's operations. Returns false when memory runs out. Release with accyFusionDestroy either way.
bool accyFusionCompute(MlirBlock block, AccyFusionLimits limits, AccyFusion *outFusion);

/// The node that defines the value, or -1 for a block argument or a value from elsewhere.
int64_t accyFusionGetDefiningNode(const AccyFusion *fusion, MlirValue value);

/// Releases what accyFusionCompute made.
void accyFusionDestroy(AccyFusion *fusion);

#endif // ACCY_PASSES_FUSION_H
