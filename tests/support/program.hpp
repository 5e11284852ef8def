#pragma once
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

extern char** environ;

// Runs a program and reads what it said, in a folder that goes away afterwards.

namespace wend::test {

inline std::string read_file(const std::string& path) {
  std::ostringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  return all.str();
}

class Folder {
 public:
  Folder() {
    std::string name = WEND_TEST_OUTPUT_DIR "/cli-XXXXXX";
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(*this / name) << text;
    return *this / name;
  }
  // Names of what is in it, but for what the program said.
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      const std::string name = entry.path().filename().string();
      if (name != "stdout" && name != "stderr") all.push_back(name);
    }
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  std::string path_;
};

struct Said {
  int code = -1;  // of the exit, or 128 + signal
  std::string out, err;
};

class Running {
 public:
  // An output of "" goes to a file in the folder; "closed" closes it; anything else is opened. Without `errors`
  // standard error is closed. The environment ("NAME=value") goes before ours.
  Running(const Folder& folder, std::vector<std::string> arguments, const std::string& output = "", bool errors = true,
          std::vector<std::string> environment = {})
      : folder_(folder) {
    arguments.insert(arguments.begin(), WEND_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    std::vector<char*> envp;
    for (std::string& setting : environment) envp.push_back(setting.data());
    for (char** setting = environ; *setting != nullptr; ++setting) envp.push_back(*setting);
    envp.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (output == "closed") {
      posix_spawn_file_actions_addclose(&actions, 1);
    } else {
      const std::string name = output.empty() ? folder / "stdout" : output;
      posix_spawn_file_actions_addopen(&actions, 1, name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    }
    if (!errors) posix_spawn_file_actions_addclose(&actions, 2);
    if (errors)
      posix_spawn_file_actions_addopen(&actions, 2, (folder / "stderr").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    REQUIRE(::posix_spawn(&child_, WEND_PROGRAM, &actions, nullptr, argv.data(), envp.data()) == 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Running() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void signal(int number) const { ::kill(child_, number); }

  // Until it has begun to write there.
  bool wait_for_bytes(const std::string& name_begins, std::uintmax_t bytes) const {
    for (int i = 0; i < 1000; ++i) {
      for (const std::string& name : folder_.names()) {
        std::error_code ignored;
        if (name.starts_with(name_begins) && std::filesystem::file_size(folder_ / name, ignored) >= bytes) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  Said wait() {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
    child_ = -1;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(folder_ / "stdout"),
            read_file(folder_ / "stderr")};
  }

 private:
  const Folder& folder_;
  pid_t child_ = -1;
};

inline Said call(const Folder& folder, std::vector<std::string> arguments, const std::string& output = "") {
  return Running(folder, std::move(arguments), output).wait();
}

}  // namespace wend::test
