// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-schedule
// RUN: not accy-opt %s --accy-schedule=max-ops=0 2>&1 | FileCheck %s --check-prefix=LIMIT

// RUN: not accy-opt %s --accy-schedule=max-inputs=-1 2>&1 | FileCheck %s --check-prefix=INPUTS

// LIMIT: error: option 'max-ops' of accy-schedule is 0; it must be at least 1
// INPUTS: error: option 'max-inputs' of accy-schedule is -1; it must be at least 1

func.func private @callee(tensor<4xf32>) -> tensor<4xf32>
func.func @call(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op cannot be scheduled: calls are inlined first}}
  %0 = func.call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @other(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'arith.negf' op cannot be scheduled: accy-schedule takes functions of accy operations}}
  %0 = arith.negf %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{takes as argument 0 what is no ranked tensor of static shape}}
func.func @dynamic(%a: tensor<?xf32>) {
  return
}

// -----

// expected-error @+1 {{has several blocks}}
func.func @blocks(%a: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %a : tensor<4xf32>
}

// -----

func.func @written_and_used(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %t = accy.neg %a : tensor<4xf32>
  // expected-error @+1 {{'accy.kernel_call' op writes its operand 0, which 'accy.abs' uses afterwards: use the call's result there}}
  %0 = accy.kernel_call "k" %t version = 1 effects = ["write"] : tensor<4xf32> -> tensor<4xf32>
  %1 = accy.abs %t : tensor<4xf32>
  accy.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @aliased_and_returned(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op writes its operand 0, which 'accy.return' uses afterwards}}
  %0 = accy.kernel_call "k" %a version = 1 alias = 0 : tensor<4xf32> -> tensor<4xf32>
  accy.return %0, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @written_twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'accy.kernel_call' op writes its operand 1, which is another operand of it, too}}
  %0 = accy.kernel_call "k" %a, %a version = 1 effects = ["read", "write"] : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  accy.return %0 : tensor<4xf32>
}
