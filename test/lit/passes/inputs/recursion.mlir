func.func private @endless(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @endless(%a) : (tensor<8xf32>) -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @endless(%a) : (tensor<8xf32>) -> tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
