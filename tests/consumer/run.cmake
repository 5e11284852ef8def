# Installs the build into a fresh prefix, builds the outside project against it, and compares the hashes.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${build})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${wend_build} --config ${config} --prefix ${build}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${build}/build -G ${generator}
  -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_CXX_FLAGS=${flags} -DCMAKE_BUILD_TYPE=${config}
  -DCMAKE_PREFIX_PATH=${build}/prefix COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${build}/build --config ${config} --parallel 2
  COMMAND_ERROR_IS_FATAL ANY)

foreach(program consumer consumer_fast consumer_bare)
  execute_process(COMMAND ${build}/build/${program} OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "${program}: ${hash}")
  if(NOT hash MATCHES "^[0-9a-f]+$")
    message(FATAL_ERROR "${program} printed no hash")
  endif()
  if(DEFINED first AND NOT hash STREQUAL first)
    message(FATAL_ERROR "${program} has another hash than consumer")
  endif()
  set(first ${hash})
endforeach()
