# How our targets are compiled, and what a layer is.

# Flags of everything we compile. Floating point is spelled out last so that no flag of the user can undo it:
# contraction and fast-math would change bits between compilers; errno of sqrt is the one thing we do not need.
# wend_compile(<target> [INSTALLED_HEADERS_ONLY]): a target that is not told so sees the inside of the library.
function(wend_compile target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wconversion $<$<BOOL:${WEND_WERROR}>:-Werror>
    -fno-fast-math -fno-math-errno -ffp-contract=off
    # g++ would pair two square roots and move them above the test that guards them: right numbers, but a program with
    # floating-point traps, such as our tests, stops there.
    $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
  if(WEND_HARDENING)
    target_compile_options(${target} PRIVATE
      -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS)
    target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now)
  endif()
  if(NOT "INSTALLED_HEADERS_ONLY" IN_LIST ARGN)
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  endif()
endfunction()

# With WEND_UNITY source files that do not get in each other's way are compiled together, which reads their headers once.
# wend_unity_groups(<variable> <file>...): lines "number<tab>file"; files that stay alone are not among them.
function(wend_unity_groups out)
  execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/cmake/unity.py" ${WEND_UNITY_LINES} "${PROJECT_SOURCE_DIR}" ${ARGN}
    OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" groups "${groups}")
  set(${out} "${groups}" PARENT_SCOPE)
endfunction()

function(wend_unity target)
  if(NOT WEND_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^/.*\\.cpp$")
  wend_unity_groups(groups ${sources})
  foreach(line IN LISTS groups)
    string(REGEX MATCH "^([0-9]+)\t(.*)$" line "${line}")
    set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP "${target}_${CMAKE_MATCH_1}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # g++ takes a source file that is included for a header, and an Impl of private types for a mistake.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# wend_unity_files(<variable> <folder> <file>...): the same for builds that are not CMake's: what to compile instead of the files.
function(wend_unity_files out folder)
  set(files ${ARGN})
  wend_unity_groups(groups ${files})
  foreach(line IN LISTS groups)
    string(REGEX MATCH "^([0-9]+)\t(.*)$" line "${line}")
    list(REMOVE_ITEM files "${CMAKE_MATCH_2}")
    list(APPEND numbers ${CMAKE_MATCH_1})
    string(APPEND text_${CMAKE_MATCH_1} "#include \"${CMAKE_MATCH_2}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES numbers)
  foreach(number IN LISTS numbers)
    file(CONFIGURE OUTPUT "${folder}/${number}.cpp" CONTENT "${text_${number}}" @ONLY)
    list(APPEND files "${folder}/${number}.cpp")
  endforeach()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# Where the public headers are while we build.
add_library(wend_headers INTERFACE)
target_include_directories(wend_headers INTERFACE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")

# wend_layer(<folder> USES <folder>... RTTI <file>...): one folder of the core, without exceptions and RTTI. A folder
# without sources is headers only. The objects of all layers become the library `wend`.
# RTTI names the files that hold the vtable of a class which users derive from: its type information lets a program with
# RTTI (the default) link, and harms no other.
function(wend_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;RTTI")
  list(TRANSFORM arg_USES PREPEND wend_)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")
  if(sources)
    add_library(wend_${name} OBJECT ${sources})
    wend_compile(wend_${name})
    target_compile_options(wend_${name} PRIVATE -fno-exceptions -fno-rtti)
    target_link_libraries(wend_${name} PUBLIC wend_headers ${arg_USES})
    foreach(file IN LISTS arg_RTTI)
      set_source_files_properties("${CMAKE_CURRENT_SOURCE_DIR}/${name}/${file}" PROPERTIES COMPILE_OPTIONS -frtti)
    endforeach()
    wend_unity(wend_${name})
    set_property(GLOBAL APPEND PROPERTY wend_objects $<TARGET_OBJECTS:wend_${name}>)
  else()
    add_library(wend_${name} INTERFACE)
    target_link_libraries(wend_${name} INTERFACE wend_headers ${arg_USES})
  endif()
endfunction()
