#include <wend/analysis/portrait.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/fp_env.hpp"
#include "world/look.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend {

namespace {

constexpr double root_width = 1e-10;    // rad
constexpr double slope_step = 1e-6;     // rad
constexpr double jump_share = 1e-5;     // of the largest rate: no slope changes it so much within root_width
constexpr int search_steps = 40;        // for a pair of zeros between two samples

// The model's answer as a function of the heading alone.
class Asked {
 public:
  explicit Asked(const world::Look& look) : look_(look), view_(look.view) {}

  Decision at(double heading) {
    view_.heading = wrap(heading);
    const auto h = det_sincos(view_.heading);
    view_.forward = {h.cos, h.sin};
    view_.left = {-h.sin, h.cos};
    return look_.model->explain(view_);
  }
  double number(double heading, double Decision::* which) {
    const double value = at(heading).*which;
    return std::isfinite(value) ? value : 0;
  }

 private:
  const world::Look& look_;
  View view_;
};

int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// Zeros of one number of the decision over the circle, from its samples.
class Zeros {
 public:
  Zeros(Asked& asked, double Decision::* which, std::span<const double> headings, std::span<const double> samples)
      : asked_(asked), which_(which), headings_(headings), samples_(samples) {
    for (double s : samples) largest_ = std::max(largest_, std::abs(s));
  }

  std::vector<FixedPoint> find() {
    const std::size_t n = samples_.size();
    std::size_t first = 0;
    while (first < n && samples_[first] == 0) ++first;
    if (first == n) return {};  // says nothing, anywhere
    // Once round, from one sample that is not 0 to the next.
    for (std::size_t i = first; i < first + n;) {
      std::size_t j = i + 1;
      while (sample(j) == 0) ++j;
      const int before = sign_of(sample(i)), after = sign_of(sample(j));
      if (before != after && j == i + 1) {
        refine(heading(i), heading(j), before);
      } else if (before != after) {
        add(0.5 * (heading(i + 1) + heading(j - 1)), before, false);  // on a sample, or the middle of a stretch of zeros
      } else if (j == i + 1) {
        look_between(i);
      }
      i = j;
    }
    std::sort(found_.begin(), found_.end(), [](const FixedPoint& a, const FixedPoint& b) { return a.heading < b.heading; });
    return std::move(found_);
  }

 private:
  double sample(std::size_t i) const { return samples_[i % samples_.size()]; }
  double heading(std::size_t i) const {  // goes on past pi
    const std::size_t n = headings_.size();
    return headings_[i % n] + (i >= n ? 2 * pi * static_cast<double>(i / n) : 0);
  }
  double value(double h) { return asked_.number(h, which_); }

  void add(double h, int before, bool jump) {
    double slope = -before * std::numeric_limits<double>::infinity();
    if (!jump) slope = (value(h + slope_step) - value(h - slope_step)) / (2 * slope_step);
    found_.push_back({wrap(h), slope, before > 0});
  }

  void refine(double low, double high, int before) {
    double at_low = value(low), at_high = value(high);
    while (high - low > root_width) {
      const double middle = 0.5 * (low + high), there = value(middle);
      if (there == 0) return add(middle, before, false);
      (sign_of(there) == before ? low : high) = middle;
      (sign_of(there) == before ? at_low : at_high) = there;
    }
    add(0.5 * (low + high), before, std::abs(at_high - at_low) > jump_share * largest_);
  }

  // Where the samples come nearest to 0 without reaching it, two zeros may lie between them.
  void look_between(std::size_t i) {
    const int sign = sign_of(sample(i));
    const double here = sign * sample(i), next = sign * sample(i + 1);
    const double last = sign * sample(i + samples_.size() - 1), after = sign * sample(i + 2);
    if (!(here <= last && next <= after)) return;  // the least is elsewhere
    if (last - here + after - next < std::min(here, next)) return;  // too flat to get there
    double low = heading(i), high = heading(i + 1);
    for (int k = 0; k < search_steps && high - low > root_width; ++k) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      const double at_a = sign * value(a), at_b = sign * value(b);
      if (at_a < 0 || at_b < 0) {
        const double inside = at_a < 0 ? a : b;
        refine(heading(i), inside, sign);
        refine(inside, heading(i + 1), -sign);
        return;
      }
      (at_a < at_b ? high : low) = at_a < at_b ? b : a;
    }
  }

  Asked& asked_;
  double Decision::* which_;
  std::span<const double> headings_, samples_;
  double largest_ = 0;
  std::vector<FixedPoint> found_;
};

PortraitCurve& curve_of(std::vector<PortraitCurve>& curves, const Share& share, std::size_t likely, std::size_t samples) {
  const auto is_it = [&](const PortraitCurve& c) { return c.id == share.id && c.kind == share.kind; };
  if (likely < curves.size() && is_it(curves[likely])) return curves[likely];
  const auto found = std::find_if(curves.begin() + 1, curves.end(), is_it);
  if (found != curves.end()) return *found;
  return curves.emplace_back(PortraitCurve{share.id, share.kind, std::vector<double>(samples), std::vector<double>(samples)});
}

Portrait draw(world::Look& look, std::size_t samples) {
  Portrait p;
  Asked asked(look);
  p.model = look.model->name();
  p.heading = look.view.heading;
  p.now = look.decision();
  p.curves.push_back({0, BodyKind::disc, std::vector<double>(samples), std::vector<double>(samples)});
  const auto keep = [](double x) { return std::isfinite(x) ? x : 0; };
  for (std::size_t i = 0; i < samples; ++i) {
    const double heading = -pi + 2 * pi * static_cast<double>(i) / static_cast<double>(samples);
    const Decision d = asked.at(heading);
    p.headings.push_back(heading);
    p.rate.push_back(keep(d.rate));
    p.plain.push_back(keep(d.plain));
    p.w_tar.push_back(d.target_weight);
    p.w_obs.push_back(d.value("w_obs", 1));
    p.curves[0].f[i] = d.target_rate;
    p.curves[0].weight[i] = d.target_weight;
    for (std::size_t k = 0; k < d.shares.size(); ++k) {
      PortraitCurve& curve = curve_of(p.curves, d.shares[k], k + 1, samples);
      curve.f[i] = d.shares[k].f;
      curve.weight[i] = d.shares[k].weight;
    }
  }
  std::sort(p.curves.begin() + 1, p.curves.end(), [](const PortraitCurve& a, const PortraitCurve& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
  });
  p.fixed_points = Zeros(asked, &Decision::rate, p.headings, p.rate).find();
  p.plain_points = Zeros(asked, &Decision::plain, p.headings, p.plain).find();
  const auto silent = [](const std::vector<double>& v) { return std::all_of(v.begin(), v.end(), [](double x) { return x == 0; }); };
  const bool says_nothing = p.curves.size() == 1 && silent(p.rate) && silent(p.plain) && silent(p.curves[0].f);
  if (says_nothing) {  // a model without explain(), or an agent that only stands
    p.curves.clear();
    for (auto* v : {&p.headings, &p.rate, &p.plain, &p.w_tar, &p.w_obs}) v->clear();
  }
  return p;
}

}  // namespace

Portrait World::portrait(AgentId id) const { return portrait(id, {}); }

Portrait World::portrait(AgentId id, const PortraitRequest& request) const {
  const auto row = data_->agent_slots.find(id);
  if (!row) return {};
  const FpEnv env;
  world::Look look(*data_, *row);
  Portrait p = draw(look, std::clamp<std::size_t>(request.samples, 8, 100000));
  p.at = {data_->agents.x[*row], data_->agents.y[*row]};
  return p;
}

}  // namespace wend
