#include "planning/ldlt.hpp"

namespace wend::planning {

namespace {

constexpr std::uint32_t none = 0xffffffffu;

bool usable(double x) { return x > 0 && x < wend::infinity; }

}  // namespace

void Ldlt::write(ByteWriter& out) const {
  out.u64(size());
  out.u64(entries());
  out.u8(exponent_.empty() ? 0 : 1);
  for (std::uint32_t unknown : unknown_) out.u32(unknown);
  for (double pivot : pivot_) out.f64(pivot);
  for (std::size_t k = 0; k < size(); ++k) out.u32(static_cast<std::uint32_t>(start_[k + 1] - start_[k]));
  for (std::uint32_t row : row_) out.u32(row);
  for (double value : value_) out.f64(value);
  for (std::int32_t exponent : exponent_) out.u32(static_cast<std::uint32_t>(exponent));
}

Result<Ldlt> Ldlt::read(ByteReader& in) {
  const auto damaged = [](const char* what) {
    return Error{Errc::damaged, std::string("a factor with ") + what, "ldlt"};
  };
  const std::size_t n = in.count(16), entries = in.count(12);
  const bool wide = in.u8() != 0;
  if (!in.good() || n >= none || n * 16 + entries * (wide ? 16u : 12u) > in.left()) return damaged("too few bytes");
  Ldlt l;
  l.unknown_.resize(n);
  l.place_.assign(n, none);
  for (std::uint32_t k = 0; k < n; ++k) {
    l.unknown_[k] = in.u32();
    if (l.unknown_[k] >= n || l.place_[l.unknown_[k]] != none) return damaged("an order that is none");
    l.place_[l.unknown_[k]] = k;
  }
  l.pivot_.resize(n);
  for (double& pivot : l.pivot_) {
    if (!usable(pivot = in.f64())) return damaged("a pivot that is not positive");
  }
  l.start_.assign(n + 1, 0);
  for (std::size_t k = 0; k < n; ++k) l.start_[k + 1] = l.start_[k] + in.u32();
  if (l.start_[n] != entries) return damaged("columns of another length");
  l.row_.resize(entries);
  l.parent_.assign(n, none);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t last = k;
    for (std::size_t p = l.start_[k]; p < l.start_[k + 1]; ++p) {
      l.row_[p] = in.u32();
      if (l.row_[p] <= last || l.row_[p] >= n) return damaged("rows out of order");
      if (last == k) l.parent_[k] = l.row_[p];
      last = l.row_[p];
    }
  }
  l.value_.resize(entries);
  for (double& value : l.value_) {
    if (!usable(value = in.f64())) return damaged("an entry that is not positive");
  }
  if (wide) l.exponent_.resize(entries);
  for (std::int32_t& exponent : l.exponent_) {
    exponent = static_cast<std::int32_t>(in.u32());
    if (exponent > 1 || exponent < -(1 << 24)) return damaged("an exponent out of range");
  }
  return l;
}

}  // namespace wend::planning
