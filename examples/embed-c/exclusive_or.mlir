// A network of two layers whose weights are known: for each row, the exclusive or of two truth values.
func.func @exclusive_or(%x: tensor<4x2xf32>) -> tensor<4x1xf32> {
  // max(x · w1 + b1, 0): how many are true, and whether both are
  %w1 = accy.constant dense<1.0> : tensor<2x2xf32>
  %b1 = accy.constant dense<[0.0, -1.0]> : tensor<2xf32>
  %zero = accy.constant dense<0.0> : tensor<4x2xf32>
  %0 = accy.dot_general %x, %w1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x2xf32>, tensor<2x2xf32> -> tensor<4x2xf32>
  %1 = accy.broadcast %b1 dims = [1] : tensor<2xf32> -> tensor<4x2xf32>
  %2 = accy.add %0, %1 : tensor<4x2xf32>
  %3 = accy.max %2, %zero : tensor<4x2xf32>

  // · w2: once the first less twice the second
  %w2 = accy.constant dense<[[1.0], [-2.0]]> : tensor<2x1xf32>
  %4 = accy.dot_general %3, %w2 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x2xf32>, tensor<2x1xf32> -> tensor<4x1xf32>
  return %4 : tensor<4x1xf32>
}
