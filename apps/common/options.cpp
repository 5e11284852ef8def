#include "options.hpp"

#include "pair_options.hpp"

#include <wend/base/params.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace wend::cli {

namespace {

constexpr std::size_t most_threads = 256;

// Before the help of an option that is of one of two scenes: "of B: ".
std::string of(const std::string& ending) {
  return ending.empty() ? "" : fmt::format("of {}: ", static_cast<char>(ending.back() - 'a' + 'A'));
}

Result<void> read_set(const std::string& text, SceneOptions& o) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) {
    return Error{Errc::invalid_value, fmt::format("'{}', expected name=value, such as agents=80", text), ""};
  }
  const std::string name = text.substr(0, equals);
  for (const auto& [other, value] : o.sets) {
    if (other == name) return Error{Errc::invalid_value, fmt::format("'{}' is given twice", name), ""};
  }
  o.sets.emplace_back(name, text.substr(equals + 1));
  return {};
}

void add_word(CLI::App& app, const std::string& name, std::optional<std::string>& to, std::vector<std::string> words,
              const std::string& help) {
  add_text(app, name, "WORD", help, [&to, words = std::move(words)](const std::string& text) -> Result<void> {
    if (std::find(words.begin(), words.end(), text) == words.end()) {
      return Error{Errc::unknown_name, fmt::format("'{}', expected {}{}", text, fmt::join(words, " or "), did_you_mean(text, words)), ""};
    }
    to = text;
    return {};
  });
}

}  // namespace

void add_text(CLI::App& app, const std::string& name, const char* type, const std::string& help,
              std::function<Result<void>(const std::string&)> read) {
  const std::string shown = name.substr(name.rfind(',') + 1);
  app.add_option_function<std::vector<std::string>>(
         name,
         [shown, read = std::move(read)](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) {
             if (auto ok = read(text); !ok) throw CLI::ValidationError(shown, ok.error().message);
           }
         },
         help)
      ->type_name(type)
      ->allow_extra_args(false);
}

void add_number(CLI::App& app, const std::string& name, std::optional<double>& to, double low, double high,
                const char* unit, const char* type, const std::string& help) {
  add_text(app, name, type, help, [&to, low, high, unit](const std::string& text) -> Result<void> {
    auto value = read_number(text, low, high, unit);
    if (!value) return value.error();
    to = *value;
    return {};
  });
}

void add_flag(CLI::App& app, const std::string& name, bool& to, const std::string& help) {
  app.add_flag(name, to, help);
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& to, std::vector<std::string> words,
                        const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&to, name, words](const std::string& text) {
            if (std::find(words.begin(), words.end(), text) == words.end()) {
              throw CLI::ValidationError(
                  name, fmt::format("'{}', expected {}{}", text, fmt::join(words, " or "), did_you_mean(text, words)));
            }
            to = text;
          },
          help)
      ->type_name("WORD");
}

void add_scene(CLI::App& app, SceneOptions& o) {
  app.add_option("SCENE", o.scene, "a .lua file, or the name of a shipped scene (wend scenes)")
      ->required()
      ->type_name("");
  add_sets(app, o, "");
}

void add_sets(CLI::App& app, SceneOptions& o, const std::string& ending) {
  add_text(app, "--set" + ending, "NAME=VALUE", of(ending) + "value of a scene's param; may be repeated",
           [&o](const std::string& text) { return read_set(text, o); });
}

namespace {

void add_threads_of(CLI::App& app, SceneOptions& o, const std::string& ending) {
  add_text(app, "--threads" + ending, "N", of(ending) + "threads to use (default: as many as help); the results are the same for any number",
           [&o](const std::string& text) -> Result<void> {
             auto value = read_whole(text, 1, most_threads);
             if (!value) return value.error();
             o.threads = *value;
             return {};
           });
}

void add_environment_of(CLI::App& app, SceneOptions& o, const std::string& ending) {
  add_word(app, "--environment" + ending, o.environment, {"auto", "grid", "kinetic"},
           of(ending) + "who finds the neighbours: auto (default), grid or kinetic; the results are the same");
}

}  // namespace

void add_threads(CLI::App& app, SceneOptions& o) { add_threads_of(app, o, ""); }
void add_environment(CLI::App& app, SceneOptions& o) { add_environment_of(app, o, ""); }

void add_run_options(CLI::App& app, SceneOptions& o, const std::string& ending) {
  add_text(app, "--seed" + ending, "N", of(ending) + "seed instead of the scene's", [&o](const std::string& text) -> Result<void> {
    auto value = read_whole(text, 0, std::numeric_limits<std::uint64_t>::max());
    if (!value) return value.error();
    o.seed = *value;
    return {};
  });
  add_number(app, "--duration" + ending, o.duration, 0, 1e9, "s", "S", of(ending) + "simulated seconds instead of the scene's");
  add_threads_of(app, o, ending);
  add_environment_of(app, o, ending);
  add_word(app, "--perception" + ending, o.perception, {"visible", "reachable", "unseparated", "near"},
           of(ending) + "who counts for steering, instead of what the scene says: visible, reachable, unseparated or near");
}

void add_run_options(CLI::App& app, SceneOptions& o) {
  add_run_options(app, o, "");
  add_field_cache(app, o);
}

void add_field_cache(CLI::App& app, SceneOptions& o) {
  add_text(app, "--field-cache", "DIR", "keep planning fields there and take them from there; it grows, and may be deleted at any time",
           [&o](const std::string& text) -> Result<void> {
             if (text.empty()) return Error{Errc::invalid_value, "'', expected a folder", ""};
             o.fields = std::make_shared<io::DiskFieldStore>(text);
             return {};
           });
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  const std::string near = suggestion(typed, views);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

}  // namespace wend::cli
