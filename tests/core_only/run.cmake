# Builds the library alone, every package it must not need out of reach; then looks at what the library shows.
cmake_minimum_required(VERSION 3.25)
set(out_of_reach "")
foreach(package PkgConfig nlohmann_json fmt CLI11 doctest Python3 Lua SQLite3)
  list(APPEND out_of_reach -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${build} -G ${generator}
  -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG" -DBUILD_SHARED_LIBS=${shared} -DWEND_WERROR=ON
  -DWEND_BUILD_SCENE=OFF -DWEND_BUILD_IO=OFF -DWEND_BUILD_APPS=OFF -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCHMARKS=OFF
  ${out_of_reach} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --parallel 2 COMMAND_ERROR_IS_FATAL ANY)

if(shared)
  execute_process(COMMAND ${nm} -D --defined-only -C ${build}/src/libwend.so OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(NOT symbols MATCHES " wend::World::create\\(")
    message(FATAL_ERROR "the public interface is hidden: wend::World::create is not among the symbols of libwend.so")
  endif()
  if(symbols MATCHES " [A-Z] (wend::(det_|geometry::|environment::|planning::|steering::|world::)[^\n]*)")
    message(FATAL_ERROR "an internal symbol is visible in libwend.so: ${CMAKE_MATCH_1}")
  endif()
endif()
