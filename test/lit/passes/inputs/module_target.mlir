module attributes {choir.target = {backend = "cuda", format = "cuda_ptx", profile = "cuda:sm_80"}} {
  choir.program @main {
    %0 = choir.slot 0 input : memref<8xf32>
    choir.return %0 : memref<8xf32>
  }
}
