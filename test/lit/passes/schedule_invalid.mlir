// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-schedule

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
