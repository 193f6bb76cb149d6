// RUN: rm -rf %t && split-file %s %t
// RUN: not accy-opt %t/latin1.mlir "--accy-compile=target=cpu format=cpu_object" --accy-export=dir=%t/out -o /dev/null 2>&1 | FileCheck %s --check-prefix=LATIN1
// RUN: not accy-opt %t/nul.mlir --accy-compile=target=cpu --accy-export=dir=%t/out -o /dev/null 2>&1 | FileCheck %s --check-prefix=NUL
// RUN: not accy-opt %t/long.mlir --accy-compile=target=cpu --accy-export=dir=%t/out -o /dev/null 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: accy-opt %t/quotes.mlir "--accy-compile=target=cpu format=cpu_object" -o %t/compiled.mlir
// RUN: sed 's/@"q.*" /@"q\\E9" /' %t/compiled.mlir > %t/changed.mlir
// RUN: not accy-opt %t/changed.mlir --accy-export=dir=%t/out -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not sh %t/named.sh %t 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not ls %t/out

// Names of other bytes than JSON and C can hold are refused where the function is, before anything is written.
// LATIN1: latin1.mlir:1:1: error: 'choir.program' op cannot be planned: a function's name is not UTF-8 from its byte 2 on, which plan.json is: give it another [InvalidArtifact]
// NUL: nul.mlir:1:1: error: 'choir.program' op cannot be planned: a function's name holds a NUL byte, which ends a name in C: give it another [InvalidArtifact]
// LONG: long.mlir:1:1: error: 'choir.program' op cannot be planned: a function's name has 130 bytes; it may have 1 to 127 [InvalidArtifact]
// CHANGED: error: 'choir.program' op cannot be planned: a function's name is not UTF-8 from its byte 2 on
// OPTION: compiled.mlir:2:3: error: 'choir.program' op cannot be exported under the name that was asked for: a function's name is not UTF-8 from its byte 4 on

// All others are quoted as each file needs it.
// RUN: accy-opt %t/compiled.mlir --accy-export=dir=%t/out -o /dev/null
// RUN: python3 -c "import json, sys; print(json.load(open(sys.argv[1]))['function'].encode())" %t/out/plan.json | FileCheck %s --check-prefix=PLAN
// RUN: clang-22 -std=c11 -Wall -Wextra -Werror -fsyntax-only -x c %t/out/q__script_____________s.c
// PLAN: b'q</script>"\\*/\n\x01??/\xc3\xa9%s'

//--- latin1.mlir
func.func @"a\E9b"(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
//--- nul.mlir
func.func @"a\00b"(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
//--- long.mlir
func.func @abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
//--- named.sh
accy-opt "$1/compiled.mlir" "--accy-export=dir=$1/out name=$(printf 'caf\351')" -o /dev/null
//--- quotes.mlir
func.func @"q</script>\22\5C*/\0A\01??/\C3\A9%s"(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = accy.neg %a : tensor<8xf32>
  accy.return %0 : tensor<8xf32>
}
