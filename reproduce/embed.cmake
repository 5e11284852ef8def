# cmake -Dout=FILE.cpp "-Dfiles=A.json;B.json" -P embed.cmake: writes the files into a source file, as claim_texts().
set(rows "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" text)
  string(APPEND rows "    {\"${name}\", R\"claims(${text})claims\"},\n")
endforeach()
file(WRITE "${out}" "// Made from reproduce/claims/*.json.
#include \"chapters.hpp\"

namespace wend::reproduce {

std::span<const ClaimText> claim_texts() {
  static const ClaimText texts[] = {
${rows}  };
  return texts;
}

}  // namespace wend::reproduce
")
