# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` puts where: the public headers, both shared libraries, the tools, the schemas, the modules
# for JavaScript engines, and what lets other builds find them, by find_package(Accy) or pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ACCY_PACKAGE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Accy)

install(DIRECTORY include/accy-c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS Accy AccyRuntimeShared EXPORT AccyTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set_target_properties(accy-opt PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS accy-opt accy-run RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# accy-run finds cJSON beside itself.
install(DIRECTORY ${CMAKE_BINARY_DIR}/bin/ DESTINATION ${CMAKE_INSTALL_BINDIR} FILES_MATCHING PATTERN "libcjson.so.*")
file(GLOB schemas CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/*.schema.json)
install(FILES ${schemas} DESTINATION ${CMAKE_INSTALL_DATADIR}/accy)
install(DIRECTORY runtime/web DESTINATION ${CMAKE_INSTALL_DATADIR}/accy FILES_MATCHING PATTERN "*.mjs")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT AccyTargets NAMESPACE Accy:: DESTINATION ${ACCY_PACKAGE_FOLDER})
configure_package_config_file(cmake/AccyConfig.cmake.in ${CMAKE_BINARY_DIR}/AccyConfig.cmake
  INSTALL_DESTINATION ${ACCY_PACKAGE_FOLDER})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/AccyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/AccyConfig.cmake ${CMAKE_BINARY_DIR}/AccyConfigVersion.cmake
  DESTINATION ${ACCY_PACKAGE_FOLDER})

# From where such a file lies up to the prefix, so that an installed tree can be moved.
file(RELATIVE_PATH ACCY_PREFIX_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(package IN ITEMS accy accy-runtime)
  configure_file(cmake/${package}.pc.in ${CMAKE_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
