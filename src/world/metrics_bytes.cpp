#include <wend/state.hpp>

#include "core/bytes.hpp"
#include "core/text.hpp"
#include "world/metrics_impl.hpp"

#include <algorithm>
#include <cmath>

namespace wend {

namespace {

using metrics::PairOfIds;
using metrics::Pass;
using metrics::Record;

// Version 1 had no births and no waiting: all agents were born at 0 then.
constexpr std::uint32_t version = 2;
constexpr std::size_t pass_size = 17, record_size = 156, younger_size = 40;  // of a record without its passes; of what version 2 added

// Writing and reading take the same walk, so that they cannot disagree.
struct Put {
  ByteWriter bytes;
  void operator()(double v) { bytes.f64(v); }
  void operator()(std::uint64_t v) { bytes.u64(v); }
  void operator()(std::uint32_t v) { bytes.u32(v); }
  void operator()(bool v) { bytes.u8(v ? 1 : 0); }
  void operator()(char v) { bytes.u8(static_cast<std::uint8_t>(v)); }
  void operator()(Status v) { bytes.u8(static_cast<std::uint8_t>(v)); }
  void operator()(const std::optional<double>& v) { (*this)(v.has_value()), (*this)(v.value_or(0)); }
  template <class List, class Each>
  void list(const List& l, std::size_t, Each&& each) {
    bytes.u64(l.size());
    for (const auto& v : l) each(v);
  }
};

struct Take {
  ByteReader bytes;
  void operator()(double& v) { v = bytes.f64(); }
  void operator()(std::uint64_t& v) { v = bytes.u64(); }
  void operator()(std::uint32_t& v) { v = bytes.u32(); }
  void operator()(bool& v) {
    const std::uint8_t b = bytes.u8();
    if (b > 1) bytes.fail();
    v = b == 1;
  }
  void operator()(char& v) { v = static_cast<char>(bytes.u8()); }
  void operator()(Status& v) { v = static_cast<Status>(bytes.u8()); }
  void operator()(std::optional<double>& v) {
    bool known = false;
    double value = 0;
    (*this)(known), (*this)(value);
    if (known) v = value;
  }
  template <class List, class Each>
  void list(List& l, std::size_t width, Each&& each) {
    for (std::size_t n = bytes.count(width); n > 0 && bytes.good(); --n) {
      typename List::value_type v{};
      each(v);
      l.insert(l.end(), std::move(v));
    }
  }
  // A set as the sorted list it was.
  template <class Each>
  void list(std::set<PairOfIds>& l, std::size_t width, Each&& each) {
    std::vector<PairOfIds> sorted;
    list(sorted, width, each);
    l.insert(sorted.begin(), sorted.end());
    if (l.size() != sorted.size()) bytes.fail();
  }
};

template <class ImplType, class Walk>
void walk_all(ImplType& m, Walk& walk, std::uint32_t of_version) {
  const auto value = [&](auto& v) { walk(v); };
  const auto pair = [&](auto& p) { walk(p.first), walk(p.second); };
  const auto pass = [&](auto& p) { walk(p.distance), walk(p.clearance), walk(p.side); };
  const auto record = [&](auto& r) {
    auto& o = r.report;
    walk(o.id.index), walk(o.id.generation), walk(o.status), walk(o.arrival), walk(o.length), walk(o.straight);
    walk(o.max_turn_rate), walk(o.final_at.x), walk(o.final_at.y), walk(o.final_at.z), walk(o.final_heading);
    walk(o.present), walk(r.start.x), walk(r.start.y), walk(r.last.x), walk(r.last.y);
    walk(r.turn_rate), walk(r.sum_squares), walk(r.sum_change), walk(r.steps), walk(r.clearance), walk(r.arrived);
    if (of_version >= 2) walk(o.birth), walk(o.waited), walk(r.busy), walk(r.stuck), walk(r.waiting);
    walk.list(r.passes, pass_size, pass);
  };
  walk.list(m.records, record_size + (of_version >= 2 ? younger_size : 0), record);
  walk.list(m.obstacles, 8, value);
  walk.list(m.arrivals, 8, value);
  walk.list(m.touching, 16, pair);
  walk.list(m.touching_static, 16, pair);
  walk.list(m.overlapping, 16, pair);
  walk.list(m.deep, 16, pair);
  walk(m.sums.contacts), walk(m.sums.wall_contacts), walk(m.sums.wall_violations);
  walk(m.min_clearance), walk(m.follow_sides);
  if (of_version >= 2) walk(m.time);
}

// What observe() and report() rely on.
bool is_whole(const Record& r, std::size_t obstacles) {
  const bool sides = std::all_of(r.passes.begin(), r.passes.end(),
                                 [](const Pass& p) { return p.side == 'L' || p.side == 'R' || p.side == '-'; });
  const bool times = std::isfinite(r.report.birth) && std::isfinite(r.report.arrival.value_or(0));
  return r.report.status <= last_status && sides && times && (r.passes.empty() || r.passes.size() == obstacles);
}

}  // namespace

std::vector<std::byte> Metrics::save() const {
  Put put;
  put(version);
  walk_all(*impl_, put, version);
  return std::move(put.bytes.bytes());
}

Result<void> Metrics::restore(std::span<const std::byte> bytes) {
  const auto damaged = [](const char* why) { return Error{Errc::damaged, why, "metrics"}; };
  Take take{ByteReader(bytes)};
  std::uint32_t found = 0;
  take(found);
  if (take.bytes.good() && (found < 1 || found > version)) {
    return Error{Errc::unsupported, concat("metrics version ", found, ", this build reads versions 1 .. ", version), "metrics"};
  }
  auto fresh = std::make_unique<Impl>();
  walk_all(*fresh, take, found);
  if (!take.bytes.good() || take.bytes.left() != 0) return damaged("the saved metrics are cut off or have extra bytes");
  for (std::size_t i = 0; i < fresh->records.size(); ++i) {
    const Record& record = fresh->records[i];
    if (!is_whole(record, fresh->obstacles.size())) return damaged("a saved agent is not one");
    if (record.report.present && !fresh->where.emplace(record.report.id, i).second) return damaged("an agent was saved twice");
  }
  const bool sorted = std::is_sorted(fresh->touching.begin(), fresh->touching.end()) &&
                      std::is_sorted(fresh->touching_static.begin(), fresh->touching_static.end());
  const bool times = std::all_of(fresh->arrivals.begin(), fresh->arrivals.end(), [](double t) { return std::isfinite(t); });
  if (!sorted || !times || (fresh->records.empty() && !fresh->arrivals.empty())) return damaged("the saved metrics contradict themselves");
  impl_ = std::move(fresh);
  return {};
}

}  // namespace wend
