#include "drawing_kinds.hpp"

#include <wend/io/plots.hpp>

#include <cmath>
#include <limits>

namespace wend::cli {

namespace {

// What all pictures that need a stretch of time have in common.
class Plot : public Drawing {
 public:
  Plot(std::string path, const RenderOptions& o, const SourceInfo& source)
      : path_(std::move(path)), style_(style_of(o, source)), window_(o) {}
  bool wants(double time) const override { return window_.holds(time); }
  double last_moment(double duration) const override { return window_.end(duration); }
  std::uint64_t pictures() const override { return 1; }
  void know_groups(const std::vector<std::string>& names) override { style_.group_names = names; }
  Result<std::vector<WrittenFile>> finish() override {
    if (auto ok = draw(); !ok) return ok.error();
    return std::vector{file_of(path_)};
  }

 protected:
  virtual Result<void> draw() = 0;
  std::string path_;
  io::Style style_;
  Window window_;
};

class SpaceTimePlot final : public Plot {
 public:
  SpaceTimePlot(const std::string& path, const RenderOptions& o, const SourceInfo& source)
      : Plot(path, o, source), axis_(o.axis.value_or(io::Axis{})) {}
  Result<void> take(const io::Frame& frame) override {
    ways_.add(frame);
    return {};
  }

 private:
  Result<void> draw() override { return io::draw_space_time(path_, ways_.trails(), axis_, style_); }
  io::Axis axis_;
  io::TrailRecorder ways_{std::numeric_limits<double>::infinity()};
};

class SeriesPlot final : public Plot {
 public:
  SeriesPlot(const std::string& path, const RenderOptions& o, const SourceInfo& source)
      : Plot(path, o, source), series_(o.line), seconds_(o.window.value_or(5)) {}
  Result<void> take(const io::Frame& frame) override {
    series_.add(frame);
    return {};
  }

 private:
  Result<void> draw() override { return io::draw_time_series(path_, series_, style_, seconds_); }
  io::TimeSeries series_;
  double seconds_;
};

// A heat map of one run, or a panel for each.
class HeatPlot final : public Plot {
 public:
  HeatPlot(const std::string& path, const RenderOptions& o, const SourceInfo& source)
      : Plot(path, o, source),
        of_(o.show == "speed" ? io::HeatOf::speed : io::HeatOf::density),
        bandwidth_(o.bandwidth.value_or(0.5)),
        at_(o.at) {}
  bool wants(double time) const override { return at_ ? time <= *at_ + 1e-9 : Plot::wants(time); }
  double last_moment(double duration) const override {
    return at_ ? std::min(duration, *at_) : Plot::last_moment(duration);
  }
  void begin_run(const std::string& label) override { panels_.push_back({label, io::HeatMap(bandwidth_)}); }
  Result<void> take(const io::Frame& frame) override {
    if (at_) panels_.back().map = io::HeatMap(bandwidth_);  // a moment: the last frame counts alone
    panels_.back().map.add(frame);
    return {};
  }

 private:
  Result<void> draw() override {
    if (panels_.size() == 1 && panels_[0].label.empty()) return io::draw_heat_map(path_, panels_[0].map, of_, style_);
    return io::draw_panels(path_, panels_, of_, style_);
  }
  io::HeatOf of_;
  double bandwidth_;
  std::optional<double> at_;
  std::vector<io::HeatPanel> panels_;
};

class CrowdPanels final : public Drawing {
 public:
  CrowdPanels(std::string path, const RenderOptions& o, const SourceInfo& source)
      : path_(std::move(path)),
        style_(style_of(o, source)),
        at_(o.at.value_or(INFINITY)),
        seconds_(o.trails.value_or(source.duration)),
        by_density_(!o.trails) {
    style_.top_speed = 0;  // of all runs, not of the first
  }
  bool wants(double time) const override { return time <= at_ + 1e-9; }
  double last_moment(double duration) const override { return std::min(duration, at_); }
  void begin_run(const std::string& label) override {
    end_run();
    panels_.push_back({.label = label, .frame = {}, .trails = {}});
  }
  Result<void> take(const io::Frame& frame) override {
    trails_.add(frame);
    panels_.back().frame = frame;
    return {};
  }
  Result<std::vector<WrittenFile>> finish() override {
    end_run();
    if (by_density_) shorten_trails();
    if (auto ok = io::draw_panels(path_, panels_, style_); !ok) return ok.error();
    return std::vector{file_of(path_)};
  }
  std::uint64_t pictures() const override { return 1; }
  void know_groups(const std::vector<std::string>& names) override { style_.group_names = names; }

 private:
  void end_run() {
    if (!panels_.empty()) panels_.back().trails.assign(trails_.trails().begin(), trails_.trails().end());
    trails_ = io::TrailRecorder(seconds_);
  }
  // One length for all, as the fullest panel needs it.
  void shorten_trails() {
    io::Style panel = style_;
    const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(panels_.size()))));
    panel.width = std::max(io::Style::min_size, style_.width / side);
    panel.height = std::max(io::Style::min_size, style_.height / side);
    double seconds = seconds_;
    for (const io::CrowdPanel& p : panels_) seconds = std::min(seconds, io::trail_seconds(p.frame, p.trails, panel));
    for (io::CrowdPanel& p : panels_) io::forget_before(p.trails, p.frame.time - seconds);
  }
  std::string path_;
  io::Style style_;
  double at_, seconds_;
  bool by_density_;  // trails as long as the crowd leaves room for
  io::TrailRecorder trails_{0};
  std::vector<io::CrowdPanel> panels_;
};

}  // namespace

std::unique_ptr<Drawing> open_plot(const std::string& path, const RenderOptions& o, const SourceInfo& source) {
  if (o.show == "space-time") return std::make_unique<SpaceTimePlot>(path, o, source);
  if (o.show == "series") return std::make_unique<SeriesPlot>(path, o, source);
  if (o.show == "crowd") return std::make_unique<CrowdPanels>(path, o, source);
  return std::make_unique<HeatPlot>(path, o, source);
}

}  // namespace wend::cli
