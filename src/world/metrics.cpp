#include <wend/analysis/metrics.hpp>
#include <wend/state.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "world/access.hpp"
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

Observation Metrics::Impl::seen_in(const World& w) {
  const world::Data& d = world::Access::data(w);
  const world::AgentColumns& a = d.agents;
  world_bodies.clear();
  for (const world::Body& b : d.bodies) {
    if (b.open == 0) world_bodies.push_back({b.id, b.a, b.b, b.radius, b.kind, b.motion, b.floor});
  }
  std::sort(world_bodies.begin(), world_bodies.end(), [](const ObservedBody& p, const ObservedBody& q) { return p.id < q.id; });
  return {.dt = d.settings.dt,
          .time = d.time(),
          .id = a.id,
          .born = a.born,
          .x = a.x,
          .y = a.y,
          .old_x = a.old_x,
          .old_y = a.old_y,
          .heading = a.heading,
          .turn_rate = a.turn_rate,
          .radius = a.radius,
          .top_speed = a.top_speed,
          .floor = a.floor,
          .status = a.status,
          .bodies = world_bodies,
          .events = w.step_events()};
}

// Rows of those who are here, and records for those who are new, in order of creation.
void Metrics::Impl::find_records(const Observation& o) {
  ++looks;
  record_of_row.assign(o.id.size(), 0);
  std::vector<std::size_t> fresh;
  for (std::size_t i = 0; i < o.id.size(); ++i) {
    const auto at = where.find(o.id[i]);
    if (at == where.end()) {
      fresh.push_back(i);
    } else {
      record_of_row[i] = at->second;
    }
  }
  std::sort(fresh.begin(), fresh.end(), [&](std::size_t p, std::size_t q) {
    return o.born[p] != o.born[q] ? o.born[p] < o.born[q] : o.id[p] < o.id[q];
  });
  for (std::size_t i : fresh) {
    record_of_row[i] = records.size();
    where.emplace(o.id[i], records.size());
    Record record;
    record.report.id = o.id[i];
    record.report.birth = time;  // it was added before the step that led here
    record.start = record.last = {o.old_x[i], o.old_y[i]};
    record.turn_rate = o.turn_rate[i];
    record.report.final_at = {o.x[i], o.y[i], 0};
    record.report.final_heading = o.heading[i];
    record.report.status = o.status[i];
    records.push_back(std::move(record));
  }
  for (std::size_t at : record_of_row) records[at].seen = looks;

  obstacle_bodies.clear();
  for (std::uint64_t id : obstacles) {
    const auto at = std::lower_bound(o.bodies.begin(), o.bodies.end(), id, [](const ObservedBody& b, std::uint64_t v) { return b.id < v; });
    obstacle_bodies.push_back(at != o.bodies.end() && at->id == id ? &*at : nullptr);
  }
}

// Distances between bodies as they stand now.
void Metrics::Impl::look(const Observation& a, bool moved) {
  find_records(a);
  capsules.clear();
  for (const ObservedBody& body : a.bodies) capsules.push_back({body.a, body.b, body.radius, body.floor});
  double top = 0;
  for (double v : a.top_speed) top = std::max(top, v);
  reach.assign(a.id.size(), std::max(clearance_reach, 2 * top * a.dt));
  grid.build({a.x, a.y, a.radius, a.floor, capsules}, reach);
  grid.near({0, a.id.size()}, reach, near);

  std::vector<PairOfIds> now, now_static;
  for (std::size_t i = 0; i < a.id.size(); ++i) {
    const Vec2 p{a.x[i], a.y[i]};
    Record& record = records[record_of_row[i]];
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
      const ObservedBody& body = a.bodies[b];
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
void Metrics::Impl::follow(const Observation& a) {
  for (std::size_t i = 0; i < a.id.size(); ++i) {
    Record& record = records[record_of_row[i]];
    const Vec2 p{a.x[i], a.y[i]};
    record.report.status = a.status[i];
    record.report.final_at = lift(p);
    record.report.final_heading = a.heading[i];
    if (under_way(a.status[i])) {
      ++record.busy;
      record.stuck += a.status[i] == Status::stuck ? 1 : 0;
      record.waiting += a.status[i] == Status::waiting ? 1 : 0;
    }
    if (!record.arrived) {
      if (a.status[i] == Status::waiting) record.report.waited += a.time - time;
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
      if (obstacle_bodies[k] == nullptr) continue;
      const ObservedBody& body = *obstacle_bodies[k];
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

void Metrics::Impl::take_arrivals(const Observation& o) {
  for (const Event& event : o.events) {
    const auto at = where.find(event.agent);
    if (at == where.end()) continue;
    Record& record = records[at->second];
    if (event.kind == EventKind::arrived) {
      if (record.seen != looks && !record.arrived) {  // gone at once: its last piece of path
        record.report.length += norm(event.at.xy() - record.last);
        record.report.straight = norm(event.at.xy() - record.start);
      }
      if (!record.arrived) record.report.arrival = event.time;
      record.arrived = true;
      record.report.status = Status::arrived;
      record.report.final_at = event.at;
      arrivals.push_back(event.time);
    }
  }
  for (auto at = where.begin(); at != where.end();) {
    if (records[at->second].seen == looks) {
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
  start(impl_->seen_in(w));
}

void Metrics::observe(const World& w) { observe(impl_->seen_in(w)); }

void Metrics::start(const Observation& o) {
  std::vector<ObservedBody> kept = std::move(impl_->world_bodies);  // `o` may look at them
  *impl_ = Impl{};
  impl_->world_bodies = std::move(kept);
  for (const ObservedBody& body : o.bodies) {
    if (body.kind != BodyKind::wall) impl_->obstacles.push_back(body.id);
  }
  impl_->follow_sides = o.id.size() * impl_->obstacles.size() <= most_sides;
  impl_->time = o.time;
  impl_->look(o, false);
}

void Metrics::observe(const Observation& o) {
  impl_->look(o, true);
  impl_->follow(o);
  impl_->take_arrivals(o);
  impl_->time = o.time;
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

  double efficiency = 0, jitter = 0, waited = 0;
  std::uint64_t efficient = 0;
  std::vector<double> travels;  // from birth to first arrival
  for (const AgentReport& agent : agents()) {
    const bool idle = agent.present && agent.status == Status::idle;
    if (agent.arrival) travels.push_back(*agent.arrival - agent.birth);
    if (agent.arrival || !idle) ++r.with_goal, waited += agent.waited;
    r.finished += agent.arrival || !agent.present || idle ? 1 : 0;
    r.idle += idle ? 1 : 0;
    r.stuck += agent.present && agent.status == Status::stuck ? 1 : 0;
    r.waiting += agent.present && agent.status == Status::waiting ? 1 : 0;
    r.orbiting += agent.present && agent.status == Status::orbit ? 1 : 0;
    r.lost += agent.present && (agent.status == Status::lost || agent.status == Status::blocked) ? 1 : 0;
    r.non_finite += agent.status == Status::non_finite ? 1 : 0;
    jitter += agent.jitter;
    if (agent.arrival && agent.length > 0) efficiency += agent.straight / agent.length, ++efficient;
  }
  if (efficient > 0) r.path_efficiency = efficiency / static_cast<double>(efficient);
  if (r.agents > 0) r.jitter = jitter / static_cast<double>(r.agents);

  r.arrived = travels.size();
  std::sort(travels.begin(), travels.end());
  if (!travels.empty()) {
    double sum = 0;
    for (double t : travels) sum += t;
    r.mean_time = sum / static_cast<double>(travels.size());
    const auto needed = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(r.with_goal)));
    if (travels.size() >= needed) r.t95 = travels[needed - 1];
  }
  if (r.with_goal > 0) r.waiting_time = waited / static_cast<double>(r.with_goal);

  std::uint64_t busy = 0, stuck = 0, waiting = 0;
  for (const Record& record : impl_->records) busy += record.busy, stuck += record.stuck, waiting += record.waiting;
  if (busy > 0) {
    r.share_stuck = static_cast<double>(stuck) / static_cast<double>(busy);
    r.share_waiting = static_cast<double>(waiting) / static_cast<double>(busy);
  }

  std::vector<double> times = impl_->arrivals;
  std::sort(times.begin(), times.end());
  if (times.size() >= 2) {
    double gap = 0;
    for (std::size_t i = 1; i < times.size(); ++i) gap = std::max(gap, times[i] - times[i - 1]);
    r.longest_gap = gap;
    if (times.back() > times.front()) r.flow = static_cast<double>(times.size() - 1) / (times.back() - times.front());
  }
  return r;
}

}  // namespace wend
