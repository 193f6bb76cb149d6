// RUN: accy-opt %s -split-input-file -verify-diagnostics --accy-bufferize

func.func @unscheduled(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'accy.neg' op is in no work item: run accy-schedule before accy-bufferize [MissingScheduleWorkItem]}}
  %0 = accy.neg %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{takes as argument 0 what is no ranked tensor of static shape}}
func.func @scalar(%a: f32) {
  return
}
