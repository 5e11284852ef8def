# What a change touches, counted by making it: a parameter of agents, one of targets, an event kind, a steering model and a planner are added to a
# copy of the library, and a program sees that everything knows them. Lines added: one for each, and their use.
#   -Dsource=<tree> -Dbuild=<scratch folder> -Dcompiler=<c++> -Dgenerator=<CMake generator>
file(REMOVE_RECURSE "${build}")
file(MAKE_DIRECTORY "${build}/tree")
foreach(part include src cmake CMakeLists.txt)
  file(COPY "${source}/${part}" DESTINATION "${build}/tree")
endforeach()

# add_line(<file> <text before which it goes> <line>): fails where the text is gone, so that this test follows the tree.
function(add_line file before line)
  file(READ "${build}/tree/${file}" text)
  string(FIND "${text}" "${before}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${file} has no '${before}' any more: adapt tests/toys/run.cmake")
  endif()
  string(SUBSTRING "${text}" 0 ${at} head)
  string(SUBSTRING "${text}" ${at} -1 tail)
  file(WRITE "${build}/tree/${file}" "${head}${line}${tail}")
endfunction()

# A parameter of agents: one line, and its use: who has large shoes sneezes.
add_line(include/wend/specs.hpp "  OTHER(Attributes, attributes,"
  "  STORED(attributes, own, double, shoe_size, 42, number(\"EU\", 1, 60), \"a toy\") \\\n")
# A parameter of targets: one line.
add_line(include/wend/specs.hpp "  STORED(targets, cold, double, capacity,"
  "  STORED(targets, cold, double, shade, 0.5, number(\"\", 0, 1), \"a toy\") \\\n")
# An event kind: one line, and the place that emits it.
add_line(include/wend/state.hpp "  E(12, swept," "  E(13, sneezed, \"agent: a toy\") \\\n")
add_line(src/world/commit.cpp "  send_back_strays("
  "  for (std::size_t i = 0; i < d.agents.size(); ++i) {\n    if (d.agents.shoe_size[i] > 50 && d.step == 3) emit(d, {.time = d.time(), .step = d.step, .agent = d.agents.id[i], .kind = EventKind::sneezed});\n  }\n")
# A steering model: two files and one line.
file(COPY "${source}/tests/toys/toy.hpp" "${source}/tests/toys/toy.cpp" DESTINATION "${build}/tree/src/steering")
add_line(src/steering/model.cpp "#include \"steering/attractor.hpp\"" "#include \"steering/toy.hpp\"\n")
add_line(src/steering/model.cpp "std::make_shared<steering::HumanModel>()" "std::make_shared<steering::ToyModel>(), ")

# A planner: one file and one line.
file(COPY "${source}/tests/toys/beeline.cpp" DESTINATION "${build}/tree/src/planning")
add_line(include/wend/planner.hpp "  K(6, chain," "  K(7, beeline, \"beeline\", \"a toy\") \\\n")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nanswered ${code}:\n${out}")
  endif()
endfunction()
run(${CMAKE_COMMAND} -S "${build}/tree" -B "${build}/build" -G "${generator}" "-DCMAKE_CXX_COMPILER=${compiler}" -DCMAKE_BUILD_TYPE=Debug
    "-DCMAKE_CXX_FLAGS_DEBUG=-O0" -DWEND_UNITY=ON -DWEND_BUILD_IO=OFF -DWEND_BUILD_STUDY=OFF -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCHMARKS=OFF
    -DWEND_INSTALL=OFF)
run(${CMAKE_COMMAND} --build "${build}/build" --target wend_scene)
run("${compiler}" -std=c++20 -O0 "-I${build}/tree/include" "-I${build}/build/include" "${source}/tests/toys/main.cpp" -o "${build}/toys"
    "${build}/build/src/libwend_scene.a" "${build}/build/src/libwend.a" -llua5.4 -lpthread)
execute_process(COMMAND "${build}/toys" RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the program with the toys answered ${code}")
endif()
