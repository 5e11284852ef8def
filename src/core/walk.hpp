#pragma once
#include <wend/ids.hpp>
#include <wend/vec.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/described.hpp"
#include "core/text.hpp"

namespace wend {

// Writing and reading take the same walk over the same fields, so that they cannot disagree. Every field of a described struct is
// written with its name, and reading checks it.
struct Saver {
  ByteWriter out;
  void operator()(double v) { out.f64(v); }
  void operator()(std::uint64_t v) { out.u64(v); }
  void operator()(std::uint32_t v) { out.u32(v); }
  void operator()(std::int32_t v) { out.u32(static_cast<std::uint32_t>(v)); }
  void operator()(std::uint8_t v) { out.u8(v); }
  void operator()(bool v) { out.u8(v ? 1 : 0); }
  void operator()(const std::string& v) { out.text(v); }
  void operator()(Vec2 v) { out.f64(v.x), out.f64(v.y); }
  void operator()(Vec3 v) { out.f64(v.x), out.f64(v.y), out.f64(v.z); }
  template <class Tag>
  void operator()(Id<Tag> v) {
    out.u32(v.index), out.u32(v.generation);
  }
  template <class T>
    requires std::is_enum_v<T>
  void operator()(T v) {
    out.u8(static_cast<std::uint8_t>(v));
  }
  template <class T>
  void operator()(const std::optional<T>& v) {
    (*this)(v.has_value());
    (*this)(v.value_or(T{}));
  }
  template <class A, class B>
  void operator()(const std::pair<A, B>& v) {
    (*this)(v.first), (*this)(v.second);
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    out.u64(list.size());
    if constexpr (Described<T>) {  // as a table: name and values of one field after the other
      T::for_members([&](const char* name, auto member) {
        out.text(name);
        for (const T& v : list) (*this)(v.*member);
      });
    } else {
      for (const T& v : list) (*this)(v);
    }
  }
  template <Described T>
  void operator()(const T& v) {
    T::for_members([&](const char* name, auto member) { named(name, v.*member); });
  }
  template <class T>
  void named(std::string_view name, const T& v) {
    out.text(name);
    (*this)(v);
  }
};

// Wrong bytes give zeros and make in.good() false. A field under another name does the same, and `problem` says which.
struct Loader {
  ByteReader in;
  std::string problem{};
  void operator()(double& v) { v = in.f64(); }
  void operator()(std::uint64_t& v) { v = in.u64(); }
  void operator()(std::uint32_t& v) { v = in.u32(); }
  void operator()(std::int32_t& v) { v = static_cast<std::int32_t>(in.u32()); }
  void operator()(std::uint8_t& v) { v = in.u8(); }
  void operator()(bool& v) { v = in.u8() != 0; }
  void operator()(std::string& v) { v = in.text(); }
  void operator()(Vec2& v) { v.x = in.f64(), v.y = in.f64(); }
  void operator()(Vec3& v) { v.x = in.f64(), v.y = in.f64(), v.z = in.f64(); }
  template <class Tag>
  void operator()(Id<Tag>& v) {
    v.index = in.u32(), v.generation = in.u32();
  }
  template <class T>
    requires std::is_enum_v<T>
  void operator()(T& v) {
    v = static_cast<T>(in.u8());
  }
  template <class T>
  void operator()(std::optional<T>& v) {
    bool there = false;
    T value{};
    (*this)(there), (*this)(value);
    if (there) v = value;
    if (!there) v.reset();
  }
  template <class A, class B>
  void operator()(std::pair<A, B>& v) {
    (*this)(v.first), (*this)(v.second);
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    // An element takes at least the bytes of an empty one: never more elements than the bytes left can hold.
    Saver empty;
    const T nothing{};
    if constexpr (Described<T>) {
      T::for_members([&](const char*, auto member) { empty(nothing.*member); });
    } else {
      empty(nothing);
    }
    list.resize(in.count(empty.out.bytes().size()));
    if constexpr (Described<T>) {
      T::for_members([&](const char* name, auto member) {
        expect(name);
        for (T& v : list) {
          if (!in.good()) return;
          (*this)(v.*member);
        }
      });
    } else {
      for (T& v : list) {
        if (!in.good()) return;
        (*this)(v);
      }
    }
  }
  template <Described T>
  void operator()(T& v) {
    T::for_members([&](const char* name, auto member) { named(name, v.*member); });
  }
  template <class T>
  void named(std::string_view name, T& v) {
    expect(name);
    (*this)(v);
  }

 private:
  void expect(std::string_view name) {
    if (!in.good()) return;
    const std::string found = in.text();
    if (found == name) return;
    if (problem.empty()) problem = concat("field \"", name, "\" expected, found \"", found.substr(0, 40), "\"");
    in.fail();
  }
};

}  // namespace wend
