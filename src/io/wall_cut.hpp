#pragma once
#include <wend/io/frame.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace wend::io {

// The walls that stay where they are, without doors: what a heat map does not smear through.
class WallCut {
 public:
  struct Wall {
    Vec2 a, b;
    friend bool operator==(const Wall&, const Wall&) = default;
  };

  WallCut(std::vector<Wall>, double reach);
  static std::vector<Wall> walls_of(const Frame&);

  const std::vector<Wall>& walls() const { return walls_; }
  std::vector<Wall> near(Vec2) const;  // all within reach of the point

 private:
  using Bin = std::pair<std::int64_t, std::int64_t>;
  Bin bin_of(Vec2) const;

  std::vector<Wall> walls_;
  double reach_;
  std::map<Bin, std::vector<std::uint32_t>> bins_;  // squares of side `reach`
};

// Some wall, ends included, lies between both points; a point on the wall is not beyond it, unless `or_touched`.
bool separated(Vec2 from, Vec2 to, std::span<const WallCut::Wall>, bool or_touched = false);

}  // namespace wend::io
