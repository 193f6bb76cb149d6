// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target profile from a file: the record in the IR holds it, so that later stages need the file no longer.
// RUN: rm -rf %t && mkdir %t
// RUN: accy-opt %s --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts \
// RUN:   --accy-outline-kernels --accy-legalize=target=%S/inputs/profile.json -o %t/legal.mlir
// RUN: FileCheck %s --check-prefix=RECORD < %t/legal.mlir
// RUN: accy-opt %t/legal.mlir --accy-kernelize --accy-plan --accy-emit --accy-plan-memory -o %t/stages.mlir
// RUN: accy-opt %s --accy-compile=target=%S/inputs/profile.json -o %t/whole.mlir
// RUN: diff %t/stages.mlir %t/whole.mlir
// RUN: FileCheck %s --check-prefix=PLAN < %t/whole.mlir
// RUN: accy-opt %t/whole.mlir --accy-export=dir=%t/bundle -o %t/exported.mlir
// RUN: FileCheck %s --check-prefix=JSON < %t/bundle/plan.json

// A plan holds the profile that it was made for.
// RUN: python3 -c 'import json, sys; plan = json.load(sys.stdin); json.dump({key: plan[key] for key in ("backend", "format", "target")}, sys.stdout, indent=2)' <%t/bundle/plan.json >%t/device.json
// RUN: accy-opt %s --accy-compile=target=%t/device.json -o %t/again.mlir
// RUN: diff %t/whole.mlir %t/again.mlir

// RECORD: choir.program @main
// RECORD-SAME: target = {backend = "cuda", capabilities = {architecture = "sm_86", bindings = {max_buffer_bytes = 140737488355328 : i64, max_buffers = 512 : i64}, dtypes = ["i1", "i32", "u32", "f32"]
// RECORD-SAME: threadgroup = {max_blocks = array<i64: 2147483647, 65535, 65535>
// RECORD-SAME: max_threads = 96 : i64
// RECORD-SAME: format = "cuda_ptx", profile = "cuda:half-block"

// The limits and the architecture are the file's.
// PLAN: choir.launch @accy_choir_elementwise_add_0
// PLAN-SAME: geometry = {grid = array<i64: 11, 1, 1>
// PLAN-SAME: threadgroup = array<i64: 96, 1, 1>
// PLAN: .target sm_86
// JSON: "name": "half-block"
// JSON: "max_threads": 96,

// A module may bring its profile along. A target asked for beside it must support it.
// RUN: accy-opt %S/inputs/module_target.mlir --accy-legalize | FileCheck %s --check-prefix=MODULE
// RUN: accy-opt %S/inputs/module_target.mlir --accy-legalize=target=cuda:sm_90 | FileCheck %s --check-prefix=MODULE
// RUN: not accy-opt %S/inputs/module_target.mlir --accy-legalize=target=cuda 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: not accy-opt %S/inputs/module_target.mlir --accy-legalize=target=vulkan 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not accy-opt %S/inputs/module_target.mlir --accy-legalize=format=cpu_object 2>&1 | FileCheck %s --check-prefix=FORMAT
// MODULE: choir.program @main attributes {target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_80"}}
// MORE: error: 'choir.program' op was asked for target 'cuda' but is recorded for 'cuda:sm_80', which needs more: {{.*}} [CapabilityMismatch]
// OTHER: error: 'choir.program' op was asked for target 'vulkan' but is recorded for 'cuda:sm_80' [CapabilityMismatch]
// FORMAT: error: {{.*}}[UnsupportedArtifactFormat]

// RUN: not accy-opt %s --accy-compile=target=%t/absent.json 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not accy-opt %s --accy-compile=target=absent.json 2>&1 | FileCheck %s --check-prefix=RELATIVE
// RUN: not accy-opt %s --accy-compile=target=/absent.json 2>&1 | FileCheck %s --check-prefix=ROOT
// RUN: sed 's/"cuda"/"webgpu"/; s/cuda_ptx/webgpu_wgsl/; s/sm_86/wgsl/; s/"f32"/"f64"/' %S/inputs/profile.json > %t/never.json
// RUN: not accy-opt %s --accy-compile=target=%t/never.json 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: sed s/max_threads/max_thread/ %S/inputs/profile.json > %t/bad.json
// RUN: not accy-opt %s --accy-compile=target=%t/bad.json 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: sed 's/"max_threads": 96/"max_threads": 0/' %S/inputs/profile.json > %t/zero.json
// RUN: not accy-opt %s --accy-compile=target=%t/zero.json 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: sed s/sm_86/sm_5/ %S/inputs/profile.json > %t/processor.json
// RUN: not accy-opt %s --accy-compile=target=%t/processor.json 2>&1 | FileCheck %s --check-prefix=PROCESSOR
// RUN: sed 's/max_threads = 96/max_threads = "many"/' %t/legal.mlir > %t/edited.mlir
// RUN: not accy-opt %t/edited.mlir --accy-kernelize 2>&1 | FileCheck %s --check-prefix=RECORDED
// RUN: sed 's/max_threads = 96/max_threads = 0/' %t/legal.mlir > %t/edited.mlir
// RUN: not accy-opt %t/edited.mlir --accy-kernelize 2>&1 | FileCheck %s --check-prefix=SENSE
// ABSENT: error: 'choir.program' op on target '{{.*}}absent.json': {{.*}}absent.json{{.*}} [InvalidArtifact]
// RELATIVE: error: 'choir.program' op on target 'absent.json': cannot open absent.json: No such file or directory [InvalidArtifact]
// ROOT: error: 'choir.program' op on target '/absent.json': cannot open /absent.json: No such file or directory [InvalidArtifact]
// NEVER: error: {{.*}}never.json: the target lists the dtype f64, which nothing of architecture wgsl has: leave it out [InvalidArtifact]
// KEY: error: 'choir.program' op on target '{{.*}}bad.json': {{.*}}bad.json: $.target.threadgroup.max_threads is missing [InvalidArtifact]
// ZERO: error: {{.*}}zero.json: the target has a limit of 0 where at least 1 is needed [InvalidArtifact]
// PROCESSOR: error: {{.*}}processor.json: the target's architecture 'sm_5' is none that code is made for; cuda has: sm_75 sm_80 {{.*}} [InvalidArtifact]
// RECORDED: error: 'choir.program' op has a record 'target' whose entry 'max_threads' is absent or malformed [InvalidArtifact]
// SENSE: error: 'choir.program' op has a record 'target' that makes no sense: the target has a limit of 0 where at least 1 is needed [InvalidArtifact]

func.func @main(%a: tensor<1000xf32>, %b: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = accy.add %a, %b : tensor<1000xf32>
  accy.return %0 : tensor<1000xf32>
}
