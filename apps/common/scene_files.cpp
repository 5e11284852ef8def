#include "scene_files.hpp"

#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

namespace wend::cli {

namespace fs = std::filesystem;

Result<std::string> scenes_folder() {
  std::error_code ignored;
  if (const char* given = std::getenv("WEND_SCENES"); given != nullptr && *given != '\0') {
    if (fs::is_directory(given, ignored)) return std::string(given);
    return Error{Errc::io, fmt::format("WEND_SCENES = '{}' is not a folder", given), ""};
  }
  if (fs::is_directory("scenes", ignored)) return std::string("scenes");
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  if (!program.empty()) {
    // Installed, in bin or in libexec/wend, and in a build folder of the source tree.
    for (const char* there :
         {"../share/wend/scenes", "../../share/wend/scenes", "../scenes", "../../scenes", "../../../scenes"}) {
      const fs::path folder = (program / there).lexically_normal();
      if (fs::is_directory(folder, ignored)) return folder.string();
    }
  }
  return Error{Errc::io, "no folder with scenes found; name one: wend scenes DIR, or set WEND_SCENES", ""};
}

std::vector<std::string> scene_files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code problem;
  auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, problem);
  for (; !problem && at != fs::recursive_directory_iterator(); at.increment(problem)) {
    std::error_code ignored;
    if (at->path().extension() == ".lua" && at->is_regular_file(ignored)) files.push_back(at->path().string());
  }
  // Those of the folder itself come first, then the folders in it.
  std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
    const auto depth = [](const std::string& s) { return std::count(s.begin(), s.end(), '/'); };
    return std::pair(depth(a), std::string_view(a)) < std::pair(depth(b), std::string_view(b));
  });
  return files;
}

Result<std::string> find_scene(const std::string& typed) {
  std::error_code ignored;
  const fs::file_status there = fs::status(typed, ignored);
  if (fs::is_directory(there)) {
    return Error{Errc::io, fmt::format("'{}' is a folder; `wend scenes {}` lists the scenes in it", typed, typed), ""};
  }
  if (fs::exists(there)) return typed;

  std::vector<std::string> names;
  if (const auto folder = scenes_folder()) {
    const std::string wanted = fs::path(typed).replace_extension().string();
    std::string benchmark;  // answers to its bare name where nothing else does
    for (const std::string& file : scene_files_in(*folder)) {
      const fs::path below = fs::path(file).lexically_relative(*folder).replace_extension();
      const bool named = below.filename() == wanted;
      if (below == wanted || (named && below.parent_path() != "bench")) return file;
      if (named) benchmark = file;
      names.push_back(typed.ends_with(".lua") ? file : below.string());
    }
    if (!benchmark.empty()) return benchmark;
  }
  return Error{Errc::io, fmt::format("no scene '{}'; `wend scenes` lists the shipped ones{}", typed, did_you_mean(typed, names)), ""};
}

}  // namespace wend::cli
