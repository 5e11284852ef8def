#pragma once
#include <wend/ids.hpp>
#include <wend/vec.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bytes.hpp"

namespace wend {

// Writing and reading take the same walk over the same fields, so that they cannot disagree.
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
    each(list, [](const T& v, Saver& walk) { walk(v); });
  }
  // A list of structs: fields(element, walk).
  template <class T, class Fields>
  void each(const std::vector<T>& list, Fields fields) {
    out.u64(list.size());
    for (const T& v : list) fields(v, *this);
  }
};

// Wrong bytes give zeros and make in.good() false.
struct Loader {
  ByteReader in;
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
    each(list, [](auto& v, auto& walk) { walk(v); });
  }
  template <class T, class Fields>
  void each(std::vector<T>& list, Fields fields) {
    Saver empty;  // an element takes at least the bytes of an empty one: never more elements than the bytes left can hold
    const T nothing{};
    fields(nothing, empty);
    list.resize(in.count(empty.out.bytes().size()));
    for (T& v : list) {
      if (!in.good()) return;
      fields(v, *this);
    }
  }
};

}  // namespace wend
