#pragma once
#include "numbers.hpp"

#include <wend/io/endings.hpp>
#include <wend/io/field_store.hpp>
#include <wend/scene.hpp>

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wend::cli {

// Options that several commands share.
struct SceneOptions {
  std::string scene;  // as typed
  std::optional<std::uint64_t> seed;
  std::optional<double> duration;
  std::vector<std::pair<std::string, std::string>> sets;
  std::size_t threads = 0;  // 0: as many as help
  std::optional<std::string> environment, perception;
  std::shared_ptr<io::DiskFieldStore> fields;  // none: fields are solved each time
};

void add_scene(CLI::App&, SceneOptions&);        // SCENE and --set
void add_run_options(CLI::App&, SceneOptions&);  // --seed, --duration, --threads, --environment, --perception
void add_threads(CLI::App&, SceneOptions&);     // --threads
void add_environment(CLI::App&, SceneOptions&);  // --environment
void add_field_cache(CLI::App&, SceneOptions&);  // --field-cache
void add_flag(CLI::App&, const std::string& name, bool& to, const std::string& help);

// A number with its accepted range; what the user typed wrong is an error with value, range and option.
void add_number(CLI::App&, const std::string& name, std::optional<double>& to, double low, double high,
                const char* unit, const char* type, const std::string& help);

// An option whose text is read by `read`, which answers an Error for a text it does not like.
void add_text(CLI::App&, const std::string& name, const char* type, const std::string& help,
              std::function<Result<void>(const std::string&)> read);

// One of a few words.
CLI::Option* add_choice(CLI::App&, const std::string& name, std::string& to, std::vector<std::string> words,
                        const std::string& help);

// Words around an unknown name: "; did you mean 'run'?", or nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);

using io::file_ending;

}  // namespace wend::cli
