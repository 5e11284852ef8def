#pragma once
#include <wend/base/params.hpp>
#include <wend/specs.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace wend::scene {

// Reads one JSON object by the parameter table. The first mistake is kept, with its place; reading goes on with
// defaults.
class Reader {
 public:
  Reader(const nlohmann::json& value, std::string place, std::optional<Error>& error)
      : value_(value), place_(std::move(place)), error_(error) {}

  void fail(Errc code, std::string message) {
    if (!error_) error_ = Error{code, std::move(message), place_};
  }

  bool has(const char* key) {
    seen_.insert(key);
    return value_.is_object() && value_.contains(key);
  }

  double any_number(const char* key) {
    const auto* v = find(key);
    if (v == nullptr) return 0;
    if (!v->is_number()) fail(Errc::invalid_value, concat(key, " is no number"));
    return v->is_number() ? v->get<double>() : 0;
  }

  double number(const ParamInfo& info, double fallback) {
    const auto* v = find(info.name);
    if (v == nullptr) return fallback;
    const double x = any_number(info.name);
    if (auto ok = check(info, x, place_); !ok && !error_) error_ = ok.error();
    return error_ ? fallback : x;
  }

  std::uint64_t whole(const char* key) {
    const auto* v = find(key);
    if (v == nullptr) return 0;
    if (v->is_number_unsigned()) return v->get<std::uint64_t>();
    fail(Errc::invalid_value, concat(key, " is no whole number"));
    return 0;
  }

  double choice(const ParamInfo& info) {
    const std::string word = text(info.name);
    if (error_) return 0;
    const auto value = choice_value(info, word, place_);
    if (!value) error_ = value.error();
    return value.value_or(0);
  }

  std::size_t word(const char* key, std::span<const char* const> words) {
    const std::string found = text(key);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (found == words[i]) return i;
    }
    fail(Errc::invalid_value, concat(key, " = \"", found, "\" is unknown"));
    return 0;
  }

  std::string text(const char* key) {
    const auto* v = find(key);
    if (v != nullptr && v->is_string()) return v->get<std::string>();
    fail(Errc::invalid_value, concat(key, " is no text"));
    return {};
  }

  bool flag(const char* key) {
    const auto* v = find(key);
    if (v != nullptr && v->is_boolean()) return v->get<bool>();
    fail(Errc::invalid_value, concat(key, " is not true or false"));
    return false;
  }

  std::int32_t index(const char* key) {  // -1 is "none"
    const double x = any_number(key);
    if (x >= -1 && x <= 1e9 && x == static_cast<double>(static_cast<std::int32_t>(x)))
      return static_cast<std::int32_t>(x);
    fail(Errc::invalid_value, concat(key, " = ", x, ", expected a position in a list, or -1"));
    return -1;
  }

  Vec3 point(const char* key) {
    const auto* v = find(key);
    if (v == nullptr) return {};
    return Reader(*v, concat(place_, place_.empty() ? "" : ".", key), error_).own_point();
  }

  template <class F>
  void each(const char* key, F&& f) {
    const auto* v = find(key);
    if (v == nullptr) return;
    if (!v->is_array()) return fail(Errc::invalid_value, concat(key, " is no list"));
    std::size_t i = 0;
    for (const auto& item : *v) {
      Reader reader(item, concat(place_, place_.empty() ? "" : ".", key, "[", i++, "]"), error_);
      f(reader);
      if (error_) return;
    }
  }

  template <class F>
  void members(const char* key, F&& f) {
    const auto* v = find(key);
    if (v == nullptr) return;
    if (!v->is_object()) return fail(Errc::invalid_value, concat(key, " is no object"));
    for (const auto& [name, value] : v->items()) {
      if (!value.is_number()) return fail(Errc::invalid_value, concat(key, ".", name, " is no number"));
      f(name, value.template get<double>());
    }
  }

  template <class F>
  void member(const char* key, F&& f) {
    const auto* v = find(key);
    if (v == nullptr) return;
    Reader reader(*v, concat(place_, place_.empty() ? "" : ".", key), error_);
    f(reader);
    reader.finish();
  }

  std::vector<double> own_numbers() {
    std::vector<double> list;
    if (!value_.is_array()) fail(Errc::invalid_value, "not a list of numbers");
    else for (const auto& v : value_) list.push_back(Reader(v, place_, error_).own_number());
    return list;
  }

  double own_number() {
    if (value_.is_number()) return value_.get<double>();
    fail(Errc::invalid_value, "not a number");
    return 0;
  }

  std::uint32_t own_index() {
    if (value_.is_number_unsigned() && value_.get<std::uint64_t>() < 0xffffffffu) return value_.get<std::uint32_t>();
    fail(Errc::invalid_value, "not a position in a list");
    return 0;
  }

  std::string own_text() {
    if (value_.is_string()) return value_.get<std::string>();
    fail(Errc::invalid_value, "not a text");
    return {};
  }

  Vec3 own_point() {
    if (!value_.is_array() || value_.size() != 2 || !value_[0].is_number() || !value_[1].is_number()) {
      fail(Errc::invalid_value, "not a point [x, y]");
      return {};
    }
    const Vec3 p{value_[0].get<double>(), value_[1].get<double>(), 0};
    for (const double x : {p.x, p.y}) {
      if (auto ok = check(coordinate_info(), x, place_); !ok && !error_) error_ = ok.error();
    }
    return p;
  }

  // Nothing may be left that nobody asked for.
  void finish() {
    if (!value_.is_object()) return fail(Errc::invalid_value, "not an object");
    for (const auto& [name, value] : value_.items()) {
      if (!seen_.contains(name)) return fail(Errc::unknown_name, concat("unknown key '", name.substr(0, 80), "'"));
    }
  }

 private:
  const nlohmann::json* find(const char* key) {
    seen_.insert(key);
    if (value_.is_object()) {
      if (const auto it = value_.find(key); it != value_.end()) return &*it;
    }
    fail(Errc::invalid_value, concat(key, " is missing"));
    return nullptr;
  }

  const nlohmann::json& value_;
  std::string place_;
  std::optional<Error>& error_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace wend::scene
