#include <wend/metrics.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "world/data.hpp"
#include "world/metrics_impl.hpp"

#include <algorithm>
#include <cmath>

namespace wend {

namespace {

constexpr double contact_below = -1e-9;
constexpr std::size_t most_sides = 1000000;  // agents x obstacles: beyond this, sides are not followed

}  // namespace

using metrics::PairOfIds;
using metrics::Pass;
using metrics::Record;

Record& Metrics::Impl::record_of(const world::Data& d, std::size_t row) {
  const AgentId id = d.agents.id[row];
  const auto [at, is_new] = where.try_emplace(id, records.size());
  if (is_new) {
    Record record;
    record.report.id = id;
    record.start = record.last = {d.agents.old_x[row], d.agents.old_y[row]};
    record.turn_rate = d.agents.turn_rate[row];
    records.push_back(std::move(record));
  }
  return records[at->second];
}

// Records for those who are new, in order of creation: rows change places.
void Metrics::Impl::meet(const world::Data& d) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (!where.contains(d.agents.id[i])) rows.push_back(i);
  }
  std::sort(rows.begin(), rows.end(), [&](std::size_t p, std::size_t q) { return d.agents.born[p] < d.agents.born[q]; });
  for (std::size_t row : rows) {
    Record& record = record_of(d, row);
    record.report.final_at = {d.agents.x[row], d.agents.y[row], 0};
    record.report.final_heading = d.agents.heading[row];
    record.report.status = d.agents.status[row];
  }
}

// Distances between bodies as they stand now.
void Metrics::Impl::look(const world::Data& d, bool moved) {
  const world::AgentColumns& a = d.agents;
  meet(d);
  capsules.clear();
  for (const world::Body& body : d.bodies) capsules.push_back({body.a, body.b, body.radius, body.floor});
  double top = 0;
  for (double v : a.top_speed) top = std::max(top, v);
  reach.assign(a.size(), std::max(clearance_reach, 2 * top * d.settings.dt));
  grid.build({a.x, a.y, a.radius, a.floor, capsules}, reach);
  grid.near({0, a.size()}, reach, near);

  std::vector<PairOfIds> now, now_static;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec2 p{a.x[i], a.y[i]};
    Record& record = record_of(d, i);
    const auto note = [&](double clearance) {
      if (clearance <= clearance_reach) record.clearance = std::min(record.clearance, clearance);
    };
    for (std::uint32_t j : near.agents_of(i)) {
      const double distance = norm(Vec2{a.x[j], a.y[j]} - p), rho = a.radius[i] + a.radius[j];
      note(distance - rho);
      const PairOfIds pair{a.id[i].bits(), a.id[j].bits()};
      if (pair.first > pair.second) continue;
      if (distance - rho < contact_below) now.push_back(pair);
      if (distance < rho - 1e-3) overlapping.insert(pair);
      if (distance < 0.9 * rho) deep.insert(pair);
    }
    for (std::uint32_t b : near.bodies_of(i)) {
      const world::Body& body = d.bodies[b];
      const double clearance = norm(nearest_on_segment(p, body.a, body.b).point - p) - a.radius[i] - body.radius;
      note(clearance);
      const bool fixed = body.motion == BodyMotion::fixed;
      // Top bit: ids of bodies must not meet ids of agents.
      if (clearance < contact_below) (fixed ? now_static : now).push_back({a.id[i].bits(), body.id | (std::uint64_t{1} << 63)});
      if (moved && fixed && segments_cross({a.old_x[i], a.old_y[i]}, p, body.a, body.b)) ++sums.wall_violations;
    }
    min_clearance = std::min(min_clearance, record.clearance);
  }
  const auto count_new = [](std::vector<PairOfIds>& current, std::vector<PairOfIds>& before) {
    std::sort(current.begin(), current.end());
    std::uint64_t begun = 0;
    for (const PairOfIds& pair : current) begun += std::binary_search(before.begin(), before.end(), pair) ? 0 : 1;
    before = std::move(current);
    return begun;
  };
  sums.contacts += count_new(now, touching);
  sums.wall_contacts += count_new(now_static, touching_static);
}

// Paths, turn rates and the sides on which obstacles were passed.
void Metrics::Impl::follow(const world::Data& d) {
  const world::AgentColumns& a = d.agents;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Record& record = record_of(d, i);
    const Vec2 p{a.x[i], a.y[i]};
    record.report.status = a.status[i];
    record.report.final_at = lift(p);
    record.report.final_heading = a.heading[i];
    if (!record.arrived) {
      record.report.length += norm(p - record.last);
      record.report.straight = norm(p - record.start);
      const double w = a.turn_rate[i];
      record.report.max_turn_rate = std::max(record.report.max_turn_rate, std::abs(w));
      record.sum_squares += w * w;
      record.sum_change += std::abs(w - record.turn_rate);
      record.turn_rate = w;
      ++record.steps;
    }
    record.last = p;
    if (!follow_sides) continue;
    record.passes.resize(obstacles.size());
    for (std::size_t k = 0; k < obstacles.size(); ++k) {
      const ObstacleId id{static_cast<std::uint32_t>(obstacles[k] >> 32), static_cast<std::uint32_t>(obstacles[k])};
      const auto row = d.body_slots.find(id);
      if (!row) continue;
      const world::Body& body = d.bodies[*row];
      const Vec2 offset = nearest_on_segment(p, body.a, body.b).point - p;
      const double distance = norm(offset);
      Pass& pass = record.passes[k];
      if (!(distance < pass.distance)) continue;
      pass.distance = distance;
      pass.clearance = distance - body.radius - a.radius[i];
      pass.side = wrap(det_atan2(offset.y, offset.x) - a.heading[i]) < 0 ? 'L' : 'R';  // human spec (h.4)
    }
  }
}

void Metrics::Impl::take_arrivals(const World& w) {
  for (const Event& event : w.step_events()) {
    const auto at = where.find(event.agent);
    if (at == where.end()) continue;
    Record& record = records[at->second];
    if (event.kind == EventKind::arrived) {
      if (!w.agent(event.agent)) {  // gone at once: its last piece of path
        record.report.length += norm(event.at.xy() - record.last);
        record.report.straight = norm(event.at.xy() - record.start);
      }
      record.arrived = true;
      record.report.status = Status::arrived;
      record.report.arrival = event.time;
      record.report.final_at = event.at;
      arrivals.push_back(event.time);
    }
  }
  for (auto at = where.begin(); at != where.end();) {
    if (w.agent(at->first)) {
      ++at;
    } else {
      records[at->second].report.present = false;
      at = where.erase(at);
    }
  }
}

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;
Metrics::Metrics(Metrics&&) noexcept = default;
Metrics& Metrics::operator=(Metrics&&) noexcept = default;

void Metrics::start(const World& w) {
  *impl_ = Impl{};
  const world::Data& d = w.data();
  for (const BodyState& body : w.bodies()) {
    if (body.kind != BodyKind::wall) impl_->obstacles.push_back(body.id);
  }
  impl_->follow_sides = d.agents.size() * impl_->obstacles.size() <= most_sides;
  impl_->look(d, false);
}

void Metrics::observe(const World& w) {
  impl_->look(w.data(), true);
  impl_->follow(w.data());
  impl_->take_arrivals(w);
}

std::vector<AgentReport> Metrics::agents() const {
  std::vector<AgentReport> all;
  for (const Record& record : impl_->records) {
    AgentReport report = record.report;
    if (record.clearance <= clearance_reach) report.clearance = record.clearance;
    if (record.steps > 0) {
      report.rms_turn_rate = std::sqrt(record.sum_squares / static_cast<double>(record.steps));
      report.jitter = record.sum_change / static_cast<double>(record.steps);
    }
    for (const Pass& pass : record.passes) {
      report.sides.push_back(pass.side);
      report.obstacle_clearances.push_back(pass.clearance);
    }
    all.push_back(std::move(report));
  }
  return all;
}

Report Metrics::report() const {
  Report r = impl_->sums;
  r.agents = impl_->records.size();
  r.overlap_pairs = impl_->overlapping.size();
  r.deep_pairs = impl_->deep.size();
  if (impl_->min_clearance <= clearance_reach) r.min_clearance = impl_->min_clearance;

  double efficiency = 0, jitter = 0;
  std::uint64_t efficient = 0;
  for (const AgentReport& agent : agents()) {
    r.arrived += agent.arrival ? 1 : 0;
    r.finished += agent.arrival || !agent.present ? 1 : 0;
    r.stuck += agent.present && agent.status == Status::stuck ? 1 : 0;
    r.orbiting += agent.present && agent.status == Status::orbit ? 1 : 0;
    r.lost += agent.present && agent.status == Status::lost ? 1 : 0;
    r.non_finite += agent.status == Status::non_finite ? 1 : 0;
    jitter += agent.jitter;
    if (agent.arrival && agent.length > 0) efficiency += agent.straight / agent.length, ++efficient;
  }
  if (efficient > 0) r.path_efficiency = efficiency / static_cast<double>(efficient);
  if (r.agents > 0) r.jitter = jitter / static_cast<double>(r.agents);

  std::vector<double> times = impl_->arrivals;
  std::sort(times.begin(), times.end());
  if (!times.empty()) {
    double sum = 0;
    for (double t : times) sum += t;
    r.mean_time = sum / static_cast<double>(times.size());
    const auto needed = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(r.agents)));
    if (times.size() >= needed) r.t95 = times[needed - 1];
  }
  if (times.size() >= 2) {
    double gap = 0;
    for (std::size_t i = 1; i < times.size(); ++i) gap = std::max(gap, times[i] - times[i - 1]);
    r.longest_gap = gap;
    if (times.back() > times.front()) r.flow = static_cast<double>(times.size() - 1) / (times.back() - times.front());
  }
  return r;
}

}  // namespace wend
