// A multi-layer perceptron that sorts points into three classes: two hidden layers with tanh and GELU, and a softmax
// over the classes. `make run` compiles it for CUDA, Vulkan and the CPU, and runs it on the last two.
func.func @main(%points: tensor<37x2xf32>, %w1: tensor<2x32xf32>, %b1: tensor<32xf32>, %w2: tensor<32x32xf32>,
                %b2: tensor<32xf32>, %w3: tensor<32x3xf32>, %b3: tensor<3xf32>) -> tensor<37x3xf32> {
  // tanh(points · w1 + b1)
  %0 = accy.dot_general %points, %w1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<37x2xf32>, tensor<2x32xf32> -> tensor<37x32xf32>
  %1 = accy.broadcast %b1 dims = [1] : tensor<32xf32> -> tensor<37x32xf32>
  %2 = accy.add %0, %1 : tensor<37x32xf32>
  %3 = accy.tanh %2 : tensor<37x32xf32>

  // GELU(· w2 + b2): x · (1 + erf(x / sqrt 2)) / 2
  %4 = accy.dot_general %3, %w2 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<37x32xf32>, tensor<32x32xf32> -> tensor<37x32xf32>
  %5 = accy.broadcast %b2 dims = [1] : tensor<32xf32> -> tensor<37x32xf32>
  %6 = accy.add %4, %5 : tensor<37x32xf32>
  %half = accy.constant dense<0.5> : tensor<37x32xf32>
  %one = accy.constant dense<1.0> : tensor<37x32xf32>
  %inverse_sqrt2 = accy.constant dense<0.707106769> : tensor<37x32xf32>
  %7 = accy.mul %6, %inverse_sqrt2 : tensor<37x32xf32>
  %8 = accy.erf %7 : tensor<37x32xf32>
  %9 = accy.add %8, %one : tensor<37x32xf32>
  %10 = accy.mul %9, %half : tensor<37x32xf32>
  %11 = accy.mul %6, %10 : tensor<37x32xf32>

  // softmax(· w3 + b3)
  %12 = accy.dot_general %11, %w3 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<37x32xf32>, tensor<32x3xf32> -> tensor<37x3xf32>
  %13 = accy.broadcast %b3 dims = [1] : tensor<3xf32> -> tensor<37x3xf32>
  %14 = accy.add %12, %13 : tensor<37x3xf32>
  %15 = accy.reduce max %14 dims = [1] : tensor<37x3xf32> -> tensor<37xf32>
  %16 = accy.broadcast %15 dims = [0] : tensor<37xf32> -> tensor<37x3xf32>
  %17 = accy.sub %14, %16 : tensor<37x3xf32>
  %18 = accy.exp %17 : tensor<37x3xf32>
  %19 = accy.reduce sum %18 dims = [1] : tensor<37x3xf32> -> tensor<37xf32>
  %20 = accy.broadcast %19 dims = [0] : tensor<37xf32> -> tensor<37x3xf32>
  %21 = accy.div %18, %20 : tensor<37x3xf32>
  return %21 : tensor<37x3xf32>
}
