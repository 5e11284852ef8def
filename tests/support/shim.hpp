#pragma once
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/program.hpp"

// The program with tests/faults/shim preloaded: its calls on the files of one folder are listed, and one can be spoiled.

namespace wend::test {

struct FileCall {
  std::string operation, path, other;
  long long offset = -1;
  std::size_t size = 0;  // bytes to be written
  std::string bytes;     // those bytes, with Fault::keep
};

struct Fault {
  std::size_t call = 0;  // from 1; 0: none
  std::string kind{};    // an errno as a number, "short", "kill" or "tear"
  bool keep = false;
};

struct Shimmed {
  Said said;
  std::vector<FileCall> calls;
};

inline std::vector<FileCall> read_calls(const std::string& log) {
  std::vector<FileCall> calls;
  const std::string text = read_file(log);
  std::size_t at = 0;
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', at)) {
    std::istringstream line(text.substr(at, end - at));
    std::string parts[6];
    for (std::string& part : parts) std::getline(line, part, '\t');
    const std::size_t kept = std::stoul(parts[5]);
    calls.push_back({parts[0], parts[1], parts[2], std::stoll(parts[3]), std::stoul(parts[4]),
                     text.substr(end + 1, kept)});
    at = end + 1 + kept;
  }
  return calls;
}

// A folder for one run of the program: what it writes goes into `out`, what it said and the list of its calls do not.
class Stage {
 public:
  Stage() { std::filesystem::create_directory(out()); }
  std::string out() const { return folder / "out"; }
  std::string operator/(const std::string& name) const { return out() + "/" + name; }
  bool has(const std::string& name) const { return std::filesystem::exists(*this / name); }
  std::string bytes(const std::string& name) const { return read_file(*this / name); }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(out())) all.push_back(entry.path().filename().string());
    std::sort(all.begin(), all.end());
    return all;
  }

#ifdef WEND_SHIM
  // Programs in `bin` of the folder are found first.
  std::vector<std::string> environment(const Fault& fault) const {
    std::filesystem::remove(folder / "calls");
    return {std::string("LD_PRELOAD=") + WEND_SHIM,
            "WEND_SHIM_FOLDER=" + out(),
            "WEND_SHIM_LOG=" + (folder / "calls"),
            "WEND_SHIM_PROGRAM=wend",
            "WEND_SHIM_CALL=" + std::to_string(fault.call),
            "WEND_SHIM_KIND=" + fault.kind,
            std::string("WEND_SHIM_KEEP=") + (fault.keep ? "1" : "0"),
            "PATH=" + (folder / "bin") + ":" + std::getenv("PATH")};
  }
  Shimmed run(std::vector<std::string> arguments, const Fault& fault = {}) const {
    Said said = Running(folder, std::move(arguments), "", true, environment(fault)).wait();
    return {std::move(said), read_calls(folder / "calls")};
  }
#endif

  Folder folder;
};

// Two numbers of an .sqlite file count its transactions, and those depend on the clock.
inline std::string without_counters(std::string bytes) {
  for (const std::size_t at : {24u, 92u}) {
    if (bytes.starts_with("SQLite format 3") && bytes.size() > at + 4) bytes.replace(at, 4, 4, '\0');
  }
  return bytes;
}

}  // namespace wend::test
