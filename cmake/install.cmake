# `cmake --install` and find_package(wend). wend::wend stands alone; wend::io, wend::scene and wend::study are components, each with
# its own export, so that a user of the core needs none of their libraries.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/wend")

# Headers of parts that were not built stay away.
set(absent_headers "")
if(NOT TARGET wend_scene)
  list(APPEND absent_headers REGEX "/include/wend/scene([^a-z].*)?$" EXCLUDE)
endif()
if(NOT TARGET wend_io)
  list(APPEND absent_headers REGEX "/include/wend/io([^a-z].*)?$" EXCLUDE)
endif()
if(NOT TARGET wend_study)
  list(APPEND absent_headers REGEX "/include/wend/study([^a-z].*)?$" EXCLUDE)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/wend" "${PROJECT_BINARY_DIR}/include/wend"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" ${absent_headers})

install(TARGETS wend EXPORT wend-targets)
install(EXPORT wend-targets NAMESPACE wend:: DESTINATION "${package_dir}")
foreach(part io scene study)
  if(TARGET wend_${part})
    install(TARGETS wend_${part} EXPORT wend-${part}-targets)
    install(EXPORT wend-${part}-targets NAMESPACE wend:: DESTINATION "${package_dir}")
  endif()
endforeach()
if(TARGET wend_cli)
  install(TARGETS wend_cli)
endif()
if(TARGET wend_reproduce)
  # `wend reproduce` looks there. `make program` does not build it: then it stays away.
  install(TARGETS wend_reproduce RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/wend" OPTIONAL)
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/scenes")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/scenes" DESTINATION "${CMAKE_INSTALL_DATADIR}/wend")
endif()

configure_package_config_file(cmake/wend-config.cmake.in "${PROJECT_BINARY_DIR}/wend-config.cmake"
  INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/wend-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/wend-config.cmake" "${PROJECT_BINARY_DIR}/wend-config-version.cmake"
  DESTINATION "${package_dir}")
