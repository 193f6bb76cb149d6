# LLVM and MLIR 22 as Debian packages them: the interface library `mlir` has the C++ and C API headers, the C API's
# archives and the shared libraries. `mlir_c_archives` lists the archives, which libAccy.so exports whole.
set(ACCY_LLVM_ROOT /usr/lib/llvm-22 CACHE PATH "Where LLVM and MLIR 22 are installed")

if(NOT EXISTS ${ACCY_LLVM_ROOT}/include/mlir-c/IR.h)
  message(FATAL_ERROR "MLIR 22 is not in ${ACCY_LLVM_ROOT}: run scripts/install-deps.sh, or set ACCY_LLVM_ROOT")
endif()

add_library(mlir INTERFACE)
target_include_directories(mlir SYSTEM INTERFACE ${ACCY_LLVM_ROOT}/include)
target_link_directories(mlir INTERFACE ${ACCY_LLVM_ROOT}/lib)
set(mlir_c_archives
    MLIRCAPITransforms MLIRCAPIRegisterEverything MLIRCAPIConversion MLIRCAPITarget MLIRCAPIInterfaces
    MLIRCAPIArith MLIRCAPIControlFlow MLIRCAPIFunc MLIRCAPIGPU MLIRCAPILLVM MLIRCAPIMath MLIRCAPIMemRef MLIRCAPINVVM
    MLIRCAPISCF MLIRCAPISPIRV MLIRCAPIVector MLIRCAPIIR)
target_link_libraries(mlir INTERFACE -Wl,--start-group ${mlir_c_archives} -Wl,--end-group -lMLIR -lLLVM)
