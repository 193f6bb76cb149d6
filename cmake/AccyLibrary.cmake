# accy_add_library(NAME SOURCES … DEPENDS …): one component as a static library that is warning-free.
# accy_add_executable(NAME SOURCES … DEPENDS …): likewise a program.
# accy_add_unit_test(NAME SOURCES … DEPENDS …): a cmocka program, run by scripts/run-tests.sh through ctest.

set(ACCY_COMPILE_OPTIONS -Wall -Wextra -Werror)
if(ACCY_SANITIZE)
  list(APPEND ACCY_COMPILE_OPTIONS -fsanitize=${ACCY_SANITIZE} -fno-sanitize=vptr,function -fno-sanitize-recover=all
       -fno-omit-frame-pointer -O1)
  add_link_options(-fsanitize=${ACCY_SANITIZE} -fno-sanitize=vptr,function -shared-libasan)
  # The sanitizers' library lies with the compiler, where no loader looks.
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-runtime-dir OUTPUT_VARIABLE ACCY_SANITIZER_FOLDER
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  add_link_options(-Wl,-rpath,${ACCY_SANITIZER_FOLDER})
endif()
add_link_options(-fuse-ld=lld)

# C is exported where a public header says so (ACCY_EXPORTED, MLIR_CAPI_EXPORTED), and nothing else. C++ keeps its
# visibility: MLIR finds the identity of a type by a symbol that libraries share.
function(accy_set_up target)
  target_compile_options(${target} PRIVATE ${ACCY_COMPILE_OPTIONS})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}> $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>)
  set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden)
endfunction()

function(accy_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  accy_set_up(${name})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
endfunction()

function(accy_add_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  accy_set_up(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

function(accy_add_unit_test name)
  accy_add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE cmocka)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# accy_add_failing_test(NAME SOURCES … DEPENDS …): likewise, with the allocations of test/unit/failing_allocations.h.
function(accy_add_failing_test name)
  accy_add_unit_test(${name} ${ARGN})
  target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/test/unit/failing_allocations.c)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/test/unit)
  target_link_options(${name} PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
endfunction()

enable_testing()
