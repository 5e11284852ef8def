# Installs the build into a fresh prefix, builds every example against it and looks for its key lines. Then compares the
# guides with the examples.
#   cmake -Dsource=<this folder> -Dwend_build=<build of the library> -Dbuild=<scratch folder> -Dcompiler=<C++ compiler>
#         -Dgenerator=<generator> -Dconfig=<configuration> [-Dflags=<compiler flags>] -P run.cmake
cmake_minimum_required(VERSION 3.25)
foreach(variable source wend_build build compiler generator config)
  if(NOT DEFINED ${variable})
    message(FATAL_ERROR "${variable} is missing: -D${variable}=...")
  endif()
endforeach()

# Regular expressions, each of which the output has to match.
set(lines_hello "8 of 8 people have arrived" "radius -1: add_agent: radius = -1, expected 0.001 \\.\\. 5 m")
set(lines_game_loop " 0\\.00 s  gate shut, 40 people, player drawn at x = -1\\.50, sees the gate"
  "the player touches the gate" " 6\\.00 s  gate open, [^\n]* sees the cart" "30\\.00 s  gate open,  0 people"
  "loaded at 12\\.00 s with [0-9]+ people" "on one thread equals the played one on two")
set(lines_own_model "by hand: it turns to the right, unease 0\\.58"
  "at 2\\.0 s: the shy one fears agent 2 \\(fear 0\\.[0-9]+" "bold one 0\\.00"
  "the shy one arrives" "the bold one arrives" "the third one arrives"
  "unknown key 'gian' in shy{}, did you mean 'gain'")
set(lines_batch "   8    60/60 " "8 seeds on 1 and on 4 threads: the same hashes")

file(REMOVE_RECURSE ${build})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${wend_build} --config ${config} --prefix ${build}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(examples hello game_loop batch)
file(GLOB_RECURSE scene_targets ${build}/prefix/*/wend-scene-targets.cmake)
if(scene_targets)
  list(APPEND examples own_model)
else()
  message(STATUS "own_model is left out: the build has no wend::scene")
endif()

foreach(example IN LISTS examples)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${source}/${example} -B ${build}/${example} -G ${generator}
    -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_CXX_FLAGS=${flags} -DCMAKE_BUILD_TYPE=${config}
    -DCMAKE_PREFIX_PATH=${build}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build}/${example} --config ${config} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${build}/${example}/${example} OUTPUT_VARIABLE output COMMAND_ECHO STDOUT
    COMMAND_ERROR_IS_FATAL ANY)
  message("${output}")
  foreach(line IN LISTS lines_${example})
    if(NOT output MATCHES "${line}")
      message(FATAL_ERROR "${example} did not print: ${line}")
    endif()
  endforeach()
endforeach()

# Every block of C++ and every scene of the guides is a part of an example, letter by letter.
set(sources "")
foreach(example hello game_loop own_model batch)
  file(READ ${source}/${example}/main.cpp text)
  string(APPEND sources "${text}")
endforeach()
foreach(guide embed new-model)
  file(READ ${source}/../docs/guide/${guide}.md whole)
  foreach(fence "```cpp\n" "```scene\n")
    set(text "${whole}")
    string(LENGTH "${fence}" fence_length)
    string(FIND "${text}" "${fence}" at)
    while(NOT at EQUAL -1)
      math(EXPR at "${at} + ${fence_length}")
      string(SUBSTRING "${text}" ${at} -1 text)
      string(FIND "${text}" "```" end)
      string(SUBSTRING "${text}" 0 ${end} block)
      string(FIND "${sources}" "${block}" found)
      if(found EQUAL -1)
        message(FATAL_ERROR "docs/guide/${guide}.md has a block that is in no example:\n${block}")
      endif()
      string(FIND "${text}" "${fence}" at)
    endwhile()
  endforeach()
endforeach()
