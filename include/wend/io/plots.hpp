#pragma once
#include <wend/base/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/picture.hpp>
#include <wend/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wend::io {

// What a run was like, as pictures: heat maps, space-time diagrams, time series and small multiples. Accumulators take
// the frames one at a time, in order of time. Every draw function takes .png, .svg or .pdf.

class WallCut;

enum class HeatOf : std::uint8_t { density, speed };

// Persons per square metre and mean speed, smoothed by a Gaussian. Each frame counts for the time around it; a single
// frame is a moment. The Gaussian of an agent ends at the walls that stay (not at doors): only points that the agent sees have a share, and the
// shares of an agent add up to one.
class WEND_API HeatMap {
 public:
  static constexpr double min_bandwidth = 0.05, max_bandwidth = 50;  // m
  static constexpr std::size_t max_cells = 4'000'000;                // who is farther out is not counted

  explicit HeatMap(double bandwidth = 0.5);  // standard deviation, m; clamped
  void add(const Frame&);

  // Values on a grid of points, row by row from low y.
  struct Field {
    Vec2 low{};
    double cell = 1;
    std::size_t columns = 0, rows = 0;
    std::vector<double> density{}, speed{};  // speed: of those under way; 0 where there is nobody
  };
  Field field() const;
  double bandwidth() const { return bandwidth_; }
  double begin() const { return begin_; }
  double end() const { return last_.time; }
  const Frame& last() const { return last_; }

 private:
  struct Grid {
    std::int64_t column = 0, row = 0;  // of its first point
    std::size_t columns = 0, rows = 0;
    std::vector<double> persons{}, walking{}, distance{};  // weight, weight of those walking, weight times speed
  };
  void deposit(const Frame&, double weight, Grid&) const;
  bool reach(Grid&, std::int64_t column, std::int64_t row) const;
  void know_walls(const Frame&);
  void spread_at_walls(Grid& left, Grid& spread) const;

  double bandwidth_, cell_ = 0, begin_ = 0, seconds_ = 0;
  Grid grid_;
  Frame last_;
  std::shared_ptr<const WallCut> walls_;  // of the last frame
};

// `top` is the end of the colour scale; 0: a round number above the largest value.
WEND_API Result<void> draw_heat_map(const std::string& path, const HeatMap&, HeatOf, const Style& = {}, double top = 0);

// Along a line, for those within half the width of it; a width of 0 means everybody.
struct Axis {
  static constexpr double max_width = 1e6;  // m

  Vec2 from{0, 0};
  Vec2 to{1, 0};
  double width = 0;
  bool endless = true;        // `from` is where the axis is zero, and it has no ends
  std::string name = "x";
};

// Position along an axis over time, a line per agent, coloured by group or speed.
WEND_API Result<void> draw_space_time(const std::string& path, std::span<const Trail>, const Axis&, const Style& = {});

struct Line {
  Vec2 from{};
  Vec2 to{};
};

struct Sample {
  double time = 0;
  double mean_speed = 0;        // of those walking, NaN when nobody does
  std::uint64_t walking = 0;    // there, neither arrived nor idle
  std::uint64_t arrived = 0;    // arrived or gone, each agent once, until now
  std::uint64_t forward = 0;    // across the line, seen from `from` from the left to the right, until now
  std::uint64_t backward = 0;
};

class WEND_API TimeSeries {
 public:
  explicit TimeSeries(std::optional<Line> line = {}) : line_(line) {}
  void add(const Frame&);
  std::span<const Sample> samples() const { return samples_; }
  const std::optional<Line>& line() const { return line_; }

 private:
  struct Known {
    AgentState dot;
    bool arrived = false, here = true;
  };
  std::optional<Line> line_;
  std::vector<Known> known_;  // in id order
  std::vector<Sample> samples_;
};

// Events per second: those within `window` seconds about each sample, by how much of the window is in the run.
WEND_API std::vector<double> flow(std::span<const Sample>, std::uint64_t Sample::*count, double window);

// Mean speed, agents walking and arrived, arrivals per second and, with a line, crossings per second.
WEND_API Result<void> draw_time_series(const std::string& path, const TimeSeries&, const Style& = {}, double window = 5);

// One of several pictures in the same style, scale and view.
struct CrowdPanel {
  std::string label{};
  Frame frame{};
  std::vector<Trail> trails{};
};

struct HeatPanel {
  std::string label{};
  HeatMap map{};
};

constexpr std::size_t max_panels = 100;
WEND_API Result<void> draw_panels(const std::string& path, std::span<const CrowdPanel>, const Style& = {});
WEND_API Result<void> draw_panels(const std::string& path, std::span<const HeatPanel>, HeatOf, const Style& = {});

}  // namespace wend::io
